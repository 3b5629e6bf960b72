"""Questions that need the consent of players, and their answers."""

from rules.engine.entries.draft import EntryDraft
from rules.engine.entries.pause import End, Pause, Resume
from rules.engine.entries.rolls import Fresh
from rules.engine.entries.undo import Undo
from rules.engine.entry import Actor, Matter
from rules.engine.situation import Situation


class Propose(EntryDraft):
    """A question to the players of the seats `asked`: whether somebody may take over a seat."""

    seat: int
    player: str
    asked: tuple[int, ...] = ()


def draft_for(matter: Matter, to: int = 0) -> EntryDraft:
    """Return the draft of the entry that players are asked about. The goal of an undo is step `to`."""
    drafts = {"undo": Undo(to), "fresh": Fresh(), "pause": Pause(), "resume": Resume(), "end": End()}
    return drafts[matter]


class AskFor(EntryDraft):
    """A question to the players of the seats `asked`: whether they agree to `matter`.

    For an undo, `to` is the step to go back to.
    """

    kind = "propose"

    matter: Matter
    seat: int
    asked: tuple[int, ...] = ()
    to: int = 0

    def check(self, match: Situation, actor: Actor) -> None:
        draft_for(self.matter, self.to).must_be_possible(match, actor)


class Agree(EntryDraft):
    """The consent of a seat's player, while others have yet to answer. `about` is the question's label."""

    seat: int
    about: str = ""


class Refuse(EntryDraft):
    """The refusal of a seat's player. With seat 0, the entry ends the question without an answer.

    With seat 0, `how` is empty if the question is withdrawn, `decided` if a game master refuses, and `moot`
    if the match has moved on. `about` is the question's label.
    """

    seat: int
    about: str = ""
    how: str = ""
