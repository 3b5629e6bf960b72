"""The bot's own player: it plans a whole turn, and stays out of the kraken's mouth."""

from random import Random

from pydantic import JsonValue

from rules.engine.chance import Chance, QuickStream
from rules.engine.policy import POLICIES
from rules.kraken_bay import GAME
from rules.kraken_bay.completing import complete
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.setup import new_game
from rules.kraken_bay.state import BayState, ShipState


def sailing(at: str, move_left: int, **given: JsonValue) -> BayState:
    """A Captain alone, whose turn it is."""
    fresh = new_game(BayOptions(), 1, Chance(QuickStream(Random(1)))).state.model_dump(mode="json")
    turn = {"task": "take_turn", "ship": "captain", "rolled": "move", "move_left": move_left}
    state = BayState.model_validate({**fresh, "ships": {"captain": {"at": at}}, "agenda": [turn], **given})
    complete(state)
    return state


def played(state: BayState) -> BayState:
    """The state when the turn is over."""
    luck = Random(3)
    while state.round == 1:
        (decision,) = GAME.decisions(state)
        action = POLICIES["greedy"](GAME, state, decision, luck)
        GAME.apply(state, 1, GAME.canonical(state, 1, action), Chance(QuickStream(luck)))
    return state


def test_it_sails_the_whole_way_to_cargo_that_lies_off_its_course() -> None:
    after = played(sailing("C3", 4, chits={"A7": "crew"}))
    assert after.ships["captain"].crew == ShipState().crew + 1


def test_it_does_not_end_its_turn_in_the_red_water() -> None:
    after = played(sailing("G4", 3, chits={"G10": "crew"}))
    assert after.ships["captain"].status == "in"


def test_it_takes_what_is_adrift_in_tow_and_brings_it_home() -> None:
    adrift: JsonValue = {"status": "adrift", "at": "C9"}
    waiting: JsonValue = {"status": "waiting"}
    strays: dict[str, JsonValue] = {
        "supply": adrift,
        "container": waiting,
        "plague": waiting,
        "cruise": waiting,
    }
    after = played(sailing("C9", 6, strays=strays))
    assert after.ships["captain"].saved == ["supply"]
