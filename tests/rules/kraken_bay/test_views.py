"""Onlookers' views: everything that a picture needs, and the newest events as traces."""

from pydantic import JsonValue

from rules.engine.event import TurnBegan, told_together
from rules.kraken_bay import GAME
from rules.kraken_bay.events import CargoDropped, Drifted, Met, ShotFired, TentacleRose, TimePassed, Whirlpool
from rules.kraken_bay.finish import account
from rules.kraken_bay.shown import caption
from rules.kraken_bay.shown.traces import (
    AnyTrace,
    Blast,
    BombTrace,
    Bump,
    DriftTrace,
    FuseTrace,
    Loss,
    SailTrace,
    ShotTrace,
    TowTrace,
)
from tests.rules.kraken_bay.table import Table

NAMES = {1: "Ann", 2: "Bea", 3: "Cid"}
SAILING: dict[str, JsonValue] = {"rolled": "move", "move_left": 4}


def test_ships_stand_in_turn_order_with_all_that_they_hold() -> None:
    table = Table({"pirate": {"at": "G4", "ration": 0}, "captain": {"tow": "supply", "chained": True}})
    pirate, captain = table.view().ships
    assert (pirate.id, pirate.seat, pirate.hungry, pirate.active, pirate.danger) == (
        "pirate",
        2,
        True,
        True,
        True,
    )
    assert (captain.id, captain.at, captain.tow, captain.chained) == ("captain", "A12", "supply", True)
    assert (pirate.ahead, pirate.drifts_to, captain.drifts_to) == ("G6", "MOUTH", "C8")
    assert (pirate.score, captain.score) == (15, 15)


def test_strays_say_who_tows_or_saved_them() -> None:
    table = Table({"pirate": {"saved": ["cruise"]}, "captain": {"tow": "supply"}})
    strays = {stray.id: (stray.status, stray.by, stray.enters) for stray in table.view().strays}
    assert strays["supply"] == ("towed", "captain", 9)
    assert strays["cruise"] == ("saved", "pirate", 7)
    assert strays["container"] == ("waiting", None, 13)


def test_only_who_is_choosing_sees_steps_courses_and_targets() -> None:
    table = Table({"captain": {"at": "F3"}, "pirate": {"at": "G4"}}, SAILING, tentacles=["E4"])
    assert (table.view().steps, table.view().courses, table.view().targets) == ({}, {}, [])
    seen = GAME.view_to_choose(table.state, 1)
    assert seen.steps == {"a": "F4", "o": "E4"}
    assert seen.courses["E5"] == "ao"
    assert [target.name for target in seen.targets] == ["pirate", "E4"]
    assert GAME.view_to_choose(table.state, 2).steps == {}


def test_after_the_last_round_no_ship_is_in_danger() -> None:
    table = Table({"captain": {"at": "G4"}}, time=1)
    assert (table.view().ships[0].danger, table.view().ships[0].drifts_to) == (False, None)


def test_steps_of_a_ship_are_one_trace_with_all_that_befell_it() -> None:
    table = Table({"captain": {"at": "C3"}}, SAILING, tentacles=["C5"], chits={"C4": "treasure"})
    table.does("sail a")
    table.does("sail a", cargo=(1, 6), scatter=1, scatter_=1)
    (trace,) = table.view().traces
    assert isinstance(trace, SailTrace)
    assert trace.path == ["C3", "C4", "C5"]
    assert trace.bumps == [Bump(kind="tentacle", at="C5")]
    assert [loss.type for loss in trace.losses] == ["ration", "treasure"]
    assert trace.taken == [Loss(owner="captain", type="treasure", at="C4")]


def test_smoke_ends_a_trace_and_the_next_step_begins_another() -> None:
    smoke: JsonValue = {"C4": {"kind": "smoke", "owner": "houseboat", "fused": False, "number": 1}}
    table = Table({"captain": {"at": "C3"}, "houseboat": {"at": "E9"}}, SAILING, bombs=smoke, dropped=1)
    table.does("sail a", smoke_lane=1, smoke_hour=(4, 5))
    table.does("sail a")
    blown, further = table.view().traces
    assert isinstance(blown, SailTrace)
    assert blown.blown == Blast(unit="captain", start="C4", to="A9")
    assert isinstance(further, SailTrace)
    assert further.path == ["A9", "A10"]


