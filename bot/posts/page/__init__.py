"""The page of a game for browsers, on which people look at any moment of the game.

`bot/web` serves the page live, and `bot/replays/page_file.py` writes it to a single file. These two modules
fill the same `templates/` from a `chronicle`.
"""
