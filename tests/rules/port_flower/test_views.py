"""Onlookers' views, and the board in words."""

from rules.engine.event import Decided, TurnBegan
from rules.port_flower import GAME
from rules.port_flower.events import BuoyPlaced, Restocked, SharkMoved, TurnLost, TurnSkipped, TurnStarted
from rules.port_flower.landings import landings
from rules.port_flower.options import RaceOptions
from tests.rules.port_flower.table import Table, options

NAMES = {1: "Ann", 2: "Bo", 3: "Cato"}


def test_everybody_sees_the_same_race() -> None:
    table = Table("3402", M="F6 2", C="I5 0")
    seen = GAME.view(table.state, None)
    assert seen == GAME.view(table.state, 2)
    assert (seen.turn_seat, seen.due, seen.awaited) == (1, 3, [1])
    assert [seat.position for seat in seen.seats] == ["F6", "I5", "port"]
    assert [seat.to_go for seat in seen.seats] == [4, 1, 4]


def cut_off() -> Table:
    """Lay out two boats with the same number of buoys. M has moved over islands into a corner."""
    table = Table("3402", M="A8 2", C="L1 2", chosen={"escape": True})
    table.state.islands = ["A8", "A7", "B8"]
    return table


def test_a_boat_on_an_island_among_islands_is_cut_off() -> None:
    seen = GAME.view(cut_off().state, None)
    assert [seat.cut_off for seat in seen.seats] == [True, False, False]
    assert "Ann (A) at A8, 2 of 5 buoys, cut off from buoy 3;" in GAME.describe(seen, NAMES)


def test_a_boat_that_is_cut_off_is_ranked_behind_all_that_have_as_many_buoys() -> None:
    table = cut_off()
    assert GAME.evaluate(table.state, 1) < GAME.evaluate(table.state, 2)
    assert GAME.standing(GAME.view(table.state, None), NAMES).startswith("Bo 2/5 · Ann 2/5")
    table.state.round, table.state.turn_seat = table.state.options.round_limit, 3
    table.does("A", "resign")
    assert table.state.result is not None
    assert table.state.result.ranking == ((2,), (1,), (3,))


def test_a_standing_order_is_seen_by_its_owner_alone() -> None:
    table = Table(chosen={"repellent": "coin"})
    table.does("C", "repel_policy always")
    assert GAME.view(table.state, 2).seats[1].policy == "always"
    assert GAME.view(table.state, 1).seats[1].policy is None
    assert GAME.view(table.state, None).seats[1].policy is None


def test_the_wake_stays_until_the_next_turn_sails() -> None:
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2")
    table.does("C", "s1 E5")
    table.does("C", "b N0 W0")
    shark, boat = table.view().traces
    assert (shark.piece, shark.path, shark.end) == ("shark1", ["B6", "C6", "D6", "E6", "F6"], "hit")
    assert [(hit.seat, hit.at, hit.placed) for hit in shark.hits] == [(1, "F6", "E7")]
    assert (boat.piece, boat.path, boat.end) == ("boat", ["port"], "stayed")
    assert table.state.turn_seat == 3
    table.does("A", "b N0")
    seen = table.view()
    assert [trace.seat for trace in seen.traces] == [3]
    assert [(trace.piece, trace.seat) for trace in seen.earlier] == [("shark1", 2), ("boat", 2)]


def test_turns_are_kept_apart_by_their_marks_too() -> None:
    path = ("B6", "C6")
    sailed = [SharkMoved(shark="shark1", by=seat, route="E1", path=path) for seat in (1, 2)]
    seen = GAME.view(Table().state, None, [Decided(), sailed[0], TurnBegan(), Decided(), sailed[1]])
    assert ([trace.seat for trace in seen.traces], [trace.seat for trace in seen.earlier]) == ([2], [1])


def test_a_turn_that_is_told_alone_is_told_whole() -> None:
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2")
    table.does("C", "s1 E5")
    table.does("C", "b N0 W0")
    tale = GAME.tale(GAME.view(table.state, None, table.told), NAMES)
    assert tale == "Bo sent shark 1 E5 to F6, hitting Ann (back to E7) and stayed in port."


def test_a_turn_in_which_nothing_sailed_is_told_and_leaves_the_others_faint() -> None:
    sailed = SharkMoved(shark="shark1", by=1, route="E1", path=("B6", "C6"))
    for event, word in ((Restocked(seat=2), "repellent"), (TurnSkipped(seat=2, reason="timeout"), "in time")):
        seen = GAME.view(Table().state, None, [sailed, TurnBegan(), event])
        assert (seen.traces, [trace.seat for trace in seen.earlier]) == ([], [1])
        assert word in GAME.tale(seen, NAMES)
    lost = GAME.view(Table().state, None, [sailed, TurnStarted(seat=2, round=1), TurnLost(seat=2)])
    assert len(lost.traces) == 1
    assert GAME.tale(lost, NAMES) == "Ann sent shark 1 E1 to C6. Bo had no way to sail and lost the turn."


