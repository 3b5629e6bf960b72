"""The texts of a game for players: the narration, the guide, and the lessons."""

import re
from collections import Counter
from typing import Any

import pytest

from rules.engine.event import Event, SeatName, told_together
from rules.kraken_bay import GAME
from rules.kraken_bay.board import Character
from rules.kraken_bay.events import (
    MOST_DRIFTS,
    BlownAway,
    CargoCollected,
    CargoDropped,
    CargoLost,
    CargoSunk,
    CourseCut,
    CourseSailed,
    Drifted,
    KrakenHurt,
    MovementRolled,
    NothingLost,
    OffcourseEntered,
    RationEaten,
    Relocated,
    RoundStarted,
    Sailed,
    SecondaryShot,
    ShipEaten,
    ShotFired,
    ShotTold,
    SmokeHit,
    TentacleHit,
    TentacleKilled,
    TentacleRose,
    TimePassed,
    TurnedAbout,
    TurnEnded,
    Whirlpool,
)
from rules.kraken_bay.tables import CARDS, STRAY_CARDS, STRAYS, Chit, Stray
from tests.texts import LAWS, Law, Played, Texts, filled, happenings, name_of, story_of

FIELDS: dict[str, Any] = {
    "spaces": ["A9", "C7"], "tentacles": ["F11", "F12"], "lost": ["a treasure to F12"] * 2,
    "taken": ["a treasure at F12"] * 2, "ships": ["houseboat", "fisherman"], "second": 0,
    "pieces": ["a treasure to F12"] * 2,
    "options": {}, "seats": 6, "seat": 6, "character": "houseboat", "ship": "houseboat", "at": "F12",
    "round": 15, "time": 14, "dice": (6, 6), "bonus": 6, "chained": True, "move": 12, "start": "F11",
    "to": "F12", "step": "a", "heading": -1, "left": 11, "auto": False, "target": "container",
    "weapon": "gun", "roll": 10, "need": 6, "hit": True, "by": "houseboat", "owner": "houseboat",
    "type": "treasure", "reason": "supply", "crew_lost": 10, "unit": "container", "damage": 2, "health": 13,
    "bomb": "barrel", "fused": False, "tow": "container", "move_left": 10, "rescued": "container",
    "name": "container", "path": ("F11", "F12"), "held": False,
}  # fmt: skip
"""The longest value of every field of an event."""


IN_THE_WATER: dict[Chit, str] = {
    "crew": "crew",
    "ration": "rations",
    "treasure": "treasure",
    "plague": "plague",
}


def ranked(reason: str, *statuses: str) -> dict[str, object]:
    ranking = [
        {"place": place, "seat": place, "ship": "houseboat", "score": 40 - place, "status": status}
        for place, status in enumerate(statuses, 1)
    ]
    return {"reason": reason, "ranking": ranking}


def drifted(unit: str, start: str = "F11", to: str = "F12", path: tuple[str, ...] = ("F12",)) -> Drifted:
    return Drifted.model_validate({"unit": unit, "start": start, "to": to, "path": path, "held": False})


def sailed(start: str, to: str, ship: str = "merchant", seat: int = 1) -> Sailed:
    return Sailed.model_validate({"ship": ship, "seat": seat, "start": start, "to": to, "step": "a"})


def rolled() -> MovementRolled:
    return MovementRolled(ship="merchant", seat=1, dice=(3, 1), bonus=0, chained=False, move=4)


def shot(target: str = "C7", at: str = "A6", roll: int = 6) -> ShotFired:
    return ShotFired(
        ship="merchant", seat=1, target=target, weapon="gun", roll=roll, need=5, hit=roll >= 5, start="A5",
        at=at,
    )  # fmt: skip


WAY = ["A10", "A11", "A12", "B10", "B11", "B12", "C10", "C11", "C12", "D10", "D11", "D12", "E10"]
"""The longest course with two dice."""

ROLLED = {
    "ship": "houseboat", "seat": 6, "dice": (6, 6), "bonus": 0, "chained": False, "move": 12
}  # fmt: skip

