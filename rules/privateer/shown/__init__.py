"""What is shown of a game: views, traces, captions, words and labels."""
