"""Whole random games, played by our rules and by a second program at the same time.

    GAME_TWICE = Twice(GAME, start=..., refused=(Refused,), ranking=..., typed=...)

    def test_both_play_alike() -> None:
        Comparison(GAME_TWICE, luck=7).play(decisions=300)

    if __name__ == "__main__":
        main(GAME_TWICE)   # DECISIONS [LUCK]

Options, seats, luck and deeds are random. The second program gets our dice, and must ask for the same dice.
Everything that both programs say is compared: who is asked, the legal actions in order, the events, refusals
with their codes, what is done for absent players, and the ranking.
"""

import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, Protocol

from rules.engine.action import Resign
from rules.engine.chance import Roll, Value
from rules.engine.game import AnyGame
from rules.engine.options import OptionValue, choose, settings
from tests.second.beside import Difference, Happened, Ours, Tale

Told = dict[str, Any]
"""An event as plain data, with its kind under `event`."""

UNREADABLE = {"unreadable", "unknown_action", "bad_course"}
"""The codes of lines that are not actions."""


class Rolls:
    """The dice of our latest step, for which the second program asks in the same order."""

    def __init__(self) -> None:
        self._left: deque[Roll] = deque()
        self._shown = 0

    def give(self, rolls: Iterable[Roll]) -> None:
        """Set the rolls of the next step."""
        self._left = deque(rolls)
        self._shown = 0

    def die(self, sides: int, label: str) -> int:
        """Return the next die of our roll. Raises Difference if label or sides differ."""
        roll = self._next(label)
        if (roll.low, roll.high) != (1, sides):
            raise Difference(f"the second asks for {label} d{sides}, ours threw {roll.low} to {roll.high}")
        value = roll.values[self._shown]
        self._shown += 1
        if self._shown == len(roll.values):
            self._drop()
        return int(value)

    def values(self, label: str, count: int) -> tuple[Value, ...]:
        """Return the values of the complete next roll."""
        roll = self._next(label)
        if len(roll.values) != count:
            raise Difference(f"the second asks for {count} values of {label}, ours threw {len(roll.values)}")
        self._drop()
        return roll.values

    def whole(self, label: str) -> Roll:
        """Return our next roll in full, including its possible values."""
        roll = self._next(label)
        self._drop()
        return roll

    def must_be_spent(self) -> None:
        """Raise Difference if our rules rolled more dice."""
        if self._left:
            raise Difference(f"the second asks for no more dice, ours threw {self._left[0]}")

    def _next(self, label: str) -> Roll:
        if not self._left:
            raise Difference(f"the second asks for {label}, ours threw nothing more")
        if self._left[0].label != label:
            raise Difference(f"the second asks for {label}, ours threw {self._left[0].label}")
        return self._left[0]

    def _drop(self) -> None:
        self._left.popleft()
        self._shown = 0


class Second(Protocol):
    """A second program. Lines are in the specification's notation, and seats count from 1."""

    @property
    def finished(self) -> bool: ...

    def awaited(self) -> list[int]: ...

    def choices(self, seat: int) -> list[str]: ...

    def act(self, seat: int, notation: str, /) -> Sequence[Told]:
        """Carry out the action. Raises one of `Twice.refused`, some of which have a `code`."""
        ...

    def time_out(self, seat: int) -> Sequence[Told]: ...

    def replace(self, seat: int) -> Sequence[Told] | None:
        """Return the events of a new player on a seat."""
        ...


def same(line: str) -> str:
    """Return the line unchanged."""
    return line


def as_told(event: Told) -> Told:
    """Return the event unchanged."""
    return event


def no_difference(state: Mapping[str, Any], second: Any) -> None:  # noqa: ANN401 - each game's own
    """Compare nothing of the state."""


def as_listed(second: Any, seat: int, line: str, random: Random) -> str:  # noqa: ANN401 - each game's own
    """Return the line unchanged: it has no blanks."""
    return line


def nothing_asked(ours: Ours, second: Any, random: Random) -> None:  # noqa: ANN401 - each game's own
    """Ask nothing more."""


def all_alike(second: Any, seat: int, line: str) -> float:  # noqa: ANN401 - each game's own
    """Return the same weight for every choice."""
    return 1.0


