"""What controls and lists say: prompts, and every choice with its result (section 7, menus)."""

from rules.engine.action import Action, Resign
from rules.engine.decision import Decision
from rules.engine.label import Label
from rules.port_flower.actions import (
    Move,
    PlaceBoat,
    PlaceBuoy,
    PlaceIsland,
    Repel,
    RestockRepellent,
    RollWind,
    SetRepelPolicy,
)
from rules.port_flower.board import TOKENS
from rules.port_flower.plans import BOAT, PIECES, Movement, Plans
from rules.port_flower.route import read_route
from rules.port_flower.sailing import PORT, next_hit, sail_boat
from rules.port_flower.state import RaceState, SharkUnderWay

_POLICIES = {
    "ask": "Ask me every time",
    "always": "Always use a repellent",
    "never": "Never use one",
}


def suit_name(seat: int) -> str:
    """The suit of a seat as a name: Moon, Crown."""
    return TOKENS[seat - 1].suit.title()


def turn_key(state: RaceState) -> str:
    """A key that changes with every turn, and in the set-up with everyone who places something."""
    if state.phase == "setup":
        return f"setup.{len(state.buoys) + len(state.islands)}"
    return f"{state.round}.{state.turn_seat}"


def headline(state: RaceState) -> str:
    """Where the race is, in a few words."""
    if state.phase == "setup":
        return "Setting the course"
    return f"Round {state.round} of {state.options.round_limit}"


def prompt(state: RaceState, decision: Decision) -> str:
    """What is asked of a seat, to follow its name."""
    match decision.kind:
        case "place_buoy":
            return f"places buoy {len(state.buoys) + 1} of {state.options.buoys}"
        case "place_island":
            return f"places island {len(state.islands) + 1} of {state.options.islands}"
        case "start_turn":
            return "rolls the wind, or takes back a shark repellent instead"
        case "repel" if isinstance(state.task, SharkUnderWay):
            return f"may stop shark {state.task.shark} at {state.task.ahead[0]} with a repellent"
        case "place_boat":
            return f"chooses a square beside buoy {state.seat(decision.seat).reached}"
        case _:
            left = " ".join(f"{die}{state.dice[die]}" for die in state.dice if die in state.dice_left)
            return f"shares out the wind: {left}"


def label(state: RaceState, action: Action, depth: int) -> Label:
    """What the control for the first `depth` answers of the action's path says."""
    match action:
        case Move():
            return _move_label(state, action, depth)
        case PlaceBuoy() | PlaceIsland():
            return _place_label(action, depth)
        case Repel() if depth > 1:
            left = state.seat(state.task.asked).repellents if isinstance(state.task, SharkUnderWay) else 0
            return Label(f"Use a repellent ({left} left)") if action.use else Label("Let it come")
        case PlaceBoat() if depth > 1:
            return Label(action.square)
        case SetRepelPolicy() if depth > 1:
            return Label(_POLICIES[action.policy])
        case _:
            return _kind_label(action)


def _kind_label(action: Action) -> Label:
    """What the control for a whole kind of action says."""
    match action:
        case Move():
            return Label("Sail")
        case RollWind():
            return Label("Roll the wind")
        case RestockRepellent():
            return Label("Take back a repellent", "It costs this turn.")
        case SetRepelPolicy():
            return Label("Answer to sharks", "A standing answer; only you see it.")
        case Resign():
            return Label("Resign", warning="You leave this race for good. Resign?")
        case _:
            return Label(action.kind.replace("_", " ").capitalize())


def _place_label(action: PlaceBuoy | PlaceIsland, depth: int) -> Label:
    place = action.point if isinstance(action, PlaceBuoy) else action.square
    texts = (_kind_label(action).text, f"Column {place[0]}", place)
    return Label(texts[depth - 1])


def _move_label(state: RaceState, move: Move, depth: int) -> Label:
    """Piece, dice, route, port square; the last one tells the whole movement and its result."""
    _, piece, dice, *rest = move.path()
    answered = rest[: max(0, depth - 3)]
    if depth == 1:
        return _kind_label(move)
    if depth == 2:  # noqa: PLR2004 - the second answer
        return Label(_piece_name(state, piece))
    if not answered:
        return Label(" ".join(f"{die}{state.dice[die]}" for die in state.dice if die in dice))
    if len(answered) < len(rest):
        return Label(move.route)
    result = forecast(state.plans(), Movement(piece, read_route(move.route, state.wind), move.leaves_by))
    name = "Boat" if piece == BOAT else f"Shark {PIECES.index(piece)}"
    if result.startswith("stay"):
        return Label(f"{name}: {result}")
    start = f"{move.route} from {move.leaves_by}" if move.leaves_by else move.route
    return Label(f"{name}: {start} {result}")


def _piece_name(state: RaceState, piece: str) -> str:
    if piece != BOAT:
        number = PIECES.index(piece)
        return f"Shark {number} at {state.sharks[number - 1]}"
    position = state.seat(state.turn_seat).position
    return "Your boat in port" if position == PORT else f"Your boat at {position}"


def forecast(plans: Plans, movement: Movement) -> str:
    """What a legal movement leads to: `to H6, buoy 3`, `hits Crown at F6`, `stay (N0)`."""
    course = plans.course(movement)
    if movement.piece != BOAT:
        return _shark_forecast(plans, movement)
    voyage = sail_boat(plans.now, movement.leaves_by or plans.now.own, course)
    buoys = "".join(f", buoy {buoy}" for buoy, _ in voyage.buoys)
    match voyage.ending:
        case "stayed":
            return f"stay ({movement.route.text}){buoys}"
        case "met_shark":
            return f"meets shark {voyage.met} at {plans.now.sharks[voyage.met - 1]}{buoys}"
        case "finished":
            return f"home{buoys}"
        case "landed":
            return f"ashore at {voyage.position}{buoys}"
        case _:
            return f"to {voyage.position}{buoys}"


def _shark_forecast(plans: Plans, movement: Movement) -> str:
    squares = plans.course(movement).squares
    if not squares:
        return f"stay ({movement.route.text})"
    met = next_hit(plans.now, squares)
    if met is None:
        return f"to {squares[-1]}"
    seat = plans.now.boat_at(squares[met])
    return f"hits {'your boat' if seat == plans.now.mover else suit_name(seat)} at {squares[met]}"