DRIFTS = [drifted(unit) for unit in (*STRAYS, "houseboat")]
"""The maximum number of drifts in one line, with the longest titles."""

TWO_SHOTS: list[dict[str, object]] = [
    {"second": 6, "hit": False},
    {"second": 6, "hit": True},
    {"second": 6, "hit": True, "trophy": True},
]

FACES_OF: dict[str, list[dict[str, object]]] = {
    "shot": [{}, {"hit": False}],
    "secondary_shot": [{}, {"hit": False}],
    "cargo_dropped": [{"owner": "container"}],
    "cargo_sunk": [{"owner": "container"}],
    "tentacle_killed": [{}, {"weapon": "barrel"}, {"weapon": "barrel", "by": None}],
    "bomb_dropped": [{}, {"fused": True}, {"bomb": "smoke"}, {"bomb": "smoke", "fused": True}],
    "bomb_armed": [{}, {"bomb": "smoke"}],
    "bomb_went_off": [{}, {"bomb": "smoke"}],
    "plague_struck": [{}, {"crew_lost": 0}],
    "time_passed": [{}, {"time": 0}],
    "drifted": [{}, {"to": "MOUTH"}, {"to": "F11", "path": (), "held": True}, {"to": "A2"}],
    "course_sailed": [{"spaces": WAY, "rolled": ROLLED}],
    "shot_told": [{"trophy": True}, *TWO_SHOTS],
    "whirlpool": [{"drifts": DRIFTS}, {"drifts": DRIFTS, "time": 0}],
    "ship_resigned": [{}, {"round": 0, "ship": None}],
    "game_over": [
        *(ranked(reason, "in", "eaten") for reason in ("kraken", "time", "last_ship")),
        ranked("time", "in"),
        ranked("last_ship", "eaten"),
    ],
}
"""Examples of the kinds of events that have several stories."""


def faces() -> dict[str, Event]:
    """Return an event for every key of the narration."""
    found: dict[str, Event] = {}
    for kind in GAME.events:
        for changes in FACES_OF.get(kind.kind, [{}]):
            values = {name: FIELDS[name] for name in kind.model_fields if name in FIELDS} | changes
            event = kind.model_validate(values)
            if event.story() is not None:
                found[story_of(event).key] = event
    return found


TEXTS = Texts(
    GAME,
    faces=faces(),
    told={
        "sailed": {"ship", "course"},
        "rolled_and_sailed": {"ship", "dice", "course"},
        "whirlpool": {"when", "drifts"},
        "whirlpool_goes_on": {"drifts"},
        "blown_away": {"unit", "owner", "at", "to"},
        "tentacles_placed": {"where"},
        "movement_rolled": {"ship", "move"},
        "shot_hit": {"ship", "target", "roll", "need"},
        "shot_missed": {"ship", "target", "roll", "need"},
        "shot_killed": {"ship", "target", "roll", "need"},
        "two_shots_hit": {"ship", "target", "roll", "second", "need"},
        "two_shots_killed": {"ship", "target", "roll", "second", "need"},
        "two_shots_missed": {"ship", "target", "roll", "second", "need"},
        "cargo_dropped": {"type", "at"},
        "drifted": {"unit", "to"},
    },
    frequent={
        "sailed": 14,
        "rolled_and_sailed": 10,
        "drifted": 10,
        "whirlpool": 5,
        "cargo_dropped": 12,
        "cargo_collected": 8,
        "turn_started": 8,
        "movement_rolled": 8,
        "shot_hit": 8,
        "shot_missed": 12,
        "shot_killed": 8,
        "turn_ended": 6,
        "tentacle_hit": 6,
        "tentacle_killed_gun": 6,
        "tentacle_rose": 5,
        "kraken_hurt": 5,
        "round_started": 5,
        "time_passed": 5,
    },
    games={
        "as published": Played(4, {}, 60),
        "bombs to all sides": Played(6, {"bomb_side": "any", "ration_upkeep": 2}, 60),
        "alone": Played(1, {"length": "short"}, 20),
    },
)


