"""Several actions in one go: a typed line, a route, a shortcut, the form for a whole turn.

Each is an entry of its own, and is done whole or not at all. When the rest of them may not be done any more,
the rules say (`rules.engine.series`); here it is told what was done and what was not.
"""

import re
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from bot.escaping import quoted
from bot.handlers.examples import with_example, with_names
from bot.handlers.responses import Interaction
from bot.sessions.table import Doing, Report, Table, what_happened
from bot.store.rows import GameRow
from rules.engine.action import Action
from rules.engine.errors import HarbourmasterError, IllegalAction, NotNow, UnreadableAction
from rules.engine.game import AnyGame
from rules.engine.match import Advance, Match
from rules.engine.series import TOLD, halt, is_moot

TOO_LATE = (
    "The turn in which you typed that is over, so nothing was done. /game board shows what you can do now."
)

MEANWHILE = "Something else happened in between: look at it, then go on."

LONGEST_LIST = 300
"""Characters of what was done, and of what was not, that are repeated."""


_SUGGESTED = re.compile(r"\((?P<notation>[^()]+)\)(?: · .*)?$")
"""The notation behind the words of a suggestion."""


class Wanted(NamedTuple):
    """One of several actions: as it was typed, or in its notation, and what it means."""

    text: str
    action: Action


@dataclass(frozen=True)
class SeriesProgress:
    """How far it went: what each part did to the game, what was done, and what was not and why."""

    reports: Sequence[Report]
    done: Sequence[str]
    left: Sequence[str]
    why: str

    @property
    def seat(self) -> int:
        """Whose actions they are."""
        return self.reports[0].seat

    @property
    def note(self) -> str:
        """What was done and what was not; empty when all of it was done."""
        if not self.left:
            return ""
        return f"Done: {_listed(self.done)}. Not done: {_listed(self.left)}. {self.why}"


def read_line(table: Table, user: int, seat: int, line: str) -> list[Wanted]:
    """The actions of a typed line.

    Raises UnreadableAction for a line in which one of them means nothing: then nothing of it is done.
    """
    texts = _typed(table.game, line)
    wanted: list[Wanted] = []
    # Before anything is read: a game that has not begun says so.
    match = table.match
    for text in texts:
        try:
            wanted.append(Wanted(text, match.game.read(text)))
        except UnreadableAction as fault:
            refusal = with_example(fault, table, user, seat, text)
            told = f"Nothing was done. {refusal.message}" if len(texts) > 1 else refusal.message
            raise UnreadableAction(told, fault.code) from fault
    return wanted


def _typed(game: AnyGame, line: str) -> list[str]:
    """The parts of a typed line; the notation where a suggestion was sent by its name.

    Clients send what stands in the field once a suggestion was edited there.
    """
    if suggested := _SUGGESTED.search(line):
        with suppress(UnreadableAction):
            game.read(suggested["notation"])
            return [suggested["notation"]]
    return game.split(line) or [""]


@dataclass
class ActionSeries:
    """What a user wants done for a seat in one go; `doing` says how a part is done, given its place.

    `master`: what the game master is called who does it. `typed`: by a line or a command, not by a control,
    which knows its moment by its stamp. `settled` looks at what came of a part, and raises what speaks
    against the rest of them.
    """

    interaction: Interaction
    table: Table
    seat: int
    doing: Callable[[Action, int], Doing]
    master: str = ""
    typed: bool = True
    settled: Callable[[Report], None] = lambda _: None

    async def carry_out(self, wanted: Sequence[Wanted]) -> SeriesProgress:
        """Do it, part after part. Raises the refusals of the first."""
        course = _Course(self, deque(wanted))
        # People read of all of it at once.
        with self.interaction.client.outbox.held(self.table.row.id):
            return await course.run()


