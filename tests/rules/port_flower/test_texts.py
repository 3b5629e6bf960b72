"""What players read of a race: the commentator's sentences, the pages of help, and the guide."""

import random
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from rules.engine.action import Action, Resign
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event, Ranks, SeatName, Story, StoryValue
from rules.engine.game import Preset
from rules.engine.options import Setting, settings
from rules.engine.texts import narration, topics
from rules.port_flower import GAME
from rules.port_flower.events import (
    BoatHit,
    BoatMetShark,
    BoatMoved,
    BoatPlaced,
    BoatTowed,
    BuoyPlaced,
    BuoyReached,
    DiceRolled,
    Drawn,
    Finished,
    GameStarted,
    IslandPlaced,
    IslandsLeftOut,
    Landed,
    MoveForfeited,
    RaceOver,
    RepelAsked,
    Restocked,
    RoundEnded,
    SeatResigned,
    SharkMoved,
    SharkRepelled,
    TurnEnded,
    TurnLost,
    TurnSkipped,
    TurnStarted,
)
from rules.port_flower.sailing import PORT

LONGEST = 220
LONGEST_NAME = "W" * 32
"""As long as Discord lets a name be."""

LINES = narration(GAME)
PAGES = topics(GAME)
GUIDE = Path(__file__).parents[3] / "docs" / "rules" / "port_flower.md"


def rolled(north: int, east: int, south: int, west: int, *, reroll: bool = False) -> DiceRolled:
    return DiceRolled(seat=3, N=north, E=east, S=south, W=west, reroll=reroll)


# Every face of every event, with values as long as they come.
FACES: Mapping[str, Event] = {
    "game_started": GameStarted(seats=6, options={"board": "ocean"}, first_seat=5),
    "buoy_placed": BuoyPlaced(number=5, point="M10+", by=5),
    "buoy_placed_drawn": BuoyPlaced(number=5, point="M10+", by="draw"),
    "island_placed": IslandPlaced(number=10, square="P12", by=5),
    "island_placed_drawn": IslandPlaced(number=10, square="P12", by="draw"),
    "islands_left_out": IslandsLeftOut(number=10),
    "turn_started": TurnStarted(seat=5, round=100),
    "turn_skipped_ashore": TurnSkipped(seat=5, reason="ashore"),
    "turn_skipped_timeout": TurnSkipped(seat=5, reason="timeout"),
    "restocked": Restocked(seat=5),
    "dice_rolled": rolled(4, 2, 0, 3),
    "dice_rolled_calm": rolled(4, 0, 0, 0),
    "dice_rolled_gale": rolled(5, 5, 5, 1),
    "dice_rolled_again": rolled(0, 0, 0, 0, reroll=True),
    "turn_lost": TurnLost(seat=5),
    "boat_moved": BoatMoved(seat=5, route="N2 E1 S2", path=("O11", "O12", "P12")),
    "boat_came_round": BoatMoved(seat=5, route="N2 S2", path=("O10", "O11", "O12", "O11", "O10")),
    "boat_stayed": BoatMoved(seat=5, route="N0 E0 S0", path=("P12",)),
    "boat_stayed_in_port": BoatMoved(seat=5, route="N0 E0 S0", path=(PORT,)),
    "boat_held_up": BoatMoved(seat=5, route="N2 E1 S2", path=("P10",)),
    "buoy_reached": BuoyReached(seat=5, buoy=5, at="M10"),
    "landed": Landed(seat=5, at="P12"),
    "finished": Finished(seat=5),
    "boat_met_shark": BoatMetShark(seat=5, shark="shark4", at="P12"),
    "shark_moved": SharkMoved(shark="shark4", by=5, route="N2 E1 S2", path=("O11", "O12", "P12")),
    "shark_came_round": SharkMoved(shark="shark4", by=5, route="N1 S1", path=("P11", "P12", "P11")),
    "shark_stayed": SharkMoved(shark="shark4", by=5, route="N0 E0 S0", path=("P12",)),
    "shark_held_up": SharkMoved(shark="shark4", by=5, route="N2 E1 S2", path=("P10",)),
    "boat_hit": BoatHit(seat=5, shark="shark4", at="P12", by=4),
    "boat_hit_own": BoatHit(seat=5, shark="shark4", at="P12", by=5),
    "repel_asked": RepelAsked(seat=5, shark="shark4", at="P12"),
    "shark_repelled": SharkRepelled(shark="shark4", seat=5, at="P12", left=12),
    "boat_placed": BoatPlaced(seat=5, at="P12"),
    "boat_placed_in_port": BoatPlaced(seat=5, at=PORT),
    "boat_towed": BoatTowed(seat=5),
    "move_forfeited": MoveForfeited(seat=5),
    "round_ended": RoundEnded(round=100),
    "seat_resigned": SeatResigned(seat=5),
    "race_over_finished": RaceOver(reason="finished", ranking=((5,), (1, 2))),
    "race_over_round_limit": RaceOver(reason="round_limit", ranking=((5,), (1, 2))),
    "race_over_tied": RaceOver(reason="round_limit", ranking=((1, 5), (2,))),
    "race_over_last_boat": RaceOver(reason="last_boat", ranking=((5,), (1,))),
}