@pytest.mark.parametrize("law", LAWS, ids=name_of)
def test_the_texts_obey(law: Law) -> None:
    law(TEXTS)


AS_PROGRAMS_WRITE: dict[str, list[dict[str, object]]] = {
    "drifted": [{"start": "G4", "to": "MOUTH", "path": ("G2", "MOUTH")}],
    "shot": [{"target": "kraken", "at": "MOUTH"}],
    "plague_struck": [{"crew_lost": 0}, {"crew_lost": 1}],
    "time_passed": [{"time": 0}, {"time": 1}],
    "kraken_hurt": [{"damage": 1, "health": 1}],
}
"""Values that are difficult for a sentence."""


def test_sentences_name_places_and_numbers_as_people_read_them() -> None:
    for kind in GAME.events:
        for changes in AS_PROGRAMS_WRITE.get(kind.kind, []):
            values = {name: FIELDS[name] for name in kind.model_fields if name in FIELDS} | changes
            story = story_of(kind.model_validate(values))
            for line in TEXTS.lines[story.key]:
                read = filled(line, story)
                assert not re.search(r"MOUTH|\b0\b|\b1 \w+ are\b", read), read


def test_spaces_stand_in_sentences_as_targets_do() -> None:
    # A target's name contains its space, and gaps can contain no markup.
    for _, line, told in TEXTS.filled():
        assert "`" not in told, line


def test_every_sentence_of_a_line_begins_with_a_capital_letter() -> None:
    for _, line, read in TEXTS.filled():
        assert not re.search(r"[.!?] [a-z]", read), line


def test_a_roll_tells_how_its_sum_comes_about() -> None:
    def effect(**changes: object) -> str:
        event = {"ship": "captain", "seat": 1, "dice": (4,), "bonus": 0, "chained": False, "move": 4}
        return story_of(MovementRolled.model_validate(event | changes)).effect

    assert effect(dice=(3, 1)) == ""
    assert effect(bonus=6, move=10) == "4 + 6 at tow speed: 10 movement"
    assert effect(dice=(3, 1), chained=True, move=2) == "3 + 1, less 2 for the chains: 2 movement"
    assert effect(bonus=6, chained=True, move=8) == "4 + 6 at tow speed, less 2 for the chains: 8 movement"


@pytest.mark.parametrize("name", CARDS)
def test_the_guide_tells_with_what_each_ship_shoots_and_tows(name: Character) -> None:
    card = CARDS[name]
    row = f"\n| {card.title} | {card.attack} | 1 die + {card.tow} | "
    assert row in TEXTS.guide.read_text("utf-8")


@pytest.mark.parametrize("name", STRAYS)
def test_the_guide_tells_how_each_off_course_ship_is_hit_and_what_it_drops(name: Stray) -> None:
    card = STRAY_CARDS[name]
    row = f"\n| the {card.title} | {card.defence} | it drops 2 {IN_THE_WATER[card.drops]} |"
    assert row in TEXTS.guide.read_text("utf-8")


def test_no_sentence_is_heard_too_often_in_a_whole_game() -> None:
    """If ships sail from space to space, no sentence is more than a fiftieth of the narration."""
    told = Counter(story_of(event).key for event in happenings(GAME, 6, {}) if event.story() is not None)
    told["sailed"] //= STEPS_TOLD_AS_ONE
    for key, times in told.items():
        assert times / len(TEXTS.lines[key]) <= told.total() / 50, key


STEPS_TOLD_AS_ONE = 3
"""The steps of a person's usual course, which share a sentence. Random ships sail single steps."""


def test_steps_of_one_ship_are_one_sentence_that_names_every_space() -> None:
    steps = [sailed("A5", "B5"), sailed("B5", "C5"), sailed("C5", "C6")]
    (told,) = told_together(steps)
    assert told == CourseSailed(ship="merchant", seat=1, spaces=["A5", "B5", "C5", "C6"])
    said = TEXTS.lines["sailed"][0]
    assert filled(said, story_of(told)).endswith(" sails from A5 by B5 and C5 to C6.")


