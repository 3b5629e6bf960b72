"""The traces of the latest turns, made from events: paths, tiles, fights, storms (section 13)."""

from collections.abc import Iterable
from dataclasses import field

from rules.dangerous_sea import events
from rules.dangerous_sea.board import GOOD_OF, Direction, Kind, Square, counted
from rules.engine.event import Decided, Event, TurnBegan
from rules.engine.record import Record

STONES = "stones"
"""The name of rune stones in `Deed.goods`."""


class Drift(Record):
    """A ship's move in a storm."""

    seat: int
    start: Square
    to: Square


class Course(Record):
    """The path of a ship in an earlier turn, including the start."""

    seat: int
    path: list[Square]


class Deed(Record):
    """An action or loss of a seat in words: the seat's name, `what`, the amounts of `goods`, and `where`.

    The name of `rival` replaces `{}` in `what`. `dice` are the sums of a battle.
    """

    seat: int
    what: str
    rival: int = 0
    goods: dict[str, int] = field(default_factory=dict)
    where: str = ""
    dice: str = ""
    prize: bool = False


class Traces(Record):
    """The traces of the newest turn and of the sea's turn after it, and the paths of earlier turns.

    `seat` sailed along `path`, which includes the start. `battles` are the squares of all fights. `deeds` are
    actions and losses, in order. `wind` is the direction of a storm. `ghost` is the Ghost Ship's path, or the
    square where it appeared. `haunted` are the seats that the Ghost Ship fought, and `by_ghost` maps each
    outcome, such as `struck {} down`, to its seats.
    """

    seat: int | None = None
    path: list[Square] = field(default_factory=list)
    revealed: dict[Square, Kind] = field(default_factory=dict)
    battles: list[Square] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    wind: Direction | None = None
    drifts: list[Drift] = field(default_factory=list)
    ghost: list[Square] = field(default_factory=list)
    haunted: list[int] = field(default_factory=list)
    by_ghost: dict[str, list[int]] = field(default_factory=dict)
    earlier: list[Course] = field(default_factory=list)


class _Follower:
    """Collects traces from events. Older turns keep only their paths."""

    def __init__(self) -> None:
        self.traces = Traces()
        self._past = False
        """Whether a new turn has begun. Its first trace replaces the older traces."""
        self._idle = False
        """Whether a new turn has begun and its captain has done nothing."""

    def take_in(self, event: Event) -> None:
        """Record the traces of an event."""
        self._idle = isinstance(event, events.TurnStarted) or (self._idle and _is_idle(event))
        match event:
            case TurnBegan() | events.TurnStarted():
                self._past = True
            case events.GhostMoved() | events.GhostHunted() | events.GhostAppeared() | events.GhostBattle():
                self._haunt(event)
            case events.StormRolled() if event.direction:
                self._begin()
                self.traces.wind = event.direction
            case events.ShipMoved() if event.mode == "storm":
                self._begin()
                self.traces.drifts.append(Drift(seat=event.seat, start=event.start, to=event.to))
            case events.ShipMoved():
                self._begin(event.seat)
                self.traces.path = [*(self.traces.path or [event.start]), event.to]
            case events.TileRevealed() if event.how != "start":
                self._begin(event.by if event.how in {"look", "explore"} else None)
                self.traces.revealed[event.at] = event.tile
            case events.SailorSlain() | events.CaptainIncapacitated() | events.GhostBanished():
                self._begin()
                what, seat = _by_ghost(event)
                self.traces.by_ghost.setdefault(what, []).append(seat)
            case _ if deed := _idle_turn(event) if self._idle else _deed(event):
                self._begin()
                self.traces.deeds.append(deed)
                if isinstance(event, events.BattleFought):
                    self.traces.battles.append(event.at)

    def _begin(self, seat: int | None = None) -> None:
        """Begin new traces if a new turn has begun. `seat` is the seat that acts, if any."""
        if self._past:
            over, self._past = self.traces, False
            self.traces = Traces(earlier=over.earlier)
            if over.seat is not None and len(over.path) > 1:
                self.traces.earlier.append(Course(seat=over.seat, path=over.path))
        self.traces.seat = self.traces.seat or seat

    def _haunt(
        self, event: events.GhostMoved | events.GhostHunted | events.GhostAppeared | events.GhostBattle
    ) -> None:
        self._begin()
        match event:
            case events.GhostMoved():
                self.traces.ghost = [event.start, *event.squares]
            case events.GhostHunted():
                self.traces.ghost = [event.start, event.to]
            case events.GhostAppeared():
                self.traces.ghost = [event.at]
            case events.GhostBattle():
                self.traces.haunted.append(event.seat)
                self.traces.battles += self.traces.ghost[-1:]


