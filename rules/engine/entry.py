"""The opening of a match and the entries of its journal, chained by hashes."""

import hashlib
import json
from typing import Literal, get_args

from pydantic import Field, JsonValue

from rules.engine.chance import Roll
from rules.engine.data import Data
from rules.engine.game_masters import GameMasters
from rules.engine.patch import Difference
from rules.engine.time_control import TimeControl

EntryKind = Literal[
    "start", "act", "timeout", "force", "unforce", "fresh", "undo", "redo", "substitute", "tried",
    "propose", "agree", "refuse", "pause", "resume", "end", "rules", "restored", "extend",
    "absent", "back", "plan", "unplan", "note", "announce", "amend",
    "appoint", "dismiss", "handover", "lock", "unlock", "clock", "look",
]  # fmt: skip

STEPS: frozenset[EntryKind] = frozenset(
    {"start", "act", "timeout", "force", "unforce", "fresh", "rules", "amend"}
)
"""The kinds of entry that continue the position in which they were made. An undo can revert them."""

Role = Literal["seat", "gm", "timeout", "system"]

Matter = Literal["seat", "undo", "fresh", "pause", "resume", "end"]
"""What players can be asked to vote on: who gets a seat, or whether something is to be done."""


class Opening(Data):
    """The data from which a match starts.

    - `players` are opaque names of people in seat order.
    - `host` opened the lobby; empty in matches older than this field.
    - `at` is in seconds since 1970.
    - `presses` are numbers from outside that nobody could foresee when the commitment was published: the
      numbers of the presses with which the players joined, then the number of the press that started the
      match. `presses` is empty in older matches.
    - `pace` is the time control that the table has chosen, if any.
    - `table` contains the other agreements of the table, by name.
    - `office` is the data about game masters at the start.
    """

    match: str
    game: str
    rules_version: int
    options: dict[str, JsonValue]
    players: tuple[str, ...]
    commitment: str
    at: int
    host: str = ""
    presses: tuple[str, ...] = ()
    pace: TimeControl | None = None
    table: dict[str, str] = Field(default_factory=dict)
    office: GameMasters = Field(default_factory=GameMasters)

    def __hash__(self) -> int:
        """Make openings usable as keys. No two matches have the same commitment."""
        return hash(self.commitment)

    def text(self) -> str:
        """Return canonical JSON: sorted keys, no spaces, without empty fields that older matches lack."""
        missing = {name for name in ("host", "presses") if not getattr(self, name)}
        data = self.model_dump(mode="json", exclude={*missing, "pace", "table", "office"})
        if self.table:
            data["table"] = self.table
        if office := self.office.model_dump(mode="json", exclude_defaults=True):
            data["office"] = office
        if self.pace is not None:
            # Fields added in later versions must not change the text of older openings.
            data["pace"] = self.pace.model_dump(mode="json", exclude_defaults=True)
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def hash(self) -> str:
        """Return the SHA-256 of `text`. The first entry contains this hash."""
        return _digest(self.text())


class Actor(Data):
    """The author of an entry: the role, and the person's opaque name (empty for timeouts and the system)."""

    role: Role
    player: str = ""


class Entry(Data):
    """One line of the journal.

    `what` depends on the kind of entry:

    - `act` and `timeout`: the notation of an action.
    - `force` and `unforce`: the values.
    - `substitute` and `propose`: the new player.
    - `appoint`, `dismiss` and `handover`: the person who gains or loses the office.
    - `tried`: what a game master attempted without success.
    - `restored`: when the restored copy was made.
    - `extend`: the seconds (seat 0: for everybody who is asked).
    - `absent`: how many turns in a row were missed.
    - `rules`: the version that applies from here on.
    - `amend`: the JSON patch of the state.
    - `refuse` with seat 0: how the question ended.
    - `unplan`: the actions that are left undone, if the plan was partly carried out.

    The other fields:

    - `seat` is the seat that the entry affects. For an `undo`, it is the seat that took back alone; 0 means
      that a game master went back or all agreed. A `look` showed what this seat hides; 0 means all seats.
    - `label` depends on the kind. In a `propose`, `agree` or `refuse`, it names what is voted on (empty: who
      gets a seat). The label also marks a `plan` that waits, an `amend` that changed something hidden, a
      `substitute` that removed a player, and a `clock` that leaves somebody less time.
    - `asked` are the seats that must agree to a `propose`. In an `amend`, `asked` are the seats that know
      at least one of the hidden changes.
    - `plan` is the entry of the plan that an `act` carries out or an `unplan` gives up. If the rules refuse a
      plan, the seat's later plans end with it.
    - `parent` is the entry whose position this entry continues. An `undo` or `redo` goes to the position
      `parent` and leaves the position `left`. For a `propose` of an undo, `left` is the goal of the undo.
    - `state` is the keyed hash of the state after the entry.
    - `free` and `standing` are copied from the action.
    - `veiled` marks the entry of a secret action: only its seat may read `what`.
    - `secret` is true if others learned only that the seat is not asked any more.
    - `kept` is the complete position in a `rules` entry. Nobody may see `kept` before the match is over.
    - `stood` is the keyed hash of the state that an `amend` changed, and `changes` are the changes that
      everybody may read.
    - `overtime` is the number of seconds that an answer used of its seat's time bank.
    - `ahead` is the number of forced rolls with the same label and seat that waited before a `force`.
    - `pace` is the time control that a `clock` sets.
    """

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
    veiled: bool = False
    free: bool = False
    standing: bool = False
    reason: str = ""
    kept: str = ""
    asked: tuple[int, ...] = ()
    overtime: int = 0
    plan: int = 0
    stood: str = ""
    changes: tuple[Difference, ...] = ()
    ahead: int = 0
    pace: TimeControl | None = None
    at: int
    state: str
    before: str

    def text(self) -> str:
        """Return the entry as one line of JSON: fields in order, no spaces, defaults left out.

        A field added later does not change the lines and hashes of older entries.
        """
        return self.model_dump_json(exclude_defaults=True)

    def hash(self) -> str:
        """Return the SHA-256 of `text`, which contains the hash of the previous entry."""
        return _digest(self.text())

    @property
    def public_what(self) -> str:
        """`what` as everybody may read it during the match; empty if it reveals something hidden."""
        return "" if self.veiled or self.kind == "tried" else self.what

    @property
    def matter(self) -> Matter:
        """The subject of the vote that this entry opens, answers or ends."""
        return _MATTERS.get(self.label, "seat")

    @property
    def names_somebody(self) -> bool:
        """Whether `what` is a person."""
        named = self.kind in {"substitute", "appoint", "dismiss", "handover"}
        return named or (self.kind == "propose" and self.matter == "seat")

    @property
    def moves(self) -> bool:
        """Whether this entry is a step, which an undo can revert."""
        return self.kind in STEPS and not self.standing

    @property
    def decides(self) -> bool:
        """Whether this entry answers a decision."""
        return self.kind in {"act", "timeout"} and not self.free


_MATTERS: dict[str, Matter] = {matter: matter for matter in get_args(Matter)}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
