import pytest

from rules.acrana import GAME
from rules.acrana.events import ShipSentHome
from rules.acrana.shown.caption import aside, leading_seat, tale, title
from rules.acrana.shown.traces import Came, Deed, Played, Rolled, Spent, Trace
from rules.engine.shown import ALT_TEXT
from tests.render.acrana.scenes import GALLERY, NAMES, SCENES, view
from tests.rules.acrana.table import Table

ROOM = 100


def anything(_: str) -> bool:
    return True


def short(told: str) -> bool:
    return len(told) <= ROOM


def told(*deeds: Deed) -> str:
    return tale(view("six_at_sea").model_copy(update={"traces": deeds}), NAMES, short)


def of_table(table: Table) -> str:
    return tale(GAME.view(table.state, None, table.told), NAMES, anything)


def sailed(ship: str, start: int, end: int) -> Trace:
    return Trace(ship=ship, start=start, end=end, how="sailed")


def drifted(ship: str, start: int, end: int) -> Trace:
    return Trace(ship=ship, start=start, end=end, how="drifted")


def test_the_title_says_who_is_to_do_what_and_the_aside_how_far_the_race_is() -> None:
    assert title(view("sent_home"), NAMES) == "Ann to play"
    assert title(view("every_marker"), NAMES) == "Bosun Bo to choose"
    assert aside(view("sent_home")) == "Deck 1, deal 1, 48 cards left"


def test_a_roll_that_no_card_came_before_begins_the_sentence_with_a_capital() -> None:
    roll = Rolled(ship="A1", at=22, dice=[1], purpose="table")
    assert told(roll).startswith("Weather 1")


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


def test_a_card_is_told_with_everything_that_followed_in_order() -> None:
    words = told(
        Played(seat=1, card="9a", shown="9", use="sail"),
        sailed("A1", 34, 43),
        Rolled(purpose="battle", ship="A1", at=43, dice=[4]),
        drifted("B1", 43, 45),
        Rolled(purpose="table", ship="A1", at=45, dice=[3]),
        Came(seat=1, what="lost 1 card"),
    )
    assert (
        words
        == "Ann sailed 9 from 34 to 43, battle 4, Bosun Bo drifted from 43 to 45, mutiny 3, lost 1 card."
    )


@pytest.mark.parametrize(
    ("trace", "words"),
    [
        (Trace(ship="B1", start=0, end=1, how="cast_off"), "Bosun Bo put to sea."),
        (Trace(ship="B1", start=57, end=0, how="sent_home"), "Bosun Bo was sent home from 57."),
        (Trace(ship="B1", start=137, end=144, how="sailed"), "Bosun Bo from 137 home."),
        (Trace(ship="B1", start=16, end=81, how="over_edge"), "Bosun Bo over the edge from 16 to 81."),
        (Trace(ship="B1", start=9, end=4, how="drifted"), "Bosun Bo drifted from 9 to 4."),
    ],
)
def test_every_way_of_a_ship_has_its_words(trace: Trace, words: str) -> None:
    assert told(trace) == words


def test_ships_of_a_flotilla_are_called_by_their_own_names() -> None:
    scene = view("eight_flotillas").model_copy(
        update={
            "traces": [
                Played(seat=1, card="7a", shown="7", use="sail"),
                sailed("A1", 31, 33),
                sailed("A2", 5, 10),
            ]
        }
    )
    assert tale(scene, NAMES, short) == "Ann sailed 7: A1 from 31 to 33, A2 from 5 to 10."


def test_cards_thrown_away_are_told_together() -> None:
    words = told(
        Played(seat=2, card="9a", shown="9", use="discard"),
        Played(seat=2, card="Kb", shown="K", use="discard"),
    )
    assert words == "Bosun Bo discarded 9 and K."


