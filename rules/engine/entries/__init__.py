"""The kinds of entry. Each class defines when an entry is allowed, what it contains and what it does.

`draft` contains the base class of all kinds. `rules.engine.match.Match.enter` turns a draft into an entry.
"""

from rules.engine.entries.amend import Amend
from rules.engine.entries.clock import Extend, SetClock
from rules.engine.entries.draft import EntryDraft, kind_of
from rules.engine.entries.masters import (
    Announce,
    Appoint,
    Dismiss,
    Handover,
    Lock,
    LookAt,
    Note,
    Tried,
    Unlock,
)
from rules.engine.entries.pause import End, NewRules, Pause, Restore, Resume
from rules.engine.entries.plans import MakePlan, Unplan
from rules.engine.entries.play import Act, Start, Timeout
from rules.engine.entries.rolls import Force, Fresh, Unforce
from rules.engine.entries.seats import KICKED, KICKED_OFFERED, Absent, Back, Kick, Substitute
from rules.engine.entries.undo import Redo, TakeBack, Undo
from rules.engine.entries.votes import Agree, AskFor, Propose, Refuse, draft_for

__all__ = [
    "KICKED", "KICKED_OFFERED", "Absent", "Act", "Agree", "Amend", "Announce", "Appoint", "AskFor",
    "Back", "Dismiss", "End", "EntryDraft", "Extend", "Force", "Fresh", "Handover", "Kick", "Lock",
    "LookAt", "MakePlan", "NewRules", "Note", "Pause", "Propose", "Redo", "Refuse", "Restore", "Resume",
    "SetClock", "Start", "Substitute", "TakeBack", "Timeout", "Tried", "Undo", "Unforce", "Unlock",
    "Unplan", "draft_for", "kind_of",
]  # fmt: skip