def test_a_shot_is_traced_with_what_it_cost_or_raised() -> None:
    table = Table({"fisherman": {"at": "G4"}, "captain": {"at": "F3"}})
    table.does("attack captain", attack=5, cargo=(1, 1))
    table.does("attack kraken", attack=6)
    first, second = table.view().traces
    assert isinstance(first, ShotTrace)
    assert (first.start, first.at, first.hit, len(first.losses)) == ("G4", "F3", True, 2)
    assert isinstance(second, ShotTrace)
    assert (second.at, second.damage, len(second.risen)) == ("MOUTH", 2, 2)


def test_a_tow_is_traced() -> None:
    table = Table({"captain": {"at": "A12"}}, strays=_strays(supply="A12"))
    table.does("tow")
    assert table.view().traces == [TowTrace(ship="captain", seat=1, tow="supply", at="A12", saved=True)]


def test_the_whirlpool_is_traced_after_the_turn_before_it() -> None:
    barrel: JsonValue = {"C9": {"kind": "barrel", "owner": "fisherman", "fused": True, "number": 1}}
    table = Table(
        {"captain": {"at": "A11"}, "fisherman": {"at": "H4"}},
        {"rolled": "move", "move_left": 1, "actions_used": 2},
        tentacles=["C9"], bombs=barrel, dropped=1, strays=_strays(supply="F9"),
        order=["fisherman", "captain"],
    )  # fmt: skip
    table.does("sail a")
    sailed, fuse, *drifts = table.view().traces
    assert isinstance(sailed, SailTrace)
    assert fuse == FuseTrace(bomb="barrel", at="C9", killed=True)
    assert [(trace.unit, trace.to, trace.eaten) for trace in drifts if isinstance(trace, DriftTrace)] == [
        ("fisherman", "MOUTH", True), ("supply", "H2", False), ("captain", "C8", False),
    ]  # fmt: skip


def test_the_next_turn_wipes_the_traces_once_it_does_something() -> None:
    table = Table(
        {"captain": {"at": "A11"}, "pirate": {}}, {"rolled": "move", "move_left": 1, "actions_used": 2}
    )
    table.does("sail a")
    before = table.view().traces
    table.does("roll", move=(1, 1))
    assert table.view().traces == before
    table.does("sail a")
    (trace,) = table.view().traces
    assert isinstance(trace, SailTrace)
    assert trace.ship == "pirate"


def test_the_ways_of_earlier_turns_stay_without_their_shots() -> None:
    table = Table(
        {"captain": {"at": "A11"}, "pirate": {"at": "D6"}}, {"rolled": "move", "move_left": 1},
        tentacles=["A12"],
    )  # fmt: skip
    table.does("attack A12", attack=6)
    table.does("sail a")
    told = [*table.told, TurnBegan()]
    assert GAME.view(table.state, None, told).traces == table.view().traces
    table.told.clear()
    table.does("roll", move=(1, 2))
    table.does("sail a")
    seen = GAME.view(table.state, None, [*told, *table.told])
    assert [trace.act for trace in seen.traces] == ["sail"]
    assert [(trace.act, getattr(trace, "path", None)) for trace in seen.earlier] == [("sail", ["A11", "A12"])]
    assert seen.dice == [1, 2]
    assert GAME.view(table.state, None, told).dice == []


def test_the_board_in_words_names_ships_tentacles_and_what_floats() -> None:
    table = Table({"captain": {"at": "C3"}, "pirate": {}}, tentacles=["C5"], chits={"C4": "treasure"})
    told = GAME.describe(table.view(), NAMES)
    assert "Captain (Ann): 15 points, C3, 5 crew, 3 rations, 5 treasure." in told
    assert "Tentacles C5." in told
    assert "Afloat: treasure C4." in told


def test_the_board_in_words_counts_as_people_do_and_warns_of_the_mouth() -> None:
    ships: dict[str, JsonValue] = {
        "captain": {"at": "G4", "ration": 1, "trophies": 1, "saved": ["cruise"]},
        "pirate": {"ration": 0, "tow": "supply", "chained": True},
    }
    told = GAME.describe(Table(ships, SAILING).view(), NAMES)
    assert (
        "Captain (Ann): 19 points, G4, 5 crew, 1 ration, 5 treasure, 1 tentacle, saved the cruise ship."
        in told
    )
    assert "Pirate (Bea): 15 points, A4, 5 crew, hungry, 5 treasure, tows the supply ship, chained." in told
    assert "From G4 the whirlpool draws the Captain into the kraken’s mouth." in told


