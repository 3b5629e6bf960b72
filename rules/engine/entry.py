"""The journal: one opening and one entry for everything that was done since, chained by hashes."""

import hashlib
import json
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from rules.engine.chance import Roll

EntryKind = Literal[
    "start", "act", "timeout", "force", "fresh", "undo", "redo", "substitute", "pause", "resume", "end"
]  # fmt: skip

Role = Literal["seat", "gm", "timeout", "system"]


class Opening(BaseModel):
    """What a match starts from.

    `players` are opaque names of people in seat order; `at` is in seconds since 1970.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    match: str
    game: str
    rules_version: int
    options: dict[str, JsonValue]
    players: tuple[str, ...]
    commitment: str
    at: int

    def hash(self) -> str:
        """SHA-256 of the opening's canonical JSON: what the first entry is chained to."""
        return _digest(self.model_dump(mode="json"))


class Actor(BaseModel):
    """Who made an entry: the role, and the person as an opaque name (empty for timeouts and the system)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: Role
    player: str = ""


class Entry(BaseModel):
    """One line of the journal.

    `what` is the notation of an action for `act` and `timeout`, the values for `force`, the new player for
    `substitute`. `parent` is the entry whose position this one continues; for `undo` and `redo` it is the
    position they go to, and `left` the one they leave. `state` is a keyed hash of the state it led to.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int
    kind: EntryKind
    actor: Actor
    seat: int = 0
    what: str = ""
    label: str = ""
    parent: int
    left: int = 0
    rolls: tuple[Roll, ...] = ()
    secret: bool = False
    standing: bool = False
    reason: str = ""
    at: int
    state: str
    before: str

    def hash(self) -> str:
        """SHA-256 of the entry's canonical JSON, which holds the hash of the entry before it."""
        return _digest(self.model_dump(mode="json"))

    @property
    def moves(self) -> bool:
        """Whether this entry is a step of play that an undo goes back over."""
        return not self.standing and self.kind in {"start", "act", "timeout", "force", "fresh"}


def _digest(data: JsonValue) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
