"""The texts on the picture: the title, the progress of the race, and a tale of the newest turn."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from rules.acrana.board import FINISH, KIND_NAMES, KINDS, PORT, Square, letter_of
from rules.acrana.cards import PlayUse
from rules.acrana.shown.traces import Came, Played, Rolled, Spent, Trace
from rules.acrana.shown.view import AcranaView
from rules.acrana.state import ShipName, owner
from rules.engine.seat import Names
from rules.engine.wording import ENDED, counted, listed, who_wins

_MANY = 3
"""The number of winners from which the title shows letters instead of names."""
_NAMED = 3
"""The maximum number of ships or cards that a brief tale names instead of counting them."""
_SHORT = 120
"""The maximum number of characters in one or two short sentences."""
_IN_PORT = "Cast off with an ace or a king, then sail from 1 to the finish at 144."
_AT_SEA = "Sail to the finish at 144; a ship sent home casts off with an ace or a king."
"""The aim of the race, shown before the first card. Ships may begin in port or at sea (section 4)."""
_USES: Mapping[PlayUse, str] = {
    "cast_off": "cast off with",
    "sail": "sailed",
    "over_edge": "went over the edge with",
    "push_back": "pushed back with",
    "becalm": "lay becalmed with",
    "back_partner": "backed a partner with",
    "discard": "discarded",
}
_ASKED = {
    "play": "to play",
    "discard": "to discard",
    "back_partner": "to sail back",
    "sail_on": "to sail on",
    "choose_cards": "to choose",
}
_PURPOSES = {"battle": "battle", "pirates": "pirates", "edge": "sea edge", "typhoon": "typhoon"}


def leading_seat(view: AcranaView) -> int:
    """Return the seat that gives the title its colour: the winner or, before the end, the active seat."""
    return view.ranking[0][0] if view.ranking else view.active


def title(view: AcranaView, names: Names) -> str:
    """Return the text of the title band."""
    if view.stopped:
        return ENDED
    if view.phase == "over":
        if not view.ranking:
            return "Nobody came home"
        first = view.ranking[0]
        winners = [names[seat] if len(first) < _MANY else letter_of(seat) for seat in first]
        if view.reason == "deck_limit":
            return f"Called off: {listed(winners)} ahead"
        return who_wins(winners)
    return f"{names[view.active]} {_ASKED[view.choice.kind] if view.choice else 'to move'}"


def aside(view: AcranaView) -> str:
    """Return the progress of the race: deck, deal, and cards left."""
    return f"Deck {view.deck_no}, deal {view.deal_no}, {counted(view.cards_left, 'card')} left"


def about(roll: Rolled) -> str:
    """Return the purpose of a roll, in a word or two."""
    return KIND_NAMES[KINDS[roll.at]] if roll.purpose == "table" else _PURPOSES[roll.purpose]


def tale(view: AcranaView, names: Names, fits: Callable[[str], bool]) -> str:
    """Return the tale of the latest turn with all details that fit, or the race's aim before any card."""
    told = _AT_SEA if all(ship.square != PORT for ship in view.ships) else _IN_PORT
    for detail in _DETAILS if view.traces else ():
        telling = _Telling(view, names, detail)
        told = telling.in_order() if detail.stages else telling.in_brief()
        if fits(told):
            break
    return told


def lately(view: AcranaView, names: Names) -> str:
    """Return the newest turn in one or two short sentences, or an empty text before the first card."""
    return tale(view, names, lambda told: len(told) <= _SHORT) if view.traces else ""


class _Detail(NamedTuple):
    """The details that a tale contains in addition to cards and moved ships."""

    consequences: bool = False
    dice: bool = False
    stages: bool = False
    ways: bool = False


_DETAILS = (
    _Detail(consequences=True, dice=True, stages=True),
    _Detail(dice=True, stages=True),
    _Detail(stages=True),
    _Detail(ways=True),
    _Detail(),
)
"""The levels of detail, the fullest first. The last level is used if no level fits."""


