"""Deeds of game masters during a game. Most deeds have a reason, and all are in the journal."""

import re

from bot.handlers.forms import AGAIN
from rules.engine.registry import game as find_game
from sandbox.world.components import StringMenu
from tests.faults.crew import REASON, RESIGN, Crew

PARTS = ("round", "seat", "ship", "gold", "food", "ing")
"""Words for searching the parts of a state."""

_PART = re.compile(r"^- (.+?)\\?: (\S+)", re.MULTILINE)
"""A part and its value, in the list of parts for some words."""


async def force(crew: Crew) -> None:
    """Force the values of a future roll."""
    roll = crew.luck.choice(find_game(crew.game).rolls)
    values = " ".join(str(crew.luck.choice(roll.sides)) for _ in range(roll.count))
    await crew.gm("force", roll=roll.label, values=values, reason=REASON)


async def undo(crew: Crew) -> None:
    """Look at an earlier moment, and go back to it."""
    await _travel(crew, "undo")


async def redo(crew: Crew) -> None:
    """Look at an undone line, and resume it from its end."""
    await _travel(crew, "redo")


async def _travel(crew: Crew, task: str) -> None:
    master = crew.master
    shown = await crew.gm(task)
    page = shown.reply.interaction.origin_message
    menu = next((menu for menu in page.menus if isinstance(menu, StringMenu)), None) if page else None
    if page is None or menu is None:
        return
    looked = await crew.pick(master, page, menu, crew.luck.choice(menu.options).value, "look")
    page = looked.reply.interaction.origin_message
    if page is None or not page.buttons:
        return
    asked = await crew.press(master, page, page.buttons[0])
    if asked.reply.interaction.modal is not None:
        await crew.submit(master, asked.reply.modal, "master", {"reason": REASON}, f"/gm {task}")


async def fresh_dice(crew: Crew) -> None:
    """Ask for fresh dice."""
    await crew.gm("fresh-dice", reason=REASON)


async def act(crew: Crew) -> None:
    """Act for a player with one of the suggestions."""
    players = await crew.offered("act", "player")
    actions = await crew.suggestions(crew.luck.choice(crew.people), "/game do", "action")
    possible = [one for one in actions if one != RESIGN]
    if players and possible:
        action = crew.luck.choice(possible)
        await crew.gm("act", player=crew.luck.choice(players), action=action, reason=REASON)


async def skip(crew: Crew) -> None:
    """Let the rules answer for the awaited player."""
    await crew.gm("skip", reason=REASON)


async def substitute(crew: Crew) -> None:
    """Give a seat to another person."""
    players = await crew.offered("substitute", "player")
    if players:
        newcomer = crew.luck.choice(crew.everybody)
        await crew.gm("substitute", player=crew.luck.choice(players), newcomer=newcomer.id, reason=REASON)


async def pause(crew: Crew) -> None:
    """Pause the game. The crew resumes it."""
    await crew.gm("pause", reason=REASON)


async def clock(crew: Crew) -> None:
    """Change the time limit of turns, to limits longer than anybody here needs."""
    turn = crew.luck.choice(["7 d", "14 d", "no limit"])
    await crew.gm("clock", turn=turn, reason=REASON)


async def lock(crew: Crew) -> None:
    """Lock the table, or unlock it."""
    await crew.gm("lock", reason=REASON)


async def kick(crew: Crew) -> None:
    """Remove a player, but never the last one. The bot plays the seat until another person has it."""
    players = await crew.offered("kick", "player")
    if len(players) > 1:
        await crew.gm("kick", player=crew.luck.choice(players), reason=REASON)


async def add(crew: Crew) -> None:
    """Name another game master, who may play or not."""
    await crew.gm("masters", what="add", member=crew.luck.choice(crew.everybody).id)


async def hand_over(crew: Crew) -> None:
    """Hand over the office to a person at the table."""
    newcomer = crew.luck.choice([one for one in crew.people if one is not crew.master])
    deed = await crew.gm("masters", what="hand over", member=newcomer.id)
    if deed.told:
        crew.master = newcomer


async def look(crew: Crew) -> None:
    """Name a game master who does not play, and let them look at hidden things."""
    stranger = crew.luck.choice([one for one in crew.everybody if one not in crew.people])
    await crew.gm("masters", what="add", member=stranger.id)
    players = await crew.offered("look", "player", stranger)
    whose = {"player": crew.luck.choice(players)} if players and crew.luck.random() < 0.5 else {}
    await crew.gm("look", by=stranger, reason=REASON, **whose)


async def amend(crew: Crew) -> None:
    """Amend a part of the state, which the preview has shown."""
    found = await crew.gm("amend", part=crew.luck.choice(PARTS), reason=REASON)
    parts = _PART.findall(found.read)
    if not parts:
        return
    part, stands = crew.luck.choice(parts)
    value = str(int(stands) + 1) if stands.isdecimal() else stands
    shown = await crew.gm("amend", part=part.replace("\\", ""), value=value, reason=REASON)
    page = shown.reply.interaction.origin_message
    if page is not None and page.buttons and page.buttons[0].label != AGAIN:
        await crew.press(shown.person, page, page.buttons[0])


async def end(crew: Crew) -> None:
    """Sometimes end the game."""
    if crew.luck.random() < 0.3:
        await crew.gm("end", reason=REASON)


DEEDS = (
    force, force, undo, undo, redo, fresh_dice, act, act, skip, substitute, substitute, pause, clock, lock,
    kick, add, hand_over, look, look, amend, amend, amend, end,
)  # fmt: skip
"""The deeds, repeated by frequency."""
