"""Hindsight compares people's choices with the bot's, and lists the choices that cost most."""

from collections.abc import Callable, Sequence

import pytest

from rules.engine.chance import Chance
from rules.engine.entry import Entry
from rules.engine.event import Event
from rules.engine.game import AnyGame, Options
from rules.engine.hindsight import MOST, Hindsight, hindsight
from rules.engine.match import Match
from rules.engine.registry import game as find_game
from rules.engine.replay import steps_before
from tests.engine.table import ANN, NIM, journal, opened
from tests.toy_game import Nim, NimState, Take

BOB = ANN.model_copy(update={"player": "bob"})


class Long(Nim):
    """Nim with many buoys."""

    def start(self, options: Options, seats: int, chance: Chance) -> tuple[NimState, list[Event]]:
        return NimState(seats=seats, left=90), []


def _played(game: AnyGame, take: Callable[[int, int], int]) -> Match:
    """Return a match in which each seat takes `take(seat, remaining buoys)` buoys."""
    match = opened(game)
    while match.decisions:
        seat = match.decisions[0].seat
        buoys = take(seat, vars(match.shown)["left"])
        match = match.act(seat, Take(buoys=buoys), (ANN, BOB)[seat - 1], 200).match
    return match


def _looked_at(match: Match, entries: Sequence[Entry] = ()) -> Hindsight:
    return hindsight(match.game, match.opening, tuple(entries) or journal(match), match.position.head)


def _wins_if_it_can(seat: int, left: int) -> int:
    return left if left <= 3 else 1


def test_whoever_wins_when_possible_shares_every_choice_and_who_does_not_misses_most_there() -> None:
    good = _looked_at(_played(NIM, _wins_if_it_can))
    assert [(tally.seat, tally.missed) for tally in good.tallies] == [(1, None), (2, None)]
    assert all(tally.shared == tally.looked_at > 0 for tally in good.tallies)

    match = _played(NIM, lambda seat, left: min(left, 1))
    found = _looked_at(match)
    missed = [tally.missed for tally in found.tallies if tally.missed]
    assert missed
    for one in missed:
        left = NimState.model_validate_json(one.state).left
        assert 1 < left <= 3
        assert (one.chosen, one.better) == ("take 1", f"take {left}")
        assert one.cost > 0
        assert journal(match)[one.entry - 1].what == one.chosen
    assert sum(tally.looked_at - tally.shared for tally in found.tallies) >= len(missed)


def test_of_many_choices_some_are_looked_at_from_the_whole_game() -> None:
    found = _looked_at(_played(Long(), _wins_if_it_can))
    assert found.choices > MOST
    assert sum(tally.looked_at for tally in found.tallies) == MOST
    assert min(tally.last for tally in found.tallies) > found.choices // 2


def test_choices_of_the_bot_of_masters_and_secret_ones_are_left_out() -> None:
    match = _played(NIM, _wins_if_it_can)
    whole = _looked_at(match).choices
    changes = (
        {"actor": ANN.model_copy(update={"role": "system"})},
        {"actor": ANN.model_copy(update={"role": "gm"})},
        {"veiled": True},
    )
    for change in changes:
        first, second, *rest = journal(match)
        assert _looked_at(match, [first, second.model_copy(update=change), *rest]).choices == whole - 1


def test_the_states_before_each_step_are_those_it_was_made_in() -> None:
    match = opened(NIM)
    befores = []
    while match.decisions:
        befores.append(match.position.state)
        match = match.act(match.decisions[0].seat, Take(buoys=1), ANN, 200).match
    found = steps_before(match.game, match.opening, journal(match), match.position.head)
    assert [state.model_dump_json() for _, state in found] == befores


@pytest.mark.parametrize("slug", ["acrana"])
def test_it_finds_the_same_each_time(slug: str) -> None:
    match = opened(find_game(slug))
    for _ in range(6):
        (decision, *_) = match.decisions
        match = match.act(decision.seat, decision.actions[-1], ANN, 200).match
    assert _looked_at(match) == _looked_at(match)
