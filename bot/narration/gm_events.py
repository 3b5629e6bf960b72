"""Sentences about entries other than moves: votes, and acts of game masters, the clock and the host."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from bot.escaping import in_words, quoted
from bot.narration.amendments import amended_lines
from bot.narration.seat_names import CrewAt, SeatNames
from bot.narration.undo_lines import LONGEST_STEP, Said, steps_listed, way_of
from bot.records.rated_games import intervenes, would_intervene
from bot.sessions.table_options import in_time, pace_in_words
from bot.sessions.undo_path import UndoPath
from rules.engine.data import Data, data_file
from rules.engine.entries import KICKED, KICKED_OFFERED
from rules.engine.entry import Entry, EntryKind, Matter
from rules.engine.forced_rolls import in_order
from rules.engine.position import WAIT
from rules.engine.wording import ordinal

NEWER_RULES = (
    "📜 The bot knows newer rules of this game: from here on they count. Nobody can go back behind this line."
)

TAKEN_OVER = "-# A seat that changes hands counts for the rating of neither player."
NOT_RATED = "-# So this game counts for no rating."
WOULD_NOT_BE_RATED = "-# If that is done, this game counts for no rating: it is a game master’s wish."


class MatterWords(Data):
    """The words for one matter; see `matters.toml`. The matter `seat` has only `name` and `stays`."""

    name: str
    stays: str
    asks: str = ""
    agreed: str = ""
    done: str = ""


@cache
def matters() -> Mapping[Matter, MatterWords]:
    """Return the words for each matter that players vote on."""
    return data_file("bot.narration", "matters.toml", dict[Matter, MatterWords])


def decided(entry: Entry) -> MatterWords | None:
    """Return the words for the voted matter that an entry carries out; None for other entries."""
    return next((words for matter, words in matters().items() if matter == entry.kind), None)


def told(entry: Entry, crew_at: CrewAt, journey: UndoPath | None, said: Said) -> list[str]:
    """Return an entry's public lines before its events; `journey` is the path of an undo or redo."""
    tell = _TOLD.get(entry.kind, _by_all_or_master)
    lines = tell(_Step(entry, crew_at, journey, said))
    if intervenes(entry):
        lines.append(NOT_RATED)
    if would_intervene(entry):
        lines.append(WOULD_NOT_BE_RATED)
    return lines


class _Step(NamedTuple):
    """An entry, with the words that several sentences share."""

    entry: Entry
    crew_at: CrewAt
    journey: UndoPath | None
    said: Said

    @property
    def crew(self) -> SeatNames:
        return self.crew_at(self.entry.number)

    @property
    def name(self) -> str:
        """The name of the player who has the entry's seat."""
        return self.crew.name(self.entry.seat)

    @property
    def former(self) -> str:
        """The name of the player who had the seat before this entry."""
        return self.crew_at(self.entry.number - 1).name(self.entry.seat)

    @property
    def named(self) -> str:
        """A mention of the person that the entry names."""
        return self.crew.mention(self.entry.what)

    @property
    def master(self) -> str:
        return f"Game master {self.crew.mention(self.entry.actor.player)}"

    @property
    def way(self) -> str:
        """The turns in which an undo or redo began and ended."""
        return way_of(self.journey)

    @property
    def why(self) -> str:
        """The end of a sentence: the entry's reason if it has one, or a full stop."""
        return f": {quoted(self.entry.reason, 200)}" if self.entry.reason else "."

    @property
    def forced(self) -> str:
        whose = f" of {self.crew.name(self.entry.seat)}" if self.entry.seat else ""
        what = f"{in_words(self.entry.label) or 'roll'}{whose}"
        if self.entry.kind == "unforce":
            return f"cancelled that the next {what} is {in_order(self.entry.what)}"
        return f"set {which_roll(self.entry, what)} to {in_order(self.entry.what)}"

    @property
    def dismissed(self) -> str:
        """The predicate for a dismissal, which may be voluntary."""
        if self.entry.what == self.entry.actor.player:
            return "is no longer a game master of this game"
        return f"took the office of game master from {self.named}"

    @property
    def hidden(self) -> str:
        return looked_at(self.entry, self.name)

    @property
    def delayed(self) -> str:
        return self.name if self.entry.seat else "everybody"

    @property
    def more_time(self) -> str:
        return more_time(self.entry)

    def listed(self, undone: str = "Undone") -> list[str]:
        """Return a line for each step that an undo or redo passed."""
        return steps_listed(self.journey, self.said, undone)


