"""Scenario files: which pass, which fail, and how the difference is reported."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import Field

from bot.cli.scenario import run
from rules.engine.action import Action
from rules.engine.chance import Chance
from rules.engine.event import Event
from rules.engine.game import Options
from rules.engine.registry import guest
from rules.engine.scenario import BadScenario, load
from rules.engine.scenario_runner import rehearse
from tests.engine.cove import COVE
from tests.engine.table import NIM
from tests.toy_game import Nim, NimState

NIM_FILE = """
game = "nim"
seats = 2

[given]
left = 5

[[step]]
do = "take 2"
rolls = [{ tide = 1, seat = 1 }]
"""

COVE_FILE = """
game = "cove"
seats = 2
options = { rounds = 1 }
rest = "any"

[given]
deck = "1 2 3"
boats.1 = { hand = "2 6 6", gold = 9 }
boats.2.stowed = "1"
agenda = [{ task = "night" }]

[[step]]
"""


@pytest.fixture(autouse=True)
def _games() -> Iterator[None]:
    with guest(NIM), guest(COVE):
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def failure(folder: Path, text: str) -> str:
    """Return the error of the only scenario of a file; empty if there is none."""
    file = folder / "file.toml"
    file.write_text(text, encoding="utf-8")
    (scenario,) = load(file)
    return str(rehearse(scenario) or "")


def refusal(folder: Path, text: str) -> str:
    """Return the error about a file that is not a scenario file."""
    file = folder / "file.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadScenario) as refused:
        load(file)
    return refused.value.message


class TidyNim(Nim):
    """Nim that completes an author's state: there are never more than 12 buoys."""

    slug = "tidy_nim"

    def complete(self, state: NimState) -> None:
        state.left = min(state.left, 12)


class LeakyNim(Nim):
    """Nim whose rules fail with an error."""

    slug = "leaky_nim"

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        raise KeyError("leak")


class Moorings(NimState):
    berths: dict[str, int] = Field(default_factory=lambda: {"red1": 1, "red3": 3})


class Harbour(Nim):
    """Nim whose state has a mapping with any keys."""

    slug, state = "harbour", Moorings

    def start(self, options: Options, seats: int, chance: Chance) -> tuple[Moorings, list[Event]]:
        return Moorings(seats=seats), []


# Passing scenarios


def test_a_game_brings_in_line_what_an_author_left_open(folder: Path) -> None:
    with guest(TidyNim()):
        text = NIM_FILE.replace('"nim"', '"tidy_nim"').replace("left = 5", "left = 99")
        assert failure(folder, text + "state = { left = 11 }") == ""


@pytest.mark.parametrize(
    "expected",
    [
        'events = [{ event = "taken", seat = 1, drifted = 1 }]',
        'events = ["taken"]',
        'events_include = [{ event = "taken", buoys = 2 }]',
        "state = { left = 4, turn = 2 }",
        'awaits = { 2 = "take" }',
    ],
)
def test_what_is_as_written_passes(folder: Path, expected: str) -> None:
    assert failure(folder, f"{NIM_FILE}{expected}") == ""


def test_whose_choices_come_after_an_action_are_told_by_its_seat(folder: Path) -> None:
    after = f"{NIM_FILE}[[step]]\n"
    assert failure(folder, f'{after}legal = ["take 1", "take 2", "take 3"]') == ""
    assert failure(folder, f'{after}seat = 2\nlegal_first = ["take 1"]\nlegal_count = 3') == ""
    assert failure(folder, f"{after}seat = 1\nlegal = []") == ""


def test_choices_of_a_seat_that_is_not_asked_any_more_are_not_looked_at(folder: Path) -> None:
    told = "legal: seat 1 is asked for nothing now; asked: 2."
    for looking in ("legal = []", 'legal_exclude = ["take 9"]', "legal_count = 0"):
        assert told in failure(folder, f"{NIM_FILE}{looking}")
    nobody_named = COVE_FILE.replace('boats.2.stowed = "1"', "")
    assert "say whose choices; asked: 1; 2." in failure(folder, f'{nobody_named}legal_exclude = ["stow 1"]')


def test_what_is_absent_can_be_said(folder: Path) -> None:
    with guest(Harbour()):
        text = 'game = "harbour"\nseats = 2\nabsent = ["berths.red3"]\n[[step]]\n'
        assert failure(folder, f'{text}absent = ["berths.red3"]\nstate.berths.red1 = 1') == ""
        present = "step 1:\n  state.berths.red1: expected to be absent, found 1"
        assert failure(folder, f'{text}absent = ["berths.red1"]') == present
        assert failure(folder, f'{text}absent = ["births.red1"]').endswith(
            "state: there is no 'births', there are only seats, left, turn, agenda, berths"
        )
        twice = text.replace('"]', '", "berths.red4"]')
        assert failure(folder, twice) == (
            "at the start:\n  absent: there is no 'berths.red4' to take away, there are only red1"
        )


