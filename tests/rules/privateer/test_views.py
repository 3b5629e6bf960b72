"""Onlookers' views: everything that a picture needs, and the same in words."""

from rules.engine.event import TurnBegan
from rules.privateer import GAME
from rules.privateer.events import PrizeScuttled, PrizeTaken, TerrainDrawn, TerrainPlaced, WindBlew
from rules.privateer.finish import account
from rules.privateer.shown.traces import SailTrace, ShotTrace, WeatherTrace
from tests.rules.privateer.table import Table, new_game

NAMES = {1: "Ann", 2: "Bea", 3: "Cid"}


def test_ships_carry_what_tells_them_apart() -> None:
    ships = "red1@G9 red2@E9 blue1@F6 green1@A7"
    table = Table(
        "red blue green",
        ships,
        "S3 S2 C4",
        taken="red1:S",
        gambit="blue:active",
        grudge=True,
        grudge_of="green",
    )
    seen = {ship.id: ship for ship in table.view().ships}
    assert [seen["red1"].letter, seen["red1"].number, seen["red1"].hex] == ["R", 1, "G9"]
    assert [ship.spent for ship in seen.values()] == ["S", "", None, None]
    assert [name for name, ship in seen.items() if ship.active] == ["red1", "red2"]
    assert [name for name, ship in seen.items() if ship.fogged] == ["blue1"]
    assert [name for name, ship in seen.items() if ship.grudge] == ["green1"]


def test_the_tray_keeps_spent_dice() -> None:
    table = Table("red blue", "red1@G9 red2@E9 blue1@A7", "S3 S2 C4 C2")
    table.does("fire 1 C4 N")
    tray = table.view().tray
    assert tray is not None
    assert (tray.sail, tray.cannon, tray.spent) == ([3, 2], [2], ["C4"])


def test_there_is_no_tray_before_the_roll() -> None:
    unrolled = Table("red blue", "red1@G9 blue1@A7").view().tray
    assert unrolled is not None
    assert (unrolled.to_roll, unrolled.sail, unrolled.cannon) == (2, [], [])


def test_fleets_stand_in_turn_order_with_gold_and_gambits() -> None:
    table = Table("green red blue", "green1@G9 red1@A7 blue1@M7", gambit="red:used", gold="blue:3")
    view = table.view()
    assert [fleet.colour for fleet in view.fleets] == ["red", "blue", "green"]
    assert [fleet.gambit_status for fleet in view.fleets] == ["used", "ready", "ready"]
    assert [(seat.seat, seat.gold) for seat in view.seats] == [(2, 0), (3, 3), (1, 0)]
    assert (view.turn_fleet, view.turn_seat, view.awaited, view.asked) == ("green", 1, [1], "roll")


def test_a_move_leaves_its_path_and_what_it_missed() -> None:
    table = Table("red blue", "red1@D8 red2@A9 blue1@F6 blue2@M6", "S4 S3 S3 C2", terrain="E7:reef")
    table.does("sail 1 S4 NE", "reef 3", "boarding 2 2", "boarding 5 1")
    table.does("prize take F5")
    (trace,) = table.view().traces
    assert isinstance(trace, SailTrace)
    assert (trace.path, trace.beyond) == (["D8", "E7", "F6"], ["G5", "H4"])
    assert [(sounding.hex, sounding.roll) for sounding in trace.reefs] == [("E7", 3)]
    assert trace.fight is not None
    assert trace.fight.rolls == [(2, 2), (5, 1)]
    assert (trace.fight.prize, trace.fight.new_ship, trace.fight.placed) == ("taken", "red3", "F5")


def test_a_shot_leaves_its_line_and_its_victims() -> None:
    table = Table("red blue", "red1@G9 red2@A9 blue1@G7 blue2@M6", "S3 S3 S3 C2")
    table.does("fire 1 C2 N")
    (trace,) = table.view().traces
    assert isinstance(trace, ShotTrace)
    assert (trace.start, trace.line, trace.result) == ("G9", ["G8", "G7"], "hit")
    assert [(sinking.ship, sinking.hex) for sinking in trace.sunk] == [("blue1", "G7")]


