"""Labels that state where a choice takes a ship, and what the ship meets there (section 7)."""

from rules.acrana import odds
from rules.acrana.actions import BackPartner, PushBack, Sail, SailOn, crew
from rules.acrana.board import FINISH, KIND_NAMES, KINDS, PLAIN, ROADS, Square
from rules.acrana.effects import counted
from rules.acrana.legs import under_way
from rules.acrana.places import number_of
from rules.acrana.plays import Plays
from rules.acrana.shown.naming import answer_name, card_name, card_sign
from rules.acrana.state import CardUnderWay, RaceState, ShipName
from rules.acrana.waters import Waters
from rules.engine.action import Action
from rules.engine.label import Label
from rules.engine.rooms import question_of

_LONGEST = 38
"""The maximum number of characters in a label, as Discord advises."""


def way_labels(state: RaceState, action: Sail | SailOn, first: Label) -> tuple[Label, ...]:
    """Return a label for each answer. The last label states the complete movement."""
    card = [card_name(state, action.card)] if isinstance(action, Sail) else []
    who = " · ".join([*card, answer_name(state, crew(action.ship, action.partner))])
    return first, *map(Label, [*card, who]), way_label(state, action)


def way_label(state: RaceState, action: Sail | SailOn) -> Label:
    """Return a label such as `7 · A1 to 58, ship yard`, with the card's used part and the odds as a hint."""
    where, told = _end(state, action)
    card = f"{card_name(state, action.card)} · " if isinstance(action, Sail) else ""
    text, crowded = f"{card}{', '.join(sailing(action))} {where}", _crowded(state, action)
    brief = len(text) + len(crowded) <= _LONGEST
    hint = _hint(_spent(state, action), "" if brief else crowded.strip(" ()").capitalize(), told)
    sign = card_sign(state, action.card) if isinstance(action, Sail) else ""
    number = number_of(state, landing_of(state, action))
    return Label(text + crowded * brief, hint, sign=sign, number=number)


def leads_to(state: RaceState, seat: int, action: Action) -> str:
    """Return a destination such as `to 58, ship yard: 2 of 6 bad`, or an empty text if no ship sails."""
    if question_of(state, seat) is None or not isinstance(action, Sail | SailOn):
        return ""
    where, told = _end(state, action)
    where += _crowded(state, action)
    kind, colon, rest = told.partition(": ")
    if colon and where.endswith(f", {kind.lower()}"):
        return f"{where}: {rest}"
    return " · ".join(filter(None, (where, told)))


def _end(state: RaceState, action: Sail | SailOn) -> tuple[str, str]:
    """Return two texts: the destination or the ships that are attacked there, and the odds."""
    waters, landing = Waters(state), landing_of(state, action)
    enemies = waters.enemies_on(landing, action.ship)
    if not enemies:
        return destination(landing), odds.of_square(state, action.ship, landing)
    attacks = f"attack{'' if action.partner else 's'} {', '.join(enemies)} at {landing}"
    return attacks, odds.of_battle(state, sailing(action), enemies)


def _crowded(state: RaceState, action: Sail | SailOn) -> str:
    """Return a text such as ` (no room on 47)` if the ship drops back, or else an empty text."""
    target = _target(state, action)
    return f" (no room on {target})" if landing_of(state, action) < target else ""


def _target(state: RaceState, action: Sail | SailOn) -> Square:
    return min(FINISH, state.ships[action.ship].square + (action.squares or 0))


def landing_of(state: RaceState, action: Sail | SailOn) -> Square:
    """Return the ship's final square, which is below its target if there is no room."""
    return Waters(state).berth(action.ship, _target(state, action))


def sailing(action: Sail | SailOn) -> list[ShipName]:
    """Return the ship that sails, or the two ships of a convoy."""
    return sorted([action.ship, action.partner]) if action.partner else [action.ship]


def _hint(*told: str) -> str:
    return " ".join(f"{part}." for part in told if part)


def _spent(state: RaceState, action: Sail | SailOn) -> str:
    """Return the used part of a card, such as `2 squares each, 4 of 10 squares, no ship can use 3`."""
    plays, task, squares = Plays(state), state.task, action.squares or 0
    if isinstance(action, Sail):
        points = next(plays.points(held) for held in plays.candidates if held.id == action.card)
    else:
        points = task.points if isinstance(task, CardUnderWay) else squares
    cost = squares * 2 if action.partner else squares
    each = f"{counted(squares, 'square')} each" if action.partner else ""
    if cost == points:
        return each
    voyage = under_way(Waters(state), task) if isinstance(task, CardUnderWay) else plays.voyage
    lost = voyage.lost(points)
    spent = f"{cost} of {counted(points, 'square')}"
    return ", ".join(filter(None, [each, spent, f"no ship can use {lost}" * bool(lost)]))


def destination(square: Square) -> str:
    """Return a destination in words: `home to 144`, `to 58, ship yard`."""
    if square == FINISH:
        return "home to 144"
    kind = KINDS[square]
    return f"to {square}" if kind in PLAIN else f"to {square}, {KIND_NAMES[kind]}"


def backwards(state: RaceState, action: PushBack | BackPartner) -> Label:
    """Return the label of a push, such as `6 · push B1 to 58, ship yard`, or of sailing a partner back."""
    held = next(card for card in state.seat(state.active).cards if card.id == action.card)
    if isinstance(action, PushBack):
        name, points, way = action.target, Plays(state).points(held), f"push {action.target}"
    else:
        name, points, way = action.ship, held.steps, f"{action.ship} back"
    end = Waters(state).mooring(name, max(ROADS, state.ships[name].square - points))
    told = odds.of_square(state, name, end)
    label = f"{card_name(state, action.card)} · {way} {destination(end)}"
    hint = _hint(told and f"{told}, in its own turn")
    return Label(label, hint, sign=card_sign(state, action.card))