def test_what_is_absent_from_a_place_of_a_list_can_be_said(folder: Path) -> None:
    assert "state.boats.1.gold: expected to be absent" in failure(
        folder, f'{COVE_FILE}seat = 1\nabsent = ["boats.1.gold"]'
    )
    assert "there is no place '3'" in failure(folder, f'{COVE_FILE}seat = 1\nabsent = ["boats.3.gold"]')
    assert "that is no table" in failure(folder, f'{COVE_FILE}seat = 1\nabsent = ["boats.1"]')


def test_rules_that_break_are_told_as_that_scenarios_failure(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "file.toml"
    shared, step = NIM_FILE.replace('"nim"', '"leaky_nim"').split("[[step]]")
    file.write_text(
        f"{shared}[[scenario]]\nname = 'leaks'\n[[scenario.step]]{step}"
        "[[scenario]]\nname = 'holds'\n[[scenario.step]]\nawaits = { 1 = 'take' }\n",
        encoding="utf-8",
    )
    with guest(LeakyNim()):
        assert run([str(file)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == [f"FAILED  {file}: leaks", "        step 1 (take 2):"]
    assert told[2].startswith("          the rules broke: KeyError: 'leak' (engine/test_scenario.py, line ")
    assert told[3:] == [f"ok      {file}: holds", "2 scenarios, 1 failed."]


def test_forms_are_among_the_choices(folder: Path) -> None:
    text = COVE_FILE.replace('{ task = "night" }', '{ task = "night" }, { task = "stop", seat = 1 }')
    assert failure(folder, f'{text}legal = ["bribe 1", "refuse", "bribe 1..9 word (up to 40 letters)"]') == ""


def test_refusals_are_probed_without_doing_anything(folder: Path) -> None:
    table = 'refused = { "take 7" = "not_allowed", "dance" = "unreadable" }'
    assert failure(folder, f"{NIM_FILE}state = {{ left = 4 }}\n[[step]]\n{table}") == ""


def test_a_refused_action_leaves_everything_as_it_was(folder: Path) -> None:
    text = NIM_FILE.replace("rolls = [{ tide = 1, seat = 1 }]", "").replace("take 2", "take 9")
    assert failure(folder, f'{text}refused = "not_allowed"\nstate = {{ left = 5, turn = 1 }}') == ""


def test_what_only_timeouts_do_is_refused_to_players(folder: Path) -> None:
    assert failure(folder, f'{COVE_FILE}do = "oversleep"\nrefused = "not_allowed"') == ""


def test_a_seat_may_miss_its_time(folder: Path) -> None:
    text = f"{COVE_FILE}timeout = true\nrolls = [{{ lot = 6 }}, {{ watch = 6 }}]"
    assert failure(folder, f'{text}\nevents_include = [{{ event = "stowed", seat = 1, card = "6" }}]') == ""


def test_coming_cards_can_be_named(folder: Path) -> None:
    cards = ", ".join(f'{{ card = "{card}" }}' for card in "123456")
    text = f'game = "cove"\nseats = 2\nstart_rolls = [{cards}]\n[[step]]\n'
    assert failure(folder, f'{text}state.boats = [{{ hand = "1 2 3" }}, {{ hand = "4 5 6" }}]') == ""
    missing = text.replace('"6"', '"6", seat = 1') + "legal_count = 3"
    assert "rolls.6: expected card 6, found card (1 of 1 1 1 2" in failure(folder, missing)


def test_the_end_can_be_told(folder: Path) -> None:
    text = NIM_FILE.replace("take 2", "take 3").replace("rolls = [{ tide = 1, seat = 1 }]", "")
    text = text.replace("left = 5", "left = 3")
    assert (
        failure(folder, f'{text}outcome = {{ reason = "last_buoy", ranking = [[1]] }}\nawaits = {{}}') == ""
    )


def test_an_empty_table_stands_for_nothing(folder: Path) -> None:
    nothing = "hand = {}, stowed = {}"
    text = COVE_FILE.replace('boats.2.stowed = "1"', f"boats.2 = {{ {nothing} }}")
    assert failure(folder, f"{text}state.boats.2 = {{ {nothing} }}") == ""
    told = "step 1:\n  state.boats.1.hand: expected nothing, found '2 6 6'"
    assert failure(folder, f"{text}state.boats.1 = {{ {nothing} }}") == told


def test_several_scenarios_share_what_stands_outside_of_them(folder: Path) -> None:
    file = folder / "file.toml"
    file.write_text(
        """
        game = "cove"
        seats = 2
        given = { boats.1.gold = 7 }
        [[scenario]]
        name = "poor"
        given = { boats.2.gold = 0 }
        [[scenario.step]]
        state = { boats.1.gold = 7, boats.2.gold = 0 }
        [[scenario]]
        name = "rich"
        seats = 3
        [[scenario.step]]
        state = { boats.1.gold = 7, boats.2.gold = 4, boats.3.gold = 4 }
        """,
        encoding="utf-8",
    )
    scenarios = load(file)
    assert [scenario.name for scenario in scenarios] == ["poor", "rich"]
    assert [rehearse(scenario) for scenario in scenarios] == [None, None]


# Failing scenarios


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ("state = { left = 3 }", "state.left: expected 3, found 4"),
        ("state = { right = 3 }", "state: expected 'right', there are only seats, left, turn"),
        ("state = { left = true }", "state.left: expected True, found 4"),
        ('events = ["taken", "taken"]', "events: expected taken; taken"),
        ("events = []", "too many taken"),
        ('events = [{ event = "taken", buoys = 3 }]', "events.1.buoys: expected 3, found 2"),
        ('events = [{ event = "taken", fish = 3 }]', "expected 'fish'"),
        ('events_include = ["sunk"]', "did not happen"),
        ('events_include = ["taken", "taken"]', "did not happen"),
        ('awaits = { 1 = "take" }', "awaits: expected {1: 'take'}, found {2: 'take'}"),
        (
            'outcome = { reason = "dawn" }',
            "outcome: expected {'reason': 'dawn'}, found 'a game that goes on'",
        ),
        ('refused = { "take 1" = "game_over" }', "refused: expected 'game_over', found 'not_your_turn'"),
    ],
)
def test_what_is_not_as_written_is_told(folder: Path, expected: str, told: str) -> None:
    found = failure(folder, f"{NIM_FILE}{expected}")
    assert found.startswith("step 1 (take 2):\n")
    assert told in found


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ('legal = ["take 1"]', "too many take 2; take 3"),
        ('legal = ["take 1", "take 2", "take 3", "take 4"]', "missing take 4"),
        ('legal_include = ["take 4"]', "legal_include: 'take 4' is missing"),
        ('legal_exclude = ["take 3"]', "legal_exclude: 'take 3' is legal"),
        ('legal_first = ["take 2"]', "legal_first: expected take 2"),
        ("legal_count = 2", "legal_count: expected 2, found 3"),
    ],
)
def test_choices_that_are_not_as_written_are_told(folder: Path, expected: str, told: str) -> None:
    assert told in failure(folder, f"{NIM_FILE}[[step]]\n{expected}")


