"""A battle laid out by hand: given ships, tiles and dice, and the outcome."""

from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import Self, get_args

import pytest

from rules.engine.action import Action
from rules.engine.chance import Chance, Forced
from rules.engine.errors import IllegalAction
from rules.engine.event import Event, dump_event
from rules.engine.options import choose
from rules.privateer import GAME
from rules.privateer.board import Colour, Hex, Terrain
from rules.privateer.dice import CANNON, read_die
from rules.privateer.fleets import FLEETS
from rules.privateer.rooms.playing_round import PlayingRound
from rules.privateer.rooms.taking_turn import TakingTurn
from rules.privateer.shown.view import PrivateerView
from rules.privateer.state import GambitStatus, PrivateerState

QUIET = {
    "seat", "owner", "attacking", "defending", "total", "drift", "battles", "duel", "ships", "tiles",
    "fleets", "final", "auto", "rake", "paid", "begins", "alone", "flown", "lost",
}  # fmt: skip
"""Event fields that the short lines leave out. A true `auto`, `rake` or `begins` is named."""


class Calm:
    """Dice that show consecutive numbers from the lowest on, unless a test forces them."""

    def numbers(self, roll: int, size: int) -> Iterator[int]:
        return cycle(range(size))


def forced(rolls: Iterable[str]) -> list[Forced]:
    """Return rolls that are written as `sail_die 3 3 2`."""
    made = []
    for number, text in enumerate(rolls, 1):
        label, *values = text.split()
        made.append(Forced(values=tuple(map(int, values)), label=label, entry=number))
    return made


def new_game(colours: str, **options: str | int | bool) -> tuple[PrivateerState, list[str]]:
    """Return a new game in which the seats draw the given colours in order, and the events."""
    cards = [f"card {FLEETS[read_colour(colour)].number}" for colour in colours.split()]
    seats = len(cards) // 2 if options.get("mode") == "duel" else len(cards)
    chance = Chance(Calm(), forced(cards))
    state, events = GAME.start(choose(GAME.options, options), seats, chance)
    assert len(chance.spent) == len(chance.forced), "some of the rolls never happened"
    return state, lines(events)