@dataclass(frozen=True)
class Twice:
    """One of our games and its second program.

    `start` begins the second game from options, seats and dice, and returns its first events. `ranking`
    returns groups of equal rank, best first. `typed` makes lines, some of them wrong. `written` and `retold`
    bring lines and events of both programs into one form. `weigh` returns a choice's weight for random picks.
    `blanks` lists the second program's choices with blanks. `listed` lists all its choices, written like
    ours. `filled` fills in blanks. `absent` is what the second program does for an absent player; empty if
    only the result can be compared. `compare` raises Difference unless our state as data equals the second
    program's state. `scramble` puts both games into the same random position.
    """

    game: AnyGame
    start: Callable[[Mapping[str, Any], int, Rolls], tuple[Any, Sequence[Told]]]
    refused: tuple[type[Exception], ...]
    ranking: Callable[[Any], list[list[int]]]
    typed: Callable[[Any, int, Random], str]
    written: Callable[[str], str] = same
    retold: Callable[[Told], Told] = as_told
    weigh: Callable[[Any, int, str], float] = all_alike
    blanks: Callable[[Any, int], list[str]] | None = None
    listed: Callable[[Any, int], list[str]] | None = None
    filled: Callable[[Any, int, str, Random], str] = as_listed
    absent: Callable[[Any, int], str] | None = None
    compare: Callable[[Mapping[str, Any], Any], None] = no_difference
    ask: Callable[[Ours, Any, Random], None] = nothing_asked
    scramble: Callable[[Ours, Any, Random], None] | None = None


@dataclass
class Comparison:
    """Random games, one after the other, until enough decisions were made."""

    twice: Twice
    luck: int
    decisions: int = 0
    tried: int = 0
    games: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    """The number of times each event and each refusal happened."""

    def play(self, decisions: int) -> None:
        """Play. Raises Difference, with a text that says how to reproduce the difference."""
        while self.decisions < decisions:
            self.games += 1
            pair = Pair(self, Random(f"{self.luck}.{self.games}"))
            try:
                pair.play(decisions)
            except Exception as error:
                done = "\n".join([pair.tale.opening, *pair.tale.lines[-25:]])
                raise Difference(f"{type(error).__name__}: {error}\n{done}") from error


