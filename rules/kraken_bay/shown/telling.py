"""Sentences about a turn, made from its traces, in full or shortened."""

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy

from rules.engine.seat import Names
from rules.engine.shown import called
from rules.engine.wording import counted, listed
from rules.kraken_bay.events import in_words
from rules.kraken_bay.shown.traces import (
    AnyTrace,
    BombTrace,
    Bump,
    DriftTrace,
    FuseTrace,
    Loss,
    SailTrace,
    ShotTrace,
    TowTrace,
)
from rules.kraken_bay.shown.view import BayView
from rules.kraken_bay.tables import Chit, as_character

_NAMED = 2
"""The maximum number of eaten ships that an account names. The picture shows all of them."""
_TIMES = {1: "once", 2: "twice"}
_ONCE_OF_TWICE = "hit {} with one of two shots"


FULL, SHORT, SHORTEST = 0, 1, 2
"""The levels of detail. `SHORT` leaves out dice and joins the legs of a course; `SHORTEST` has no gains."""


class Teller:
    """An account of a turn with the level of detail `depth`. `costs` adds the losses of players' ships."""

    def __init__(self, view: BayView, names: Names, depth: int, *, costs: bool = False) -> None:
        self.traces, self.depth, self.brief, self.costs = view.traces, depth, depth > FULL, costs
        self.seats = {ship.id: ship.seat for ship in view.ships}
        self.names = names

    def told(self, *, on_a_line: bool = False) -> str:
        """Return sentences about the ship's actions, the bombs that went off, and the whirlpool.

        With `on_a_line`, bombs without losses are left out after actions, and a whirlpool that ate no ship is
        left out after any other sentence.
        """
        sentences: list[str] = []
        deeds = [trace for trace in self.traces if not isinstance(trace, FuseTrace | DriftTrace)]
        if deeds:
            sentences.append(f"{called(deeds[0].seat, self.names)} {listed([*self._deeds(deeds)])}.")
        fuses = [trace for trace in self.traces if isinstance(trace, FuseTrace)]
        if on_a_line and sentences:
            fuses = [fuse for fuse in fuses if fuse.losses]
        sentences += (f"The {trace.bomb} at {trace.at} went off{_cost(trace.losses)}." for trace in fuses)
        drifts = [trace for trace in self.traces if isinstance(trace, DriftTrace)]
        if drifts and not (on_a_line and sentences and not any(drift.eaten for drift in drifts)):
            sentences.append(self._drifted(drifts))
        return " ".join(sentences)

    def called(self, target: str) -> str:
        """Return a target in words: a ship by its player, a tentacle with its space."""
        character = as_character(target)
        seat = self.seats.get(character) if character else None
        return in_words(target) if seat is None else called(seat, self.names)

    def _deeds(self, traces: Sequence[AnyTrace]) -> Iterator[str]:
        if self.brief:
            yield from self._deeds_together(traces)
            return
        sailed_before = False
        for trace in traces:
            match trace:
                case SailTrace():
                    yield from self._sailed(trace, on=sailed_before)
                    sailed_before = True
                case ShotTrace():
                    yield self._shot(trace)
                case BombTrace():
                    yield _dropped([trace])
                case _:
                    yield from self._other(trace)

    def _deeds_together(self, traces: Sequence[AnyTrace]) -> Iterator[str]:
        """Yield the course, then bombs, tows and shots."""
        sails = [trace for trace in traces if isinstance(trace, SailTrace)]
        shots = [trace for trace in traces if isinstance(trace, ShotTrace)]
        for leg in _legs(sails):
            yield from self._sailed(leg, on=leg.path[0] != sails[0].path[0])
        if bombs := [trace for trace in traces if isinstance(trace, BombTrace)]:
            yield _dropped(bombs)
        for trace in traces:
            yield from self._other(trace)
        for done, hits in (("hit {}", {True}), (_ONCE_OF_TWICE, {True, False}), ("missed {}", {False})):
            at = [shot for shot in shots if _outcomes(shots, shot) == hits]
            if at:
                yield done.format(self._targets(at))

    def _other(self, trace: AnyTrace) -> Iterator[str]:
        """Yield words for a tow; nothing for other traces."""
        if isinstance(trace, TowTrace):
            done = "brought {} home" if trace.saved else "took {} in tow"
            yield done.format(self.called(trace.tow))

    def _sailed(self, trace: SailTrace, *, on: bool = False) -> Iterator[str]:
        through = f" through {_hazards(trace.bumps, brief=self.brief)}" if trace.bumps else ""
        lost = _cost(trace.losses) if trace.bumps else ""
        yield f"sailed {'on ' if on else f'{trace.path[0]} '}to {trace.path[-1]}{through}{lost}"
        if trace.taken and self.depth < SHORTEST:
            kinds = Counter(taken.type for taken in trace.taken)
            yield f"took {listed(_loaded(kind, count) for kind, count in kinds.items())}"
        if trace.blown is not None:
            yield f"was blown to {trace.blown.to}"
        if trace.saved is not None:
            yield f"brought {self.called(trace.saved)} home"

    def _shot(self, trace: ShotTrace) -> str:
        dice = " and ".join(map(str, trace.rolls))
        done = "hit" if trace.hit else "missed"
        return f"{done} {self.called(trace.target)} ({dice}, needs {trace.need})"

    def _targets(self, shots: Sequence[ShotTrace]) -> str:
        """Return all targets of shots in words. Tentacles are listed together."""
        tentacles = dict.fromkeys(shot.at for shot in shots if shot.target == shot.at)
        others = self._ships(shots)
        if tentacles:
            others.append(f"the tentacle{'s' * (len(tentacles) > 1)} at {listed(tentacles)}")
        return listed(others)

    def _ships(self, shots: Sequence[ShotTrace]) -> list[str]:
        """Return the ships among the targets in words, each once, with players' losses if `costs` is true."""
        costs = dict[str, list[Loss]]()
        for shot in shots:
            if shot.target != shot.at:
                told = self.costs and as_character(shot.target) in self.seats
                costs.setdefault(self.called(shot.target), []).extend(shot.losses if told else ())
        return [f"{ship}{_cost(losses)}" for ship, losses in costs.items()]

    def _drifted(self, drifts: Sequence[DriftTrace]) -> str:
        eaten = self._eaten(drifts, "of them")
        moved = sum(len(drift.path) > 1 for drift in drifts)
        told = f"The whirlpool took {counted(moved, 'ship')}"
        return f"{told}; the kraken ate {eaten}." if eaten else f"{told}."

    def _eaten(self, drifts: Sequence[DriftTrace], many: str) -> str:
        """Return the eaten ships: up to `_NAMED` names, otherwise their number and `many`; empty for none."""
        eaten = [self.called(drift.unit) for drift in drifts if drift.eaten]
        if len(eaten) > _NAMED:
            return f"{len(eaten)} {many}"
        return listed(eaten) if eaten else ""


