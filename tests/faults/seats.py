"""Changes of players: a person asks for a free seat, perhaps their own, and the others agree."""

from sandbox import ClientRefusalError
from tests.faults.crew import Crew


async def take(crew: Crew) -> None:
    """Ask for a seat that the bot plays."""
    newcomer = crew.luck.choice([one for one in crew.everybody if one not in crew.people] or crew.everybody)
    free = await crew.suggestions(newcomer, "/game join", "seat")
    if free:
        await crew.slash("/game join", "vote", by=newcomer, seat=int(crew.luck.choice(free)))


async def take_one_back(crew: Crew) -> None:
    """Ask for one's own seat again after being removed from the game."""
    person = crew.luck.choice(crew.people)
    free = await crew.suggestions(person, "/game join", "seat")
    if free:
        await crew.slash("/game join", "vote", by=person, seat=int(crew.luck.choice(free)))


async def offer(crew: Crew) -> None:
    """Take a seat from its player, so that others may ask for it."""
    players = await crew.offered("kick", "player")
    if len(players) > 1:
        try:
            await crew.gm("kick", player=crew.luck.choice(players), reason="away for weeks")
        except ClientRefusalError:
            return
        await take(crew)


SEATS = (take, take, take_one_back, offer)
"""The deeds, repeated by frequency."""
