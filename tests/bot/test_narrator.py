"""The narrator: which sentences an entry is told in, to whom, and that no name can do any harm in them."""

import re
import unicodedata
from collections.abc import Mapping

import pytest
from pydantic import JsonValue

from bot.narrator import Narrator, load_event
from bot.store.rows import EntryRow
from rules.engine.chance import Chance, Roll
from rules.engine.entry import Actor, Entry
from rules.engine.event import Event, dump_event
from rules.engine.game import AnyGame
from rules.engine.seat import Seat
from rules.engine.texts import narration
from rules.port_flower import GAME
from rules.port_flower.events import BoatHit, BoatMoved, DiceRolled, RaceOver, TurnStarted
from tests.toy_game import Nim, NimState

NAMES = {1: "Ann", 2: "Bea", 3: "Cid", 4: "Dan"}
SEAT = Actor(role="seat", player="11")
MASTER = Actor(role="gm", player="99")

ROLLED = DiceRolled(seat=1, N=4, E=2, S=0, W=3, reroll=False)
SAILED = BoatMoved(seat=1, route="N4 E2", path=("E2", "F2"))
HIT = BoatHit(seat=1, shark="shark2", at="H6", by=2)
STARTED = TurnStarted(seat=1, round=3)


class Calm:
    """Dice for a race that nobody sails."""

    def numbers(self, roll: str, low: int, high: int) -> "list[int]":
        return [low] * 10


STATE, _ = GAME.start(GAME.options(), 4, Chance(Calm()))