def test_what_can_be_hit_is_said_in_words() -> None:
    table = Table({"captain": {"at": "G4"}, "pirate": {"at": "F3"}}, SAILING, tentacles=["F5"])
    told = GAME.reach(GAME.view_to_choose(table.state, 1))
    assert "It can hit the Pirate at F3, the tentacle at F5, the kraken." in told


def _strays(**adrift: str) -> dict[str, JsonValue]:
    everybody: dict[str, JsonValue] = {name: {} for name in ("container", "plague", "supply", "cruise")}
    return everybody | {name: {"status": "adrift", "at": at} for name, at in adrift.items()}


def test_only_a_ship_that_still_sails_is_home_in_the_end() -> None:
    view = Table({"captain": {}}).view()
    over = view.model_copy(update={"phase": "over", "ranking": [[1]], "picked": {1: "captain"}})
    eaten = [ship.model_copy(update={"status": "eaten"}) for ship in over.ships]
    assert caption.title(over, NAMES) == "Ann is home"
    assert caption.title(over.model_copy(update={"ships": eaten}), NAMES) == "Ann is lost with all hands"


def short(told: str) -> bool:
    """Return whether a text fits on the picture."""
    return len(told) <= 112


def test_the_line_on_the_picture_counts_where_it_has_no_room_and_so_ends_with_a_whole_sentence() -> None:
    table = Table({"fisherman": {"at": "F10", "tow": "container"}, "captain": {"at": "D5"}}, SAILING)
    bombs = [
        BombTrace(ship="fisherman", seat=2, bomb="barrel", start="A4", at=at, fused=False)
        for at in ("A3", "A2")
    ]
    shots = [
        ShotTrace(
            ship="fisherman",
            seat=2,
            target="captain",
            start="A4",
            at="B4",
            weapon="gun",
            rolls=[9],
            need=5,
            hit=hit,
        )
        for hit in (True, False)
    ]
    view = table.view().model_copy(
        update={"traces": [SailTrace(ship="fisherman", seat=2, path=["F10", "A4"]), *bombs, *shots]}
    )
    assert caption.tale(view, NAMES, lambda told: len(told) <= 100) == (
        "Bea sailed F10 to A4, dropped barrels at A3 and A2 and hit Ann with one of two shots."
    )
    assert (
        caption.tale(view, NAMES, lambda told: len(told) <= 70)
        == "Bea sailed to A4, dropped barrels at A3 and A2 and hit Ann."
    )


def test_where_the_kraken_eats_many_the_line_on_the_picture_counts_them() -> None:
    view = Table({"captain": {}}).view()
    eaten = [
        DriftTrace(unit=unit, path=["G4", "H2"], to="MOUTH", held=False, eaten=True)
        for unit in ("captain", "pirate", "container")
    ]
    told = caption.tale(view.model_copy(update={"traces": eaten[:2]}), NAMES, short)
    assert told == "The whirlpool took 2 ships; the kraken ate Ann and the Pirate."
    told = caption.tale(view.model_copy(update={"traces": eaten}), NAMES, short)
    assert told == "The whirlpool took 3 ships; the kraken ate 3 of them."


def test_the_tale_of_a_turn_tells_all_of_it_with_the_dice_where_there_is_room() -> None:
    table = Table(
        {"captain": {"at": "A11"}, "pirate": {"at": "C2"}}, {"rolled": "move", "move_left": 5},
        chits={"B1": "ration"}, tentacles=["A12"],
    )  # fmt: skip
    table.does("attack A12", attack=3)
    table.does("sail a", cargo=(1, 1), scatter=1, scatter_=1)
    assert caption.tale(table.view(), NAMES, short) == (
        "Ann missed the tentacle at A12 (3, needs 6) "
        "and sailed A11 to A12 through a tentacle at A12 (lost 2 rations)."
    )
    table.does("sail i")
    table.does("attack pirate", attack=6, cargo=(1, 1), scatter=1, scatter_=1)
    table.does("sail a")
    told = caption.tale(table.view(), NAMES, short)
    assert told == (
        "Ann sailed A11 to B2 through a tentacle (lost 2 rations), took a ration, hit Bea "
        "and missed the tentacle at A12."
    )