class Table:
    """A battle in round 2. By default, it is the turn of the first of the colours.

    Examples: `ships` are `red1@G9 blue2@M6`, `terrain` is `I7:volcano C9:reef`, and `pool` is dice tokens.
    Without a pool, the dice must still be chosen. `taken` lists the dice of ships, such as `red1:SC red2:S`.
    Players without ships, or with grudge ships alone, are eliminated. `grudge_of` names grudge ships' fleets.
    """

    def __init__(
        self,
        colours: str,
        ships: str,
        pool: str = "",
        *,
        terrain: str = "",
        merchant: Hex | None = None,
        taken: str = "",
        turn: str = "",
        number: int = 2,
        gambit: str = "",
        gold: str = "",
        grudge_of: str = "",
        **options: str | int | bool,
    ) -> None:
        self.state, _ = new_game(colours, **options)
        state = self.state
        state.round, state.level, state.merchant = number, "absurd", merchant
        state.barrel = {"volcano": 0, "desert": 0, "reef": 0}
        state.ships = dict(_pair(word, "@") for word in ships.split())
        state.terrain = {name: read_tile(tile) for name, tile in (_pair(w, ":") for w in terrain.split())}
        for colour, status in (_pair(word, ":") for word in gambit.split()):
            state.fleets[read_colour(colour)].gambit = read_status(status)
        for colour in grudge_of.split():
            state.fleets[read_colour(colour)].grudge = "sails"
        for seat in state.seats:
            seat.gold = 0
        for colour, amount in (_pair(word, ":") for word in gold.split()):
            state.seat(self.seat(read_colour(colour))).gold = int(amount)
        beaten = [seat for seat in state.seats_in_order() if seat not in state.in_battle()]
        state.elimination = [[seat] for seat in beaten]
        self.log: list[str] = []
        self.told: list[Event] = []
        self.turn(read_colour(turn or colours.split(maxsplit=1)[0]), pool, taken)

    def turn(self, fleet: Colour, pool: str = "", taken: str = "") -> None:
        """Begin a fleet's turn, with the given dice on the table or before its roll."""
        state = self.state
        later = state.order[state.order.index(fleet) + 1 :]
        spent = dict(_pair(word, ":") for word in taken.split())
        roster = dict.fromkeys(state.ships_of(fleet), "") | spent
        desperate = state.options.desperation and len(roster) == 1
        task = TakingTurn(fleet=fleet, slots=roster, desperate=desperate)
        self.state.agenda = [PlayingRound(fleets=later), task]
        if pool:
            self.pool(pool)
        GAME.check(state)

    def pool(self, dice: str) -> None:
        """Put the given unspent dice on the table."""
        task = self.state.turn
        assert task is not None
        task.rolled, task.sail, task.cannon = True, [], []
        for text in dice.split():
            die = read_die(text, CANNON)
            (task.cannon if die.kind == CANNON else task.sail).append(die.face)

    @classmethod
    def playing(cls, state: PrivateerState) -> Self:
        """Return a table that continues the given game."""
        table = cls.__new__(cls)
        table.state, table.log, table.told = state, [], []
        return table

    @classmethod
    def before_terrain(cls, **options: str | int | bool) -> Self:
        """Begin with Red and Blue deployed. Red has a third ship. Terrain comes after Blue's third ship."""
        state, _ = new_game("red blue", **options)
        table = cls.playing(state)
        for text in ("deploy G2 G3", "deploy G12 G11", "third_ship"):
            table.does(text)
        return table

    def seat(self, colour: Colour) -> int:
        return self.state.fleets[colour].seat

    # Playing

    def does(self, text: str, *rolls: str, by: Colour | None = None) -> list[str]:
        """Act for the awaited seat with exactly the given rolls. Returns a short line for each event."""
        seat = self.seat(by) if by else GAME.decisions(self.state)[0].seat
        state = self._copy()
        chance = Chance(Calm(), forced(rolls))
        told = self._apply(state, seat, GAME.resolve(state, seat, GAME.read(text)), chance)
        unnamed = [roll.label for roll in chance.rolls if roll.force is None]
        assert not unnamed, f"rolls that were not named: {unnamed}"
        return told

    def times_out(self, *rolls: str) -> list[str]:
        """Let the time run out. Rolls without given values show their lowest face."""
        seat = GAME.decisions(self.state)[0].seat
        state = self._copy()
        return self._apply(state, seat, GAME.timeout(state, seat), Chance(Calm(), forced(rolls)))

    def ends_turn(self) -> list[str]:
        """Let the time run out until the turn is over."""
        events: list[str] = []
        fleet = self.state.active_fleet
        while self.state.active_fleet == fleet and self.state.result is None:
            events += self.times_out()
        return events

    def _apply(self, state: PrivateerState, seat: int, action: Action, chance: Chance) -> list[str]:
        events = GAME.apply(state, seat, action, chance)
        assert len(chance.spent) == len(chance.forced), "some of the rolls never happened"
        GAME.check(state)
        assert GAME.load_state(state.model_dump_json()) == state
        self.state = state
        self.told += events
        told = lines(events)
        self.log += told
        return told

    def _copy(self) -> PrivateerState:
        return GAME.load_state(self.state.model_dump_json())

    def refusal(self, text: str) -> str:
        """Return the code of a refusal. Nothing changes."""
        seat = GAME.decisions(self.state)[0].seat
        before = self.state.model_dump_json()
        state = self._copy()
        with pytest.raises(IllegalAction) as caught:
            GAME.apply(state, seat, GAME.resolve(state, seat, GAME.read(text)), Chance(Calm()))
        assert caught.value.message.rstrip().endswith((".", "?"))
        assert self.state.model_dump_json() == before
        return caught.value.code

    # Looking

    def view(self, seat: int | None = None) -> PrivateerView:
        """Return the view of a seat, or everybody's view, after the actions on this table."""
        return GAME.view(self.state, seat, self.told)

    def choices(self, kind: str = "", number: int = 0) -> list[str]:
        """Return the awaited seat's legal choices: all, those of a kind, or those of a kind for one ship."""
        decision = GAME.decisions(self.state)[0]
        texts = [str(action) for action in decision.actions]
        wanted = f"{kind} {number}" if number else kind
        return [text for text in texts if text.startswith(wanted)]

    def canonical(self, text: str) -> str:
        """Return the canonical form of what was typed."""
        seat = GAME.decisions(self.state)[0].seat
        return str(GAME.resolve(self.state, seat, GAME.read(text)))

    def label(self, text: str) -> tuple[str, str]:
        """Return the text of the control for a complete choice, and its warning."""
        seat = GAME.decisions(self.state)[0].seat
        action = GAME.resolve(self.state, seat, GAME.read(text))
        label = GAME.label(self.state, seat, action, len(GAME.path(self.state, seat, action)))
        return label.text, label.warning


def _pair(text: str, sign: str) -> tuple[str, str]:
    first, _, second = text.partition(sign)
    return first, second


def read_colour(text: str) -> Colour:
    return next(colour for colour in FLEETS if colour == text)


def read_status(text: str) -> GambitStatus:
    return next(status for status in get_args(GambitStatus) if status == text)


def read_tile(text: str) -> Terrain:
    return next(tile for tile in get_args(Terrain) if tile == text)


def lines(events: Iterable[Event]) -> list[str]:
    return [line(event) for event in events]


def line(event: Event) -> str:
    """Return an event as one line: `ship_sailed red1 G9 I7 NE 3 3`."""
    data = dump_event(event)
    words = [str(data.pop("event"))]
    for name, value in data.items():
        if name in QUIET:
            words += [name] if value is True and name in {"auto", "rake", "begins"} else []
        elif isinstance(value, list):
            words.append(str(value).replace("'", "").replace(" ", ""))
        elif value != "":
            words.append("-" if value is None else str(value))
    return " ".join(words)