UNTOLD = (Drawn(purpose="first_seat", of=6, result=5), TurnEnded(seat=5))
"""Events that other sentences tell."""

FREQUENT = ("turn_started", "dice_rolled", "boat_moved", "shark_moved")

# What a spectator without a picture needs to hear, in every single sentence.
TOLD = {
    "buoy_placed": {"seat", "number", "at"},
    "island_placed": {"seat", "number", "at"},
    "turn_started": {"seat"},
    "turn_lost": {"seat"},
    "boat_moved": {"seat", "route", "start", "end"},
    "boat_stayed": {"seat", "route", "end"},
    "boat_stayed_in_port": {"seat", "route"},
    "buoy_reached": {"seat", "buoy", "at"},
    "landed": {"seat", "at"},
    "finished": {"seat"},
    "boat_met_shark": {"seat", "shark", "at"},
    "shark_moved": {"shark", "by", "route", "start", "end"},
    "shark_stayed": {"shark", "by", "route", "end"},
    "boat_hit": {"seat", "shark", "at", "by"},
    "boat_hit_own": {"seat", "shark", "at"},
    "repel_asked": {"seat", "shark", "at"},
    "shark_repelled": {"seat", "shark", "at", "left"},
    "boat_placed": {"seat", "at"},
    "race_over_finished": {"winner", "ranks"},
    "race_over_round_limit": {"winner", "ranks"},
    "race_over_tied": {"ranks"},
    "race_over_last_boat": {"winner", "ranks"},
}

every_face = pytest.mark.parametrize(("key", "event"), FACES.items(), ids=FACES)
every_key = pytest.mark.parametrize("key", LINES)
every_page = pytest.mark.parametrize("topic", PAGES)
every_setting = pytest.mark.parametrize("setting", settings(GAME.options), ids=lambda setting: setting.name)


class Name(NamedTuple):
    """A seat in a sentence, as the narrator writes it."""

    name: str
    title: str

    def __str__(self) -> str:
        return f"**{self.name}**"


def filled(line: str, story: Story) -> str:
    return line.format(**{gap: shown(value) for gap, value in story.gaps.items()})


def shown(value: StoryValue) -> str | int | Name:
    if isinstance(value, Ranks):
        return "1 · **the ranking has lines of its own**"
    return Name(LONGEST_NAME, "Snowflake") if isinstance(value, SeatName) else value


def gaps(line: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(line) if name}


def story_of(event: Event) -> Story:
    story = event.story()
    assert story is not None
    return story


def emoji(line: str) -> list[str]:
    return [mark for mark in line if unicodedata.category(mark) == "So"]


# The commentator


@every_face
def test_a_face_is_told_under_its_own_key(key: str, event: Event) -> None:
    assert story_of(event).key == key


