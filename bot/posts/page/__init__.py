"""The page of a game: where it is looked at moment by moment, in a browser.

It is one thing in two forms. `bot/web` serves it at addresses, live. `file` puts all of it into one file
that needs no address. Both fill the same `templates/` with what a `chronicle` says of the game.
"""
