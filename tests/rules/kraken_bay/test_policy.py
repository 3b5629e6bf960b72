"""The bot's own player plans a complete turn, and avoids the kraken's mouth."""

from math import comb
from random import Random

import pytest
from pydantic import JsonValue

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.strengths import STRENGTHS, Strength, player, policies
from rules.kraken_bay import GAME
from rules.kraken_bay.actions import Attack, ChainShot, DropBomb, RollDice
from rules.kraken_bay.board import Character
from rules.kraken_bay.completing import complete
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.setup import new_game
from rules.kraken_bay.state import BayState, ShipState
from rules.kraken_bay.tables import STRAYS
from tests.rules.kraken_bay.table import Table

WAITING: dict[str, JsonValue] = {name: {"status": "waiting"} for name in STRAYS}


def sailing(at: str, move_left: int, **given: JsonValue) -> BayState:
    """Return a Captain alone in its turn."""
    return alone("captain", {"at": at}, {"rolled": "move", "move_left": move_left}, **given)


def alone(ship: Character, laid: JsonValue, turn: dict[str, JsonValue], **given: JsonValue) -> BayState:
    """Return a single ship in its turn."""
    fresh = new_game(BayOptions(), 1, Chance(QuickStream(Random(1)))).state.model_dump(mode="json")
    agenda = [{"task": "take_turn", "ship": ship, **turn}]
    state = BayState.model_validate({**fresh, "ships": {ship: laid}, "agenda": agenda, **given})
    complete(state)
    return state


def played(state: BayState, seed: int = 3) -> BayState:
    """Return the state after the turn."""
    done(state, seed)
    return state


def done(state: BayState, seed: int = 3) -> list[Action]:
    """Return the player's actions until the end of the round or of the game."""
    luck, actions = Random(seed), list[Action]()
    while state.round == 1 and (decisions := GAME.decisions(state)):
        actions.append(policies(GAME)["steady"](GAME, state, decisions[0], luck))
        GAME.apply(state, 1, GAME.canonical(state, 1, actions[-1]), Chance(QuickStream(luck)))
    return actions


def test_it_sails_the_whole_way_to_cargo_that_lies_off_its_course() -> None:
    after = played(sailing("C3", 4, chits={"A7": "crew"}))
    assert after.ships["captain"].crew == ShipState().crew + 1


def test_it_does_not_end_its_turn_in_the_red_water() -> None:
    after = played(sailing("G4", 3, chits={"G10": "crew"}))
    assert after.ships["captain"].status == "in"


def test_it_takes_what_is_adrift_in_tow_and_brings_it_home() -> None:
    adrift: JsonValue = {"status": "adrift", "at": "C9"}
    after = played(sailing("C9", 6, strays={**WAITING, "supply": adrift}))
    assert after.ships["captain"].saved == ["supply"]


@pytest.mark.parametrize("at", ["C9", "D11"])
def test_it_keeps_its_tow_before_it_rolls(at: str) -> None:
    strays: dict[str, JsonValue] = {**WAITING, "supply": {"status": "towed", "at": at}}
    state = alone("explorer", {"at": at, "tow": "supply"}, {}, strays=strays)
    (decision,) = GAME.decisions(state)
    assert policies(GAME)["steady"](GAME, state, decision, Random(1)) == RollDice()


def test_it_sails_a_whole_course_at_once() -> None:
    for seed in range(4):
        laid = sailing("C3", 6, chits={"C9": "crew"}, time=1)
        assert [action.kind for action in done(laid, seed)] == ["sail"]
        assert laid.ships["captain"].crew == ShipState().crew + 1


@pytest.mark.parametrize("at", ["B4", "C3", "D9", "E6"])
def test_it_does_not_drift_into_a_barrel_of_its_own(at: str) -> None:
    fresh = ShipState()
    for seed in range(4):
        laid = alone("fisherman", {"at": at}, {"rolled": "move", "move_left": 0})
        after = played(laid, seed).ships["fisherman"]
        assert (after.crew, after.treasure) >= (fresh.crew, fresh.treasure)