def test_a_line_about_a_turn_counts_where_it_has_no_room_and_names_the_players_that_were_hit() -> None:
    table = Table(
        {"captain": {"at": "A11"}, "pirate": {"at": "C2"}}, {"rolled": "move", "move_left": 5},
        chits={"B1": "ration"}, tentacles=["A12"],
    )  # fmt: skip
    table.does("attack A12", attack=3)
    assert GAME.tale(table.view(), NAMES) == "Ann missed the tentacle at A12."
    table.does("sail a", cargo=(1, 1), scatter=1, scatter_=1)
    assert GAME.tale(table.view(), NAMES) == "Ann sailed to A12 (lost 2 rations)."
    table.does("sail i")
    table.does("attack pirate", attack=6, cargo=(1, 1), scatter=1, scatter_=1)
    told = "Ann sailed to B1 (lost 2 rations), took a ration and hit Bea (lost 2 rations)."
    assert GAME.tale(table.view(), NAMES) == told


def test_a_line_about_a_turn_says_what_its_shots_cost_players_and_no_others() -> None:
    table = Table({"captain": {"at": "A11"}, "pirate": {"at": "B12"}}, {"rolled": "move", "move_left": 5})
    table.does("attack pirate", attack=1)
    assert GAME.tale(table.view(), NAMES) == "Ann missed Bea."
    table.does("attack pirate", attack=6, cargo=(1, 3), scatter=1, scatter_=1)
    assert GAME.tale(table.view(), NAMES) == "Ann hit Bea (lost 2 items) and missed once."


def test_a_line_about_a_turn_tells_of_the_whirlpool_only_where_it_ate_somebody_or_nothing_else_happened() -> (
    None
):
    sail = SailTrace(ship="captain", seat=1, path=["G2", "G4"])
    drift = DriftTrace(unit="captain", path=["G4", "G2"], to="G2", held=True, eaten=False)
    eaten = DriftTrace(unit="captain", path=["G4", "H2"], to="MOUTH", held=False, eaten=True)
    view = Table({"captain": {}}).view()

    def line(*traces: AnyTrace) -> str:
        return GAME.tale(view.model_copy(update={"traces": [*traces]}), NAMES)

    assert line(sail, drift) == "Ann sailed G2 to G4."
    assert line(drift) == "The whirlpool took 1 ship."
    assert line(sail, eaten) == "Ann sailed to G4. The whirlpool took 1 ship; the kraken ate Ann."


def test_a_line_about_a_turn_that_brings_a_tow_home_does_not_say_that_it_was_taken_in_tow() -> None:
    view = Table({"captain": {}}).view()
    tow = TowTrace(ship="captain", seat=1, tow="cruise", at="A10")
    home = SailTrace(ship="captain", seat=1, path=["A10", "A11", "A12"], saved="cruise")
    drift = DriftTrace(unit="cruise", path=["G4", "G2"], to="G2", held=True, eaten=False)

    def line(*traces: AnyTrace) -> str:
        return GAME.tale(view.model_copy(update={"traces": [*traces]}), NAMES)

    assert line(tow, home, drift) == "Ann sailed to A12 and brought the cruise ship home."
    other = TowTrace(ship="captain", seat=1, tow="supply", at="A12")
    assert line(home, other, drift).endswith("brought the cruise ship home and took the supply ship in tow.")


def test_before_anything_has_happened_there_is_no_tale() -> None:
    assert GAME.tale(Table({"captain": {}}).view(), NAMES) == ""


def test_what_is_told_of_a_ship_or_its_tow_befalls_its_player() -> None:
    table = Table({"captain": {"at": "C7"}, "pirate": {"at": "B2"}}, SAILING)
    assert GAME.befalls(table.state, CargoDropped(owner="pirate", type="crew", at="B3")) == (2,)
    shot = ShotFired(
        ship="captain", seat=1, target="pirate", weapon="gun", roll=6, need=5, hit=True, start="C7", at="B2"
    )
    assert GAME.befalls(table.state, shot) == (1, 2)
    of_old = {"event": "cargo_dropped", "owner": "plague", "type": "plague", "at": "B3"}
    assert GAME.befalls(table.state, GAME.load_event(of_old)) == ()
    of_tow = CargoDropped(owner="plague", type="plague", at="B3", tower="pirate")
    assert GAME.befalls(table.state, of_tow) == (2,)
    assert GAME.befalls(table.state, TentacleRose(at="B3")) == ()


