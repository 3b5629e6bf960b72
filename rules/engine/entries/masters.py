"""Entries of game masters: their office, looks at hidden things, notes, and whether people may join."""

from rules.engine.entries.draft import EntryDraft
from rules.engine.entry import Entry
from rules.engine.game_masters import GameMasters, without
from rules.engine.position import Position


class _Named(EntryDraft, abstract=True):
    """The base class of entries that give a person the office of a game master or take it away."""

    player: str


class Appoint(_Named):
    """An additional game master."""

    @classmethod
    def office(cls, old: Position, entry: Entry, host: str) -> GameMasters:
        return old.office.model_copy(update={"masters": (*old.office.named(host), entry.what)})


class Dismiss(_Named):
    """The end of somebody's office as a named game master."""

    @classmethod
    def office(cls, old: Position, entry: Entry, host: str) -> GameMasters:
        return old.office.model_copy(update={"masters": without(old.office.named(host), entry.what)})


class Handover(_Named):
    """The passing on of a game master's office."""

    @classmethod
    def office(cls, old: Position, entry: Entry, host: str) -> GameMasters:
        """Replace the game master who passes the office on."""
        left = without(old.office.named(host), entry.actor.player)
        return old.office.model_copy(update={"masters": (*left, entry.what)})


class Lock(EntryDraft):
    """The closing of the table: nobody new can join any more."""

    @classmethod
    def office(cls, old: Position, entry: Entry, host: str) -> GameMasters:
        return old.office.model_copy(update={"locked": True})


class Unlock(EntryDraft):
    """The reopening of the table: new people can join again."""

    @classmethod
    def office(cls, old: Position, entry: Entry, host: str) -> GameMasters:
        return old.office.model_copy(update={"locked": False})


class LookAt(EntryDraft):
    """A game master's look at what `seat` hides; 0 means all seats."""

    kind = "look"

    seat: int

    @classmethod
    def office(cls, old: Position, entry: Entry, host: str) -> GameMasters:
        who = entry.actor.player
        return old.office.model_copy(update={"looked": (*without(old.office.looked, who), who)})


class Tried(EntryDraft):
    """A refused attempt of a game master to act for a seat. A refusal can reveal what the seat hides."""

    while_paused = False

    seat: int
    what: str


class Note(EntryDraft):
    """A note of a game master. A note changes nothing, and its text is the entry's `reason`."""


class Announce(EntryDraft):
    """An announcement of a game master to all players. The text of the announcement is the `reason`."""
