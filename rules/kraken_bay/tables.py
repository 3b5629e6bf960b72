"""The contents of `tables.toml` (section 2): characters, off-course ships, tracks, limits and points."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from rules.engine.data import Data, data_file
from rules.kraken_bay.board import CHARACTERS, Character

Stray = Literal["container", "plague", "supply", "cruise"]
"""An off-course ship."""

Unit: TypeAlias = Character | Stray
"""A player's ship, with its tow if it has one, or an off-course ship."""

Cargo = Literal["crew", "ration", "treasure"]
Chit = Literal["crew", "ration", "treasure", "plague"]
"""What can float: cargo, or plague, which is never aboard."""

BombKind = Literal["barrel", "smoke"]
Length = Literal["standard", "short"]

CARGO: tuple[Cargo, ...] = ("crew", "treasure", "ration")
"""The kinds of cargo in the order in which menus list them and the Pirate prefers them (section 7.2)."""


class CharacterCard(Data):
    """A character, with the sides of its die (`attack`), tow bonus (`tow`) and extra cargo (`sponsored`)."""

    title: str
    colour: str
    letter: str
    shape: str
    attack: int
    defence: int
    tow: int
    sponsored: int = 0
    craft: str


class StrayCard(Data):
    """An off-course ship. `defence` is the minimum roll for a hit, and `drops` is the kind of cargo."""

    title: str
    defence: int
    drops: Chit


class Tracks(Data):
    """The kraken's health, the rounds, and the time at which each off-course ship enters."""

    health: int
    time: int
    enters: dict[Stray, int]


class Dice(Data):
    """The sides of the Front Guns' and Secondary Guns' dice, and the cargo that each face costs."""

    front: int
    secondary: int
    loses: tuple[Cargo, ...]


class Numbers(Data):
    """Limits and amounts."""

    tentacles: int
    tentacle_defence: int
    kraken_defence: int
    born_enemies: int
    dropped: int
    bombs: int
    chained: int
    turn_actions: int
    hungry_actions: int


class Points(Data):
    """The points for each thing that scores."""

    crew: int
    treasure: int
    tentacle: int
    saved: int
    slayer: int


class Band(Data):
    """The title of a score in a solo game, and the minimum number of points for it."""

    points: int
    title: str


class Tables(Data):
    """The contents of `tables.toml`."""

    characters: dict[Character, CharacterCard]
    cargo: dict[Cargo, int]
    strays: dict[Stray, StrayCard]
    tracks: dict[Length, Tracks]
    dice: Dice
    numbers: Numbers
    floating: dict[Chit, int]
    score: Points
    bands: tuple[Band, ...]


_TABLES = data_file("rules.kraken_bay", "tables.toml", Tables)

CARDS: Mapping[Character, CharacterCard] = _TABLES.characters
HOLD: Mapping[Cargo, int] = _TABLES.cargo
"""The cargo of a ship at the start."""

STRAY_CARDS: Mapping[Stray, StrayCard] = _TABLES.strays
STRAYS: tuple[Stray, ...] = tuple(STRAY_CARDS)
"""The off-course ships in the order in which they enter."""

TRACKS: Mapping[Length, Tracks] = _TABLES.tracks
DICE = _TABLES.dice
NUMBERS = _TABLES.numbers
FLOATING: Mapping[Chit, int] = _TABLES.floating
SCORE = _TABLES.score
BANDS = _TABLES.bands

BOMB_OF: Mapping[Character, BombKind] = {"fisherman": "barrel", "houseboat": "smoke"}
"""The kind of bomb that a character drops (section 7)."""

KRAKEN = "kraken"


def as_character(name: str) -> Character | None:
    """Return `name` if it is a character, else `None`."""
    return next((character for character in CHARACTERS if character == name), None)


def as_stray(name: str) -> Stray | None:
    """Return `name` if it is an off-course ship, else `None`."""
    return next((stray for stray in STRAYS if stray == name), None)


def card_of(name: str) -> CharacterCard | StrayCard | None:
    """Return the card of a character or an off-course ship, or `None` for any other name."""
    character, stray = as_character(name), as_stray(name)
    if character is not None:
        return CARDS[character]
    return STRAY_CARDS[stray] if stray is not None else None


def title_of(name: str) -> str:
    """Return a target in words: `Captain`, `container ship`, `kraken` or `tentacle at C7`."""
    card = card_of(name)
    if card is not None:
        return card.title
    return KRAKEN if name == KRAKEN else f"tentacle at {name}"


def band(score: int) -> str:
    """Return the title of a score in a solo game."""
    return next((band.title for band in BANDS if score >= band.points), BANDS[-1].title)
