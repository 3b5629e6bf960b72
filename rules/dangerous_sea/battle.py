"""Battles between two ships (section 6.9)."""

from rules.dangerous_sea.events import BattleFought, SpoilsTaken
from rules.dangerous_sea.play import ATTACKER, DEFENDER, Play
from rules.dangerous_sea.prizes import prizes
from rules.dangerous_sea.state import Spoils


def fight(play: Play, attacker: int, defender: int) -> None:
    """Roll the dice of both ships, and let the winner choose a prize if a prize is possible."""
    state, turn = play.state, play.state.turn
    if turn is None:
        raise AssertionError("ships fight in player turns alone")
    turn.fought.append(defender if attacker == turn.seat else attacker)
    attack = play.dice(ATTACKER, attacker, state.ship(attacker).dice)
    defence = play.dice(DEFENDER, defender, state.ship(defender).dice)
    margin = abs(sum(attack) - sum(defence))
    winner, loser = (attacker, defender) if sum(attack) > sum(defence) else (defender, attacker)
    play.tell(
        BattleFought(
            attacker=attacker, defender=defender, at=state.ship(attacker).at or "", attacker_dice=attack,
            defender_dice=defence, winner=winner if margin else None, margin=margin,
        )
    )  # fmt: skip
    if not margin:
        return
    if prizes(state, winner, loser, margin).available == ("none",):
        play.tell(SpoilsTaken(winner=winner, loser=loser, prize="none"))
    else:
        play.open(Spoils(winner=winner, loser=loser, margin=margin))
