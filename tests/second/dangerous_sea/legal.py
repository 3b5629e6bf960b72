"""The Dangerous Sea, section 7: legal actions, refusals, and absent players' actions (section 12)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.second.dangerous_sea.notation import Action, Terms, across
from tests.second.dangerous_sea.sea import (
    CORNERS,
    LONGEST_PROMISE,
    MOST_CARGO,
    MOST_SAILORS,
    RATION,
    STEP,
    STEPS,
    YIELD,
    Battle,
    Sea,
    cargo_cap,
    harvestable,
    loadable,
    may_be_stopped,
    neighbour,
    penalty,
    prizes,
)


class Refused(Exception):
    """An illegal action, with its code (section 7.3). Nothing has changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


NO_BATTLE = Battle(0, 0, 0)


@dataclass
class Question:
    """A question to a seat (section 6.10). `storm` identifies a storm; a prize question has a `battle`."""

    kind: str
    battle: Battle = NO_BATTLE
    storm: int = 0
    demands: bool = False
    """Whether the winner may (still) make a demand."""
    answer: Action | None = None


ANSWERS = {
    "choose_start": {"choose_start"},
    "main": {
        *("sail", "explore", "look", "harvest", "take_stone", "load", "scuttle", "attack"),
        "end_turn",
    },
    "reaction": {"react"},
    "spoils": {"spoils", "demand"},
    "deal_reply": {"reply"},
    "ghost_order": {"order"},
    "landing": {"land"},
}


def free_corners(sea: Sea) -> list[str]:
    return [corner for corner in CORNERS if corner not in sea.tiles]


# Legal actions


def choices(sea: Sea, seat: int, question: Question) -> list[str]:
    """Return the legal actions in the order of the tables, with amounts as ranges."""
    match question.kind:
        case "choose_start":
            return [f"choose_start {corner}" for corner in free_corners(sea)]
        case "main":
            return [*_moves(sea, seat), *_goods(sea, seat), *_attacks(sea, seat), "end_turn"]
        case "reaction":
            return ["react attack", "react hold"]
        case "spoils":
            return [*_spoils(sea, question.battle), *(["demand"] if question.demands else [])]
        case "deal_reply":
            return ["reply accept", "reply insist"]
        case "ghost_order":
            return ["order face", "order wait"]
        case _:
            return [*(f"land {what}" for what in landings(sea, seat)), "land pass"]


def _moves(sea: Sea, seat: int) -> Iterator[str]:
    if sea.left < 1:
        return
    for direction in STEPS:
        revealed = neighbour(sea.ships[seat].at or "", direction) in sea.tiles
        if not sea.stopped:
            yield f"{'sail' if revealed else 'explore'} {direction}"
        if not revealed:
            yield f"look {direction}"


def _goods(sea: Sea, seat: int) -> Iterator[str]:
    tile, ship = sea.tile_of(seat), sea.ships[seat]
    if harvestable(tile, ship):
        yield "harvest"
    if tile.stones >= 1:
        yield "take_stone"
    if loadable(tile, ship) >= 1:
        step = 1 if tile.kind == "inhabited" else STEP
        yield f"load {across(step, loadable(tile, ship), step)}"
    if ship.food:
        yield f"scuttle food {across(STEP, ship.food, STEP)}"
    if ship.water:
        yield f"scuttle water {across(STEP, ship.water, STEP)}"
    if ship.sailors:
        yield f"scuttle sailors {across(1, ship.sailors, 1)}"


def _attacks(sea: Sea, seat: int) -> Iterator[str]:
    for other in sea.here(sea.ships[seat].at):
        if other != seat and other not in sea.battled and not sea.ships[other].incapacitated:
            yield f"attack P{other}"


def _spoils(sea: Sea, battle: Battle) -> Iterator[str]:
    for kind in prizes(sea, battle):
        if kind == "cargo":
            least, most, cap = split(sea, battle)
            food, water = across(least, most, STEP), across(cap - most, cap - least, STEP)
            yield f"spoils cargo food {food} water {water}"
        else:
            yield f"spoils {kind}"


