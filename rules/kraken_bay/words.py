"""The board in words, for those who cannot see the picture; and the line that says who stands how."""

from collections.abc import Iterator

from rules.engine.seat import Names
from rules.kraken_bay.board import in_order
from rules.kraken_bay.caption import tale, title
from rules.kraken_bay.view import BayView, ShipView

LONGEST = 1024
LONGEST_NAME = 20


def describe(view: BayView, names: Names) -> str:
    """The board in words, at most 1,024 characters."""
    sentences = [
        "Kraken Bay.",
        f"Round {view.round} of {view.rounds}." if view.round else "",
        f"Kraken {view.health} of {view.full_health}.",
        f"{title(view, names)}.",
        tale(view),
        *(_ship(ship, names) for ship in view.ships),
        *_strays(view),
        *_afloat(view),
    ]
    text = " ".join(filter(None, sentences))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def reach(view: BayView) -> str:
    """Where the onlooker's ship can sail by single steps and by courses, and what it can hit."""
    steps = ", ".join(f"{step} to {space}" for step, space in view.steps.items())
    spaces = [space for space in view.courses if space not in view.steps.values()]
    targets = ", ".join(f"{target.name} at {target.at}" for target in view.targets)
    told = [
        f"Your ship can step {steps}." if steps else "",
        f"It can sail to {', '.join(spaces)}." if spaces else "",
        f"It can hit {targets}." if targets else "",
    ]
    return " ".join(filter(None, told))


def standing(view: BayView, names: Names) -> str:
    """Points of each ship, in turn order."""
    return " · ".join(
        f"{_name(ship, names)} {ship.score}" for ship in view.ships if ship.status == "in" or ship.score
    )


def _name(ship: ShipView, names: Names) -> str:
    name = names.get(ship.seat, "")
    short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    return f"{ship.title} ({short})" if short else ship.title


def _ship(ship: ShipView, names: Names) -> str:
    if ship.status != "in":
        return f"{_name(ship, names)}: {ship.status}."
    told = [f"{ship.at}", f"{ship.crew} crew", f"{ship.ration} rations", f"{ship.treasure} treasure"]
    if ship.tow:
        told.append(f"tows the {ship.tow} ship")
    if ship.trophies:
        told.append(f"{ship.trophies} trophies")
    return f"{_name(ship, names)}: {', '.join(told)}."


def _strays(view: BayView) -> Iterator[str]:
    for stray in view.strays:
        if stray.status == "adrift":
            yield f"{stray.title.capitalize()} adrift at {stray.at}."


def _afloat(view: BayView) -> Iterator[str]:
    if view.tentacles:
        yield f"Tentacles {' '.join(in_order(view.tentacles))}."
    bombs = [f"{bomb.bomb} {bomb.at}{' (fused)' * bomb.fused}" for bomb in view.bombs]
    if bombs:
        yield f"Bombs: {', '.join(bombs)}."
    chits = [f"{view.chits[at]} {at}" for at in in_order(view.chits)]
    if chits:
        yield f"Afloat: {', '.join(chits)}."