def _is_idle(event: Event) -> bool:
    """Return whether an idle captain is still idle after the event."""
    return isinstance(event, Decided | events.TurnEnded) or (
        isinstance(event, events.CrewFed) and not event.starved
    )


def _idle_turn(event: Event) -> Deed | None:
    """Return the deed of a captain who ended an idle turn, or `None` for other events."""
    if isinstance(event, events.TurnEnded) and event.reason == "done":
        return Deed(seat=event.seat, what="did nothing")
    return None


def _fought(event: events.BattleFought) -> Deed:
    attack, defence = sum(event.attacker_dice), sum(event.defender_dice)
    if event.winner is None:
        dice = f"{attack} to {defence}"
        return Deed(seat=event.attacker, what="and {} fought to a draw", rival=event.defender, dice=dice)
    loser = event.defender if event.winner == event.attacker else event.attacker
    dice = f"{max(attack, defence)} to {min(attack, defence)}"
    return Deed(seat=event.winner, what="beat {}", rival=loser, dice=dice)


def _by_ghost(
    event: events.SailorSlain | events.CaptainIncapacitated | events.GhostBanished,
) -> tuple[str, int]:
    """Return the outcome of a fight with the Ghost Ship, in words, and the captain's seat."""
    match event:
        case events.SailorSlain():
            return "took a sailor from {}", event.seat
        case events.CaptainIncapacitated():
            return "struck {} down", event.seat
        case events.GhostBanished():
            return "was driven away by {}", event.by


def _deed(event: Event) -> Deed | None:
    """Return a seat's deed in an event that leaves no other trace."""
    match event:
        case events.BattleFought():
            return _fought(event)
        case events.SpoilsTaken():
            return Deed(seat=event.winner, what=_prize(event), rival=event.loser, prize=True)
    return _gained(event) or _lost(event)


def _gained(event: Event) -> Deed | None:
    match event:
        case events.StartChosen():
            return Deed(seat=event.seat, what=f"started at {event.at}")
        case events.StoneTaken():
            return Deed(seat=event.seat, what="took", goods={STONES: event.count})
        case events.Harvested():
            return Deed(seat=event.seat, what="took", goods={GOOD_OF[event.island]: event.amount})
        case events.Loaded():
            return Deed(seat=event.seat, what="loaded", goods={event.what: event.amount})
    return None


def _lost(event: Event) -> Deed | None:
    match event:
        case events.Scuttled():
            return Deed(seat=event.seat, what="put", goods={event.what: event.amount}, where=" overboard")
        case events.RocksStruck() if event.food_lost or event.water_lost:
            lost = {"food": event.food_lost, "water": event.water_lost}
            return Deed(seat=event.seat, what="lost", goods=lost, where=" on the rocks")
        case events.PlagueStruck():
            return Deed(seat=event.seat, what="lost", goods={"sailors": event.died}, where=" to the plague")
        case events.CaptainIll() if event.turn_ended:
            return Deed(seat=event.seat, what="fell ill")
    return None


def _prize(event: events.SpoilsTaken) -> str:
    goods = (
        (event.food, f"{event.food} food"),
        (event.water, f"{event.water} water"),
        (event.sailors, counted(event.sailors, "sailors")),
        (event.stones, events.rune_stones(event.stones)),
    )
    taken = [words for amount, words in goods if amount > 0]
    if event.died:
        taken.append(f"the lives of {counted(event.died, 'sailors')}")
    stopped = ["stopped {}"] if event.stopped else []
    if not taken and stopped:
        return "stopped {}"
    return " and ".join([f"took {' and '.join(taken) or 'nothing'} from {{}}", *stopped])


def traces_of(told: Iterable[Event]) -> Traces:
    """Return the traces of the events in `told`."""
    follower = _Follower()
    for event in told:
        follower.take_in(event)
    return follower.traces