class LineTeller(Teller):
    """An account that only counts finds and hit tentacles, and does not name the start of the course.

    Players who were hit are named. If `misses` is false, misses are left out unless nothing else happened.
    """

    gains = True

    def __init__(self, view: BayView, names: Names, *, misses: bool, costs: bool = False) -> None:
        super().__init__(view, names, SHORT, costs=costs)
        self.misses = misses

    def _deeds_together(self, traces: Sequence[AnyTrace]) -> Iterator[str]:
        legs = _legs([trace for trace in traces if isinstance(trace, SailTrace)])
        for leg in legs:
            yield from self._went(leg)
        if bombs := [trace for trace in traces if isinstance(trace, BombTrace)]:
            yield _dropped(bombs)
        for trace in traces:
            # The words for a tow that came home do not repeat that it was taken in tow.
            if isinstance(trace, TowTrace) and trace.tow not in {leg.saved for leg in legs}:
                yield from self._other(trace)
        shots = [trace for trace in traces if isinstance(trace, ShotTrace)]
        if hits := [shot for shot in shots if shot.hit]:
            yield f"hit {self._targets(hits)}"
        if (missed := len(shots) - len(hits)) and (self.misses or len(traces) == missed):
            yield f"missed {_TIMES.get(missed, f'{missed} times')}"

    def _went(self, leg: SailTrace) -> Iterator[str]:
        yield f"sailed to {leg.path[-1]}{_cost(leg.losses)}"
        if leg.taken and self.gains:
            types = [taken.type for taken in leg.taken]
            yield f"took {_loaded(types[0], len(types)) if len({*types}) == 1 else f'{len(types)} items'}"
        if leg.blown is not None:
            yield f"was blown to {leg.blown.to}"
        if leg.saved is not None:
            yield f"brought {self.called(leg.saved)} home"

    def _targets(self, shots: Sequence[ShotTrace]) -> str:
        """Return the targets in words: the ships, then how many tentacles there were."""
        tentacles = sum(shot.target == shot.at for shot in shots)
        others = self._ships(shots)
        if tentacles:
            others.append("a tentacle" if tentacles == 1 else f"{tentacles} tentacles")
        return listed(others)


