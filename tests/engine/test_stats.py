"""A match in figures: undone, hidden and forced events are not counted."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest
from pydantic import JsonValue

from rules.engine.chance import Roll
from rules.engine.entries import Force, Pause, Resume, Undo
from rules.engine.entry import Actor, Entry
from rules.engine.event import dump_event, told_to
from rules.engine.game import AnyGame
from rules.engine.match import Advance, Match, open_match
from rules.engine.options import OptionValue, choose
from rules.engine.registry import games
from rules.engine.stats import Counted, Counting, Dice, Stats, Thrown, figures
from rules.engine.texts import counting
from tests.engine.table import MASTER, NIM, SEED, opening
from tests.laws import Table

COUNTING = Counting(
    turns="taken",
    counted=(
        Counted(title="buoys", event="taken", seat="seat", sum="buoys"),
        Counted(title="greedy takes", event="taken", where={"buoys": 3}),
    ),
    thrown=(Thrown(title="tide", roll="tide"),),
)


class Told(NamedTuple):
    entry: Entry
    events: Sequence[dict[str, JsonValue]]
    away: int = 0


class Journal:
    """A match with the announced events of each entry."""

    def __init__(self) -> None:
        self.match: Match
        self.told: list[Told] = []
        self.add(open_match(NIM, opening(NIM), SEED))

    def add(self, advance: Advance) -> None:
        self.match = advance.match
        self.told.append(Told(advance.entry, [dump_event(event) for event in advance.events]))

    def take(self, seat: int, buoys: int, at: int) -> None:
        player = Actor(role="seat", player=self.match.opening.players[seat - 1])
        self.add(self.match.act(seat, NIM.read(f"take {buoys}"), player, at))

    @property
    def figures(self) -> Stats:
        return figures(COUNTING, self.told, self.match.position.head, 2, over=self.match.finished)


def test_turns_what_is_counted_and_the_time_it_took() -> None:
    journal = Journal()
    journal.take(1, 3, at=160)
    journal.take(2, 3, at=260)
    journal.add(journal.match.enter(Pause(), MASTER, 300, "lunch"))
    journal.add(journal.match.enter(Resume(), MASTER, 5_000, "back"))
    journal.take(1, 2, at=5_010)
    found = journal.figures
    ann, bob = found.seats[1], found.seats[2]
    assert (found.turns, ann.turns, bob.turns, found.decisions) == (3, 2, 1, 3)
    assert (ann.counts["buoys"], ann.counts["greedy takes"], bob.counts["buoys"]) == (5, 1, 3)
    assert (found.seconds, ann.seconds, bob.seconds) == (60 + 100 + 40 + 10, 70, 100)


def test_figures_stand_in_the_same_order_for_everybody() -> None:
    journal = Journal()
    journal.take(1, 1, at=160)
    journal.take(2, 3, at=260)
    journal.take(1, 3, at=360)
    greedy_first = COUNTING.model_copy(update={"counted": COUNTING.counted[::-1]})
    found = figures(greedy_first, journal.told, journal.match.position.head, 2, over=False)
    assert [[*seat.counts] for seat in found.seats.values()] == [["greedy takes", "buoys"]] * 2


def test_what_was_undone_does_not_count_but_its_time_was_taken() -> None:
    journal = Journal()
    journal.take(1, 3, at=160)
    journal.add(journal.match.enter(Undo(1), MASTER, 170, "by mistake"))
    journal.take(1, 2, at=190)
    assert journal.figures.seats[1].counts == {"buoys": 2}
    assert journal.figures.seats[1].seconds == 80


def test_nobody_waited_for_anybody_while_the_bot_was_away() -> None:
    journal = Journal()
    journal.take(1, 3, at=1_160)
    journal.told[-1] = journal.told[-1]._replace(away=900)
    assert (journal.figures.seconds, journal.figures.seats[1].seconds) == (160, 160)


def test_that_the_bot_was_away_before_something_secret_counts_when_the_next_deed_is_seen() -> None:
    journal = Journal()
    journal.take(1, 3, at=1_160)
    journal.take(2, 3, at=1_260)
    hidden = journal.told[1].entry.model_copy(update={"secret": True})
    journal.told[1] = Told(hidden, (), away=900)
    found = figures(COUNTING, journal.told, journal.match.position.head, 2, over=False)
    assert (found.seconds, found.seats[2].seconds) == (260, 260)


def otherwise_in_secret(told: Sequence[Told], random: Random) -> list[Told]:
    """Return the journal with random values in its hidden rolls.

    Its secret actions get a later time, and lose their rolls and events.
    """
    other: list[Told] = []
    for place, (entry, events, away) in enumerate(told):
        rolls = tuple(
            roll.model_copy(update={"values": tuple(random.sample(roll.values, 1) * 2)})
            if roll.secret
            else roll
            for roll in entry.rolls
        )
        changed: dict[str, object] = {"rolls": rolls, "what": entry.public_what}
        if entry.secret:
            changed["at"] = told[place + 1].entry.at if place + 1 < len(told) else entry.at + 9
            changed["rolls"] = ()
        other.append(Told(entry.model_copy(update=changed), () if entry.secret else events, away))
    return other


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("acrana", {}),
        ("dangerous_sea", {}),
        ("kraken_bay", {}),
        ("port_flower", {"repellent": "coin"}),
        ("privateer", {}),
    ],
)
def test_two_running_games_that_differ_only_in_hidden_things_have_the_same_figures(
    slug: str, options: dict[str, OptionValue]
) -> None:
    game: AnyGame = games()[slug]
    chosen = choose(game.options, options)
    for luck in range(2):
        table = Table(game, chosen, game.seat_range(chosen)[1], luck, steps=60)
        random, told = Random(luck), [Told(table.opened.entries[0], ())]
        for advance in table.play:
            # Each entry is later than the previous entry. Private events are left out.
            entry = advance.entry.model_copy(update={"at": told[-1].entry.at + random.randint(1, 900)})
            told.append(Told(entry, [dump_event(event) for event in told_to(advance.events, None)]))
        head = table.matches[-1].position.head
        found = figures(counting(game), told, head, table.seats, over=False)
        other = otherwise_in_secret(told, random)
        assert figures(counting(game), other, head, table.seats, over=False) == found
        assert found.seconds <= told[-1].entry.at - told[0].entry.at


def test_luck_is_weighed_against_what_was_to_be_expected_without_forced_rolls() -> None:
    journal = Journal()
    journal.take(1, 1, at=160)
    (roll,) = journal.told[-1].entry.rolls
    journal.add(journal.match.enter(Force([1], "tide"), MASTER, 170, "a test"))
    journal.take(2, 1, at=180)
    found = journal.figures
    assert found.seats[1].dice == {"tide": Dice("tide", 1, float(roll.values[0]), 0.5)}
    assert found.seats[2].dice == {}
    assert found.forced == 1


def test_hidden_rolls_count_when_the_match_is_over_and_not_before() -> None:
    journal = Journal()
    journal.take(1, 1, at=160)
    entry = journal.told[-1].entry
    (roll,) = entry.rolls
    hidden = entry.model_copy(update={"rolls": (roll.model_copy(update={"secret": True}),)})
    told = [*journal.told[:-1], Told(hidden, journal.told[-1].events)]
    head = journal.match.position.head
    assert figures(COUNTING, told, head, 2, over=False).seats[1].dice == {}
    assert figures(COUNTING, told, head, 2, over=True).seats[1].dice


@pytest.mark.parametrize(
    ("roll", "wanted", "dice"),
    [
        (Roll(label="r", seat=1, low=1, high=6, values=(3, 5)), Thrown(title="t", roll="r"), (2, 8.0, 7.0)),
        (
            Roll(label="r", seat=1, low=1, high=6, values=(3, 6)),
            Thrown(title="t", roll="r", good=(1, 3, 5)),
            (2, 1.0, 1.0),
        ),
        (
            Roll(label="r", seat=1, low=2, high=4, values=(4,), of="2 3 3 4"),
            Thrown(title="t", roll="r"),
            (1, 4.0, 3.0),
        ),
        (
            Roll(label="r", seat=1, low=1, high=5, values=(5, 1)),
            Thrown(title="t", roll="r", first=1),
            (1, 5.0, 3.0),
        ),
    ],
)
def test_what_dice_come_to(roll: Roll, wanted: Thrown, dice: tuple[int, float, float]) -> None:
    journal = Journal()
    journal.take(1, 1, at=160)
    entry = journal.told[-1].entry.model_copy(update={"rolls": (roll,)})
    told = [*journal.told[:-1], Told(entry, ())]
    found = figures(Counting(thrown=(wanted,)), told, entry.number, 2, over=False)
    assert found.seats[1].dice["t"] == ("t", *dice)


@pytest.mark.needs("turns")
@pytest.mark.parametrize("slug", games())
def test_what_a_game_counts_is_there_and_told_to_everybody(slug: str) -> None:
    game: AnyGame = games()[slug]
    data, events = counting(game), {event.kind: event for event in game.events}
    assert data.turns in events, f"say in rules/{slug}/figures.toml which event begins a turn"
    for counted in data.counted:
        event = events[counted.event]
        assert not event.private
        assert {name for name in (counted.seat, counted.sum, *counted.where) if name} <= {*event.model_fields}
    assert {thrown.roll for thrown in data.thrown} <= {roll.label for roll in game.rolls}