def test_the_wake_stays_until_the_next_turn_leaves_its_own() -> None:
    table = Table("red blue", "red1@G9 blue1@A7 blue2@A13", "S3 C2")
    table.does("fire 1 C2 N")
    table.does("sail 1 S3 N")
    assert [trace.act for trace in table.view().traces] == ["fire", "sail"]
    table.does("roll 0", "sail_die 2 2 2 2")
    assert len(table.view().traces) == 2
    table.does("sail 1 S2 SE")
    assert [trace.act for trace in table.view().traces] == ["sail"]
    assert [trace.act for trace in table.view().earlier] == ["fire", "sail"]


def test_a_mark_between_turns_parts_what_was_done_now_from_what_was_done_before() -> None:
    table = Table("red blue", "red1@G9 red2@A9 blue1@A7", "S3 C2 S2 S3")
    table.does("fire 1 C2 N")
    table.told.append(TurnBegan())
    table.does("sail 1 S3 N")
    assert [trace.act for trace in table.view().traces] == ["sail"]
    assert [trace.act for trace in table.view().earlier] == ["fire"]


def test_wind_and_prizes_befall_the_players_of_the_ships_that_they_name() -> None:
    table = Table("red blue green", "red1@D8 red2@A9 blue1@F6 blue2@M6 green1@G12", "S4 S3 S3 C2")
    wind = WindBlew(wind_from="N", drift="S", roll=2, moved=(("red1", "D8", "D10"),), lost=(("blue1", "F6"),))
    assert sorted(GAME.befalls(table.state, wind)) == [1, 2]
    taken = PrizeTaken(by="red1", seat=1, prize="blue1", new_ship="red3", hex="F5")
    assert sorted(GAME.befalls(table.state, taken)) == [1, 2]
    scuttled = PrizeScuttled(by="red1", seat=1, prize="merchant", hex="G7")
    assert [*GAME.befalls(table.state, scuttled)] == [1]


def test_a_drawn_tile_befalls_nobody_for_its_player_is_asked_where_it_goes() -> None:
    table = Table("red blue", "red1@D8 red2@A9 blue1@F6 blue2@M6", "S4 S3 S3 C2")
    assert GAME.befalls(table.state, TerrainDrawn(seat=1, tile="reef")) == ()
    assert [*GAME.befalls(table.state, TerrainPlaced(seat=1, tile="reef", hex="B9"))] == [1]


def test_the_weather_is_part_of_the_wake() -> None:
    table = Table("red blue", "red1@M5 blue1@G5", "S2", turn="blue", taken="blue1:S", wind="N")
    table.state.ships["red2"] = "A7"
    table.does("sail 1 S2 N", "wind 3")
    last = table.view().traces[-1]
    assert isinstance(last, WeatherTrace)
    assert last.wind == 3
    assert {drift.ship: (drift.to, drift.lost) for drift in last.drifts} == {
        "red1": (None, "blown_off"), "red2": ("A10", None), "blue1": ("G6", None),
    }  # fmt: skip


def test_a_storm_is_told_two_rounds_ahead() -> None:
    def ahead(number: int) -> int | None:
        table = Table("red blue", "red1@G9 blue1@A7", number=number, storm="late")
        return table.view().storm_in

    assert [ahead(number) for number in (5, 6, 7, 8)] == [None, 2, 1, None]


def test_the_words_tell_where_everybody_is() -> None:
    table = Table(
        "red blue", "red1@G9 red2@A9 blue1@G7 blue2@M6", "S3 S3 S3 C2", terrain="K5:reef C9:volcano",
        merchant="H7", wind="NE", gold="blue:1",
    )  # fmt: skip
    table.does("fire 1 C2 N")
    assert GAME.describe(table.view(), NAMES) == (
        "Privateer. Round 2 · Red. Red (Ann) to spend dice. Dice left: S3 S3 S3. Red 1 sank Blue 1."
        " Red (Ann): 1 doubloon, 1 at G9, 2 at A9. Blue (Bea): 1 doubloon, 2 at M6."
        " Merchant at H7. Volcanoes C9. Reefs K5. Wind from NE, ships drift SW."
    )