@pytest.mark.parametrize(
    ("rolls", "told"),
    [
        ("", "rolls: not listed: tide (1 from 0 to 1, seat 1)"),
        ("rolls = [{ wind = 1 }]", "rolls.1: expected wind 1, found tide"),
        ("rolls = [{ tide = 2 }]", "rolls.1: expected tide 2, found tide (1 from 0 to 1, seat 1)"),
        ("rolls = [{ tide = [1, 1] }]", "rolls.1: expected tide 1; 1"),
        ("rolls = [{ tide = 1, seat = 2 }]", "rolls.1: expected tide 1"),
        ("rolls = [{ tide = 1 }, { tide = 0 }]", "rolls.2: tide 0 was never rolled"),
        ('rest = "any"\nrolls = [{ tide = 1 }, { tide = 0 }]', "rolls.2: tide 0 was never rolled"),
    ],
)
def test_rolls_must_be_exactly_those_listed(folder: Path, rolls: str, told: str) -> None:
    assert told in failure(folder, NIM_FILE.replace("rolls = [{ tide = 1, seat = 1 }]", rolls))


def test_more_rolls_than_listed_may_be_allowed(folder: Path) -> None:
    text = NIM_FILE.replace("rolls = [{ tide = 1, seat = 1 }]", 'rest = "any"')
    assert failure(folder, text) == ""
    assert failure(folder, text.replace('rest = "any"', "").replace("[given]", 'rest = "any"\n[given]')) == ""


def test_the_rolls_of_the_start_must_be_those_listed_if_any_are(folder: Path) -> None:
    text = f"start_rolls = [{{ tide = 1 }}]\n{NIM_FILE}"
    assert failure(folder, text) == "at the start:\n  rolls.1: tide 1 was never rolled"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("left = 5\nright = 3", "given.right"),
        ('left = "many"', "given.left"),
        ("left = { 1 = 3 }", "given.left"),
    ],
)
def test_a_state_that_cannot_be_is_told(folder: Path, given: str, told: str) -> None:
    assert f"at the start:\n  {told}" in failure(folder, NIM_FILE.replace("left = 5", given))


