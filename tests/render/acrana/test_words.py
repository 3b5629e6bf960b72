import pytest

from render.acrana.words import aside, leading_seat, tale, title
from rules.acrana.view import Played, Rolled, Scene, Trace
from tests.render.acrana.scenes import NAMES, view


def told(*traces: Trace, played: list[Played] | None = None, rolls: list[Rolled] | None = None) -> str:
    scene = Scene(played=played or [], traces=list(traces), rolls=rolls or [])
    return tale(view("six_at_sea").model_copy(update={"scene": scene}), NAMES)


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
        Trace(ship="A1", start=34, end=43, how="sailed"),
        Trace(ship="A1", start=43, end=45, how="drifted"),
        played=[Played(seat=1, card="9a", shown="9", use="sail")],
        rolls=[Rolled(purpose="table", ship="A1", at=45, dice=[3], table="mutiny")],
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
        played=[
            Played(seat=2, card="9a", shown="9", use="discard"),
            Played(seat=2, card="Kb", shown="K", use="discard"),
        ]
    )
    assert words == "Bosun Bo discarded 9 and K."


def test_cards_of_one_seat_are_told_together_though_others_discarded_between() -> None:
    words = told(
        Trace(ship="A1", start=31, end=38, how="sailed"),
        Trace(ship="A1", start=38, end=46, how="sailed"),
        played=[
            Played(seat=1, card="7a", shown="7", use="sail"),
            Played(seat=2, card="9a", shown="9", use="discard"),
            Played(seat=1, card="8a", shown="8", use="sail"),
        ],
    )
    assert words == "Ann played 7 and 8: A1 sailed 31 to 38, sailed to 46; Bosun Bo discarded 9."


def test_what_there_is_no_room_for_is_left_out_whole() -> None:
    words = told(
        *(Trace(ship=f"{letter}1", start=100, end=109, how="drifted") for letter in "CDEF"),
        played=[
            Played(seat=1, card="2a", shown="2", use="becalm"),
            Played(seat=2, card="9a", shown="9", use="discard"),
            Played(seat=2, card="Jb", shown="J", use="becalm"),
        ],
        rolls=[Rolled(purpose="table", ship="A1", at=45, dice=[3], table="mutiny")],
    )
    drifts = "C1 drifted 100 to 109; D1 drifted 100 to 109; E1 drifted 100 to 109"
    assert words == f"Bosun Bo lay becalmed with J; {drifts}; mutiny 3 for A1."


def test_cards_thrown_away_come_after_what_moved() -> None:
    words = told(
        Trace(ship="C1", start=3, end=7, how="sailed"),
        played=[
            Played(seat=2, card="9a", shown="9", use="discard"),
            Played(seat=3, card="4b", shown="4", use="sail"),
        ],
    )
    assert words == "Cató played 4: C1 sailed 3 to 7; Bosun Bo discarded 9."


def test_before_anything_happened_the_race_is_explained() -> None:
    assert told() == "Cast off with an ace or a king, then sail from 1 to the finish at 144."
