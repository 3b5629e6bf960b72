"""The page of a game: its moments, for a browser.

`bot/web` serves it live at addresses; `file` puts all of it into one file. Both fill the same `templates/`
from a `chronicle`.
"""
