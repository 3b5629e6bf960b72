"""The journal: one opening and one entry for everything that was done since, chained by hashes."""

import hashlib
import json
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from rules.engine.chance import Roll
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
"""What continues the position it was made in, and what an undo goes back over."""

Role = Literal["seat", "gm", "timeout", "system"]

Matter = Literal["seat", "undo", "fresh", "pause", "resume", "end"]
"""What the players of a match can be asked: who gets a seat, or whether that is to be done."""


class Opening(BaseModel):
    """What a match starts from.

    `players` are opaque names of people in seat order, `host` is who opened the lobby (empty in matches that
    were begun before it was kept); `at` is in seconds since 1970. `presses` are numbers from outside that
    nobody could foresee when the commitment was published: one for each player by which they joined, and last
    the one by which the match was started (none in matches that were begun before they were kept). `pace` is
    how long players may take, if their table has chosen; `table` is what else it agreed on, by name; `office`
    what was settled about game masters by then.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

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
    table: dict[str, str] = {}
    office: GameMasters = Field(default_factory=GameMasters)

    def __hash__(self) -> int:
        """Openings can be keys; no two matches have the same commitment."""
        return hash(self.commitment)

    def text(self) -> str:
        """Canonical JSON: keys sorted, no blanks; what was not kept in older matches is left out there."""
        missing = {name for name in ("host", "presses") if not getattr(self, name)}
        data = self.model_dump(mode="json", exclude={*missing, "pace", "table", "office"})
        if self.table:
            data["table"] = self.table
        if office := self.office.model_dump(mode="json", exclude_defaults=True):
            data["office"] = office
        if self.pace is not None:
            # What may be chosen in later versions must not change the text of older openings.
            data["pace"] = self.pace.model_dump(mode="json", exclude_defaults=True)
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def hash(self) -> str:
        """SHA-256 of `text`: what the first entry is chained to."""
        return _digest(self.text())


class Actor(BaseModel):
    """Who made an entry: the role, and the person as an opaque name (empty for timeouts and the system)."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    role: Role
    player: str = ""


class Entry(BaseModel):
    """One line of the journal.

    `what` is the notation of an action for `act` and `timeout`, the values for `force` and `unforce`, the
    new player for `substitute` and `propose`, what a game master wanted in vain for `tried`, when a copy
    that was brought back was made for `restored`, the seconds for `extend` (seat 0: for everybody who is
    asked), how many turns in a row were missed for `absent`, and for `rules` the version that counts from
    here on; `seat` is whose action, roll, place or consent that is, and for `undo` who took back alone
    (0: a game master did it, or all agreed). For `propose`, `agree` and `refuse` the `label` says what is
    asked (empty: who gets a seat), `asked` which seats must agree; a `refuse` of nobody's seat says in `what`
    how the question ended. `plan` is, of an `act`, the entry of the plan that it carries out, and of an
    `unplan` that of the one given up, with those behind it if the rules refuse it; the `label` of a `plan`
    is `wait` where it may be carried out later than at the next question. `parent` is the entry whose
    position this one continues; for `undo` and `redo` it is the position they go to, and `left` the one they
    leave, or for a question about an undo the one it would go to. `state` is a keyed hash of the
    state it led to. `free` and `standing` are those of the action. A secret action makes an entry
    `veiled`: only its seat may read `what`; and `secret` as long as nobody else can have noticed that
    anything was done. For `rules`, `kept` is the whole position, which is nobody's to see before the
    match is over. Of an `amend`, `what` is the JSON patch of the state, veiled where its label says that it
    changed what is hidden: from whom not, says `asked`; `stood` is the keyed hash of the state that it
    changed, and `changes` are those that everybody may read. `overtime` are the seconds of its seat's time
    bank that an answer took. For `appoint`, `dismiss` and `handover` `what` is whom that concerns; a `look`
    is at what the `seat` hides (0: all). A `substitute` whose `label` says so took its player out of the
    match. For `force`, `ahead` is how many such rolls were set before and still waited; `pace` is what a
    `clock` sets, whose `label` says where that leaves somebody less time.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

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
        """The entry as one line of JSON: fields in their order, no blanks, none at its default.

        A field added later leaves the lines and hashes of older entries as they are.
        """
        return self.model_dump_json(exclude_defaults=True)

    def hash(self) -> str:
        """SHA-256 of `text`, which holds the hash of the entry before it."""
        return _digest(self.text())

    @property
    def public_what(self) -> str:
        """`what` as everybody may read it while the match goes on; empty where it tells what is hidden."""
        return "" if self.veiled or self.kind == "tried" else self.what

    @property
    def matter(self) -> Matter:
        """What a question or an answer to it is about."""
        return _MATTERS.get(self.label, "seat")

    @property
    def names_somebody(self) -> bool:
        """Whether `what` is a person."""
        named = self.kind in {"substitute", "appoint", "dismiss", "handover"}
        return named or (self.kind == "propose" and self.matter == "seat")

    @property
    def moves(self) -> bool:
        """Whether this entry is a step of play that an undo goes back over."""
        return self.kind in STEPS and not self.standing

    @property
    def decides(self) -> bool:
        """Whether this entry answers a decision."""
        return self.kind in {"act", "timeout"} and not self.free


_MATTERS: dict[str, Matter] = {matter: matter for matter in get_args(Matter)}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