def test_steps_with_something_between_them_or_of_two_ships_are_told_apart() -> None:
    between = TurnEnded(ship="merchant", seat=1, auto=False)
    apart = [sailed("A5", "B5"), between, sailed("C5", "C6", "captain", 2)]
    assert told_together(apart) == [apart[0], apart[2]]
    jump = [sailed("A5", "B5"), sailed("B6", "C6")]
    assert told_together(jump) == jump


def test_a_roll_and_the_way_sailed_with_it_are_one_sentence() -> None:
    (told,) = told_together([rolled(), sailed("A5", "B5"), sailed("B5", "B6")])
    assert isinstance(told, CourseSailed)
    story = story_of(told)
    assert (story.key, story.gaps["dice"], story.gaps["course"]) == (
        "rolled_and_sailed", "3, 1", "A5 by B5 to B6"
    )  # fmt: skip
    assert story.signs == {"dice": ("die_3", "die_1")}
    assert told_together([rolled(), sailed("A5", "B5", "captain", 2)])[0] == rolled()


def test_the_end_of_a_turn_needs_words_only_where_nothing_else_was_told_of_it() -> None:
    end = TurnEnded(ship="merchant", seat=1, auto=False)
    assert told_together([rolled(), end]) == [rolled()]
    assert [event.kind for event in told_together([shot(), end])] == ["shot"]
    assert told_together([end]) == [end]


def test_a_turn_about_is_told_with_its_step() -> None:
    about = TurnedAbout(ship="explorer", seat=1, heading=-1)
    steps = [sailed("A5", "B5", "explorer"), about, sailed("B5", "C5", "explorer")]
    (told,) = told_together(steps)
    assert isinstance(told, CourseSailed)
    assert (told.spaces, told.effect()) == (["A5", "B5", "C5"], "Turned about at B5")


def test_a_round_ends_in_one_sentence_with_all_that_the_whirlpool_draws_along_and_what_that_costs() -> None:
    (told,) = told_together(
        [
            TimePassed(time=13),
            OffcourseEntered(name="container"),
            TentacleHit(unit="captain", at="C2"),
            CargoDropped(owner="captain", type="crew", at="B3"),
            CargoSunk(owner="captain", type="treasure", reason="supply"),
            drifted("captain", "B3", "C2", ("C2",)),
            drifted("pirate", "G4", "MOUTH", ("G2",)),
            drifted("fisherman", "F5", "F5", ()),
            SmokeHit(unit="merchant", at="D6", owner="houseboat"),
            Relocated(unit="merchant", start="D6", to="A2"),
            drifted("merchant", "D7", "A2", ("D6",)),
            RoundStarted(round=3, time=13),
        ]
    )
    story = story_of(told)
    said = filled(TEXTS.lines["whirlpool"][0], story).split("\n")[0]
    assert said == (
        "🌀 Time 13, round 3. The whirlpool draws the Captain (B3 to C2), the Pirate (G4 into the mouth), "
        "the Fisherman (no room, stays at F5) and the Merchant (D7, blown to A2)."
    )
    assert story.effect == (
        "The container ship comes into the bay at A1; the Captain: tentacle at C2, a sailor to B3, "
        "a treasure for good; the Merchant: smoke of the House Boat at D6, out of it at A2"
    )


def test_what_the_kraken_eats_is_told_by_itself_and_the_whirlpool_goes_on() -> None:
    eaten = drifted("captain", "G4", "MOUTH", ("G2",))
    swallowed = ShipEaten(ship="captain", seat=1, round=2)
    drifts = [drifted("pirate"), drifted("merchant")]
    first, news, rest, following = told_together(
        [TimePassed(time=13), eaten, swallowed, *drifts, RoundStarted(round=3, time=13)]
    )
    assert isinstance(first, Whirlpool)
    assert news == swallowed
    assert rest == Whirlpool(drifts=drifts)
    assert story_of(rest).key == "whirlpool_goes_on"
    assert isinstance(following, RoundStarted)