def split(sea: Sea, battle: Battle) -> tuple[int, int, int]:
    """Return the least and the most food of a cargo prize, and the cap (section 6.9, step 6)."""
    cap, loser = cargo_cap(sea, battle), sea.ships[battle.loser]
    return max(0, cap - loser.water), min(cap, loser.food), cap


def landings(sea: Sea, seat: int) -> list[str]:
    """Return what a ship can take after a storm (section 6.7)."""
    tile = sea.tile_of(seat)
    there = {"harvest": harvestable(tile, sea.ships[seat]), "take_stone": tile.stones >= 1}
    return [what for what, possible in there.items() if possible]


# Refusals


def check(sea: Sea, seat: int, question: Question, action: Action) -> None:
    """Raise Refused with the first matching code, in the order of section 7.3."""
    if action.name not in ANSWERS[question.kind]:
        raise Refused("not_your_decision")
    if action.name == "demand":
        _check_demand(sea, question, action.terms)
    elif action.name == "spoils":
        _check_spoils(sea, question.battle, action)
    elif action.name in CHECKS:
        CHECKS[action.name](sea, seat, action)


def _check_start(sea: Sea, _seat: int, action: Action) -> None:
    if action.word not in free_corners(sea):
        raise Refused("bad_square")


def _check_move(sea: Sea, seat: int, action: Action) -> None:
    if sea.left < 1:
        raise Refused("no_action_points")
    if sea.stopped and action.name != "look":
        raise Refused("ship_stopped")
    revealed = neighbour(sea.ships[seat].at or "", action.word) in sea.tiles
    if action.name == "sail" and not revealed:
        raise Refused("not_revealed")
    if action.name != "sail" and revealed:
        raise Refused("already_revealed")


def _check_harvest(sea: Sea, seat: int, _action: Action) -> None:
    tile, ship = sea.tile_of(seat), sea.ships[seat]
    if not tile.marker:
        raise Refused("nothing_here")
    if not harvestable(tile, ship):
        raise Refused("crew_full" if tile.kind == "inhabited" else "hold_full")


def _check_stone(sea: Sea, seat: int, _action: Action) -> None:
    if not sea.tile_of(seat).stones:
        raise Refused("nothing_here")


def _check_load(sea: Sea, seat: int, action: Action) -> None:
    tile, ship = sea.tile_of(seat), sea.ships[seat]
    if not tile.loose:
        raise Refused("nothing_here")
    most = loadable(tile, ship)
    if not most:
        raise Refused("crew_full" if tile.kind == "inhabited" else "hold_full")
    _check_amount(action.amounts["amount"], 1 if tile.kind == "inhabited" else STEP, most)


def _check_scuttle(sea: Sea, seat: int, action: Action) -> None:
    stock = getattr(sea.ships[seat], action.word)
    _check_amount(action.amounts["amount"], 1 if action.word == "sailors" else STEP, stock)


def _check_amount(amount: int, step: int, most: int) -> None:
    if amount % step or not step <= amount <= most:
        raise Refused("bad_amount")


def _check_attack(sea: Sea, seat: int, action: Action) -> None:
    other = int(action.word[1:])
    if other == seat or other not in sea.here(sea.ships[seat].at):
        raise Refused("not_here")
    if other in sea.battled:
        raise Refused("already_battled")
    if sea.ships[other].incapacitated:
        raise Refused("captain_out")


def _check_landing(sea: Sea, seat: int, action: Action) -> None:
    if action.word == "harvest":
        _check_harvest(sea, seat, action)
    elif action.word == "take_stone":
        _check_stone(sea, seat, action)


CHECKS: dict[str, Callable[[Sea, int, Action], None]] = {
    "choose_start": _check_start,
    "sail": _check_move,
    "explore": _check_move,
    "look": _check_move,
    "harvest": _check_harvest,
    "take_stone": _check_stone,
    "load": _check_load,
    "scuttle": _check_scuttle,
    "attack": _check_attack,
    "land": _check_landing,
}


