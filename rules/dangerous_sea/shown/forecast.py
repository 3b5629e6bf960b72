"""The labels of choices, which announce the result of each choice."""

from collections.abc import Iterable, Iterator, Mapping

from rules.dangerous_sea.actions import Harvest, Route, TakeStone
from rules.dangerous_sea.board import NEIGHBOURS, TILES, Direction, Kind, Square
from rules.dangerous_sea.chances import chances
from rules.dangerous_sea.routes import goes_and_takes, nearest_to_take, routes
from rules.dangerous_sea.shown.headings import seat_mark
from rules.dangerous_sea.state import SeaState, Turn
from rules.dangerous_sea.tables import TABLES
from rules.engine.action import Action
from rules.engine.label import HINT_LIMIT, Label, seat_sign
from rules.engine.wording import counted, listed

HEAVY = 370
"""The cargo, in fisk, from which labels show the effect of more cargo (section 7.1)."""

_IN_BAG: Mapping[Kind, str] = {"rocky": "rocks", "diseased": "plague", "stone": "rune stone"}
"""The kinds of tiles whose probability is shown, in order."""

ON, STEP = Label("Sail to"), Label("Go")
"""The first labels of moves to squares farther away, and to squares next to the ship."""


def leads_to(state: SeaState, seat: int, action: Action) -> str:
    """Return the cost of a route and the contents of its last square (section 7.1)."""
    turn = state.turn
    if turn is None or turn.seat != seat or not isinstance(action, Route):
        return ""
    route = routes(state, turn).get(action.to)
    return f"for {len(route)} points: {what_lies(state, action.to)}" if route else ""


def what_lies(state: SeaState, at: Square) -> str:
    """Return words for a tile and everything that can be taken there: `Food Island, 30 food, 10 loose`."""
    island = state.resource(at)
    there = [TILES[state.tiles[at]].label]
    if island is not None and state.has_marker(at):
        amount = TABLES.harvest[island]
        there.append("a sailor" if island == "inhabited" else f"{amount} {island}")
    elif island is not None:
        there.append("none to hire" if island == "inhabited" else "harvested")
    if at in state.loose:
        there.append(f"{state.loose[at]} loose")
    if at in state.stones:
        there.append("a stone" if state.stones[at] == 1 else f"{state.stones[at]} stones")
    elif TILES[state.tiles[at]].starts_with == "stone":
        there.append("no stone left")
    return ", ".join(there)


def sail_label(state: SeaState, turn: Turn, direction: Direction) -> Label:
    """Return the label of a direction, or of a route if another button sails there and takes everything."""
    at = NEIGHBOURS[state.ship(turn.seat).at or ""][direction]
    if goes_and_takes(state, turn, at):
        return route_label(state, turn, at, direction)
    there = what_lies(state, at)
    plain, kind = there == TILES["sea"].label, state.tiles[at]
    met = [*_met(state, turn, at)]
    hint = _hint("" if plain else f"{at}, {there}.", *met)
    # `below` leaves out the contents of the square, because the picture shows them.
    return Label(
        direction, hint, sign=sign_of(state, at), dangerous=TILES[kind].hazard, pictured=kind != "diseased",
        below=_hint(*met),
    )  # fmt: skip


def route_label(state: SeaState, turn: Turn, at: Square, route: str) -> Label:
    """Return the label of a route: its end, its cost in points, and the tile and ships there.

    If another choice sails there and takes everything, this label says that nothing is taken yet.
    """
    there = what_lies(state, at)
    lies = "" if there == TILES["sea"].label else f"{there}."
    hint = _hint(lies, *_met(state, turn, at))
    if at in nearest_to_take(state, turn):
        return Label(f"{_to(at, route)}, take nothing yet", hint, pictured=True)
    kind = state.tiles[at]
    hazard = TILES[kind].hazard
    return Label(
        _to(at, route), hint, sign=sign_of(state, at) if hazard else "", dangerous=hazard,
        pictured=kind != "diseased",
    )  # fmt: skip


def take_label(
    state: SeaState, turn: Turn, at: Square, route: str, takes: Iterable[Harvest | TakeStone]
) -> Label:
    """Return the label of a route that takes everything at its end.

    The label of a single step is a direction, unless the step only recruits a sailor.
    """
    told = [
        (stone_label if isinstance(take, TakeStone) else harvest_label)(state, turn.seat, at)
        for take in takes
    ]
    taken = [f"{label.text[0].lower()}{label.text[1:]}" for label in told]
    sail = f"Sail {route} to {at}" if len(route) == 1 else f"Sail to {at} ({counted(len(route), 'point')})"
    hint = _hint(f"{listed([sail, *taken])}.", *(label.hint for label in told))
    step = len(route) == 1 and goes_and_takes(state, turn, at)
    # The picture shows an island's yield, but not the effect of the yield on a ship's points.
    pictured = not any("instead" in label.hint for label in told)
    return Label(route if step else _to(at, route), hint, sign=sign_of(state, at), pictured=pictured)


