"""The commodores' gambits: when they may be played, and how they end (section 7.4)."""

from collections.abc import Iterator

from rules.privateer.actions import UseGambit
from rules.privateer.board import Colour
from rules.privateer.dice import CANNON, FACES, SAIL, Die, read_die
from rules.privateer.events import FogLifted, GambitLapsed, GambitUsed
from rules.privateer.fleets import gambit_of
from rules.privateer.play import Play
from rules.privateer.refusals import refusal
from rules.privateer.state import GambitStatus, PrivateerState, TakingTurn
from rules.privateer.tables import DICE, GAMBITS, Window


def window(turn: TakingTurn) -> Window:
    """The window that is open: before or after the roll."""
    return "spend" if turn.rolled else "roll"


def is_ready(state: PrivateerState, turn: TakingTurn) -> bool:
    """Whether the fleet may play its gambit at this decision."""
    return (
        state.options.gambits
        and state.fleets[turn.fleet].gambit == "ready"
        and window(turn) in GAMBITS[gambit_of(turn.fleet)].windows
    )


def choices(state: PrivateerState, turn: TakingTurn) -> Iterator[UseGambit]:
    """The ways in which the gambit may be played now."""
    if not is_ready(state, turn):
        return
    if gambit_of(turn.fleet) != "steady_hand":
        yield UseGambit()
        return
    dice = dict.fromkeys(
        [Die(SAIL, face) for face in turn.sail] + [Die(CANNON, face) for face in turn.cannon]
    )
    for die in sorted(dice, key=lambda die: (die.kind == CANNON, die.face)):
        for to in (die.face - 1, die.face + 1):
            if to in FACES[die.kind]:
                yield UseGambit(die=str(die), to=to)


def use(play: Play, turn: TakingTurn, action: UseGambit) -> None:
    """Play the gambit. Raises IllegalAction; then it is not used."""
    state = play.state
    _must_be_open(state, turn)
    gambit = gambit_of(turn.fleet)
    detail = ""
    if gambit == "steady_hand":
        detail = _turn_die(turn, action)
    elif action.die is not None or action.to is not None:
        raise refusal("no_die_wanted", gambit=GAMBITS[gambit].title)
    fleet = state.fleets[turn.fleet]
    fleet.gambit = _AFTERWARDS.get(gambit, "armed")
    play.tell(GambitUsed(fleet=turn.fleet, seat=fleet.seat, gambit=gambit, detail=detail))


_AFTERWARDS: dict[str, GambitStatus] = {"fog_bank": "active", "steady_hand": "used"}
"""The others wait, armed, for what triggers them."""


def _must_be_open(state: PrivateerState, turn: TakingTurn) -> None:
    title = GAMBITS[gambit_of(turn.fleet)].title
    if not state.options.gambits:
        raise refusal("gambits_off")
    if state.fleets[turn.fleet].gambit != "ready":
        raise refusal("gambit_used", gambit=title)
    if window(turn) not in GAMBITS[gambit_of(turn.fleet)].windows:
        raise refusal("wrong_window_before" if turn.rolled else "wrong_window_after", gambit=title)


def _turn_die(turn: TakingTurn, action: UseGambit) -> str:
    """Turn one unspent die to the next face; no wrap-around (edge case 27)."""
    if action.die is None or action.to is None:
        raise refusal("which_die")
    die = read_die(action.die, SAIL)
    dice = turn.cannon if die.kind == CANNON else turn.sail
    if die.face not in dice:
        raise refusal("no_such_die", die=die)
    if action.to not in FACES[die.kind] or abs(action.to - die.face) != 1:
        raise refusal("not_the_next_face", die=die)
    dice[dice.index(die.face)] = action.to
    return f"{die} to {Die(die.kind, action.to)}"


def powder(state: PrivateerState, fleet: Colour) -> int:
    """How many cannonballs Extra Powder adds to the fleet's coming roll."""
    armed = gambit_of(fleet) == "extra_powder" and state.fleets[fleet].gambit == "armed"
    return DICE.powder if armed else 0


def spend_powder(state: PrivateerState, fleet: Colour) -> int:
    """The same, and Extra Powder is used up by it."""
    more = powder(state, fleet)
    if more:
        state.fleets[fleet].gambit = "used"
    return more


def lift_fog(play: Play, fleet: Colour) -> None:
    """The fleet's next turn begins, so its fog is over (6.3)."""
    state = play.state.fleets[fleet]
    if state.gambit == "active":
        state.gambit = "used"
        play.tell(FogLifted(fleet=fleet, seat=state.seat))


def lapse(play: Play, fleet: Colour) -> None:
    """The turn is over: what is still armed is lost."""
    state = play.state.fleets[fleet]
    if state.gambit == "armed":
        state.gambit = "used"
        play.tell(GambitLapsed(fleet=fleet, seat=state.seat))