def test_every_event_is_told_or_left_to_another_sentence() -> None:
    known = {event.kind for event in (*FACES.values(), *UNTOLD)}
    assert known == {event.kind for event in GAME.events}
    assert all(event.story() is None for event in UNTOLD)


def test_the_narration_holds_every_face_and_nothing_that_is_never_told() -> None:
    assert set(LINES) == set(FACES)


@every_key
def test_a_story_can_be_told_in_several_ways(key: str) -> None:
    assert len(LINES[key]) >= (6 if key in FREQUENT else 3)


def test_no_sentence_is_written_twice() -> None:
    every_line = [line for lines in LINES.values() for line in lines]
    assert len(set(every_line)) == len(every_line)


@every_face
def test_a_sentence_has_only_gaps_that_its_story_fills(key: str, event: Event) -> None:
    story = story_of(event)
    titles = {f"{gap}.title" for gap, value in story.gaps.items() if isinstance(value, SeatName)}
    for line in LINES[key]:
        assert gaps(line) <= {*story.gaps, *titles}, line


@pytest.mark.parametrize(("key", "needed"), TOLD.items(), ids=TOLD)
def test_a_sentence_leaves_nothing_out_that_a_spectator_needs(key: str, needed: set[str]) -> None:
    for line in LINES[key]:
        assert gaps(line) >= needed, line


@pytest.mark.parametrize("key", [key for key in LINES if key.startswith("dice_rolled")])
def test_a_roll_is_told_as_players_write_it(key: str) -> None:
    for line in LINES[key]:
        assert "`N4 E2 S0 W3`" in filled(line, story_of(rolled(4, 2, 0, 3)))


@every_face
def test_a_sentence_is_short_even_with_the_longest_names(key: str, event: Event) -> None:
    for line in LINES[key]:
        for part in filled(line, story_of(event)).splitlines():
            assert len(part) <= LONGEST, part


@pytest.mark.parametrize("key", [key for key in LINES if key.startswith("race_over")])
def test_the_ranking_stands_below_the_sentence(key: str) -> None:
    assert all(line.endswith("\n{ranks}") and line.count("\n") == 1 for line in LINES[key])


@every_key
def test_the_same_news_has_the_same_sign_and_only_one(key: str) -> None:
    signs = [emoji(line) for line in LINES[key]]
    assert len(signs[0]) <= 1
    assert all(sign == signs[0] for sign in signs)
    assert all(line.startswith("".join(signs[0])) for line in LINES[key])


@every_key
def test_no_sentence_knows_whether_a_player_is_a_he_or_a_she(key: str) -> None:
    for line in LINES[key]:
        assert not re.search(r"\b(he|she|him|her|his|hers|himself|herself)\b", line, re.IGNORECASE), line


def test_a_turn_begins_in_few_words() -> None:
    story = story_of(TurnStarted(seat=5, round=100))
    assert all(len(filled(line, story)) - len(LONGEST_NAME) <= 40 for line in LINES["turn_started"])


@pytest.mark.parametrize(
    ("roll", "key"),
    [
        (rolled(1, 1, 1, 1), "dice_rolled_calm"),
        (rolled(2, 1, 1, 1), "dice_rolled"),
        (rolled(5, 5, 5, 0), "dice_rolled"),
        (rolled(4, 4, 4, 4), "dice_rolled_gale"),
        (rolled(5, 5, 5, 5, reroll=True), "dice_rolled_again"),
    ],
)
def test_calms_and_gales_are_noticed(roll: DiceRolled, key: str) -> None:
    assert story_of(roll).key == key


@pytest.mark.parametrize(
    ("route", "key"),
    [("N0", "boat_stayed"), ("NE0", "boat_stayed"), ("N1", "boat_held_up"), ("SW5", "boat_held_up")],
)
def test_a_boat_stopped_at_its_first_step_is_not_told_as_staying_by_choice(route: str, key: str) -> None:
    assert story_of(BoatMoved(seat=5, route=route, path=("P12",))).key == key


