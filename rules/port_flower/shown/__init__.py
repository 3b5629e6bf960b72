"""What people see of a game: views, traces, captions, words and labels."""