class BriefTeller(LineTeller):
    """An account without misses and finds. If the kraken ate a ship, other drifts are left out, too."""

    gains = False

    def __init__(self, view: BayView, names: Names) -> None:
        super().__init__(view, names, misses=False)

    def _drifted(self, drifts: Sequence[DriftTrace]) -> str:
        eaten = self._eaten(drifts, "ships")
        return f"The kraken ate {eaten}." if eaten else super()._drifted(drifts)


def _legs(sails: Sequence[SailTrace]) -> list[SailTrace]:
    """Split a turn's course into legs. A new leg begins where smoke has taken the ship."""
    legs: list[SailTrace] = []
    for sail in sails:
        if not legs or legs[-1].blown is not None:
            legs.append(deepcopy(sail))
            continue
        leg = legs[-1]
        leg.path += sail.path[1:]
        leg.bumps += sail.bumps
        leg.losses += sail.losses
        leg.taken += sail.taken
        leg.saved, leg.blown = leg.saved or sail.saved, sail.blown
    return legs


def _outcomes(shots: Sequence[ShotTrace], shot: ShotTrace) -> set[bool]:
    """Return the outcomes of all shots at the target of `shot`; true is a hit."""
    return {other.hit for other in shots if (other.target, other.at) == (shot.target, shot.at)}


def _dropped(bombs: Sequence[BombTrace]) -> str:
    """Return dropped bombs in words: `dropped barrels at A9 and A7`."""
    barrels = "a barrel" if len(bombs) == 1 else "barrels"
    what = "smoke" if bombs[0].bomb == "smoke" else barrels
    return f"dropped {what} at {listed(bomb.at for bomb in bombs)}"


def _hazards(bumps: Sequence[Bump], *, brief: bool) -> str:
    """Return hazards in words: each with its space or, if `brief` is true, the number of each kind."""
    if not brief:
        return listed(f"{_a(bump.kind)} at {bump.at}" for bump in bumps)
    kinds = [bump.kind for bump in bumps]
    return listed(
        _a(kind) if kinds.count(kind) == 1 else f"{kinds.count(kind)} {kind}s"
        for kind in dict.fromkeys(kinds)
    )


def _a(thing: str) -> str:
    return thing if thing == "smoke" else f"a {thing}"


def _loaded(kind: Chit, count: int) -> str:
    if kind == "ration":
        return "a ration" if count == 1 else f"{count} rations"
    return kind if count == 1 else f"{count} {kind}"


def _cost(losses: Sequence[Loss]) -> str:
    """Return losses in words: the amount if all are of one kind, otherwise the number of items."""
    if not losses:
        return ""
    first, *others = {loss.type for loss in losses}
    return f" (lost {f'{len(losses)} items' if others else _loaded(first, len(losses))})"