# What players, the clock and the host do


def _restored(step: _Step) -> list[str]:
    return [brought_back(int(step.entry.what))]


def _rules(_: _Step) -> list[str]:
    return [NEWER_RULES]


def _timeout(step: _Step) -> list[str]:
    if step.entry.actor.role != "gm":
        return [f"⏳ {step.name} did not answer, so the rules do."]
    skipped = f"⏭️ {step.master} skipped {step.name}{step.why}"
    return [skipped, "-# What the rules do for absent players was done for them."]


def _plan(step: _Step) -> list[str]:
    when = "as soon as that is asked" if step.entry.label == WAIT else "at the next question"
    return [f"📝 {step.name} plans {when}: {quoted(step.entry.what, 120)}."]


def _unplan(step: _Step) -> list[str]:
    if step.entry.what:
        why = f"could not do all of a plan; not done: {quoted(step.entry.what, 120)}"
    elif step.entry.actor.role == "seat":
        why = "gave up a plan"
    else:
        why = "planned what the rules refuse, so it is given up"
    return [f"📝 {step.name} {why}."]


def _absent(step: _Step) -> list[str]:
    turns = "a turn" if step.entry.what == "1" else f"{step.entry.what} turns in a row"
    played = f"⏳ {step.name} missed {turns}: the bot plays there until they are back, with `/game join`."
    take = " Anyone who wants the seat asks for it with `/game join`."
    return [played + take if step.entry.label else played]


def _back(step: _Step) -> list[str]:
    return [f"👋 {step.name} is back."]


def _pause(step: _Step) -> list[str]:
    if step.entry.actor.role == "timeout":
        return ["⏸️ Nobody else is there to play with, so the game waits."]
    return _by_all_or_master(step)


def _undo(step: _Step) -> list[str]:
    if step.entry.actor.role != "seat" or not step.entry.seat:
        return _by_all_or_master(step)
    own = [row for row in step.journey.back if not row.entry.secret] if step.journey else []
    steps = (quoted(step.said(row), LONGEST_STEP) for row in own)
    what = "; ".join(one.removeprefix(f"{step.name.strip('*')} ") for one in steps)
    return [f"↩️ {step.name} took back: {what or 'the last move'}."]


# Votes


def _substitute(step: _Step) -> list[str]:
    if step.entry.label in {KICKED, KICKED_OFFERED}:
        take = " Anyone who wants the seat asks for it with `/game join`."
        offer = take if step.entry.label == KICKED_OFFERED else ""
        taken_out = f"🚪 {step.master} took {step.former} out of the game{step.why}"
        return [f"{taken_out}\n-# The bot plays that seat from here on.{offer}"]
    by_seat = step.entry.actor.role == "seat"
    agreed = f" Everybody who was asked has agreed.\n{TAKEN_OVER}" if by_seat else ""
    return [f"🔁 {step.name}, {step.named}, takes over the seat of {step.former}{step.why}{agreed}"]


def _agree(step: _Step) -> list[str]:
    return [f"🗳️ {step.name} agrees."]


def _refuse(step: _Step) -> list[str]:
    entry, stays = step.entry, matters()[step.entry.matter].stays
    if entry.what == "moot":
        return ["🗳️ The game went another way, so nobody is asked any more."]
    if entry.what == "decided":
        return [f"🗳️ {step.master} does not agree: {stays}."]
    if entry.seat:
        return [f"🗳️ {step.name} does not agree: {stays}."]
    who = step.master if entry.actor.role == "gm" else step.crew.mention(entry.actor.player)
    return [f"🗳️ {who} withdraws the question: {stays}."]


