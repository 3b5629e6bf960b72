"""The board and the reach of a ship in words, for blind people."""

from collections.abc import Iterator

from rules.engine.seat import Names
from rules.engine.shown import alt_text, with_name
from rules.engine.wording import counted, listed
from rules.kraken_bay.board import MOUTH, in_order
from rules.kraken_bay.events import in_words
from rules.kraken_bay.shown.caption import tale, title
from rules.kraken_bay.shown.view import BayView, ShipView, TargetView
from rules.kraken_bay.tables import BOMB_OF, FLOATING

LONGEST_NAME = 20
_TALE = 112
"""The maximum number of characters of the newest turn's account, which leaves room for the board."""


def describe(view: BayView, names: Names) -> str:
    """Return the board in words, in at most 1,024 characters."""
    sentences = [
        "Kraken Bay.",
        f"Round {view.round} of {view.rounds}." if view.round else "",
        f"Kraken {view.health} of {view.full_health}.",
        f"{title(view, names)}.",
        tale(view, names, lambda told: len(told) <= _TALE),
        *_danger(view),
        *(_ship(ship, names) for ship in view.ships),
        *_strays(view),
        *_afloat(view),
    ]
    return alt_text(*sentences)


def reach(view: BayView) -> str:
    """Return the spaces that the onlooker's ship can reach and the targets that it can hit, in words."""
    steps = ", ".join(f"{step} to {space}" for step, space in view.steps.items())
    spaces = [space for space in view.courses if space not in view.steps.values()]
    targets = ", ".join(map(_target, view.targets))
    told = [
        f"Your ship can step {steps}." if steps else "",
        f"It can sail to {', '.join(spaces)}." if spaces else "",
        f"It can hit {targets}." if targets else "",
    ]
    return " ".join(filter(None, told))


def _target(target: TargetView) -> str:
    """Return a target in words: `the Captain at B9`, `the tentacle at C7` or `the kraken`."""
    named = in_words(target.name)
    return named if target.at in {MOUTH, target.name} else f"{named} at {target.at}"


def _name(ship: ShipView, names: Names) -> str:
    return with_name(ship.title, names.get(ship.seat, ""), LONGEST_NAME)


def _ship(ship: ShipView, names: Names) -> str:
    points = counted(ship.score, "point")
    if ship.status != "in":
        return f"{_name(ship, names)}: {ship.status}, {points}."
    told = [
        points,
        f"{ship.at}",
        f"{ship.crew} crew",
        counted(ship.ration, "ration") if ship.ration else "hungry",
        f"{ship.treasure} treasure",
    ]
    if ship.tow:
        told.append(f"tows {in_words(ship.tow)}")
    if ship.chained:
        told.append("chained")
    if ship.trophies:
        told.append(counted(ship.trophies, "tentacle"))
    if ship.saved:
        told.append(f"saved {listed(map(in_words, ship.saved))}")
    return f"{_name(ship, names)}: {', '.join(told)}."


def _danger(view: BayView) -> Iterator[str]:
    """Yield a warning if the whirlpool takes the active ship into danger."""
    for ship in view.ships:
        if ship.active and ship.danger and ship.drifts_to is not None and not view.stopped:
            where = "into the kraken’s mouth" if ship.drifts_to == MOUTH else f"to {ship.drifts_to}"
            yield f"From {ship.at} the whirlpool draws the {ship.title} {where}."


def _strays(view: BayView) -> Iterator[str]:
    for stray in view.strays:
        if stray.status == "adrift":
            yield f"{stray.title.capitalize()} adrift at {stray.at}."


def _afloat(view: BayView) -> Iterator[str]:
    """Yield the spaces of tentacles, bombs and chits by kind."""
    if view.tentacles:
        yield f"Tentacles {' '.join(in_order(view.tentacles))}."
    for bomb in BOMB_OF.values():
        live, fused = (
            in_order(lying.at for lying in view.bombs if lying.bomb == bomb and lying.fused == fused)
            for fused in (False, True)
        )
        where = [" ".join(live), f"fused {' '.join(fused)}" if fused else ""]
        if live or fused:
            yield f"{bomb.capitalize()} {', '.join(filter(None, where))}."
    # Plague comes first, because a description that is too long loses its end.
    there = {
        kind: in_order(at for at, chit in view.chits.items() if chit == kind)
        for kind in reversed([*FLOATING])
    }
    chits = [f"{kind} {' '.join(spaces)}" for kind, spaces in there.items() if spaces]
    if chits:
        yield f"Afloat: {'; '.join(chits)}."
