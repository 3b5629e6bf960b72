"""The texts of a race for players: the commentator's sentences, the pages of help, and the guide."""

from collections.abc import Mapping

import pytest

from rules.engine.event import Event, told_together
from rules.port_flower import GAME
from rules.port_flower.board import PORT
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
    StayedAshore,
    TurnEnded,
    TurnLost,
    TurnSkipped,
    TurnStarted,
)
from tests.texts import LAWS, LONGEST_NAME, Law, Played, Texts, filled, name_of, story_of


def rolled(north: int, east: int, south: int, west: int, *, reroll: bool = False) -> DiceRolled:
    return DiceRolled(seat=3, N=north, E=east, S=south, W=west, reroll=reroll)


# An event for each key of the narration, with the longest values.
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
    "stayed_ashore": StayedAshore(seat=5, route="N0 E0 S0", at="P12"),
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
"""Events that other events' sentences cover."""

# The gaps that every sentence must have, because spectators may not see the picture.
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
    "stayed_ashore": {"seat", "route", "at"},
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


TEXTS = Texts(
    GAME,
    faces=FACES,
    told=TOLD,
    untold=UNTOLD,
    frequent=dict.fromkeys(("turn_started", "dice_rolled", "boat_moved", "shark_moved"), 6),
    games={
        "as published": Played(4, {}, 200),
        "towed and ashore": Played(
            4, {"boat_meets_shark": "towed", "escape": True, "sharks": 4, "board": "ring"}, 200
        ),
        "wild": Played(
            4,
            {"dice_split": "both_sharks", "shark_finishes": True, "repellent": "coin", "round_limit": 10},
            200,
        ),
        "own course": Played(
            4, {"layout": "players", "islands": 10, "comeback": "choose", "reroll_when_stuck": True}, 200
        ),
    },
)
LINES, PAGES = TEXTS.lines, TEXTS.pages


def test_a_boat_that_stays_on_its_island_does_not_land_again() -> None:
    ashore = Landed(seat=1, at="E5")
    stays = BoatMoved(seat=1, route="W0", path=("E5",))
    assert told_together([stays, ashore]) == [StayedAshore(seat=1, route="W0", at="E5")]
    comes = BoatMoved(seat=1, route="N2 W1", path=("F3", "F4", "F5", "E5"))
    assert told_together([comes, ashore]) == [comes, ashore]


@pytest.mark.parametrize("law", LAWS, ids=name_of)
def test_the_texts_obey(law: Law) -> None:
    law(TEXTS)


@pytest.mark.parametrize("key", [key for key in LINES if key.startswith("dice_rolled")])
def test_a_roll_is_told_as_players_write_it(key: str) -> None:
    for line in LINES[key]:
        assert "`N4 E2 S0 W3`" in filled(line, story_of(rolled(4, 2, 0, 3)))


def test_a_turn_begins_in_few_words() -> None:
    story = story_of(TurnStarted(seat=5, round=100))
    assert all(
        len(filled(line, story, "Snowflake")) - len(LONGEST_NAME) <= 40 for line in LINES["turn_started"]
    )


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


def test_the_designer_and_the_licence_are_named() -> None:
    for text in (PAGES["credit-and-licence"].text, TEXTS.guide.read_text("utf-8")):
        assert "Roger Meertens" in text
        assert "2009" in text
        assert "GNU Free Documentation License" in text
