import pytest

from rules.engine.seat import Names
from rules.port_flower import GAME
from rules.port_flower.shown.caption import aside, leading_seat, tale, title
from rules.port_flower.shown.traces import Lack, Missed, Placed
from rules.port_flower.shown.view import Hit, PortFlowerView, Trace
from tests.render.gallery import LONGEST_NAMES, NAMES
from tests.render.port_flower.scenes import view


def told(*traces: Trace) -> str:
    return tale(view("start_six_in_port").model_copy(update={"traces": list(traces)}), NAMES)


def titled(scene: str, **changes: object) -> str:
    return title(view(scene).model_copy(update=changes), NAMES)


def test_the_title_says_who_is_to_sail_and_the_aside_which_round() -> None:
    assert titled("hit_and_sent_back") == "Bosun Bo to sail"
    assert aside(view("hit_and_sent_back")) == "Round 4 of 40"


def test_the_title_says_for_whose_answer_a_turn_waits() -> None:
    assert titled("in_tow_and_out") == "Cató’s turn: Ann to answer"


@pytest.mark.parametrize(
    ("scene", "words"),
    [("setup_buoys", "Bosun Bo places buoy 4"), ("setup_islands_diamond", "Ann places an island")],
)
def test_the_title_says_what_is_placed_before_the_start(scene: str, words: str) -> None:
    assert titled(scene) == words


def test_the_title_of_a_finished_race_belongs_to_the_winner() -> None:
    assert titled("home_first") == "Bosun Bo wins"
    assert leading_seat(view("home_first")).seat == 2


def test_a_race_called_off_names_everybody_who_is_ahead() -> None:
    words = titled("home_first", reason="round_limit", ranking=[[1, 3], [2]])
    assert words == "Called off: Ann and Cató ahead"


def test_a_movement_is_told_with_its_route_its_end_and_the_buoys_it_passed() -> None:
    boat = Trace(piece="boat", seat=1, route="W1 E3", path=["I5", "H5", "I5", "J5"], reached=[4, 5])
    assert told(boat) == "Ann sailed W1 E3 to J5 past buoys 4 and 5."


def test_a_hit_is_told_with_the_place_and_what_became_of_the_boat() -> None:
    shark = Trace(
        piece="shark2",
        seat=2,
        route="E5",
        path=["B6", "C6"],
        hits=[Hit(seat=1, at="C6", placed="port")],
        end="hit",
    )
    assert told(shark) == "Bosun Bo sent shark 2 E5 to C6, hitting Ann (back to port)."


@pytest.mark.parametrize(
    ("trace", "words"),
    [
        (Trace(piece="boat", seat=1, route="N0", path=["port"], end="stayed"), "Ann stayed in port."),
        (Trace(piece="boat", seat=1, route="N0", path=["D4"], end="stayed"), "Ann stayed on D4."),
        (
            Trace(piece="boat", seat=1, route="S1", path=["G3", "G2"], end="landed"),
            "Ann sailed S1 and landed on G2.",
        ),
        (
            Trace(piece="boat", seat=1, route="SW1", path=["G3", "F2"], end="finished"),
            "Ann sailed SW1 home to port.",
        ),
        (
            Trace(
                piece="boat",
                seat=1,
                route="E5",
                path=["G2", "H2"],
                hits=[Hit(seat=1, at="I2", placed="J4")],
                end="met_shark",
            ),
            "Ann sailed E5 into a shark (back to J4).",
        ),
        (
            Trace(piece="shark1", seat=1, route="S0", path=["B6"], end="stayed"),
            "Ann left shark 1 on B6.",
        ),
        (
            Trace(piece="shark1", seat=1, route="E5", path=["B6", "C6"], end="repelled"),
            "Ann sent shark 1 E5 to C6, where a repellent stopped it.",
        ),
    ],
)
def test_every_way_a_movement_can_end_has_its_words(trace: Trace, words: str) -> None:
    assert told(trace) == words


def test_the_parts_of_a_turn_are_told_in_one_sentence() -> None:
    boat = Trace(piece="boat", seat=3, route="E2", path=["F2", "G2", "H2"])
    shark = Trace(piece="shark1", seat=3, route="N1", path=["B6", "B7"])
    assert told(shark, boat) == "Cató sent shark 1 N1 to B7 and sailed E2 to H2."


def test_before_anything_moved_the_course_is_explained() -> None:
    fresh: PortFlowerView = view("start_six_in_port")
    assert tale(fresh, NAMES) == "Buoys 1 to 5 in order, then home by exact count."
    assert tale(view("setup_buoys"), NAMES) == "3 of 5 buoys and 0 islands are on the chart."


def test_a_shark_that_bites_the_boat_of_who_sent_it_is_told_so() -> None:
    hits = [Hit(seat=1, at="G4", placed="B3"), Hit(seat=2, at="G3")]
    shark = Trace(piece="shark1", seat=1, route="S4", path=["G8", "G4", "G3"], hits=hits, end="hit")
    assert (
        told(shark) == "Ann sent shark 1 S4 to G3, hitting Ann’s own boat (back to B3) and Bosun Bo (in tow)."
    )


def missed(why: Lack) -> str:
    lacks = [Missed(seat=2, why=why)]
    return tale(view("start_six_in_port").model_copy(update={"missed": lacks}), NAMES)


def test_a_turn_without_sailing_is_told_too() -> None:
    lacks: list[Lack] = ["ashore", "timeout", "stuck", "restocked", "forfeited", "resigned"]
    lines = [missed(why) for why in lacks]
    assert all(line.startswith("Bosun Bo ") and line.endswith(".") for line in lines)
    assert len({*lines}) == len(lines)
    sailed = view("hit_and_sent_back").model_copy(update={"missed": [Missed(seat=3, why="stuck")]})
    assert tale(sailed, NAMES).endswith(". Cató had no way to sail and lost the turn.")


def test_what_was_just_placed_is_told() -> None:
    placed = [Placed(seat=2, what="buoy 3", at="J3+")]
    assert (
        tale(view("setup_buoys").model_copy(update={"placed": placed}), NAMES)
        == "Bosun Bo put buoy 3 on J3+."
    )


@pytest.mark.parametrize("names", [NAMES, LONGEST_NAMES])
def test_the_tale_of_a_turn_is_short_where_names_are(names: Names) -> None:
    busiest = tale(view("hit_and_sent_back"), NAMES)
    assert len(busiest) <= 110
    assert GAME.tale(view("hit_and_sent_back"), names)
    assert not GAME.tale(view("start_six_in_port"), names)
