"""The contract that every game fulfils, and the code that all games share.

Read `game` first. Then read about its parts in `action`, `decision`, `event` and `chance`. `match` and
`entry` show how a game is played, stored and undone, and `entries` has the kinds of entry.
"""