def test_a_line_tells_of_no_more_drifts_than_it_holds() -> None:
    assert len(DRIFTS) == MOST_DRIFTS
    told = told_together([*DRIFTS, drifted("pirate")])
    assert told == [Whirlpool(drifts=DRIFTS), drifted("pirate")]


def test_what_a_hit_did_is_told_with_the_shot() -> None:
    (told,) = told_together([shot("C7", at="C7"), TentacleKilled(by="merchant", at="C7", weapon="gun")])
    assert story_of(told).key == "shot_killed"
    (told,) = told_together(
        [
            shot("captain"),
            CargoDropped(owner="captain", type="crew", at="B3"),
            NothingLost(owner="captain", type="ration"),
        ]
    )
    assert (story_of(told).key, story_of(told).effect) == (
        "shot_hit", "Overboard: a sailor to B3 and no ration (none aboard)"
    )  # fmt: skip
    hurt = KrakenHurt(by="merchant", seat=1, damage=2, health=9)
    (told,) = told_together([shot("kraken", at="MOUTH"), hurt, TentacleRose(at="B5"), TentacleRose(at="C9")])
    assert story_of(told).effect == "2 damage, 9 health left; a tentacle rises at B5 and C9"


def test_the_shots_of_both_guns_are_one_sentence() -> None:
    second = SecondaryShot(
        ship="merchant", seat=1, target="captain", roll=6, need=5, hit=True, start="A5", at="A6"
    )
    missed = shot("captain", roll=2)
    (told,) = told_together([missed, second, CargoDropped(owner="captain", type="crew", at="B3")])
    assert isinstance(told, ShotTold)
    assert (told.roll, told.second, story_of(told).key) == (2, 6, "two_shots_hit")
    assert told_together([shot("captain"), shot("captain")]) == [shot("captain"), shot("captain")]


def test_smoke_is_told_with_where_it_lets_a_ship_out_and_what_it_cut_off() -> None:
    (told,) = told_together(
        [
            SmokeHit(unit="merchant", at="D6", owner="houseboat"),
            Relocated(unit="merchant", start="D6", to="A2"),
            CourseCut(ship="merchant", seat=1, left=3),
        ]
    )
    assert told == BlownAway(unit="merchant", at="D6", owner="houseboat", to="A2", left=3)
    assert story_of(told).effect == "The rest of the course is lost: 3 movement left"


def test_all_that_eat_are_told_together() -> None:
    eaten = [RationEaten(ship=name, seat=1) for name in ("captain", "pirate")]
    (told,) = told_together(eaten)
    said = filled(TEXTS.lines["rations_eaten"][0], story_of(told))
    assert said == "🍞 The Captain and the Pirate eat a ration each."


def test_whoever_sails_a_ship_is_called_by_name() -> None:
    gaps = story_of(sailed("A5", "B5")).gaps
    assert isinstance(gaps["ship"], SeatName)
    assert isinstance(gaps["Ship"], SeatName)
    assert gaps["Ship_title"] == "The Merchant"


def test_what_a_way_cost_and_brought_is_told_with_it() -> None:
    (told,) = told_together(
        [
            sailed("A1", "A2"),
            TentacleHit(unit="merchant", at="A2"),
            CargoDropped(owner="merchant", type="crew", at="B3"),
            CargoDropped(owner="merchant", type="ration", at="A3"),
            sailed("A2", "A3"),
            CargoCollected(ship="merchant", seat=1, type="ration", at="A3"),
        ]
    )
    assert isinstance(told, CourseSailed)
    assert told.spaces == ["A1", "A2", "A3"]
    assert told.effect() == (
        "Tentacle at A2; overboard: a sailor to B3 and a ration to A3; aboard: a ration at A3"
    )


def test_what_others_lose_is_not_told_of_the_ship_that_sails() -> None:
    dropped = [CargoDropped(owner="pirate", type="crew", at=at) for at in ("B3", "B4")]
    way, lost = told_together([sailed("A1", "A2"), *dropped])
    assert isinstance(way, Sailed)
    assert isinstance(lost, CargoLost)
    assert lost.pieces == ["a sailor to B3", "a sailor to B4"]
