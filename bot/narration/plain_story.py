"""The engine's words for what a game has no sentences for, so that a game of one file can be followed.

A game without `narration.toml` is told by them alone: what was done, in its notation, what the dice showed,
what happened, in the words of its events, and who came where.
"""

from collections.abc import Callable

from bot.escaping import in_words, quoted
from bot.narration.seat_names import SeatNames
from bot.narration.statistics import place
from rules.engine.chance import Roll
from rules.engine.entry import Entry
from rules.engine.event import OfEach, Ranks, SeatName, Story, StoryValue, Woven
from rules.engine.match import open_rolls
from rules.engine.outcome import Outcome
from rules.engine.wording import listed

NameOf = Callable[[int], str]
"""The name of a seat's player, in bold."""


def done(entry: Entry, name: NameOf) -> list[str]:
    """What an entry is about and the dice it met, as far as everybody may know."""
    if entry.kind == "start":
        return ["⚓ The game begins."]
    acted = entry.kind in {"act", "timeout"} and entry.public_what
    does = [f"{name(entry.seat)}: {quoted(entry.public_what, 200)}."] if acted else []
    return [*does, *map(_rolled, open_rolls(entry))]


def happened(story: Story, name: NameOf) -> str:
    """An event by the names of its fields: `**Ann**: taken, buoys 3`."""
    who = [name(int(value)) for value in story.gaps.values() if isinstance(value, SeatName)]
    what = [in_words(story.key)]
    what += [told for field, value in story.gaps.items() if (told := _field(field, value))]
    return f"{listed(who)}: {', '.join(what)}." if who else f"{', '.join(what).capitalize()}."


def ended(outcome: Outcome, crew: SeatNames) -> list[str]:
    """Who has won, and who came where."""
    if not outcome.winners:
        return ["🏁 The game is over. Nobody wins."]
    verb = "wins" if len(outcome.winners) == 1 else "share the victory"
    lines = [f"🏁 The game is over: {listed(map(crew.name, outcome.winners))} {verb}."]
    places = outcome.places(crew.team)
    lines += [
        f"{place(places[group[0]], last=group is outcome.ranking[-1])} {', '.join(map(crew.name, group))}"
        for group in outcome.ranking[1:]
    ]
    return lines


def _rolled(roll: Roll) -> str:
    return f"🎲 {in_words(roll.label).capitalize()}: {' '.join(map(str, roll.values))}."


def _field(field: str, value: StoryValue) -> str:
    """One field of an event; seats stand at the head of the line already."""
    if isinstance(value, SeatName | Ranks | OfEach | Woven):
        return ""
    return f"{in_words(field)} {quoted(str(value), 100)}"
