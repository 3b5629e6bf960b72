"""Changes of the state by a game master, where no rule helps."""

from typing import Self

from rules.engine.action import Resign
from rules.engine.amendments import HIDDEN, Amendment, amended
from rules.engine.chance import Chance
from rules.engine.entries.draft import Changed, EntryDraft
from rules.engine.entry import Actor, Entry
from rules.engine.errors import NotNow
from rules.engine.game import AnyGame, State
from rules.engine.patch import Difference, read_patch
from rules.engine.position import state_hash
from rules.engine.situation import RIVALS_STAY, Situation


class Amend(EntryDraft):
    """A change of the state by a JSON patch.

    `hidden` is true if any part of the change is not public. `known_to` are the seats that know at least one
    hidden part. Everybody may read the changes in `told`.
    """

    asks_again = True
    drops_plans = True

    patch: str
    hidden: bool
    known_to: tuple[int, ...]
    told: tuple[Difference, ...]

    @classmethod
    def of(cls, amendment: Amendment) -> Self:
        """Return the draft for an amendment."""
        return cls(amendment.patch, amendment.hides, amendment.of, amendment.told)

    def check(self, match: Situation, actor: Actor) -> None:
        """Raise NotNow if a game master who plays would end a rival's game or the match. Raises BadPatch."""
        state = amended(match.game, match.position.state, read_patch(self.patch))
        for seat in match.rivals_of(actor):
            if match.plays(seat) and Resign() not in match.game.free_actions(state, seat):
                raise NotNow(RIVALS_STAY)

    def holds(self, match: Situation) -> dict[str, object]:
        return {
            "what": self.patch,
            "label": HIDDEN if self.hidden else "",
            "veiled": self.hidden,
            "asked": self.known_to,
            "changes": self.told,
            "stood": state_hash(match.seed, match.position.state),
        }

    @classmethod
    def repeated(cls, game: AnyGame, entry: Entry) -> Self:
        return cls(entry.what, entry.label == HIDDEN, entry.asked, entry.changes)

    @classmethod
    def change(cls, game: AnyGame, state: State, entry: Entry, chance: Chance) -> Changed:
        return amended(game, state.model_dump_json(), read_patch(entry.what)), ()
