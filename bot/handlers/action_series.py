"""Series of actions: a typed line, a route, a shortcut, or the form of a whole turn.

Each action becomes a journal entry of its own. `rules.engine.series` decides where a series stops.
"""

import re
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from bot.escaping import quoted
from bot.handlers.examples import with_example, with_names
from bot.handlers.press import Visit
from bot.sessions.requests import Doing, Report, what_happened
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
"""The maximum number of characters in each list of a report: actions done, and actions not done."""

_SUGGESTED = re.compile(r"\((?P<notation>[^()]+)\)(?: · .*)?$")
"""Matches the notation in brackets after the words of a suggestion."""


class Wanted(NamedTuple):
    """An action of a series, and the text that was typed for it, or else its notation."""

    text: str
    action: Action


@dataclass(frozen=True)
class SeriesProgress:
    """The result of a series: its reports, the actions done, the actions `left`, and `why` it stopped."""

    reports: Sequence[Report]
    done: Sequence[str]
    left: Sequence[str]
    why: str

    @property
    def seat(self) -> int:
        """The seat that acts."""
        return self.reports[0].seat

    @property
    def note(self) -> str:
        """A note about the actions that were and were not done; empty if all were done."""
        if not self.left:
            return ""
        return f"Done: {_listed(self.done)}. Not done: {_listed(self.left)}. {self.why}"


def read_line(visit: Visit, seat: int, line: str) -> list[Wanted]:
    """Parse a typed line into its actions. Raises UnreadableAction if any part is meaningless."""
    # Read the match first, because this raises an error if the game has not begun.
    game = visit.table.match.game
    texts = _typed(game, line)
    wanted: list[Wanted] = []
    for text in texts:
        try:
            wanted.append(Wanted(text, game.read(text)))
        except UnreadableAction as fault:
            refusal = with_example(fault, visit.table, visit.user, seat, text)
            told = f"Nothing was done. {refusal.message}" if len(texts) > 1 else refusal.message
            raise UnreadableAction(told, fault.code) from fault
    return wanted


def _typed(game: AnyGame, line: str) -> list[str]:
    """Split a typed line. Clients may send a suggestion's name, which becomes the suggestion's notation."""
    if suggested := _SUGGESTED.search(line):
        with suppress(UnreadableAction):
            game.read(suggested["notation"])
            return [suggested["notation"]]
    return game.split(line) or [""]


@dataclass
class ActionSeries:
    """Carries out a series of actions for a seat.

    `doing` returns the request for an action; its second argument is the number of actions already done.
    `master` is the name of the game master who acts, if any. `typed` is false for actions from a control,
    because the control's stamp already shows whether they are too late. `settled` raises an error if the
    series must stop after a report.
    """

    visit: Visit
    seat: int
    doing: Callable[[Action, int], Doing]
    master: str = ""
    typed: bool = True
    settled: Callable[[Report], None] = lambda _: None

    async def carry_out(self, wanted: Sequence[Wanted]) -> SeriesProgress:
        """Do the actions in order. Raises the refusal if the first action is refused."""
        course = _Course(self, deque(wanted))
        # The post changes only once, after the whole series.
        with self.visit.interaction.client.outbox.held(self.visit.table.row.id):
            return await course.run()


class _Course:
    """A series in progress: the actions that are left, and the results so far."""

    def __init__(self, of: ActionSeries, left: deque[Wanted]) -> None:
        self.of = of
        self.table = of.visit.table
        self.game = self.table.game
        self.left = left
        self.begun = self.table.match
        self.done: list[str] = []
        self.reports: list[Report] = []
        self.last: Action
        """The action that was done last."""
        self.before: Match
        """The match before the action `last`."""
        self.own: Advance
        """The result of `last`, without the entries that followed automatically."""

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
        once = 0 if self.reports else of.visit.once
        report = await self.table.advance(self._doing(wanted.action), once, of.master)
        of.settled(report)
        text, self.last = self.left.popleft()
        self.done.append(text)
        return report

    def _spell(self) -> None:
        """Expand the next action if it is a shortcut. Raises IllegalAction if the shortcut has no actions."""
        text, action = self.left[0]
        parts = self.game.spelled(self.table.match.shown, self.of.seat, action)
        if not parts:
            raise IllegalAction("not_allowed", "That line holds no action. Write at least one action.")
        if len(parts) == 1:
            self.left[0] = Wanted(text, parts[0])
        else:
            self.left.popleft()
            self.left.extendleft(reversed([Wanted(str(part), part) for part in parts]))

    def _doing(self, action: Action) -> Doing:
        """Return the request that does the next action when the game's queue reaches the request."""

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
        """Return whether the seat's current question belongs to a later turn than the typed line."""
        then, now = self.begun.awaits(self.of.seat), match.awaits(self.of.seat)
        if then is None or now is None or then.kind != now.kind:
            return False
        return self.game.turn(match.shown) != self.game.turn(self.begun.shown)

    def _why_no_further(self) -> str:
        """Return a sentence about why the series stops; empty if the series goes on or has no action left."""
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
        """Drop next actions if the game did them automatically, because no other action was possible."""
        match = self.own.match
        for row in report.entries[1:]:
            own = row.entry.seat == self.of.seat
            if not self.left or not own or row.entry.what != self._meant(match):
                return
            self.done.append(self.left.popleft().text)
            match = match.again(row.entry).match

    def _meant(self, match: Match) -> str:
        """Return the next action in canonical notation; empty if the action is impossible here."""
        try:
            return str(self.game.resolve(match.state, self.of.seat, self.left[0].action))
        except HarbourmasterError:
            return ""

    def _told(self, refusal: HarbourmasterError) -> HarbourmasterError:
        """Return the refusal with names of players and, if the actions were typed, with an example."""
        refusal = with_names(refusal, self.table)
        if not self.of.typed:
            return refusal
        return with_example(refusal, self.table, self.of.visit.user, self.of.seat, self.left[0].text)


def _listed(texts: Sequence[str]) -> str:
    return quoted(" / ".join(texts), LONGEST_LIST)