def sign_of(state: SeaState, at: Square) -> str:
    """Return the sign of a known square: the sign of a stone, a harvest or a hazard there, or else `sail`."""
    kind = state.tiles[at]
    if at in state.stones:
        return "stone"
    return kind if state.has_marker(at) or TILES[kind].hazard else "sail"


def explore_label(state: SeaState, turn: Turn, direction: Direction) -> Label:
    """Return the label of a step into the unknown, with the odds of hazards and stones."""
    at = NEIGHBOURS[state.ship(turn.seat).at or ""][direction]
    # The odds hardly change within a turn, so posts show them only at its beginning.
    likely = odds(state)
    return Label(direction, f"{at}. {likely}".strip(), sign="explore", pictured=turn.spent > 0, below=likely)


def look_label(state: SeaState, turn: Turn, direction: Direction) -> Label:
    """Return the label of a look at a neighbouring square."""
    at = NEIGHBOURS[state.ship(turn.seat).at or ""][direction]
    return Label(direction, f"Reveals {at}; you stay where you are.", sign="look", pictured=True)


def odds(state: SeaState) -> str:
    """Return the probabilities that the next tile is a hazard or has a stone, in words (section 11)."""
    drawable = state.drawable
    total = sum(drawable.values())
    if not total:
        return ""
    shares = [f"{what} {round(100 * drawable[kind] / total)} %" for kind, what in _IN_BAG.items()]
    return f"{', '.join(shares).capitalize()}."


def harvest_label(state: SeaState, seat: int, at: Square) -> Label:
    """Return the label of a harvest: the amount taken, the amount that stays, and the effect on points."""
    ship, island = state.ship(seat), state.resource(at)
    if island is None or island == "inhabited":
        return Label("Recruit a sailor", f"{ship.sailors + 1} aboard then; each eats every turn.")
    amount = min(TABLES.harvest[island], ship.room)
    rest = TABLES.harvest[island] - amount
    left = f"{rest} stay behind." if rest else ""
    return Label(f"Harvest {amount} {island}", " ".join(filter(None, [left, weight(state, seat, amount)])))


def weight(state: SeaState, seat: int, change: int) -> str:
    """Return a hint on the effect of `change` fisk more cargo, or an empty text if the ship stays light."""
    ship = state.ship(seat)
    after = ship.cargo + change
    if max(after, ship.cargo) < HEAVY:
        return ""
    now = state.allowance(seat)
    ship.food += change
    then = state.allowance(seat)
    ship.food -= change
    points = f" {then} points a turn instead of {now}." if then != now else ""
    return f"{after} fisk aboard then.{points}"


def stone_label(state: SeaState, seat: int, at: Square) -> Label:
    """Return the label of taking stones, with the new number of stones."""
    count = state.stones.get(at, 0)
    stones = "the rune stone" if count == 1 else f"{count} rune stones"
    after, goal = state.ship(seat).stones + count, state.options.stones_to_win
    return Label(f"Take {stones}", "You win!" if after >= goal else f"Stone {after} of the {goal} that win.")


def attack_label(state: SeaState, seat: int, other: int) -> Label:
    """Return the label of an attack: the target, the odds, and the target's cargo and stones."""
    ship, sign = state.ship(other), seat_sign(seat_mark(state, other))
    likely = chances(state.ship(seat).dice, ship.dice)
    aboard = [f"{ship.food} food", f"{ship.water} water"]
    if ship.stones:
        aboard.append(counted(ship.stones, "stone"))
    # `below` leaves out the target's cargo, because the cards below the board show it.
    return Label(
        f"Attack {state.called(other)}", f"{likely} Carries {listed(aboard)}.", sign=sign, below=likely
    )


def _to(at: Square, route: str) -> str:
    """Return a route's end with its cost in points: `→ E7 (2)`."""
    return f"→ {at} ({len(route)})"


def _hint(*sentences: str) -> str:
    """Join as many of the first sentences as fit into a hint."""
    told = ""
    for sentence in filter(None, sentences):
        longer = f"{told} {sentence}".strip()
        if len(longer) > HINT_LIMIT:
            break
        told = longer
    return told


def _met(state: SeaState, turn: Turn, at: Square) -> Iterator[str]:
    kind = state.tiles[at]
    if kind == "rocky":
        yield "Roll for the rocks."
    if kind == "diseased":
        ill = [roll for roll, deaths in TABLES.diseased.items() if deaths]
        alone = not state.ship(turn.seat).sailors
        yield f"Roll for the plague{f': {min(ill)} to {max(ill)} ends your turn' if alone else ''}."
    there = [state.called(seat) for seat in state.at(at) if seat != turn.seat]
    if there:
        yield f"{listed(there)} {'lies' if len(there) == 1 else 'lie'} there."
