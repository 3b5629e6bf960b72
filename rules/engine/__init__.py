"""The contract every game fulfils, and what is common to all of them.

Read `game` first (what a game is), then `action`, `decision`, `event` and `chance` (what it is made of), then
`match` and `entry` (how it is played, kept and taken back), and `settle` for what an entry does.
"""
