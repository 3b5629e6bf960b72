"""The page of a game: its moments, for a browser.

`bot/web` serves it live at addresses; `bot/replays/page_file.py` makes one file of it. Both fill the same
`templates/` from a `chronicle`.
"""