class _Course:
    """An undertaking on its way: what is left of it, and what has come of it."""

    def __init__(self, of: ActionSeries, left: deque[Wanted]) -> None:
        self.of = of
        self.game = of.table.game
        self.left = left
        self.begun = of.table.match
        self.done: list[str] = []
        self.reports: list[Report] = []
        self.last: Action
        """What was done last."""
        self.before: Match
        """The game before that."""
        self.own: Advance
        """What came of it, before all that followed by itself."""

    async def run(self) -> SeriesProgress:
        why = ""
        while self.left and not why:
            try:
                self.reports.append(await self._one_more())
            except HarbourmasterError as refusal:
                if not self.reports:
                    raise self._told(refusal) from refusal
                why = self._told(refusal).message
            else:
                why = self._why_no_further()
        return SeriesProgress(self.reports, self.done, [text for text, _ in self.left], why)

    async def _one_more(self) -> Report:
        self._spell()
        wanted, of = self.left[0], self.of
        once = 0 if self.reports else of.interaction.id
        report = await of.table.advance(self._doing(wanted.action), once, of.master)
        of.settled(report)
        text, self.last = self.left.popleft()
        self.done.append(text)
        return report

    def _spell(self) -> None:
        """Put what the next one stands for in its place. Raises IllegalAction."""
        text, action = self.left[0]
        parts = self.game.spelled(self.of.table.match.shown, self.of.seat, action)
        if not parts:
            raise IllegalAction("not_allowed", "That says nothing to do. Write at least one action.")
        if len(parts) == 1:
            self.left[0] = Wanted(text, parts[0])
        else:
            self.left.popleft()
            self.left.extendleft(reversed([Wanted(str(part), part) for part in parts]))

    def _doing(self, action: Action) -> Doing:
        """How the next part is done when its turn in the queue has come."""

        def do(row: GameRow, match: Match) -> Advance:
            if self.reports and match.position.public != self.reports[-1].match.position.public:
                raise IllegalAction("meanwhile", MEANWHILE)
            if self.of.typed and not action.free and self._is_late(match):
                raise NotNow(TOO_LATE)
            self.before = match
            self.own = self.of.doing(action, len(self.reports))(row, match)
            return self.own

        return do

    def _is_late(self, match: Match) -> bool:
        """Whether the seat is asked in a later turn what it was asked when somebody typed this for it."""
        then, now = self.begun.awaits(self.of.seat), match.awaits(self.of.seat)
        if then is None or now is None or then.kind != now.kind:
            return False
        return self.game.turn(match.shown) != self.game.turn(self.begun.shown)

    def _why_no_further(self) -> str:
        """Why the rest is not done, as a sentence; empty where it is, or nothing is left."""
        report = self.reports[-1]
        self._pass_over_what_was_done_by_itself(report)
        if not self.left:
            return ""
        followed = [row.entry for row in report.entries[1:]]
        happened = what_happened(self.own, report.entries[1:])
        why = halt(self.of.seat, self.before, report.match, happened, followed)
        if is_moot(why, self.last, [action for _, action in self.left]):
            self.left.clear()
            return ""
        return TOLD[why] if why else ""

    def _pass_over_what_was_done_by_itself(self, report: Report) -> None:
        """What the line asks for next may have been the only thing possible, which asks nobody."""
        match = self.own.match
        for row in report.entries[1:]:
            if not self.left or row.entry.what != self._meant(match):
                return
            self.done.append(self.left.popleft().text)
            match = match.again(row.entry).match

    def _meant(self, match: Match) -> str:
        """The notation of the action that is next, in its one form; empty where it is none there."""
        try:
            return str(self.game.resolve(match.state, self.of.seat, self.left[0].action))
        except HarbourmasterError:
            return ""

    def _told(self, refusal: HarbourmasterError) -> HarbourmasterError:
        """A refusal as it is told: after what was typed with what could be typed instead."""
        refusal = with_names(refusal, self.of.table)
        if not self.of.typed:
            return refusal
        text = self.left[0].text
        return with_example(refusal, self.of.table, self.of.interaction.user.id, self.of.seat, text)


def _listed(texts: Sequence[str]) -> str:
    return quoted(" / ".join(texts), LONGEST_LIST)
