"""`python -m tests.docs.pictures` draws the documents' pictures again, with the renderer itself."""

import io
import pkgutil
import random
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from PIL import Image

import render
import tests.docs
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event
from rules.engine.registry import games
from rules.port_flower import GAME
from rules.port_flower.options import RaceOptions
from rules.port_flower.state import RaceState

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
NAMES = {1: "Ann", 2: "Bosun Bo", 3: "Cato", 4: "Dagny"}
CHARTS = ("standard", "ring", "diamond", "ocean")


def race(**options: str) -> RaceState:
    """Return a race of four that is about to begin."""
    chosen = RaceOptions.model_validate({"first_player": "seat1", **options})
    return GAME.start(chosen, 4, dice())[0]


def dice() -> Chance:
    """Return the same dice every time."""
    return Chance(QuickStream(random.Random(4)))


def picture(state: RaceState, told: Sequence[Event] = ()) -> Image.Image:
    """Return the board as everybody sees it after these events."""
    return Image.open(io.BytesIO(render.draw(GAME.view(state, None, told), NAMES).data))


def played(state: RaceState, seat: int, *actions: str) -> Iterator[Image.Image]:
    """Yield the board before the actions, and after each of them."""
    told: list[Event] = []
    yield picture(state)
    for action in actions:
        told += GAME.apply(state, seat, GAME.canonical(state, seat, GAME.read(action)), dice())
        yield picture(state, told)


def turn() -> list[Image.Image]:
    """Draw a boat that rounds a buoy. Then the same player sends a shark after a rival."""
    state = race()
    state.seats[1].position, state.seats[1].reached = "H4", 1
    state.seats[2].position = "F4"
    state.dice.update({"N": 3, "E": 4, "S": 0, "W": 2})
    return list(played(state, 1, 'move boat "E4 N3" from F2', "move shark2 SW2"))


def hit() -> Image.Image:
    """Draw a shark that sends a boat back to the last buoy that the boat rounded."""
    state = race()
    state.turn_seat = 2
    state.seats[0].position, state.seats[0].reached = "F6", 2
    state.seats[3].position, state.seats[3].reached = "C3", 3
    state.dice.update({"N": 0, "E": 5, "S": 1, "W": 0})
    return list(played(state, 2, "move shark1 E5"))[-1]


def charts() -> Image.Image:
    """Draw the four charts, two by two."""
    drawn = [picture(race(board=board)).convert("RGB") for board in CHARTS]
    width, height = 600, max(round(image.height * 600 / image.width) for image in drawn)
    sheet = Image.new("RGB", (2 * width, 2 * height), "#F3E9D0")
    for place, image in enumerate(drawn):
        small = image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)
        sheet.paste(small, (place % 2 * width, place // 2 * height))
    return sheet.quantize(128)


def _of_games() -> list[ModuleType]:
    """Return the modules in this folder that draw the pictures of a game's guide."""
    beside = {module.name for module in pkgutil.iter_modules(tests.docs.__path__)}
    return [import_module(f"tests.docs.{name}") for slug in games() if (name := f"{slug}_pictures") in beside]


def pictures() -> dict[str, Image.Image]:
    """Return a mapping from names to the pictures of the documents."""
    return {
        "port_flower-start": picture(race()),
        "port_flower-turn": turn()[-1],
        "port_flower-hit": hit(),
        "port_flower-charts": charts(),
        **{name: image for module in _of_games() for name, image in module.pictures().items()},
    }


def animation() -> list[Image.Image]:
    """Return the frames of the turn, 600 pixels wide, for the README."""
    frames = [frame.convert("RGB") for frame in turn()]
    size = (600, round(frames[0].height * 600 / frames[0].width))
    return [frame.resize(size, Image.Resampling.LANCZOS) for frame in frames]


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, image in pictures().items():
        image.save(FOLDER / f"{name}.png", optimize=True)
    first, *others = animation()
    first.save(FOLDER / "port_flower-turn.gif", save_all=True, append_images=others, duration=1600, loop=0)


if __name__ == "__main__":
    main()
