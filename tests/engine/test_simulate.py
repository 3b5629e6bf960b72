"""Complete games on the command line."""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

import pytest

from bot.cli.simulate import Runs, run, share_bounds
from rules.engine.action import Action
from rules.engine.chance import Chance
from rules.engine.decision import Decision
from rules.engine.errors import HarbourmasterError
from rules.engine.event import Event
from rules.engine.game import State
from rules.engine.options import choose
from rules.engine.policy import Policy, at_random, by
from rules.engine.registry import games, guest
from rules.engine.simulate import play_out
from tests.engine.cove import COVE
from tests.engine.table import NIM, Alone
from tests.toy_game import Nim, NimState, Take

Output = pytest.CaptureFixture[str]


def told(output: Output) -> str:
    """Return the printed text without the times, which differ."""
    lines = output.readouterr().out.splitlines()
    return "\n".join(line for line in lines if "second" not in line)


def simulated(output: Output, *arguments: str) -> str:
    assert run([*arguments]) == 0
    return told(output)


def test_the_report_tells_lengths_endings_and_wins(capsys: Output) -> None:
    with guest(NIM):
        assert run(["nim", "--seats", "3", "--games", "5", "--policy", "random"]) == 0
    report = capsys.readouterr().out
    assert re.search(r"^decisions( +\d+\.\d\d){4}$", report, re.MULTILINE)
    assert re.search(r"^endings +last_buoy 5$", report, re.MULTILINE)
    wins = re.search(r"^wins.*seat 1 (\d), seat 2 (\d), seat 3 (\d)$", report, re.MULTILINE)
    assert wins is not None
    assert sum(map(int, wins.groups())) == 5


def test_the_same_seed_plays_the_same_games(capsys: Output) -> None:
    with guest(COVE):
        reports = [simulated(capsys, "cove", "--seed", seed) for seed in ("4", "4", "5")]
    assert reports[0] == reports[1]
    assert reports[1].splitlines()[1:] != reports[2].splitlines()[1:]


def test_policies_meet_in_alternating_seats_and_the_report_says_how_sure_the_result_is(
    capsys: Output,
) -> None:
    with guest(COVE):
        run(["cove", "--games", "150", "--policy", "steady,random", "--option", "rounds=4"])
    found = re.findall(
        r"^(\w+) +wins ([\d.]+) of 150: \d+% \(([\d.]+)% to ([\d.]+)%\)$", told(capsys), re.MULTILINE
    )
    (steady, won, low, _), (chance, lost, _, high) = found
    assert (steady, chance, round(float(won) + float(lost))) == ("steady", "random", 150)
    assert float(low) > 50 > float(high)


def test_who_begins_one_game_is_second_in_the_next() -> None:
    plan = Runs(COVE, COVE.options(), 3, ("steady", "random"), 1, 1, 3, events=False)
    assert [plan.seating(number) for number in (1, 2, 3, 4)] == [
        ("steady", "random", "steady"),
        ("steady", "steady", "random"),
        ("random", "steady", "steady"),
        ("steady", "random", "steady"),
    ]


@pytest.mark.parametrize(
    ("won", "games", "low"), [(60, 100, 0.502), (59, 100, 0.492), (0, 40, 0.0), (40, 40, 0.912)]
)
def test_the_bounds_of_a_share_are_those_of_wilson(won: int, games: int, low: float) -> None:
    assert share_bounds(won, games)[0] == pytest.approx(low, abs=1e-3)
    assert share_bounds(games - won, games)[1] == pytest.approx(1 - low, abs=1e-3)


def test_the_report_tells_choices_from_answers_without_one(capsys: Output) -> None:
    with guest(NIM):
        report = simulated(capsys, "nim", "--games", "20")
    means = re.findall(r"^(?:decisions|… with a choice|turns) +(\d+\.\d\d)", report, re.MULTILINE)
    decisions, choices, turns, chosen = map(float, means)
    assert choices < decisions
    assert chosen < turns


@pytest.mark.needs("turns")
@pytest.mark.parametrize("slug", sorted(games()))
def test_turns_are_those_that_began_and_none_is_counted_before_them(slug: str) -> None:
    """The set-up before a game and questions between two turns do not count as turns."""
    game = games()[slug]
    options = choose(game.options, SHORT.get(slug, {}))
    playout = play_out(game, options, max(2, game.min_seats), [at_random], Random(1))
    began = sum(playout.happened[kind] for kind in game.turn_openers)
    # If all choose at the same time, each round is a turn.
    began = began if game.turn_openers else playout.rounds
    assert 0 < playout.chosen_turns <= playout.turns == began