@pytest.mark.parametrize("ship", ["fisherman", "houseboat"])
def test_it_drops_nothing_in_the_last_round(ship: Character) -> None:
    for seed in range(4):
        laid = alone(ship, {"at": "C3"}, {"rolled": "move", "move_left": 1}, time=1)
        assert "drop_bomb" not in [action.kind for action in done(laid, seed)]


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("ship", ["fisherman", "houseboat"])
def test_no_strength_drops_anything_before_it_rolls(ship: Character, strength: Strength) -> None:
    state = alone(ship, {"at": "C3"}, {})
    (decision,) = GAME.decisions(state)
    assert DropBomb() in decision.actions
    for seed in range(4):
        assert player(GAME, strength)(GAME, state, decision, Random(seed)) == RollDice()


@pytest.mark.parametrize(
    ("turn", "chained", "fires"), [("no", False, False), ("move", True, False), ("move", False, True)]
)
def test_it_thinks_of_chains_after_its_roll_and_for_ships_without(
    turn: str, *, chained: bool, fires: bool
) -> None:
    ships: dict[str, JsonValue] = {"explorer": {"at": "C3"}, "captain": {"at": "C4", "chained": chained}}
    state = Table(ships, {"rolled": turn, "move_left": 0}).state
    (decision,) = GAME.decisions(state)
    chain = ChainShot(target="captain")
    assert chain in decision.actions
    assert GAME.considers(state, decision.seat, chain) == fires


@pytest.mark.parametrize("at", ["C9", "D11", "E6"])
def test_it_does_not_cast_off_a_tow_to_fire_at_it(at: str) -> None:
    strays: dict[str, JsonValue] = {**WAITING, "supply": {"status": "towed", "at": at}}
    for seed in range(4):
        laid = alone(
            "explorer", {"at": at, "tow": "supply"}, {"rolled": "move", "move_left": 1}, strays=strays
        )
        assert "cast_off" not in [action.kind for action in done(laid, seed)]


@pytest.mark.parametrize(("temper", "target"), [("ordinary", "F5"), ("kraken-minded", "kraken")])
def test_a_temper_decides_what_a_ship_in_the_red_water_fires_at(temper: str, target: str) -> None:
    turn: dict[str, JsonValue] = {"rolled": "move", "move_left": 4, "actions_used": 1}
    state, luck = alone("fisherman", {"at": "G4"}, turn, tentacles=["F5"]), Random(1)
    action: Action | None = None
    while not isinstance(action, Attack):
        (decision,) = GAME.decisions(state)
        action = policies(GAME)[temper](GAME, state, decision, luck)
        GAME.apply(state, 1, GAME.canonical(state, 1, action), Chance(QuickStream(luck)))
    assert action.target == target


def test_it_beats_one_who_chooses_by_chance_with_95_percent_confidence() -> None:
    won = sum(wins_by_thought(luck) for luck in range(GAMES))
    assert chance_of(won) < 0.05


GAMES = 5
"""The minimum number of games that can prove it if all are won. Random ships are soon eaten."""


def wins_by_thought(luck: int) -> bool:
    """Return whether the steady player wins against a random one. They begin alternately."""
    dice, thinker = Random(luck), 1 + luck % 2
    options = BayOptions(length="short", characters="random", first_player="1")
    state, _ = GAME.start(options, 2, Chance(QuickStream(dice)))
    while state.result is None:
        (decision,) = GAME.decisions(state)
        policy = policies(GAME)["steady" if decision.seat == thinker else "random"]
        action = GAME.canonical(state, decision.seat, policy(GAME, state, decision, dice))
        GAME.apply(state, decision.seat, action, Chance(QuickStream(dice)))
    return state.result.winners == (thinker,)


def chance_of(won: int) -> float:
    """Return the probability that one of two equal players wins at least `won` of `GAMES` games."""
    return sum(comb(GAMES, wins) for wins in range(won, GAMES + 1)) / float(2**GAMES)