class _Telling:
    """Builds the tale of the newest turn."""

    def __init__(self, view: AcranaView, names: Names, detail: _Detail) -> None:
        self._deeds, self._names, self._detail = view.traces, names, detail
        self._alone = len(view.ships) == len(view.seats)
        """Whether each player has one ship, so that players' names replace ships' names."""
        self._player = 0
        self._use: PlayUse | None = None
        """The player and the use of the last card in the text."""
        self._at: dict[ShipName, Square] = {}
        """The square of each ship at the end of the text so far."""
        self._last = ""
        """The last ship in the text."""

    def in_order(self) -> str:
        """Return every card with its consequences, in order."""
        told = ""
        before: Played | None = None
        for deed in self._deeds:
            if isinstance(deed, Played):
                told += self._card(deed, before, told)
                before = deed
            elif said := self._said(deed):
                # A sailing ship's movement follows the card directly, after a colon if the ship is named.
                if before and said[0] in " :":
                    told += said
                else:
                    said = said.lstrip(" :")
                    # A roll that begins the tale gets a capital letter.
                    first = f"{said[0].upper()}{said[1:]}" if isinstance(deed, Rolled) else said
                    told += f", {said}" if told else first
                before = None
        return f"{told}."

    def in_brief(self) -> str:
        """Return each player's cards, and the squares of the ships that moved."""
        played = [deed for deed in self._deeds if isinstance(deed, Played)]
        cards = [
            f"{self._names[seat]} {_USES[use]} {_cards([card.shown for card in those])}"
            for (seat, use), those in groupby(played, lambda card: (card.seat, card.use))
        ]
        ends = {deed.ship: deed for deed in self._deeds if isinstance(deed, Trace)}
        if self._detail.ways:
            moved = [f"{self._ship(ship)} to {_where(trace.end)}" for ship, trace in ends.items()]
        elif len(ends) <= _NAMED:
            moved = [f"{listed([self._ship(ship) for ship in ends])} moved"] if ends else []
        else:
            moved = [f"{len(ends)} ships moved"]
        if not self._detail.ways and len(cards) > _NAMED:
            cards = [f"{len(played)} cards were played"]
        return ": ".join(filter(None, [", ".join(cards), ", ".join(moved)])) + "."

    def _card(self, card: Played, before: Played | None, told: str) -> str:
        self._use = card.use
        if card.seat != self._player or not told:
            self._player = card.seat
            return f"{'. ' if told else ''}{self._names[card.seat]} {_USES[card.use]} {card.shown}"
        if before and before.use == card.use:
            return f" and {card.shown}"
        return f", then {_USES[card.use]} {card.shown}"

    def _said(self, deed: Trace | Rolled | Spent | Came) -> str:
        match deed:
            case Trace():
                return self._way(deed)
            case Rolled() if self._detail.dice:
                dice = " ".join(map(str, deed.dice))
                return (
                    f"dice {dice}" if deed.purpose == "edge" else f"{about(deed)} {dice}{self._of(deed.ship)}"
                )
            case Spent() if self._detail.consequences:
                return f"nothing new on {deed.at}{self._of(deed.ship)}"
            case Came() if self._detail.consequences:
                whose = "" if deed.seat in {0, self._player} else f"{self._names[deed.seat]} "
                return f"{whose}{deed.what}"
            case _:
                return ""

    def _way(self, trace: Trace) -> str:
        """Return one movement in words, without a start or a ship that the text has just mentioned."""
        own = self._alone and owner(trace.ship) == self._player
        again = self._last == trace.ship and trace.how != "sailed"
        who = "" if own or again else f"{self._ship(trace.ship)} "
        self._last = trace.ship
        start = "" if self._at.get(trace.ship) == trace.start else f" from {_where(trace.start)}"
        self._at[trace.ship] = trace.end
        end = "home" if trace.end == FINISH else f"to {_where(trace.end)}"
        match trace.how:
            case "cast_off":
                return "" if own else f": {who}put to sea"
            case "sailed":
                return f"{start} {end}" if own else f": {who.strip()}{start} {end}"
            case "over_edge":
                went = "" if self._use == "over_edge" else "over the edge"
                return f"{who}{went}{start if went else start.lstrip()} to {trace.end}"
            case "sent_home":
                return f"{who}{'' if own or again else 'was '}sent home{start}"
            case "drifted":
                return f"{who}drifted{start} {end}"

    def _of(self, ship: ShipName) -> str:
        """Return ` for ` and the ship, or nothing if the caption already makes clear which ship is meant."""
        plain = ship == self._last or (owner(ship) == self._player and self._alone)
        return "" if plain else f" for {self._ship(ship)}"

    def _ship(self, ship: ShipName) -> str:
        return self._names[owner(ship)] if self._alone else ship


def _cards(shown: Sequence[str]) -> str:
    return listed(shown) if len(shown) <= _NAMED else f"{len(shown)} cards"


def _where(square: Square) -> str:
    return {PORT: "port", FINISH: "home"}.get(square, str(square))