SHORT: Mapping[str, Mapping[str, str | int]] = {
    "port_flower": {"round_limit": 20},
    "privateer": {"round_cap": 12},
    "kraken_bay": {"length": "short"},
    "dangerous_sea": {"max_seasons": "12"},
}
"""Options that make random games short."""


def test_the_report_tells_what_the_game_is_counted_in(capsys: Output) -> None:
    with guest(COVE):
        report = simulated(capsys, "cove", "--games", "5", "--option", "rounds=3")
    assert re.search(r"^nights +3\.00 +0\.00 +3\.00 +3\.00$", report, re.MULTILINE)
    with guest(NIM):
        assert "rounds" not in simulated(capsys, "nim", "--games", "5")


def test_the_report_tells_on_request_what_happened_how_often(capsys: Output) -> None:
    with guest(NIM):
        report = simulated(capsys, "nim", "--games", "4", "--events")
    (decisions,) = re.findall(r"^decisions +(\d.*)$", report, re.MULTILINE)
    (taken,) = re.findall(r"^taken +(\d.*)$", report, re.MULTILINE)
    assert taken == decisions


def test_tempers_of_a_game_play_too_and_what_it_counts_is_reported_with_its_noise(capsys: Output) -> None:
    with guest(Counting()):
        hasty = simulated(capsys, "nim", "--games", "9", "--policy", "hasty")
        slow = simulated(capsys, "nim", "--games", "9", "--policy", "slow,hasty")
    assert re.search(r"^buoys +12\.00 +0\.00 +12\.00 +12\.00$", hasty, re.MULTILINE)
    mean, noise = map(float, re.findall(r"^buoys +(\S+) +(\S+)", slow, re.MULTILINE)[0])
    assert (mean > 12, noise > 0) == (True, True)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--seats", "9"], "2 to 4 players"),
        (["--games", "0"], "at least 1"),
        (["--policy", "clever"], "no policy “clever”"),
        (["--option", "tide=on"], "no option “tide”"),
        (["--option", "tide"], "name=value"),
    ],
)
def test_what_cannot_be_played_is_told(arguments: list[str], why: str) -> None:
    with guest(NIM), pytest.raises(HarbourmasterError, match=why):
        run(["nim", *arguments])


def test_a_broken_invariant_fails_and_names_the_game_and_its_record(capsys: Output) -> None:
    with guest(Sinking()):
        assert run(["nim", "--seed", "3", "--games", "50"]) == 1
    errors = capsys.readouterr().err
    number = re.search(r"Game (\d+) of seed 3 broke: AssertionError: thirteen", errors)
    assert number is not None
    assert re.search(r"after these 1 actions:\n1 take 1\n", errors)
    assert f"--seed 3 --first {number[1]} --games 1" in errors
    with guest(Sinking()):
        assert run(["nim", "--seed", "3", "--first", number[1], "--games", "1"]) == 1
    assert capsys.readouterr().err == errors


def test_a_game_in_which_nobody_can_go_on_fails(capsys: Output) -> None:
    with guest(Stuck()):
        assert run(["nim"]) == 1
    assert "this game is not over" in capsys.readouterr().err


def test_a_game_without_an_end_fails(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.engine.simulate.ENDLESS", 100)
    with guest(Endless()):
        assert run(["nim"]) == 1
    assert "does not come to an end" in capsys.readouterr().err


def _left(state: State, _: int) -> float:
    assert isinstance(state, NimState)
    return float(state.left)


class Counting(Nim):
    """Nim with players who empty the water quickly or slowly. The game counts the buoys that players take."""

    policies: ClassVar[Mapping[str, Policy]] = {
        "hasty": by(lambda state, seat: -_left(state, seat)),
        "slow": by(_left),
    }

    def counts(
        self, state: NimState, before: Action | None, action: Action, events: Sequence[Event]
    ) -> Mapping[str, float]:
        assert isinstance(action, Take)
        return {"buoys": action.buoys}


class Sinking(Nim):
    """Nim with an invariant that a high tide breaks."""

    def check(self, state: NimState) -> None:
        assert state.left != 12 or state.turn == 1, "thirteen"


class Stuck(Nim):
    """Nim that does not ask for the last buoys."""

    def decisions(self, state: NimState) -> Sequence[Decision]:
        return super().decisions(state) if state.left > 3 else ()


class Endless(Alone):
    """Nim whose water never becomes empty."""

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        events = super().apply(state, seat, action, chance)
        state.left = 12
        return events
