"""What game masters do in the middle of a game, as its host may: each with a reason, and all on record."""

from rules.engine.registry import game as find_game
from tests.faults.crew import REASON, Crew


async def force(crew: Crew) -> None:
    """Set the values of a coming roll."""
    roll = crew.luck.choice(find_game(crew.game).rolls)
    values = " ".join(str(crew.luck.choice(roll.sides)) for _ in range(roll.count))
    await crew.slash("/gm force", "master", roll=roll.label, values=values, reason=REASON)


async def undo(crew: Crew) -> None:
    """Look at an earlier moment, and go back there."""
    await _travel(crew, "/gm undo")


async def redo(crew: Crew) -> None:
    """Look at an undone line, and go on from its end."""
    await _travel(crew, "/gm redo")


async def _travel(crew: Crew, line: str) -> None:
    host = crew.people[0]
    places = await crew.suggestions(host, line, "to")
    if not places:
        return
    shown = await crew.slash(line, "look", to=crew.luck.choice(places))
    page = shown.reply.interaction.origin_message
    if page is None or not page.buttons:
        return
    asked = await crew.press(host, page, page.buttons[0])
    if asked.reply.interaction.modal is not None:
        await crew.submit(host, asked.reply.modal, "master", {"reason": REASON}, line)


async def fresh_dice(crew: Crew) -> None:
    """Ask for other dice."""
    await crew.slash("/gm fresh-dice", "master", reason=REASON)


async def act(crew: Crew) -> None:
    """Do something for somebody."""
    host = crew.people[0]
    players = await crew.suggestions(host, "/gm act", "player")
    if not players:
        return
    player = crew.luck.choice(players)
    actions = [
        one for one in await crew.suggestions(host, "/gm act", "action", player=player) if one != "resign"
    ]
    if actions:
        action = crew.luck.choice(actions)
        await crew.slash("/gm act", "master", player=player, action=action, reason=REASON)


async def skip(crew: Crew) -> None:
    """Let the rules answer for whoever is awaited."""
    await crew.slash("/gm skip", "master", reason=REASON)


async def substitute(crew: Crew) -> None:
    """Give a seat to somebody else."""
    players = await crew.suggestions(crew.people[0], "/gm substitute", "player")
    if players:
        newcomer = crew.luck.choice(crew.everybody)
        await crew.slash(
            "/gm substitute", "master", player=crew.luck.choice(players), newcomer=newcomer.id, reason=REASON
        )


async def pause(crew: Crew) -> None:
    """Stop all play; the crew lets it go on."""
    await crew.slash("/gm pause", "master", reason=REASON)


async def end(crew: Crew) -> None:
    """End the game now and then."""
    if crew.luck.random() < 0.3:
        await crew.slash("/gm end", "master", reason=REASON)


DEEDS = (force, force, undo, undo, redo, fresh_dice, act, act, skip, substitute, pause, end)
"""What is done, the frequent more than once."""
