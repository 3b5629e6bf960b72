"""Watching a game: messages to its followers, the digest of what a user missed, and earlier moments."""
