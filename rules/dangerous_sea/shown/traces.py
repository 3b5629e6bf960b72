"""The traces of the latest turns, made of their events: routes, tiles, fights, the storm (section 13)."""

from collections.abc import Iterable
from dataclasses import field

from rules.dangerous_sea.board import GOOD_OF, Direction, Kind, Square, counted
from rules.dangerous_sea.events import (
    BattleFought,
    CaptainIll,
    CaptainIncapacitated,
    GhostAppeared,
    GhostBanished,
    GhostBattle,
    GhostHunted,
    GhostMoved,
    Harvested,
    Loaded,
    PlagueStruck,
    RocksStruck,
    SailorSlain,
    Scuttled,
    ShipMoved,
    SpoilsTaken,
    StoneTaken,
    StormRolled,
    TileRevealed,
    TurnStarted,
    cargo,
    rune_stones,
)
from rules.engine.event import Event, TurnBegan
from rules.engine.record import Record


class Drift(Record):
    """Where a storm blew a ship."""

    seat: int
    start: Square
    to: Square


class Course(Record):
    """The way of a ship in a turn before the newest, the start included."""

    seat: int
    path: list[Square]


class Deed(Record):
    """What a seat did or suffered, to follow its name; `{}` stands for the name of its `rival`."""

    seat: int
    what: str
    rival: int = 0


class Traces(Record):
    """The traces of the newest turn and of what the sea did after it, and the ways of the turns before.

    `seat` sailed along `path` (the start included). `revealed` are squares that showed their tile, and which
    it was, `battles` those where ships fought each other or the Ghost Ship. `deeds` are what else was done in
    the turn, in order. A storm blew in the direction `wind`, and carried ships along `drifts`. `ghost` is the
    way of the Ghost Ship, or where it appeared, `haunted` the seats it fought.
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
    earlier: list[Course] = field(default_factory=list)


class _Follower:
    """Takes in what is told, and keeps of a turn only its course once a newer one does something."""

    def __init__(self) -> None:
        self.traces = Traces()
        self._past = False
        """A new turn has begun: what is there is over with the first thing that happens in it."""

    def take_in(self, event: Event) -> None:
        """Note what can be seen of it."""
        match event:
            case TurnBegan() | TurnStarted():
                self._past = True
            case GhostMoved() | GhostHunted() | GhostAppeared() | GhostBattle():
                self._haunt(event)
            case StormRolled() if event.direction:
                self._begin()
                self.traces.wind = event.direction
            case ShipMoved() if event.mode == "storm":
                self._begin()
                self.traces.drifts.append(Drift(seat=event.seat, start=event.start, to=event.to))
            case ShipMoved():
                self._begin(event.seat)
                self.traces.path = [*(self.traces.path or [event.start]), event.to]
            case TileRevealed():
                self._begin(event.by if event.how in {"look", "explore"} else None)
                self.traces.revealed[event.at] = event.tile
            case _ if deed := _deed(event):
                self._begin()
                self.traces.deeds.append(deed)
                if isinstance(event, BattleFought):
                    self.traces.battles.append(event.at)

    def _begin(self, seat: int | None = None) -> None:
        """Something happens in a turn."""
        if self._past:
            over, self._past = self.traces, False
            self.traces = Traces(earlier=over.earlier)
            if over.seat is not None and len(over.path) > 1:
                self.traces.earlier.append(Course(seat=over.seat, path=over.path))
        self.traces.seat = self.traces.seat or seat

    def _haunt(self, event: GhostMoved | GhostHunted | GhostAppeared | GhostBattle) -> None:
        self._begin()
        match event:
            case GhostMoved():
                self.traces.ghost = [event.start, *event.squares]
            case GhostHunted():
                self.traces.ghost = [event.start, event.to]
            case GhostAppeared():
                self.traces.ghost = [event.at]
            case GhostBattle():
                self.traces.haunted.append(event.seat)
                self.traces.battles += self.traces.ghost[-1:]


def _fought(event: BattleFought) -> Deed:
    attack, defence = sum(event.attacker_dice), sum(event.defender_dice)
    if event.winner is None:
        return Deed(
            seat=event.attacker,
            what=f"and {{}} fought to a draw ({attack} to {defence})",
            rival=event.defender,
        )
    loser = event.defender if event.winner == event.attacker else event.attacker
    dice = f"{max(attack, defence)} to {min(attack, defence)}"
    return Deed(seat=event.winner, what=f"beat {{}} ({dice})", rival=loser)


def _deed(event: Event) -> Deed | None:
    """What a seat did or suffered by an event that leaves no other trace."""
    return _gained(event) or _lost(event) or _in_battle(event)


def _gained(event: Event) -> Deed | None:
    match event:
        case StoneTaken():
            return Deed(seat=event.seat, what=f"took {rune_stones(event.count)}")
        case Harvested():
            return Deed(seat=event.seat, what=f"took {counted(event.amount, GOOD_OF[event.island])}")
        case Loaded():
            return Deed(seat=event.seat, what=f"loaded {counted(event.amount, event.what)}")
    return None


def _lost(event: Event) -> Deed | None:
    match event:
        case Scuttled():
            return Deed(seat=event.seat, what=f"put {counted(event.amount, event.what)} overboard")
        case RocksStruck() if event.food_lost or event.water_lost:
            return Deed(seat=event.seat, what=f"lost {cargo(event.food_lost, event.water_lost)} on the rocks")
        case PlagueStruck():
            return Deed(seat=event.seat, what=f"lost {counted(event.died, 'sailors')} to the plague")
        case CaptainIll():
            return Deed(seat=event.seat, what="fell ill")
    return None


def _in_battle(event: Event) -> Deed | None:
    match event:
        case BattleFought():
            return _fought(event)
        case SpoilsTaken():
            return Deed(seat=event.winner, what=f"took {_prize(event)} from {{}}", rival=event.loser)
        case SailorSlain():
            return Deed(seat=event.seat, what="lost a sailor to the Ghost Ship")
        case CaptainIncapacitated():
            return Deed(seat=event.seat, what="was struck down by the Ghost Ship")
        case GhostBanished():
            return Deed(seat=event.by, what="drove the Ghost Ship away")
    return None


def _prize(event: SpoilsTaken) -> str:
    goods = (
        (event.food, f"{event.food} food"),
        (event.water, f"{event.water} water"),
        (event.sailors, counted(event.sailors, "sailors")),
        (event.stones, rune_stones(event.stones)),
    )
    taken = [words for amount, words in goods if amount > 0]
    if event.died:
        taken.append(f"the lives of {counted(event.died, 'sailors')}")
    if event.stopped:
        taken.append("the way")
    return " and ".join(taken) or "nothing"


def traces_of(told: Iterable[Event]) -> Traces:
    """What the latest events leave to be seen."""
    follower = _Follower()
    for event in told:
        follower.take_in(event)
    return follower.traces
