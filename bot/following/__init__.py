"""Following a game: messages to its followers, the digest of what somebody missed, and looking back."""
