"""The sentences for games without `narration.toml`: actions in notation, dice, events and the ranking."""

from collections.abc import Callable

from bot.escaping import in_words, quoted
from bot.narration.seat_names import SeatNames
from bot.records.statistics import place
from rules.engine.chance import Roll
from rules.engine.entry import Entry
from rules.engine.event import OfEach, Ranks, SeatName, Story, StoryValue, Woven
from rules.engine.match import open_rolls
from rules.engine.outcome import Outcome
from rules.engine.wording import listed

NameOf = Callable[[int], str]
"""Returns the name of a seat's player, in bold."""


def done(entry: Entry, name: NameOf) -> list[str]:
    """Return the public part of an entry: the action and its rolls."""
    if entry.kind == "start":
        return ["⚓ The game begins."]
    acted = entry.kind in {"act", "timeout"} and entry.public_what
    does = [f"{name(entry.seat)}: {quoted(entry.public_what, 200)}."] if acted else []
    return [*does, *map(_rolled, open_rolls(entry))]


def happened(story: Story, name: NameOf) -> str:
    """Return an event in plain words, from its key and its fields: `**Ann**: taken, buoys 3`."""
    who = [name(int(value)) for value in story.gaps.values() if isinstance(value, SeatName)]
    what = [in_words(story.key)]
    what += [told for field, value in story.gaps.items() if (told := _field(field, value))]
    return f"{listed(who)}: {', '.join(what)}." if who else f"{', '.join(what).capitalize()}."


def ended(outcome: Outcome, crew: SeatNames) -> list[str]:
    """Return who has won, and the ranking."""
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
    """Return one field of an event in words; empty unless the field is a text or a number."""
    if isinstance(value, SeatName | Ranks | OfEach | Woven):
        return ""
    return f"{in_words(field)} {quoted(str(value), 100)}"