def test_the_words_of_a_boarding_tell_who_won_and_what_became_of_the_loser() -> None:
    table = Table("red blue", "red1@D8 red2@A9 blue1@F6 blue2@M6", "S4 S3 S3 C2")
    table.does("sail 1 S4 NE", "boarding 5 1")
    assert "Red 1 beat Blue 1 5:1 at F6." in told(table)
    table.does("prize take F5")
    assert "Red 1 beat Blue 1 5:1 at F6 (now Red 3)." in told(table)
    table.does("sail 1 S3 S")
    assert "Red 1 beat Blue 1 5:1 at F6 (now Red 3) and sailed to F9." in told(table)


def test_the_words_of_the_end_name_the_winner() -> None:
    table = Table("red blue", "red1@M5 blue1@B9", "S2 S4")
    table.does("sail 1 S2 SE")
    assert told(table).startswith("Privateer. Round 2. Blue (Bea) wins. Red 1 fled off the map.")


def test_the_words_of_the_end_fit_a_winner_with_two_fleets() -> None:
    table = Table("red blue green black", "red1@M5 blue1@B9 black1@A9", "S2 S4", mode="duel")
    table.does("sail 1 S2 SE")
    assert told(table).startswith("Privateer. Round 2. Blue and Black (Bea) wins.")


def test_before_the_battle_the_words_name_the_drawn_tile() -> None:
    table = Table.before_terrain(terrain="light")
    table.does("third_ship", "tile 3")
    assert "A reef is to be placed." in told(table)
    view = table.view()
    assert (view.tile, view.barrel) == ("reef", {"volcano": 2, "desert": 2, "reef": 1})
    assert [circle.fleet for circle in view.circles] == ["red", None, None, "blue", None, None]


def told(table: Table) -> str:
    return GAME.describe(table.view(), NAMES)


def test_who_resigned_before_the_battle_keeps_the_colours() -> None:
    state, _ = new_game("red blue green")
    table = Table.playing(state)
    table.does("resign", by="blue")
    view = table.view()
    assert [(seat.seat, seat.fleets) for seat in view.seats] == [(1, ["red"]), (3, ["green"]), (2, ["blue"])]
    assert "Blue (Bea): 2 doubloons, resigned." in GAME.describe(view, NAMES)


def test_the_end_gives_account_of_the_gold_and_of_what_parts_equal_gold() -> None:
    table = Table("red blue", "red1@M5 blue1@B9", "S2 S4", gold="red:3 blue:2")
    table.state.seats[0].hulls = 1
    table.does("sail 1 S2 SE")
    red, blue = (account(table.state, table.seat(colour)) for colour in ("red", "blue"))
    assert blue.merits[0].told == red.merits[0].told == "3 doubloons"
    assert blue.parts == ["2 to begin with", "1 for days won"]
    assert blue.leads_by(red) == ("the last day won", "the last day lost")


def test_hulls_then_survival_part_equal_gold_of_those_who_did_not_win_the_day() -> None:
    ships, gold = "red1@M5 blue1@B9 blue2@B10", "red:3 blue:9 green:3 gray:3"
    table = Table("red blue green gray", ships, "S2 S4", gold=gold)
    table.state.seats[table.seat("gray") - 1].hulls = 2
    table.does("sail 1 S2 SE")
    red, green, gray = (account(table.state, table.seat(one)) for one in ("red", "green", "gray"))
    assert gray.leads_by(red) == ("2 ships beaten", "0 ships beaten")
    assert red.leads_by(green) == ("last ship lost third", "last ship lost first")
    assert table.view().ranking == [[2], [4], [1], [3]]