def test_a_hit_on_a_tow_befalls_who_towed_it_then_also_when_it_has_another_tower() -> None:
    ships: dict[str, JsonValue] = {
        "captain": {"at": "C7"},
        "pirate": {"at": "C6", "tow": "supply"},
        "merchant": {"at": "B2"},
    }
    table = Table(ships, SAILING)
    shot, *lost = table.does("attack supply", attack=6)
    table.state.ships["pirate"].tow, table.state.ships["merchant"].tow = None, "supply"
    assert [GAME.befalls(table.state, one) for one in (shot, *lost)] == [(1, 2), (2,), (2,)]
    assert [GAME.befalls(table.state, one) for one in told_together([shot, *lost])] == [(1, 2)]
    assert [GAME.befalls(table.state, one) for one in told_together(lost)] == [(2,)]


def test_of_a_whirlpool_its_player_is_told_what_it_did_to_their_ship() -> None:
    table = Table({"captain": {"at": "C7"}, "pirate": {"at": "B2", "tow": "plague"}}, SAILING)
    drifts = [
        Drifted(unit=unit, start="A3", to="B2", path=("B2",), held=False) for unit in ("captain", "pirate")
    ]
    met = [
        Met(unit="captain", what="tentacle at B2"),
        Met(unit="plague", what="a case of plague to B3", tower="pirate"),
        Met(unit="cruise", what="tentacle at B5"),
    ]
    whirlpool = Whirlpool(time=9, round=7, newcomer="supply", drifts=drifts, met=met)
    own = GAME.share(table.state, whirlpool, 2)
    assert isinstance(own, Whirlpool)
    assert [one.unit for one in own.drifts] == ["pirate"]
    assert [one.unit for one in own.met] == ["plague"]
    assert (own.newcomer, own.round) == (None, 7)
    ended = TimePassed(time=0)
    assert GAME.share(table.state, ended, 2) is ended


def test_a_place_rests_on_points_that_say_where_they_come_from() -> None:
    ships: dict[str, JsonValue] = {
        "captain": {
            "at": "A12",
            "crew": 3,
            "treasure": 2,
            "trophies": 1,
            "saved": ["cruise"],
            "slayer": True,
        },
        "pirate": {"at": None, "status": "eaten", "left": 4, "trophies": 2},
        "merchant": {"at": "A6", "crew": 5, "treasure": 6},
    }
    state = Table(ships).state
    captain, pirate, merchant = (account(state, seat) for seat in (1, 2, 3))
    assert captain.merits[0].told == "17 points"
    assert [*captain.parts] == [
        "6 for 3 crew", "2 for treasure", "1 for tentacles", "3 for 1 ship saved", "5 for the kraken",
    ]  # fmt: skip
    assert [merit.told for merit in pirate.merits] == ["eaten in round 4, 2 points"]
    assert merchant.merits[0].amount == 16


def test_a_game_whose_last_turn_did_nothing_has_a_line_on_its_picture_all_the_same() -> None:
    view = (
        Table({"captain": {}}).view().model_copy(update={"phase": "over", "ranking": [[1]], "stopped": False})
    )
    assert not view.traces
    assert caption.tale(view, NAMES, short) == "The bay lies calm again."


def test_what_a_drifting_ship_runs_into_belongs_to_its_drift() -> None:
    table = Table(
        {"captain": {"at": "A11"}, "fisherman": {"at": "F4"}},
        {"rolled": "move", "move_left": 1, "actions_used": 2},
        tentacles=["B9"], order=["fisherman", "captain"],
    )  # fmt: skip
    table.does("sail a", cargo=(1, 6), scatter=1, scatter_=1)
    _, other, own = table.view().traces
    assert isinstance(other, DriftTrace)
    assert (other.bumps, other.losses) == ([], [])
    assert isinstance(own, DriftTrace)
    assert own.bumps == [Bump(kind="tentacle", at="B9")]
    assert [loss.type for loss in own.losses] == ["ration", "treasure"]
