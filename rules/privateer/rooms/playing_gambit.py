"""Playing the commodore's gambit, once in a battle (section 7.4)."""

from collections.abc import Iterator

from rules.engine.label import Label
from rules.privateer.actions import UseGambit
from rules.privateer.dice import CANNON, FACES, SAIL, Die, read_die, tokens
from rules.privateer.events import GambitUsed
from rules.privateer.fleets import gambit_of
from rules.privateer.gambits import is_ready, window
from rules.privateer.play import Play
from rules.privateer.refusals import refusal
from rules.privateer.rooms import TurnOffer
from rules.privateer.state import GambitStatus, PrivateerState, Turn
from rules.privateer.tables import GAMBITS

_AFTERWARDS: dict[str, GambitStatus] = {"fog_bank": "active", "steady_hand": "used"}
"""The status of gambits that have an immediate effect. Other gambits are armed until they are triggered."""


class PlayingGambit(TurnOffer[UseGambit]):
    """Playing a gambit at the times that the gambit allows. Only Steady Hand needs a die and a face."""

    def actions(self, room: Turn, state: PrivateerState) -> Iterator[UseGambit]:
        if not is_ready(state, room):
            return
        if gambit_of(room.fleet) != "steady_hand":
            yield UseGambit()
            return
        dice = {Die(SAIL, face) for face in room.sail} | {Die(CANNON, face) for face in room.cannon}
        for die in sorted(dice, key=lambda die: (die.kind == CANNON, die.face)):
            for to in (die.face - 1, die.face + 1):
                if to in FACES[die.kind]:
                    yield UseGambit(die=str(die), to=to)

    def labels(self, room: Turn, state: PrivateerState, action: UseGambit) -> tuple[Label, ...]:
        gambit = GAMBITS[gambit_of(room.fleet)]
        first = Label(f"Gambit: {gambit.title}", gambit.summary, brief=gambit.title)
        if action.die is None or action.to is None:
            return (first,)
        turned = Die(read_die(action.die, SAIL).kind, action.to)
        return first, Label(f"Turn {action.die}"), Label(f"Turn {action.die} to {turned}")

    def check(self, room: Turn, state: PrivateerState, action: UseGambit) -> None:
        gambit = gambit_of(room.fleet)
        title = GAMBITS[gambit].title
        if not state.options.gambits:
            raise refusal("gambits_off")
        if state.fleets[room.fleet].gambit != "ready":
            raise refusal("gambit_used", gambit=title)
        if window(room) not in GAMBITS[gambit].windows:
            raise refusal("wrong_window_before" if room.rolled else "wrong_window_after", gambit=title)
        if gambit == "steady_hand":
            _must_turn_a_die(room, action)
        elif action.die is not None or action.to is not None:
            raise refusal("no_die_wanted", gambit=title)

    def answer(self, room: Turn, play: Play, action: UseGambit) -> None:
        gambit, fleet = gambit_of(room.fleet), play.state.fleets[room.fleet]
        detail = ""
        if action.die is not None and action.to is not None:
            die = read_die(action.die, SAIL)
            dice = room.cannon if die.kind == CANNON else room.sail
            dice[dice.index(die.face)] = action.to
            detail = f"{die} to {Die(die.kind, action.to)}"
        fleet.gambit = _AFTERWARDS.get(gambit, "armed")
        play.tell(GambitUsed(fleet=room.fleet, seat=play.seat, gambit=gambit, detail=detail))


def _must_turn_a_die(turn: Turn, action: UseGambit) -> None:
    """Raise IllegalAction unless the action turns an unspent die to the next face (edge case 27)."""
    if action.die is None or action.to is None:
        raise refusal("which_die")
    die = read_die(action.die, SAIL)
    if die.face not in (turn.cannon if die.kind == CANNON else turn.sail):
        raise refusal("no_such_die", die=die, left=" ".join(tokens(turn.sail, turn.cannon)))
    if action.to not in FACES[die.kind] or abs(action.to - die.face) != 1:
        raise refusal("not_the_next_face", die=die)
