"""What game masters do in the middle of a game: mostly with a reason, and all on record."""

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
    master = crew.master
    places = await crew.suggestions(master, line, "to")
    if not places:
        return
    shown = await crew.slash(line, "look", to=crew.luck.choice(places))
    page = shown.reply.interaction.origin_message
    if page is None or not page.buttons:
        return
    asked = await crew.press(master, page, page.buttons[0])
    if asked.reply.interaction.modal is not None:
        await crew.submit(master, asked.reply.modal, "master", {"reason": REASON}, line)


async def fresh_dice(crew: Crew) -> None:
    """Ask for other dice."""
    await crew.slash("/gm fresh-dice", "master", reason=REASON)


async def act(crew: Crew) -> None:
    """Do something for somebody."""
    players = await crew.suggestions(crew.master, "/gm act", "player")
    if not players:
        return
    player = crew.luck.choice(players)
    actions = [
        one
        for one in await crew.suggestions(crew.master, "/gm act", "action", player=player)
        if one != "resign"
    ]
    if actions:
        action = crew.luck.choice(actions)
        await crew.slash("/gm act", "master", player=player, action=action, reason=REASON)


async def skip(crew: Crew) -> None:
    """Let the rules answer for whoever is awaited."""
    await crew.slash("/gm skip", "master", reason=REASON)


async def substitute(crew: Crew) -> None:
    """Give a seat to somebody else."""
    players = await crew.suggestions(crew.master, "/gm substitute", "player")
    if players:
        newcomer = crew.luck.choice(crew.everybody)
        await crew.slash(
            "/gm substitute", "master", player=crew.luck.choice(players), newcomer=newcomer.id, reason=REASON
        )


async def pause(crew: Crew) -> None:
    """Stop all play; the crew lets it go on."""
    await crew.slash("/gm pause", "master", reason=REASON)


async def clock(crew: Crew) -> None:
    """Give everybody another time for turns; longer than anybody here plays."""
    turn = crew.luck.choice(["7 d", "14 d", "no limit"])
    await crew.slash("/gm clock", "master", turn=turn, reason=REASON)


async def lock(crew: Crew) -> None:
    """Let nobody new join, or let them again."""
    await crew.slash("/gm lock", "master", reason=REASON)


async def kick(crew: Crew) -> None:
    """Take somebody out, if others stay: the bot plays the seat, until somebody else has it."""
    players = await crew.suggestions(crew.master, "/gm kick", "player")
    if len(players) > 1:
        await crew.slash("/gm kick", "master", player=crew.luck.choice(players), reason=REASON)


async def add(crew: Crew) -> None:
    """Name another game master, who may be of the table or not."""
    await crew.slash("/gm add", "master", member=crew.luck.choice(crew.everybody).id)


async def hand_over(crew: Crew) -> None:
    """Give the office away to somebody of the table."""
    newcomer = crew.luck.choice([one for one in crew.people if one is not crew.master])
    deed = await crew.slash("/gm hand-over", "master", member=newcomer.id)
    if deed.told:
        crew.master = newcomer


async def look(crew: Crew) -> None:
    """Name somebody who does not play, and let them look at what is hidden."""
    stranger = crew.luck.choice([one for one in crew.everybody if one not in crew.people])
    await crew.slash("/gm add", "master", member=stranger.id)
    players = await crew.suggestions(stranger, "/gm look", "player")
    whose = {"player": crew.luck.choice(players)} if players and crew.luck.random() < 0.5 else {}
    await crew.slash("/gm look", "master", by=stranger, reason=REASON, **whose)


async def amend(crew: Crew) -> None:
    """Change a number or a word of the state: look what that would do, and confirm it."""
    parts = await crew.suggestions(crew.master, "/gm amend", "part")
    if not parts:
        return
    part = crew.luck.choice(parts)
    values = await crew.suggestions(crew.master, "/gm amend", "value", part=part)
    if not values:
        return
    # The first is what stands there.
    value = crew.luck.choice(values[1:] or values)
    if value.isdecimal():
        value = str(int(value) + 1)
    shown = await crew.slash("/gm amend", "master", part=part, value=value, reason=REASON)
    page = shown.reply.interaction.origin_message
    if page is not None and page.buttons:
        await crew.press(shown.person, page, page.buttons[0])


async def end(crew: Crew) -> None:
    """End the game now and then."""
    if crew.luck.random() < 0.3:
        await crew.slash("/gm end", "master", reason=REASON)


DEEDS = (
    force, force, undo, undo, redo, fresh_dice, act, act, skip, substitute, substitute, pause, clock, lock,
    kick, add, hand_over, look, look, amend, amend, amend, end,
)  # fmt: skip
"""What is done, the frequent more than once."""