def test_only_what_was_placed_last_is_told_as_placed() -> None:
    placed = [BuoyPlaced(number=number, by=number, point=f"J{number}+") for number in (1, 2)]
    drawn = BuoyPlaced(number=3, by="draw", point="C2+")
    seen = GAME.view(Table().state, None, [Decided(), placed[0], Decided(), placed[1], drawn])
    assert [(one.seat, one.what, one.at) for one in seen.placed] == [(2, "buoy 2", "J2+")]


def test_a_hit_shows_where_a_boat_in_tow_was_put_in_the_end() -> None:
    table = Table("0511", sharks="B6 J6", mover="A", C="F6 2", chosen={"comeback": "choose"})
    table.does("A", "s1 E5")
    assert table.view().traces[0].hits[0].placed is None
    table.does("A", "b N0 W1@E2")
    table.does("C", "place_boat E6")
    assert table.view().traces[0].hits[0].placed == "E6"


def test_a_shark_that_waits_for_an_answer_has_sailed_as_far_as_it_is_told() -> None:
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2", chosen={"repellent": "coin"})
    table.does("C", "s1 E5")
    seen = table.view()
    assert seen.sharks[0] == "E6"
    assert seen.traces[-1].path == ["B6", "C6", "D6", "E6"]
    assert (seen.turn_seat, seen.awaited) == (2, [1])


def test_who_is_choosing_sees_where_the_boat_could_end() -> None:
    table = Table("3402", sharks="B6 J6")
    assert GAME.view(table.state, 1).can_end == []
    ends = GAME.view_to_choose(table.state, 1).can_end
    assert {"J5", "I5", "C1", "C2"} <= set(ends)
    assert landings(table.state) == {square: number for number, square in enumerate(ends, 1)}
    table.does("M", "b NE3@F2")
    assert GAME.view_to_choose(table.state, 1).can_end == []


def test_the_board_is_described_in_words_that_begin_with_what_just_happened() -> None:
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2")
    table.does("C", "s1 E5")
    told = GAME.describe(table.view(), NAMES)
    assert told.startswith(
        "Bo sent shark 1 E5 to F6, hitting Ann (back to E7). "
        "Sailing Port Flower. Round 1 of 40. Bo to sail. "
        "Wind N0 E5 S1 W0, left N0 S1 W0. Boats: "
    )
    assert "Ann (A) at E7, 2 of 5 buoys, 4 squares to buoy 3" in told
    assert "Sharks: 1 at F6, 2 at J6." in told


def test_the_words_warn_of_sharks_near_who_is_to_sail() -> None:
    told = GAME.describe(GAME.view(Table(sharks="D8 L1", M="F6 2").state, None), NAMES)
    assert told.endswith("Near Ann: shark 1, 2 squares away.")


def test_the_words_of_six_boats_with_long_names_fit() -> None:
    table = Table(
        "5555", sharks="B6 J6 L2 G8", seats=6, chosen={"repellent": "coin"},
        M="F6 2", C="I5 3", A="A1 4", L="B8 1", S="L8 5", F="K1 4",
    )  # fmt: skip
    names = dict.fromkeys(range(1, 7), "Captain Bartholomew the Extremely Long Winded")
    told = GAME.describe(GAME.view(table.state, None), names)
    assert len(told) <= 1024
    assert "Sharks:" in told


def test_the_standing_names_the_leading_boat_first() -> None:
    table = Table(M="F6 2", C="I5 3")
    assert GAME.standing(GAME.view(table.state, None), NAMES) == "Bo 3/5 · Ann 2/5 · Cato 0/5"


def test_a_race_knows_its_turn_and_its_headline() -> None:
    table = Table("1200", M="D6 0")
    assert (GAME.turn(table.state), GAME.headline(table.state)) == ("1.1", "Round 1 of 40")
    assert [GAME.seat_mark(table.state, seat) for seat in (1, 2, 6)] == ["A", "B", "F"]


def test_every_preset_is_a_valid_set_of_options() -> None:
    assert [preset.name for preset in GAME.presets] == ["club", "printed", "wild"]
    assert RaceOptions.model_validate(dict(GAME.presets[1].options)) == RaceOptions()
    for preset in GAME.presets:
        chosen = RaceOptions.model_validate(dict(preset.options)).model_dump()
        assert chosen.items() >= preset.options.items()


def test_two_sharks_cannot_share_the_dice_where_only_one_swims() -> None:
    assert options(dice_split="both_sharks", sharks=1).sharks_per_turn == 1
    assert options(dice_split="both_sharks", sharks=3).sharks_per_turn == 2


def test_spare_tiles_make_at_least_one_repellent_each() -> None:
    tiles = options(repellent="tiles")
    assert [tiles.repellents_each(seats) for seats in range(2, 7)] == [12, 8, 6, 4, 4]
    assert options(repellent="tiles", board="ocean").repellents_each(2) == 1


def test_the_alt_text_says_which_letter_is_whose_boat_and_tells_alike_names_apart() -> None:
    seen = GAME.view(Table("3402", M="F6 2", C="I5 0").state, None)
    assert "Ann (A) at F6" in GAME.describe(seen, NAMES)
    told = GAME.describe(seen, {1: "Ann", 2: "Ann", 3: "Cato"})
    assert "Ann (A) to sail" in told
    assert "Boat C" in GAME.describe(seen, {1: "Ann", 2: "Ann"})