def _check_spoils(sea: Sea, battle: Battle, action: Action) -> None:
    if action.word not in prizes(sea, battle):
        raise Refused("prize_unavailable")
    if action.word == "cargo":
        food, water = action.amounts["food"], action.amounts["water"]
        least, most, cap = split(sea, battle)
        if food % STEP or not least <= food <= most or water != cap - food:
            raise Refused("bad_amount")


def _check_demand(sea: Sea, question: Question, terms: Terms | None) -> None:
    if not question.demands:
        raise Refused("demand_unavailable")
    if terms is None or not any({**terms, "promise": terms["promise"].strip()}.values()):
        raise Refused("bad_terms")
    if not _fair(sea, question.battle, terms):
        raise Refused("bad_terms")


def _fair(sea: Sea, battle: Battle, terms: Terms) -> bool:
    """Return whether every field is in its range, and no ship is overladen afterwards (section 7.2)."""
    winner, loser = sea.ships[battle.winner], sea.ships[battle.loser]
    cargo, sailors = terms["food"] + terms["water"], terms["sailors"]
    return (
        -winner.food <= terms["food"] <= loser.food
        and -winner.water <= terms["water"] <= loser.water
        and terms["food"] % STEP == 0
        and terms["water"] % STEP == 0
        and -winner.sailors <= sailors <= loser.sailors
        and -winner.stones <= terms["stones"] <= loser.stones
        and max(winner.cargo + cargo, loser.cargo - cargo) <= MOST_CARGO
        and max(winner.sailors + sailors, loser.sailors - sailors) <= MOST_SAILORS
        and 0 <= terms["kill"] <= loser.sailors - sailors
        and (not terms["stop"] or may_be_stopped(sea, battle.loser))
        and len(terms["promise"].strip()) <= LONGEST_PROMISE
    )


def demandable(sea: Sea, battle: Battle) -> dict[str, str]:
    """Return the range of each number of a demand, ignoring the other numbers (sections 7.2 and 6.10)."""
    winner, loser = sea.ships[battle.winner], sea.ships[battle.loser]

    def between(theirs: int, ours: int, most: int) -> tuple[int, int]:
        return max(-ours, theirs - most), min(theirs, most - ours)

    sailors = between(loser.sailors, winner.sailors, MOST_SAILORS)
    return {
        "food": across(*between(loser.food, winner.food, MOST_CARGO), STEP),
        "water": across(*between(loser.water, winner.water, MOST_CARGO), STEP),
        "sailors": across(*sailors, 1),
        "stones": across(-winner.stones, loser.stones, 1),
        "kill": across(0, loser.sailors - sailors[0], 1),
    }


# Absent players


def absent(sea: Sea, seat: int, question: Question) -> str:
    """Return the automatic answer (section 12)."""
    match question.kind:
        case "choose_start":
            return f"choose_start {free_corners(sea)[0]}"
        case "main":
            return "end_turn"
        case "reaction":
            return "react hold"
        case "spoils":
            return _absent_winner(sea, question.battle)
        case "deal_reply":
            return "reply insist"
        case "ghost_order":
            return "order wait"
        case _:
            return f"land {_absent_landing(sea, seat)}"


def _absent_winner(sea: Sea, battle: Battle) -> str:
    available = prizes(sea, battle)
    first = next(kind for kind in ("stone", "cargo", "kill", "stop", "none") if kind in available)
    if first != "cargo":
        return f"spoils {first}"
    _, food, cap = split(sea, battle)
    return f"spoils cargo food {food} water {cap - food}"


def _absent_landing(sea: Sea, seat: int) -> str:
    offered, ship, tile = landings(sea, seat), sea.ships[seat], sea.tile_of(seat)
    if "take_stone" in offered:
        return "take_stone"
    if "harvest" not in offered:
        return "pass"
    if tile.kind == "inhabited":
        return "harvest" if min(ship.food, ship.water) >= RATION * (ship.sailors + 1) else "pass"
    after = ship.cargo + min(YIELD[tile.kind], ship.room)
    return "harvest" if penalty(after) == penalty(ship.cargo) else "pass"