class Pair:
    """One game, played by both programs."""

    def __init__(self, comparison: Comparison, random: Random) -> None:
        self.comparison = comparison
        self.twice = comparison.twice
        self.random = random
        self.dice = Rolls()
        self.chosen = random_options(self.twice.game, random)
        options = choose(self.twice.game.options, self.chosen)
        self.options = options.model_dump(mode="json")
        self.seats = random.randint(*self.twice.game.seat_range(options))
        # Some games have few resignations, timeouts and new players, so that they get far.
        self.wildness = random.choice([0.02, 0.3])
        # Some games are never put into random positions, and others often are.
        self.unrest = random.choice([0.0, 0.01, 0.2])
        where = f"luck {comparison.luck}, game {comparison.games}"
        self.tale = Tale(f"{where}: {self.seats} seats, {self.options}")
        self.ours: Ours
        self.second: Any

    def begin(self) -> None:
        """Play the setup, up to the first decision."""
        self.ours, happened = Ours.begun(self.twice.game, self.chosen, self.seats, self.random)
        self.dice.give(happened.rolls)
        self.second, told = self.twice.start(self.options, self.seats, self.dice)
        self.take(happened, told)

    def play(self, decisions: int) -> None:
        """Play to the end of the game, or until `decisions` decisions were made."""
        self.begin()
        while not self.second.finished and self.comparison.decisions < decisions:
            if self.twice.scramble is not None and self.random.random() < self.unrest:
                self.tale.lines.append("both are put elsewhere")
                self.twice.scramble(self.ours, self.second, self.random)
                self.compare_standing()
                if self.random.random() < 0.3:
                    # Let a question time out first, before players change the random position.
                    self.time_out(self.random.choice(self.second.awaited()))
                    continue
            self.try_something()
            if not self.second.finished:
                self.do_something()
        self.try_something()

    # Actions

    def try_something(self) -> None:
        """Try any line, legal or not."""
        seat = self.random.choice([*self.second.awaited() * 5, self.random.randint(1, self.seats)])
        self.comparison.tried += 1
        self.act(seat, self.twice.typed(self.second, seat, self.random))

    def do_something(self) -> None:
        seat = self.random.choice(self.second.awaited())
        luck = self.random.random()
        if luck < self.wildness / 10:
            self.act(self.random.randint(1, self.seats), Resign.kind)
        elif luck < self.wildness / 5:
            self.replace(self.random.randint(1, self.seats))
        elif luck < self.wildness:
            self.time_out(seat)
        else:
            choices = self.second.choices(seat) + self.blanks(seat)
            weights = [self.twice.weigh(self.second, seat, line) for line in choices]
            chosen = self.random.choices(choices, weights)[0]
            self.act(seat, self.twice.filled(self.second, seat, chosen, self.random))

    def blanks(self, seat: int) -> list[str]:
        """Return the seat's choices with blanks, as the second program knows them."""
        return [] if self.twice.blanks is None else self.twice.blanks(self.second, seat)

    def act(self, seat: int, line: str) -> None:
        """Enter the line for the seat in both games."""
        self.tale.lines.append(f"seat {seat}: {line}")
        code = self.ours.refusal(seat, line)
        if code:
            self.must_refuse(seat, line, code)
            return
        happened = self.ours.act(seat, line)
        self.dice.give(happened.rolls)
        try:
            told = self.second.act(seat, line)
        except self.twice.refused as error:
            raise Difference(f"ours does {line!r}, the second refuses it: {code_of(error)}") from error
        self.comparison.decisions += 1
        self.take(happened, told)

    def must_refuse(self, seat: int, line: str, code: str) -> None:
        self.dice.give(())
        try:
            self.second.act(seat, line)
        except self.twice.refused as error:
            found = code_of(error)
        else:
            raise Difference(f"ours refuses {line!r} ({code}), the second does it")
        right = {code}
        if code in UNREADABLE:
            # Our rules read a line before they check whose turn it is.
            right |= {"game_over", "not_your_turn"} | (UNREADABLE if code == "unreadable" else set())
        if found not in right:
            raise Difference(f"ours refuses {line!r} with {code}, the second with {found}")
        self.comparison.seen[f"({found})"] += 1
        self.compare_standing()

    def time_out(self, seat: int) -> None:
        self.tale.lines.append(f"seat {seat} does not answer")
        happened = self.ours.time_out(seat)
        self.dice.give(happened.rolls)
        self.comparison.decisions += 1
        self.take(happened, self.second.time_out(seat))

    def replace(self, seat: int) -> None:
        self.tale.lines.append(f"seat {seat} is taken over")
        self.take(self.ours.replace(seat), self.second.replace(seat) or ())

    # Comparisons

    def take(self, happened: Happened, told: Sequence[Told]) -> None:
        """Compare the events and the states of the two programs."""
        ours = [self.twice.retold(dict(event)) for event in happened.events]
        theirs = [self.twice.retold(dict(event)) for event in told]
        for number, (our, their) in enumerate(zip(ours, theirs, strict=False), 1):
            self.tale.agree(f"event {number}", their, our)
        self.tale.agree("events", theirs[len(ours) :], ours[len(theirs) :])
        self.dice.must_be_spent()
        self.comparison.seen.update(event["event"] for event in ours)
        self.compare_standing()

    def compare_standing(self) -> None:
        agree, ours, second = self.tale.agree, self.ours, self.second
        agree("who is asked", sorted(second.awaited()), ours.awaited())
        for seat in second.awaited():
            whole = [self.twice.written(line) for line in ours.choices(seat).whole]
            theirs = [self.twice.written(line) for line in second.choices(seat)]
            only = (
                [line for line in theirs if line not in whole],
                [line for line in whole if line not in theirs],
            )
            agree(f"choices of seat {seat}, what only one has", *only)
            agree(f"choices of seat {seat}", theirs, whole)
            self.compare_more(seat)
        outcome = ours.game.outcome(ours.state)
        agree("whether it is over", second.finished, outcome is not None)
        if outcome is not None:
            agree("the ranking", self.twice.ranking(second), [[*group] for group in outcome.ranking])
        self.twice.compare(ours.state.model_dump(mode="json"), second)
        self.twice.ask(ours, second, self.random)

    def compare_more(self, seat: int) -> None:
        """Compare the data that only some second programs can give in our form."""
        if self.twice.blanks is not None:
            self.tale.agree(f"blanks of seat {seat}", self.blanks(seat), self.ours.choices(seat).blanks)
        if self.twice.listed is not None:
            listed = self.twice.listed(self.second, seat)
            self.tale.agree(f"the list of seat {seat}", listed, self.ours.choices(seat).listed)
        absent = self.twice.absent and self.twice.absent(self.second, seat)
        if absent:
            self.tale.agree(f"seat {seat} being absent", absent, str(self.ours.absent(seat)))


def random_options(game: AnyGame, random: Random) -> dict[str, OptionValue]:
    """Return random values for some of a game's options. Other options keep their defaults."""
    chosen: dict[str, OptionValue] = {}
    for setting in settings(game.options):
        if random.random() < 0.6:
            values: Sequence[OptionValue] = [*setting.values] or range(setting.low, setting.high + 1)
            chosen[setting.name] = random.choice(values)
    return chosen


def code_of(error: Exception) -> str:
    """Return the code of a refusal; `unreadable` if it has none."""
    return str(getattr(error, "code", "unreadable"))


def main(twice: Twice) -> None:
    """Run the comparison. The command line may give the number of decisions and the seed."""
    decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    comparison = Comparison(twice, luck=int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    started = monotonic()
    try:
        comparison.play(decisions)
    finally:
        seen = ", ".join(f"{what} {times}" for what, times in comparison.seen.most_common())
        sys.stdout.write(
            f"{comparison.decisions} decisions and {comparison.tried} tries in {comparison.games} games,"
            f" {monotonic() - started:.0f} s\n{seen}\n"
        )
