import pytest

from rules.acrana import GAME
from rules.acrana.caption import aside, leading_seat, tale, title
from rules.acrana.wake import Deed, Played, Rolled, Spent, Trace
from rules.acrana.words import LONGEST
from tests.render.acrana.scenes import GALLERY, NAMES, SCENES, view
from tests.rules.acrana.table import Table

ROOM = 100


def anything(_: str) -> bool:
    return True


def short(told: str) -> bool:
    return len(told) <= ROOM


def told(*deeds: Deed) -> str:
    return tale(view("six_at_sea").model_copy(update={"wake": deeds}), NAMES, short)


def of_table(table: Table) -> str:
    return tale(GAME.view(table.state, None, table.told), NAMES, anything)


def sailed(ship: str, start: int, end: int) -> Trace:
    return Trace(ship=ship, start=start, end=end, how="sailed")


def drifted(ship: str, start: int, end: int) -> Trace:
    return Trace(ship=ship, start=start, end=end, how="drifted")


def test_the_title_says_who_is_to_do_what_and_the_aside_how_far_the_race_is() -> None:
    assert title(view("sent_home"), NAMES) == "Ann to play"
    assert title(view("every_marker"), NAMES) == "Bosun Bo to choose"
    assert aside(view("sent_home")) == "Deck 1, deal 1"


def test_the_title_of_a_finished_race_belongs_to_its_winner() -> None:
    scene = view("home_first")
    winner = scene.ranking[0][0]
    assert leading_seat(scene) == winner
    assert title(scene, NAMES) == f"{NAMES[winner]} wins"


def test_a_winning_fleet_of_many_is_named_by_its_letters() -> None:
    scene = view("fleet_home")
    letters = ["ABCDEFGH"[seat - 1] for seat in scene.ranking[0]]
    assert title(scene, NAMES) == f"{', '.join(letters[:-1])} and {letters[-1]} win"


def test_a_race_that_was_called_says_who_was_ahead() -> None:
    scene = view("home_first").model_copy(update={"reason": "deck_limit", "ranking": [[1], [2]]})
    assert title(scene, NAMES) == "Called off: Ann ahead"


def test_a_card_is_told_with_the_way_it_led_and_the_last_roll() -> None:
    words = told(
        Played(seat=1, card="9a", shown="9", use="sail"),
        sailed("A1", 34, 43),
        drifted("A1", 43, 45),
        Rolled(purpose="table", ship="A1", at=45, dice=[3]),
    )
    assert words == "Ann played 9: A1 sailed 34 to 43, drifted to 45; mutiny 3 for A1."


@pytest.mark.parametrize(
    ("trace", "words"),
    [
        (Trace(ship="B1", start=0, end=1, how="cast_off"), "B1 put to sea."),
        (Trace(ship="B1", start=57, end=0, how="sent_home"), "B1 was sent home from 57."),
        (Trace(ship="B1", start=137, end=144, how="sailed"), "B1 sailed home from 137."),
        (Trace(ship="B1", start=16, end=81, how="over_edge"), "B1 left the map at 16, came back at 81."),
        (Trace(ship="B1", start=9, end=4, how="drifted"), "B1 drifted 9 to 4."),
    ],
)
def test_every_way_of_a_ship_has_its_words(trace: Trace, words: str) -> None:
    assert told(trace) == words


def test_cards_thrown_away_are_told_together() -> None:
    words = told(
        Played(seat=2, card="9a", shown="9", use="discard"),
        Played(seat=2, card="Kb", shown="K", use="discard"),
    )
    assert words == "Bosun Bo discarded 9 and K."


def test_cards_of_one_seat_are_told_together_though_others_discarded_between() -> None:
    words = told(
        Played(seat=1, card="7a", shown="7", use="sail"),
        sailed("A1", 31, 38),
        Played(seat=2, card="9a", shown="9", use="discard"),
        Played(seat=1, card="8a", shown="8", use="sail"),
        sailed("A1", 38, 46),
    )
    assert words == "Ann played 7 and 8: A1 sailed 31 to 38, sailed to 46; Bosun Bo discarded 9."


def test_a_partner_s_ship_that_a_card_sailed_is_told_with_the_card() -> None:
    words = told(Played(seat=1, card="7a", shown="7", use="sail"), sailed("A1", 31, 33), sailed("C1", 5, 10))
    assert words == "Ann played 7: A1 sailed 31 to 33, C1 sailed 5 to 10."


def test_a_ship_is_told_with_the_card_that_moved_it_not_with_one_played_later() -> None:
    words = told(
        Played(seat=1, card="7a", shown="7", use="sail"),
        sailed("A1", 31, 38),
        drifted("B1", 20, 16),
        Played(seat=2, card="Ja", shown="J", use="becalm"),
    )
    assert words == "Ann played 7: A1 sailed 31 to 38; Bosun Bo lay becalmed with J; B1 drifted 20 to 16."


