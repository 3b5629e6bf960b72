"""Newcomers (section 12)."""

from rules.engine.chance import commitment
from rules.engine.entries import Substitute
from rules.engine.entry import Actor, Opening
from rules.engine.match import open_match
from rules.kraken_bay import GAME
from rules.kraken_bay.actions import RollDice, Sail
from rules.kraken_bay.state import BayState

PLAYER = Actor(role="seat", player="0")
MASTER = Actor(role="gm", player="master")
SEED = bytes(32)


def test_a_newcomer_goes_on_in_the_middle_of_a_turn() -> None:
    """Edge case 50."""
    opening = Opening(
        match="BAY", game=GAME.slug, rules_version=GAME.rules_version, at=0,
        options={"characters": "random", "first_player": "1"}, players=("0", "1"),
        commitment=commitment(SEED),
    )  # fmt: skip
    begun = open_match(GAME, opening, SEED).match
    under_way = begun.act(1, RollDice(), PLAYER, 0).match.act(1, Sail(course="a"), PLAYER, 0).match
    turn = BayState.model_validate_json(under_way.position.state).turn
    assert turn is not None
    assert (turn.rolled, turn.move_left > 0) == ("move", True)

    replaced = under_way.enter(Substitute(1, "newcomer"), MASTER, 0)
    assert replaced.events == ()
    assert replaced.match.position.state == under_way.position.state
    (asked,), (before,) = replaced.match.decisions, under_way.decisions
    assert (asked.seat, asked.kind, asked.actions) == (before.seat, before.kind, before.actions)
