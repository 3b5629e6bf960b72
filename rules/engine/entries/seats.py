"""New players for seats, and players who are away or return."""

from rules.engine.chance import Chance
from rules.engine.entries.draft import Changed, EntryDraft
from rules.engine.entry import Actor, Entry
from rules.engine.errors import NotNow
from rules.engine.game import AnyGame, State
from rules.engine.game_masters import GameMasters, without
from rules.engine.position import Plan, Position
from rules.engine.situation import Situation

KICKED, KICKED_OFFERED = "kicked", "kicked, offered"
"""The labels of a `substitute` that removes a player. `KICKED_OFFERED` also offers the seat to others."""

OFFERED = "offered"
"""The label of an `absent` whose seat is offered to anybody who wants it."""


class Substitute(EntryDraft):
    """A new player for a seat. The player continues in the seat's current situation."""

    seat: int
    player: str

    def check(self, match: Situation, actor: Actor) -> None:
        match.must_have(self.seat)

    @classmethod
    def change(cls, game: AnyGame, state: State, entry: Entry, chance: Chance) -> Changed:
        """Cancel the standing orders of the former player."""
        return state, game.replace(state, entry.seat)

    @classmethod
    def players(cls, old: tuple[str, ...], entry: Entry) -> tuple[str, ...]:
        return (*old[: entry.seat - 1], entry.what, *old[entry.seat :])

    @classmethod
    def office(cls, old: Position, entry: Entry, host: str) -> GameMasters:
        """Bar a player who was removed, and no longer bar the new player."""
        gone = (old.players[entry.seat - 1],) if entry.label in {KICKED, KICKED_OFFERED} else ()
        barred = (*without(old.office.barred, entry.what), *gone)
        return old.office if barred == old.office.barred else old.office.model_copy(update={"barred": barred})

    @classmethod
    def keeps(cls, seat: int, entry: Entry) -> bool:
        return entry.seat != seat

    @classmethod
    def drops(cls, plan: Plan, entry: Entry) -> bool:
        return plan.seat == entry.seat

    @classmethod
    def shows_presence(cls, entry: Entry) -> bool:
        return True


class Kick(Substitute):
    """The removal of a player from the match. The bot (`player`) takes over the seat."""

    kind = "substitute"

    def check(self, match: Situation, actor: Actor) -> None:
        super().check(match, actor)
        if not match.plays(self.seat):
            raise NotNow("The player of that seat has left the game already, so nobody can be removed.")

    def holds(self, match: Situation) -> dict[str, object]:
        return {**super().holds(match), "label": KICKED_OFFERED if match.pace.offers else KICKED}


class Absent(EntryDraft):
    """The bot plays a seat until the entry `Back`, because the seat's player missed too many turns."""

    while_paused = False

    seat: int

    def holds(self, match: Situation) -> dict[str, object]:
        missed = match.position.missed[self.seat - 1]
        return {"seat": self.seat, "what": str(missed), "label": OFFERED if match.pace.offers else ""}

    @classmethod
    def absent(cls, old: tuple[int, ...], entry: Entry) -> tuple[int, ...]:
        return tuple(sorted({*old, entry.seat}))


class Back(EntryDraft):
    """The return of a player to a seat that the bot plays for them."""

    seat: int

    def check(self, match: Situation, actor: Actor) -> None:
        if self.seat not in match.position.absent:
            raise NotNow("You play your seat yourself. The bot only plays for people who missed many turns.")

    @classmethod
    def keeps(cls, seat: int, entry: Entry) -> bool:
        return entry.seat != seat

    @classmethod
    def shows_presence(cls, entry: Entry) -> bool:
        return True
