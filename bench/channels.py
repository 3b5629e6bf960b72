"""The channels of games, which are numbered from 0, and the players in each channel."""

SEATS = 4
FIRST_CHANNEL = 20_000_000_000_000_000
FIRST_USER = 30_000_000_000_000_000


def people_in(channel: int) -> list[int]:
    """Return the ids of the users who play in a channel, in seat order."""
    return [FIRST_USER + channel * 10 + seat for seat in range(1, SEATS + 1)]
