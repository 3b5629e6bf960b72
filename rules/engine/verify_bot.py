"""Checking the bot's choices: its policies choose again, with luck from the seed."""

from collections.abc import Sequence

from rules.engine.decision import Decision
from rules.engine.entry import Entry
from rules.engine.match import Advance, Match
from rules.engine.policy import Policy


class BotVerification:
    """A witness for `verify_journal` that repeats the bot's choices with its policies.

    `choices` is the number of choices that the bot had. `others` lists entries with an action that no given
    policy chooses now. Such an entry only shows changed policies, so it is not reported as a problem.
    """

    def __init__(self, players: Sequence[Policy]) -> None:
        self.choices = 0
        self.others: list[int] = []
        self._players = players
        self._before: Match | None = None

    def __call__(self, advance: Advance) -> str:
        """Check a replayed entry."""
        match, self._before, entry = self._before, advance.match, advance.entry
        decision = match.decision_of(entry.seat) if match is not None else None
        if match is not None and decision is not None and _was_chosen(entry, decision):
            self.choices += 1
            if not any(self._chooses(player, match, decision, entry.what) for player in self._players):
                self.others.append(entry.number)
        return ""

    @staticmethod
    def _chooses(player: Policy, match: Match, decision: Decision, what: str) -> bool:
        action = player(match.game, match.state, decision, match.luck_of(decision.seat))
        return str(match.game.canonical(match.state, decision.seat, action)) == what


def _was_chosen(entry: Entry, decision: Decision) -> bool:
    """Return whether the bot chose this answer itself, from at least two answers."""
    if entry.kind != "act" or entry.actor.role != "system" or entry.free:
        return False
    answers = decision.distinct if decision.plays_itself else decision.actions
    return len(answers) + len(decision.forms) > 1