def test_two_cards_of_a_turn_are_both_told() -> None:
    words = told(
        Played(seat=1, card="7a", shown="7", use="sail"),
        sailed("A1", 31, 38),
        Played(seat=1, card="8a", shown="8", use="sail"),
        sailed("A1", 38, 46),
        Played(seat=1, card="3a", shown="3", use="over_edge"),
        Rolled(purpose="edge", ship="A1", at=46, dice=[6, 2]),
        Trace(ship="A1", start=46, end=81, how="over_edge"),
    )
    assert (
        words
        == "Ann sailed 7 from 31 to 38, then sailed 8 to 46, then went over the edge with 3, dice 6 2, to 81."
    )


def test_what_is_told_shrinks_from_consequences_to_dice_to_stages_but_no_card_is_left_out() -> None:
    turn: list[Deed] = [
        Played(seat=1, card="7a", shown="7", use="sail"),
        sailed("A1", 31, 38),
        Rolled(purpose="table", ship="A1", at=39, dice=[5]),
        Came(seat=1, what="lost 2 cards"),
        Played(seat=1, card="8a", shown="8", use="sail"),
        sailed("A1", 38, 46),
        Rolled(purpose="table", ship="A1", at=45, dice=[2]),
        drifted("A1", 46, 40),
    ]
    scene = view("six_at_sea").model_copy(update={"traces": turn})

    def within(most: int) -> str:
        return tale(scene, NAMES, lambda words: len(words) <= most)

    tales = [within(most) for most in (110, 90, 70, 50, 1)]
    assert tales == [
        "Ann sailed 7 from 31 to 38, reef 5, lost 2 cards, then sailed 8 to 46, mutiny 2, drifted to 40.",
        "Ann sailed 7 from 31 to 38, reef 5, then sailed 8 to 46, mutiny 2, drifted to 40.",
        "Ann sailed 7 from 31 to 38, then sailed 8 to 46, drifted to 40.",
        "Ann sailed 7 and 8: Ann to 40.",
        "Ann sailed 7 and 8: Ann moved.",
    ]


def test_a_card_that_moved_more_than_can_be_told_counts_the_ships() -> None:
    ways = [drifted(f"{letter}1", 100, 109) for letter in "BCDEF"]
    assert told(Played(seat=1, card="Ja", shown="J", use="becalm"), *ways * 3) == (
        "Ann lay becalmed with J: 5 ships moved."
    )


def test_a_turn_is_told_whole_by_the_game_in_a_short_sentence_and_nothing_before_the_first() -> None:
    table = Table("A1@40 B1@49", A="9a 2a", B="Jb")
    assert GAME.tale(GAME.view(table.state, None), NAMES) == ""
    table.does("A", "sail 9a A1 9", "battle 1 table 5 edge 6 edge 2")
    shown = GAME.view(table.state, None, table.told)
    assert GAME.tale(shown, NAMES) == (
        "Ann sailed 9 from 40 to 49, battle 1, Bosun Bo was sent home from 49, coast guard 5, dice 6 2, "
        "over the edge to 81."
    )


def test_what_befalls_a_ship_befalls_its_captain() -> None:
    sunk = ShipSentHome(ship="B1", at=49, cause="battle", by="A1")
    assert GAME.befalls(Table("A1@40 B1@49").state, sunk) == (2,)


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
    assert of_table(table) == "Ann sailed 6 from 16 to 22, nothing new on 22."
    assert told(Spent(ship="A1", at=22)) == "nothing new on 22 for Ann."


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
    assert len(text) <= ALT_TEXT


def test_an_alt_text_with_much_to_tell_keeps_the_board_and_tells_the_latest() -> None:
    shown = view("typhoon")
    more = shown.model_copy(update={"traces": shown.traces * 3})
    text = GAME.describe(more, GALLERY.names("longest_names"))
    assert len(text) <= ALT_TEXT
    assert "Deck 2" in text
    assert text.endswith("Ahead of F3: weather 7, harbour 10.")
