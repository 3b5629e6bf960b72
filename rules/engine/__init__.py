"""The contract that every game fulfils, and the code that all games share.

Read `game` first (what a game is), then `action`, `decision`, `event` and `chance` (its parts), then `match`
and `entry` (how a game is played, stored and undone), and `entries` (what each kind of entry does).
"""
