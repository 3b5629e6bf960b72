"""What controls and lists say: prompts for everybody, and each choice with where it leads (section 7)."""

from rules.acrana.actions import (
    BackPartner,
    Becalm,
    CastOff,
    ChooseCards,
    Discard,
    OverEdge,
    PushBack,
    Sail,
    SailOn,
)
from rules.acrana.board import FINISH, KIND_NAMES, KINDS, PLAIN, ROADS, Square, place_name
from rules.acrana.cards import told_apart
from rules.acrana.events import counted, listed
from rules.acrana.legs import under_way
from rules.acrana.plays import Plays
from rules.acrana.state import ChooseCards as CardsToChoose
from rules.acrana.state import RaceState
from rules.acrana.state import Sail as Sailing
from rules.acrana.waters import Waters
from rules.engine.action import Action, Resign
from rules.engine.decision import Decision
from rules.engine.label import Label

_KINDS: dict[type[Action], Label] = {
    CastOff: Label("Leave port"),
    Sail: Label("Sail"),
    SailOn: Label("Sail on"),
    OverEdge: Label("Over the edge", "Two dice say where the ship comes back onto the chart."),
    PushBack: Label("Push an enemy back"),
    Becalm: Label("Lie becalmed", "Nothing moves."),
    Discard: Label("Discard a card"),
    BackPartner: Label("Sail a partner back"),
    ChooseCards: Label("Choose cards"),
    Resign: Label("Resign", warning="You leave this race for good. Resign?"),
}


def headline(state: RaceState) -> str:
    """Which deck and which deal of it."""
    limit = f" of {state.options.deck_limit}" if state.options.deck_limit else ""
    return f"Deck {state.deck_no}{limit}, deal {state.deal_no}"


def prompt(state: RaceState, decision: Decision) -> str:
    """What is asked of a seat, to follow its name; it tells nothing of the hand."""
    match state.task:
        case Sailing(points=points):
            return f"sails on: {counted(points, 'square')} of the card left"
        case CardsToChoose() as task:
            return _card_prompt(task)
        case _:
            prompts = {
                "play": "plays a card",
                "discard": "can play nothing and discards a card",
                "back_partner": "can play nothing and sails a partner’s ship back",
            }
            return prompts.get(decision.kind, "is to decide")


def _card_prompt(task: CardsToChoose) -> str:
    cards = "one card" if task.count == 1 else f"{task.count} cards"
    if task.purpose == "discard":
        return f"chooses {cards} to discard"
    less = "more" if task.purpose == "bonus" else "less"
    if task.repeat:
        times = "twice" if task.count == 2 else f"{task.count} times"  # noqa: PLR2004 - as in twice
        return f"adds +{task.amount} {times}, to one card or to several"
    return f"chooses {cards} to sail {task.amount} {less}"


def label(state: RaceState, action: Action, depth: int) -> Label:
    """What the control for the first `depth` answers of the action's path says."""
    path = action.path()
    if depth == 1 and len(path) > 1:
        return _KINDS[type(action)]
    if depth == len(path):
        return _full_label(state, action)
    answer = path[depth - 1]
    ship = state.ships.get(answer.partition(" ")[0])
    return Label(f"{answer} at {place_name(ship.square)}" if ship else _card_name(state, answer))


def _full_label(state: RaceState, action: Action) -> Label:
    """The label of a whole action: the card, and what comes of it."""
    match action:
        case CastOff():
            return Label(f"{_card_name(state, action.card)} · {action.ship} leaves port")
        case Sail() | SailOn():
            return _way_label(state, action)
        case OverEdge():
            start = state.ships[action.ship].square
            return Label(f"{_card_name(state, action.card)} · {action.ship} over the edge at {start}")
        case PushBack() | BackPartner():
            return _backwards(state, action)
        case Becalm():
            return Label(f"{_card_name(state, action.card)} · lie becalmed")
        case Discard():
            return Label(f"Discard {_card_name(state, action.card)}")
        case ChooseCards():
            return _cards_label(state, action)
        case _:
            return _KINDS[type(action)]


def _way_label(state: RaceState, action: Sail | SailOn) -> Label:
    """`7 · A1 to 57, ship yard`; the hint tells how much of the card that takes, if not all of it."""
    waters = Waters(state)
    target = min(FINISH, state.ships[action.ship].square + (action.squares or 0))
    landing = waters.berth(action.ship, target)
    ships = listed(sorted([action.ship, action.partner])) if action.partner else action.ship
    card = f"{_card_name(state, action.card)} · " if isinstance(action, Sail) else ""
    crowded = f" (no room on {target})" if landing < target else ""
    enemies = waters.enemies_on(landing, action.ship)
    if enemies:
        attacks = f"attack{'' if action.partner else 's'} {listed(enemies)}"
        return Label(f"{card}{ships} {attacks} at {landing}{crowded}", _spent(state, action))
    return Label(f"{card}{ships} {_destination(landing)}{crowded}", _spent(state, action))


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


def _destination(square: Square) -> str:
    if square == FINISH:
        return "home to 144"
    kind = KINDS[square]
    return f"to {square}" if kind in PLAIN else f"to {square}, {KIND_NAMES[kind]}"


def _backwards(state: RaceState, action: PushBack | BackPartner) -> Label:
    """`6 · B1 back from 66 to 58, ship yard`."""
    held = next(card for card in state.seat(state.active).cards if card.id == action.card)
    if isinstance(action, PushBack):
        name, points = action.target, Plays(state).points(held)
    else:
        name, points = action.ship, held.steps
    start = state.ships[name].square
    end = Waters(state).mooring(name, max(ROADS, start - points))
    return Label(f"{_card_name(state, action.card)} · {name} back from {start} {_destination(end)}")


def _cards_label(state: RaceState, action: ChooseCards) -> Label:
    """`Discard 4 and 9`, `Keep J`, `9 becomes 13`."""
    task = state.task
    if not isinstance(task, CardsToChoose):
        return _KINDS[ChooseCards]
    hand = state.seat(state.active).cards
    if task.purpose == "discard":
        gone = listed([_card_name(state, one) for one in action.cards])
        kept = [_card_name(state, held.id) for held in hand if held.id not in action.cards]
        if len(kept) == 1 and task.count > 1:
            return Label(f"Keep {kept[0]}", f"Discard {gone}.")
        return Label(f"Discard {gone}")
    changes = []
    for held in hand:
        times = action.cards.count(held.id) * task.amount
        if times:
            then = held.added(times) if task.purpose == "bonus" else held.taken(times)
            changes.append(f"{_card_name(state, held.id)} sails {then.steps}")
    return Label(", ".join(changes))


def value_name(state: RaceState, seat: int, value: str) -> str:
    """`7♥` for `7b`, `4, 9 (13)` for `4a,9b`, and `A1 at 57, ship yard` for `A1`; else the value itself."""
    ship = state.ships.get(value)
    if ship is not None:
        return f"{value} at {place_name(ship.square)}"
    hand = state.seat(seat).cards
    names = dict(zip((held.id for held in hand), told_apart(hand), strict=True))
    return ", ".join(names.get(part, part) for part in value.split(","))


def _card_name(state: RaceState, card_id: str) -> str:
    """A card as its owner tells it from the others: `9 (13)`, or `7♥` where two look the same."""
    hand = state.seat(state.active).cards
    for held, name in zip(hand, told_apart(hand), strict=True):
        if held.id == card_id:
            return f"{name}, now" if held.now else name
    return card_id
