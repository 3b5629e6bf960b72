"""The pictures of the ship race's guide: its own examples, laid out and played."""

import io

from PIL import Image

import render
from rules.acrana import GAME
from rules.engine.chance import Chance
from rules.engine.event import told_to
from tests.rules.acrana.table import StillWater, Table

NAMES = {1: "Ann", 2: "Bosun Bo", 3: "Cato", 4: "Dagny"}
FLEETS = {"fleet_size": 2}


def start() -> Image.Image:
    """Return the chart before the first card."""
    state, _ = GAME.start(GAME.options.model_validate({}), 4, Chance(StillWater()))
    return Image.open(io.BytesIO(render.draw(GAME.view(state, None), NAMES).data))


def picture(table: Table) -> Image.Image:
    """Return the board as everybody sees it after these events."""
    view = GAME.view(table.state, None, told_to(table.told, None))
    return Image.open(io.BytesIO(render.draw(view, NAMES).data))


def battle() -> Image.Image:
    """Draw a ship that meets another ship on the sirens' square and drifts on."""
    table = Table("A1@20 B1@25 C1@9 D1@3", seats=4, A="5a 7b 9c", B="2a 8d Jb", C="4a 6c", D="Ka 10d")
    table.does("A", "sail 5a A1 5", "battle 5")
    return picture(table)


def edge() -> Image.Image:
    """Draw a ship that leaps over the edge onto a rival, which drifts back."""
    table = Table("A1@14 B1@81 C1@40 D1@27", seats=4, A="3a 7b", B="2a 8d", C="4a 6c 9a", D="Ka 10d Qa")
    table.does("A", "over_edge 3a A1", "edge 6 edge 2 battle 3")
    return picture(table)


def pirates() -> Image.Image:
    """Draw three ships in the north passage. Two are under attack, the third has slipped past."""
    table = Table("A1@60 B1@59 C1@58 D1@33", seats=4, A="2a 5a 8a", B="3b 7a 9b", C="9a Qc 4b", D="Ka 10d Qa")
    table.does("A", "sail 5a A1 5", "pirates 4")
    table.does("B", "sail 7a B1 7", "pirates 1")
    table.does("C", "sail 9a C1 9")
    return picture(table)


def convoy() -> Image.Image:
    """Draw a convoy's attack: a 6 and a 2 are rolled again, and a 4 drives both of its ships back."""
    table = Table(
        "A1@55 C1@55 B1@59 D1@31", seats=4, chosen=FLEETS, A="2b 8a", B="Jb 9d", C="10c Ka", D="5a 7b"
    )
    table.does("A", "sail 8a A1 4 with C1", "battle 6 battle 2 battle 4 table 3")
    return picture(table)


def pictures() -> dict[str, Image.Image]:
    """Return a mapping from names to the pictures of the guide."""
    return {
        "acrana-start": start(),
        "acrana-battle": battle(),
        "acrana-edge": edge(),
        "acrana-pirates": pirates(),
        "acrana-convoy": convoy(),
    }
