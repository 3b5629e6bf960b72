"""Replays of games, finished or not: an animation, and a page in one file."""
