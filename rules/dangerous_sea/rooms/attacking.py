"""The active ship attacks another ship on its square (section 6.9)."""

from collections.abc import Iterator

from rules.dangerous_sea.actions import Attack
from rules.dangerous_sea.events import BattleFought, SpoilsTaken
from rules.dangerous_sea.play import ATTACKER, DEFENDER, Play
from rules.dangerous_sea.prizes import prizes
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms import TurnOffer
from rules.dangerous_sea.shown.forecast import attack_label
from rules.dangerous_sea.state import SeaState, Spoils, Turn
from rules.engine.label import Label


class Attacking(TurnOffer[Attack]):
    """The active ship may attack at any time of the turn, but may fight each ship only once (R27)."""

    def actions(self, room: Turn, state: SeaState) -> Iterator[Attack]:
        return (Attack(seat=state.captain(seat)) for seat in state.foes_of(room))

    def labels(self, room: Turn, state: SeaState, action: Attack) -> tuple[Label, ...]:
        return Label("Attack"), attack_label(state, room.seat, state.seat_of(action.seat) or room.seat)

    def check(self, room: Turn, state: SeaState, action: Attack) -> None:
        other = state.seat_of(action.seat)
        who = state.called(other) if other else action.seat
        if other == room.seat:
            raise refusal("not_here.own")
        if other is None or state.ship(other).at != state.ship(room.seat).at:
            raise refusal("not_here", who=who)
        if other in room.fought:
            raise refusal("already_battled", who=who)
        if state.ship(other).out:
            raise refusal("captain_out", who=who)

    def answer(self, room: Turn, play: Play, action: Attack) -> None:
        fight(play, room.seat, play.state.seat_of(action.seat) or 0)


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