def test_a_place_that_a_list_does_not_have_is_told(folder: Path) -> None:
    text = COVE_FILE.replace("boats.2.stowed", "boats.3.stowed")
    assert "given.boats: there is no place '3', only 1 to 2" in failure(folder, f"{text}seat = 1")
    assert "state.boats: there is no place '0'" in failure(folder, f"{COVE_FILE}state.boats.0.gold = 1")


def test_a_given_state_that_breaks_an_invariant_is_told(folder: Path) -> None:
    text = COVE_FILE.replace("gold = 9", "gold = -9")
    assert "given: such a state cannot be" in failure(folder, f"{text}seat = 1")


def test_an_action_that_is_refused_though_it_should_not_be_is_told(folder: Path) -> None:
    text = NIM_FILE.replace("take 2", "take 9")
    assert "refused with 'not_allowed'" in failure(folder, text)


def test_an_action_that_is_not_refused_though_it_should_be_is_told(folder: Path) -> None:
    text = NIM_FILE.replace("rolls = [{ tide = 1, seat = 1 }]", 'refused = "not_allowed"')
    assert "but 'take 2' was accepted" in failure(folder, text)


def test_who_acts_must_be_said_when_several_are_awaited(folder: Path) -> None:
    text = COVE_FILE.replace('boats.2.stowed = "1"', "")
    assert "seat: say which, for 1; 2 is awaited" in failure(folder, f'{text}do = "stow 6"')


def test_a_wrong_number_of_seats_is_told(folder: Path) -> None:
    assert "2 to 4" in failure(folder, NIM_FILE.replace("seats = 2", "seats = 7"))


# Files that are no scenarios


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("colour = 'red'", "step.1.colour: there is no such key"),
        ("[[step]]\ndo = 'x'\nrolls = [{ tide = 1, wind = 2 }]", "write a roll as { label = [values] }"),
        ("timeout = true", "either `do` or `timeout`"),
        ("[[step]]\nrolls = [{ tide = 1 }]", "no rolls and no events"),
        ("[[step]]\nevents = []", "no rolls and no events"),
        ("refused = 'not_allowed'", "no rolls and no events"),
        ("[[step]]\nrefused = 'not_allowed'", "belongs to a step with `do`"),
        ("[[scenario]]\nname = 'x'", "either in the file itself or in its [[scenario]]"),
        ("left = ", "is not TOML"),
    ],
)
def test_a_mistake_in_the_file_is_told(folder: Path, text: str, told: str) -> None:
    assert told in refusal(folder, f"{NIM_FILE}{text}")


def test_a_scenario_has_steps(folder: Path) -> None:
    assert "step" in refusal(folder, 'game = "nim"\nseats = 2\n')
    assert "step" in refusal(folder, 'game = "nim"\nseats = 2\nstep = []\n')


def test_unknown_keys_of_the_file_are_told(folder: Path) -> None:
    assert "tide: there is no such key" in refusal(folder, f"tide = 3\n{NIM_FILE}")


# The command


def test_the_command_tells_which_files_pass(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = folder / "good.toml", folder / "bad.toml"
    good.write_text(NIM_FILE, encoding="utf-8")
    bad.write_text(f"{NIM_FILE}state = {{ left = 3 }}", encoding="utf-8")
    assert run([str(good)]) == 0
    assert capsys.readouterr().out == f"ok      {good}\n1 scenario, 0 failed.\n"
    assert run([str(good), str(bad)]) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        f"FAILED  {bad}",
        "        step 1 (take 2):",
        "          state.left: expected 3, found 4",
        "2 scenarios, 1 failed.",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "cannot be read"),
        ("seats = 2", "game: Field required"),
        (NIM_FILE.replace("nim", "whist"), "There is no game “whist”"),
        (NIM_FILE.replace("[given]", "options = { tide = true }\n[given]"), "There is no option “tide”"),
    ],
)
def test_the_command_fails_with_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str | None, told: str
) -> None:
    file = folder / "file.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    assert run([str(file)]) == 1
    assert told in capsys.readouterr().out


def test_a_step_is_one_action(folder: Path) -> None:
    text = """
game = "dangerous_sea"
seats = 2
options = { turn_order = "joined", start_positions = "spread" }

[given]
season = 1
tiles = { D4 = "sea", D3 = "sea", D2 = "sea" }

[[step]]
do = "NN"
"""
    told = failure(folder, text)
    assert "route NN is several actions: write a step for each: sail N; sail N" in told
