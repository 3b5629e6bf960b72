"""What players do besides their moves: vote, answer votes, and plan ahead."""

from bot.posts import control_ids
from sandbox import Persona
from tests.faults.crew import REASON, RESIGN, Crew


async def ask(crew: Crew) -> None:
    """Ask the others for a pause, for fresh dice, or sometimes for the end of the game."""
    chance = crew.luck.random()
    what = "end" if chance < 0.1 else "pause" if chance < 0.5 else "fresh"
    await crew.slash("/game ask", "vote", by=_somebody(crew), what=what, reason=REASON)


async def ask_to_undo(crew: Crew) -> None:
    """Look at an earlier moment, and ask the others to go back to it."""
    person = _somebody(crew)
    places = await crew.suggestions(person, "/game ask", "to", what="undo")
    if not places:
        return
    shown = await crew.slash("/game ask", "look", by=person, what="undo", to=crew.luck.choice(places))
    page = shown.reply.interaction.origin_message
    if page is not None and page.buttons:
        await crew.press(person, page, page.buttons[0])


async def answer(crew: Crew) -> None:
    """Answer a vote, usually with yes."""
    verb = "agree" if crew.luck.random() < 0.8 else "refuse"
    for message in reversed(crew.channel.messages.values()):
        for button in message.buttons:
            control = control_ids.parse(button.custom_id or "")
            if control is not None and control.verb == verb and not message.ephemeral:
                await crew.press(_somebody(crew), message, button)
                return


async def plan(crew: Crew) -> None:
    """Plan an action for the next question, or for a later one."""
    person, wait = _somebody(crew), crew.luck.random() < 0.8
    # Another player may be able to do the same action in their turn.
    offered = [await crew.suggestions(one, "/game do", "action") for one in crew.people]
    notations = [value for values in offered for value in values if value != RESIGN]
    if notations:
        action = crew.luck.choice(notations)
        await crew.slash("/game plan", "plan", by=person, action=action, wait=wait)


async def drop(crew: Crew) -> None:
    """Give up all one's plans."""
    person = _somebody(crew)
    shown = await crew.slash("/game plan", "look", by=person)
    page = shown.reply.interaction.origin_message
    if page is not None and page.menus:
        await crew.pick(person, page, page.menus[0], "all", "plan")


WISHES = (ask, ask_to_undo, answer, answer, answer, plan, plan, plan, drop)
"""The deeds, repeated by frequency."""


def _somebody(crew: Crew) -> Persona:
    return crew.luck.choice(crew.people)
