"""The contents of `tables.toml`: points, limits, the sea deck, and effects of dice (sections 2 and 8)."""

from typing import Literal

from rules.dangerous_sea.board import Direction, Resource
from rules.engine.data import Data, data_file

Season = Literal["spring", "summer", "autumn", "winter"]
Card = Literal["calm", "storm", "ghost"]


class Stores(Data):
    """An amount of food and of water, in fisk."""

    food: int
    water: int


class Limits(Data):
    """The limits of a ship's cargo and crew, and the unit of food and water."""

    cargo: int
    sailors: int
    step: int


class Weight(Data):
    """A ship with at most `to` fisk of cargo has `penalty` fewer points in its turn."""

    to: int
    penalty: int


class Ghost(Data):
    """The Ghost Ship: the number of its dice in battle, its distance in squares, and its roll for a hunt."""

    dice: int
    steps: int
    hunt: int


class Tables(Data):
    """The complete contents of `tables.toml`."""

    seed_tiles: int
    ship: Stores
    limits: Limits
    action_points: dict[int, int]
    weight: tuple[Weight, ...]
    harvest: dict[Resource, int]
    ration: Stores
    deck: dict[Card, int]
    seasons: dict[Season, int]
    compass: dict[int, Direction]
    storm_rolls: int
    ghost: Ghost
    fisk_per_point: int
    rocky: dict[int, Stores]
    diseased: dict[int, int]


TABLES = data_file("rules.dangerous_sea", "tables.toml", Tables)

LIMITS = TABLES.limits
SEASONS: tuple[Season, ...] = tuple(TABLES.seasons)
CARDS: tuple[Card, ...] = tuple(TABLES.deck)


def penalty(cargo: int) -> int:
    """Return the number of points that a cargo of `cargo` fisk costs each turn."""
    return next(weight.penalty for weight in TABLES.weight if cargo <= weight.to)