def _propose(step: _Step) -> list[str]:
    entry = step.entry
    if entry.actor.role != "seat" and not entry.label:
        return _by_all_or_master(step)
    if entry.matter == "seat":
        asks = f"{step.named} asks to take over the seat of {step.name}"
    elif entry.actor.role == "gm":
        asks = (
            f"{step.master}, who also plays, wants to take the game back{step.way} behind"
            " dice or cards that were seen; at this table another player must agree"
        )
    else:
        asks = f"{step.name} asks {matters()[entry.matter].asks}{step.way}"
    return [f"🗳️ {asks}{step.why}", *step.listed("Would be undone")]


# What game masters do


def _by_all_or_master(step: _Step) -> list[str]:
    """Return lines about votes and acts of game masters; empty for players' acts, which events narrate."""
    entry = step.entry
    matter = decided(entry)
    if matter and entry.actor.role == "seat":
        return [f"{matter.agreed}{step.way}{step.why}", *step.listed()]
    if entry.actor.role != "gm":
        return []
    changed = amended_lines(entry, step.crew.name)
    return [_acts()[entry.kind].format(step=step) + step.why, *changed, *_meaning(entry), *step.listed()]


def _meaning(entry: Entry) -> list[str]:
    """Return a line about an entry's consequences for the table; empty if these are obvious."""
    if entry.kind == "lock":
        return ["-# Nobody new joins, and buttons are for those at the table."]
    if entry.kind == "unlock":
        return ["-# Everybody may join again, and use the buttons."]
    if entry.kind == "clock":
        return [f"-# From now on {new_clock(entry)}. Who is asked now has the whole of that time."]
    return []


@cache
def _acts() -> Mapping[EntryKind, str]:
    """Return the act of a game master for each kind of entry, without its reason."""
    return data_file("bot.narration", "gm_acts.toml", dict[EntryKind, str])


_TOLD: Mapping[EntryKind, Callable[[_Step], list[str]]] = {
    "absent": _absent, "agree": _agree, "back": _back, "pause": _pause, "plan": _plan, "propose": _propose,
    "refuse": _refuse, "restored": _restored, "rules": _rules, "substitute": _substitute, "timeout": _timeout,
    "undo": _undo, "unplan": _unplan,
}  # fmt: skip
"""The functions for the kinds of entries that players, the clock or the host can make."""


# Words that other modules use, too


def new_clock(entry: Entry) -> str:
    """Return the pace that a `clock` entry set."""
    return pace_in_words(entry.pace) if entry.pace else ""


def looked_at(entry: Entry, name: str) -> str:
    """Return what a game master looked at, in words. `name` is the player of the entry's seat."""
    return f"what {name} hides" if entry.seat else "all that is hidden"


def more_time(entry: Entry) -> str:
    """Return the additional time that an `extend` entry gave."""
    return f"{in_time(int(entry.what))} more" if entry.kind == "extend" else ""


def brought_back(taken: int) -> str:
    """Return the line about a restored backup that was made at the time `taken`."""
    return (
        f"⏪ The host has brought back a copy of all games that was made <t:{taken}:f>. This one stands again"
        " as it did then, and goes on from here: what was posted or played after that does not count."
    )


def which_roll(entry: Entry, what: str) -> str:
    """Return which roll is forced: the next of its kind, or a later roll if that roll is forced already."""
    if not entry.ahead:
        return f"the next {what}"
    return f"the {ordinal(entry.ahead + 1)} coming {what}"


def step_in_words(entry: Entry) -> str:
    """Return what everybody may read about a step of the game, in words."""
    match entry.kind:
        case "timeout":
            return "what the rules do for absent players"
        case "force" | "unforce":
            cancelled = ", cancelled" if entry.kind == "unforce" else ""
            return f"a forced {in_words(entry.label) or 'roll'}: {in_order(entry.what)}{cancelled}"
        case "fresh":
            return "fresh dice"
        case "amend":
            return "a change for what no rule foresaw"
        case _:
            return in_words(entry.public_what) or "a secret choice"
