"""Where a game is and what it asks, in a few public words for messages and lists."""

from rules.engine.decision import Decision
from rules.privateer.dice import tokens
from rules.privateer.fleets import fleet_name, listed, ship_name
from rules.privateer.state import AwardingPrize, LayingTerrain, PrivateerState, TakingTurn
from rules.privateer.tables import DICE, GOLD
from rules.privateer.turn import dice_to_roll


def seat_name(state: PrivateerState, seat: int) -> str:
    """The colours of a seat: `Red`, or `Red and Green` in The Duel."""
    fleets = [fleet for fleet, data in state.fleets.items() if data.seat == seat]
    return listed(map(fleet_name, fleets)) if fleets else f"Seat {seat}"


def turn_key(state: PrivateerState) -> str:
    """What changes with every turn, and in the set-up with every decision: `3 of Red`, as people read it."""
    fleet = f" of {fleet_name(state.active_fleet)}" if state.active_fleet else ""
    battle = f" in battle {state.battle}" if state.options.battles > 1 else ""
    turn = f"{state.round}{fleet}{battle}"
    if state.phase != "setup" or state.task is None:
        return turn
    tiles = sum(state.barrel.values())
    return f"{turn}, {state.task.task.replace('_', ' ')}{f' ({tiles} tiles left)' if tiles else ''}"


def headline(state: PrivateerState) -> str:
    """Battle and round."""
    where = "Before the battle" if state.phase == "setup" else f"Round {state.round}"
    if state.options.battles == 1:
        return where
    return f"Battle {state.battle} of {state.options.battles} · {where}"


def prompt(state: PrivateerState, decision: Decision) -> str:
    """What is asked of a seat, to follow its name."""
    fleet = fleet_name(state.active_fleet) if state.active_fleet else ""
    buying = f"may buy a third ship for {GOLD.third_ship} doubloons"
    asked = {
        "deploy": f"chooses a start circle for {fleet}, and a hex beside it for ship 2",
        "third_ship": "places a third ship beside one of two start circles" if state.duel else buying,
        "terrain_level": "says how much terrain lies in the ocean",
        "grudge": "may return with one grudge ship, for vengeance alone",
    }
    return asked.get(decision.kind) or _asked_now(state, fleet)


def _asked_now(state: PrivateerState, fleet: str) -> str:
    """What is asked where it depends on what lies on the table."""
    match state.task:
        case LayingTerrain() as task:
            tiles = sum(state.barrel.values())
            return f"drew a {task.tile} and puts it on the ocean ({tiles} left in the barrel)"
        case AwardingPrize() as task:
            return f"decides what becomes of {ship_name(task.loser)}"
        case TakingTurn(rolled=False) as task:
            return f"chooses {dice_to_roll(state, task)} dice for {fleet}"
        case TakingTurn() as task:
            takers = [vessel for vessel, taken in task.slots.items() if len(taken) < DICE.per_ship]
            # Controls ask for the ship only where there are several.
            taker = ship_name(takers[0]) if len(takers) == 1 else fleet
            return f"spends dice for {taker}: {' '.join(tokens(task.sail, task.cannon))}"
        case _:
            return "is to decide"