def test_cards_thrown_away_come_after_what_moved() -> None:
    words = told(
        Played(seat=2, card="9a", shown="9", use="discard"),
        Played(seat=3, card="4b", shown="4", use="sail"),
        sailed("C1", 3, 7),
    )
    assert words == "Cató played 4: C1 sailed 3 to 7; Bosun Bo discarded 9."


def test_where_room_runs_out_discards_are_left_out_then_older_plays_whole() -> None:
    words = told(
        Played(seat=1, card="7a", shown="7", use="sail"),
        sailed("A1", 31, 38),
        Played(seat=2, card="9a", shown="9", use="discard"),
        Played(seat=1, card="8a", shown="8", use="sail"),
        sailed("A1", 38, 46),
        Played(seat=3, card="4b", shown="4", use="sail"),
        sailed("C1", 3, 7),
        Rolled(purpose="table", ship="C1", at=7, dice=[5]),
        drifted("C1", 7, 1),
    )
    assert words == (
        "Ann played 8: A1 sailed 38 to 46; Cató played 4: C1 sailed 3 to 7, drifted to 1; weather 5 for C1."
    )


def test_where_the_last_play_alone_has_no_room_ships_that_others_moved_are_left_out() -> None:
    words = told(
        Played(seat=2, card="Jb", shown="J", use="becalm"),
        *(drifted(f"{letter}1", 100, 109) for letter in "ACDE"),
        Rolled(purpose="table", ship="A1", at=45, dice=[3]),
    )
    drifts = "A1 drifted 100 to 109; C1 drifted 100 to 109"
    assert words == f"Bosun Bo lay becalmed with J; {drifts}; mutiny 3 for A1."


def test_a_card_that_moved_more_than_can_be_told_names_the_ships() -> None:
    card = Played(seat=1, card="Qa", shown="Q", use="sail")
    three = [sailed(ship, 100, 104) for ship in ("A1", "A2", "A3", "C1")]
    assert told(card, *three, *three) == "Ann played Q: A1, A2, A3 and C1 moved."
    assert told(card, *three, sailed("C2", 100, 104)) == "Ann played Q: 5 ships moved."


@pytest.mark.parametrize("count", range(1, 13))
def test_no_number_of_plays_that_make_themselves_is_too_much(count: int) -> None:
    plays: list[Deed] = [Played(seat=1, card="9a", shown="9 (13)", use="sail"), sailed("A1", 34, 47)]
    assert len(told(*plays * count)) <= ROOM
    thrown = [Played(seat=seat % 6 + 1, card="9a", shown="9 (13)", use="discard") for seat in range(count)]
    assert len(told(*thrown)) <= ROOM


def test_a_ship_back_on_a_square_it_has_met_in_its_turn_is_told_of() -> None:
    table = Table("A1@16", A="6a 2a", B="Jb")
    table.state.ships["A1"].worked = [22]
    table.does("A", "sail 6a A1 6")
    assert of_table(table) == "Ann played 6: A1 sailed 16 to 22; nothing new on 22 for A1."
    assert told(Spent(ship="A1", at=22)) == "nothing new on 22 for A1."


def test_before_anything_happened_the_race_is_explained() -> None:
    in_port = "Cast off with an ace or a king, then sail from 1 to the finish at 144."
    assert of_table(Table()) == in_port
    assert of_table(Table("A1@1")) == in_port


def test_nobody_is_told_to_cast_off_where_all_ships_begin_at_sea() -> None:
    words = "Sail to the finish at 144; a ship sent home casts off with an ace or a king."
    assert of_table(Table("A1@1 B1@1")) == words


@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene != "longest_names"])
def test_the_alt_text_has_the_lines_of_the_picture_and_tells_all(scene: str) -> None:
    shown = view(scene)
    called = {seat.seat: f"{seat.letter} ({NAMES[seat.seat]})" for seat in shown.seats}
    text = GAME.describe(shown, NAMES)
    lines = f"{aside(shown)}. {title(shown, called)}. {tale(shown, called, anything)}"
    assert text.startswith(f"King of Acrana’s ship race. {lines} Ships: ")
    assert len(text) <= LONGEST


def test_an_alt_text_with_much_to_tell_keeps_the_board_and_tells_the_latest() -> None:
    shown = view("typhoon")
    more = shown.model_copy(update={"wake": shown.wake * 3})
    text = GAME.describe(more, GALLERY.names("longest_names"))
    assert len(text) <= LONGEST
    assert "F3 put to sea" in text
    assert text.endswith("Ahead of F3: weather 7, harbour 10.")
