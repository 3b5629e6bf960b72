"""Where a card takes a ship, in the words of a choice (section 7)."""

from rules.acrana.actions import BackPartner, PushBack, Sail, SailOn
from rules.acrana.board import FINISH, KIND_NAMES, KINDS, PLAIN, ROADS, Square
from rules.acrana.effects import counted
from rules.acrana.legs import under_way
from rules.acrana.naming import answer_name, card_name
from rules.acrana.plays import Plays
from rules.acrana.state import RaceState
from rules.acrana.state import Sail as Sailing
from rules.acrana.waters import Waters
from rules.engine.label import Label
from rules.engine.wording import listed


def way_labels(state: RaceState, action: Sail | SailOn, first: Label) -> tuple[Label, ...]:
    """Answer by answer; the last one tells the whole way."""
    said = [Label(answer_name(state, answer)) for answer in action.path()[1:-1]]
    return first, *said, way_label(state, action)


def way_label(state: RaceState, action: Sail | SailOn) -> Label:
    """`7 · A1 to 57, ship yard`; the hint tells how much of the card that takes, if not all of it."""
    waters = Waters(state)
    target = min(FINISH, state.ships[action.ship].square + (action.squares or 0))
    landing = waters.berth(action.ship, target)
    ships = listed(sorted([action.ship, action.partner])) if action.partner else action.ship
    card = f"{card_name(state, action.card)} · " if isinstance(action, Sail) else ""
    crowded = f" (no room on {target})" if landing < target else ""
    enemies = waters.enemies_on(landing, action.ship)
    if enemies:
        attacks = f"attack{'' if action.partner else 's'} {listed(enemies)}"
        return Label(f"{card}{ships} {attacks} at {landing}{crowded}", _spent(state, action))
    return Label(f"{card}{ships} {destination(landing)}{crowded}", _spent(state, action))


def _spent(state: RaceState, action: Sail | SailOn) -> str:
    """`4 of 10 squares.`, and what nobody can use; `2 squares each.` for a convoy; empty for a whole card."""
    plays, task, squares = Plays(state), state.task, action.squares or 0
    if isinstance(action, Sail):
        points = next(plays.points(held) for held in plays.candidates if held.id == action.card)
    else:
        points = task.points if isinstance(task, Sailing) else squares
    cost = squares * 2 if action.partner else squares
    each = f"{counted(squares, 'square')} each" if action.partner else ""
    if cost == points:
        return each and f"{each}."
    voyage = under_way(Waters(state), task) if isinstance(task, Sailing) else plays.voyage
    lost = voyage.lost(points)
    spent = f"{cost} of {counted(points, 'square')}"
    return ", ".join(filter(None, [each, spent, f"no ship can use {lost}" * bool(lost)])) + "."


def destination(square: Square) -> str:
    """Where a way ends: `home to 144`, `to 57, ship yard`."""
    if square == FINISH:
        return "home to 144"
    kind = KINDS[square]
    return f"to {square}" if kind in PLAIN else f"to {square}, {KIND_NAMES[kind]}"


def backwards(state: RaceState, action: PushBack | BackPartner) -> Label:
    """`6 · B1 back from 66 to 58, ship yard`."""
    held = next(card for card in state.seat(state.active).cards if card.id == action.card)
    if isinstance(action, PushBack):
        name, points = action.target, Plays(state).points(held)
    else:
        name, points = action.ship, held.steps
    start = state.ships[name].square
    end = Waters(state).mooring(name, max(ROADS, start - points))
    return Label(f"{card_name(state, action.card)} · {name} back from {start} {destination(end)}")