PLAYED: Mapping[str, dict[str, object]] = {
    "as published": {},
    "towed and ashore": {"boat_meets_shark": "towed", "escape": True, "sharks": 4, "board": "ring"},
    "wild": {"dice_split": "both_sharks", "shark_finishes": True, "repellent": "coin", "round_limit": 10},
    "own course": {"layout": "players", "islands": 10, "comeback": "choose", "reroll_when_stuck": True},
}


@pytest.mark.parametrize("chosen", PLAYED.values(), ids=PLAYED)
def test_whatever_happens_can_be_told(chosen: dict[str, object]) -> None:
    told = 0
    for event in happenings(chosen, random.Random(7), actions=120):
        story = event.story()
        if story is not None:
            assert all(filled(line, story) for line in LINES[story.key])
            told += 1
    assert told > 120


def happenings(chosen: dict[str, object], generator: random.Random, actions: int) -> Iterator[Event]:
    """What happens in a race of four who choose by chance."""
    chance = Chance(QuickStream(generator))
    state, events = GAME.start(GAME.options.model_validate(chosen), 4, chance)
    yield from events
    for _ in range(actions):
        if GAME.outcome(state) is not None:
            return
        decision = GAME.decisions(state)[0]
        action = generator.choice(decision.actions)
        yield from GAME.apply(state, decision.seat, GAME.resolve(state, decision.seat, action), chance)


# The pages of help


def test_the_help_goes_from_the_goal_to_the_credit() -> None:
    assert list(PAGES) == [
        "goal", "turn", "dice", "sailing", "sharks", "buoys", "port",
        "options", "variants", "commands", "fairness", "rulings", "credit",
    ]  # fmt: skip


@every_page
def test_a_page_fits_into_one_message(topic: str) -> None:
    page = PAGES[topic]
    assert 0 < len(page.text) <= 3500
    assert len(page.title) <= 40


@every_page
def test_a_page_closes_what_it_opens(topic: str) -> None:
    for line in PAGES[topic].text.splitlines():
        assert line.count("**") % 2 == 0, line
        assert line.count("`") % 2 == 0, line


@every_setting
def test_the_help_explains_an_option_with_its_values_and_default(setting: Setting) -> None:
    line = next(line for line in PAGES["options"].text.splitlines() if f"- `{setting.name}`" in line)
    assert f"**{setting.default}**" in line
    assert all(re.search(rf"\b{value}\b", line) for value in values(setting))


@every_setting
def test_the_guide_explains_an_option_with_its_values_and_default(setting: Setting) -> None:
    row = next(
        row for row in GUIDE.read_text("utf-8").splitlines() if row.startswith(f"| `{setting.name}` |")
    )
    assert f"**{setting.default}**" in row
    assert all(re.search(rf"\b{value}\b", row) for value in values(setting))


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.name)
def test_the_help_and_the_guide_name_a_preset(preset: Preset) -> None:
    assert f"- `{preset.name}`:" in PAGES["options"].text
    assert f"| `{preset.name}` |" in GUIDE.read_text("utf-8")


@pytest.mark.parametrize("kind", GAME.actions, ids=lambda kind: kind.kind)
def test_the_help_names_the_command_for_everything_a_player_can_do(kind: type[Action]) -> None:
    command = "/game resign" if kind is Resign else f"/{GAME.command} {kind.command()}"
    assert (f"`{command}`" in PAGES["commands"].text) == kind.by_players


def test_the_designer_and_the_licence_are_named() -> None:
    for text in (PAGES["credit"].text, GUIDE.read_text("utf-8")):
        assert "Roger Meertens" in text
        assert "2009" in text
        assert "GNU Free Documentation License" in text


def test_the_guide_shows_no_picture_that_does_not_exist() -> None:
    shown_pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", GUIDE.read_text("utf-8"))
    assert all((GUIDE.parent / picture).is_file() for picture in shown_pictures)


def values(setting: Setting) -> list[str]:
    """What may be chosen, as players type it."""
    return list(setting.values) or [str(setting.low), str(setting.high)]
