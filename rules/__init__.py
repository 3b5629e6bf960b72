"""The rules of every game. They are pure code: no clock, no network, no pictures."""
