"""Whether somebody may take over a seat: who is asked, and what the journal knows of a vote that is open.

The vote itself stands in the row of its game, where it decides who gets to see a hand.
"""

from collections.abc import Sequence

from bot.store.rows import EntryRow, GameRow, Vote
from rules.engine.entry import Entry


def electors(row: GameRow, newcomer: int, master: int, machine: int) -> tuple[int, ...]:
    """The users who must agree: all at the table but the newcomer, who asks for it, and the bot itself."""
    return tuple(
        dict.fromkeys(one.user for one in row.members if one.user not in {newcomer, master, machine})
    )


def question(journal: Sequence[EntryRow]) -> list[Entry]:
    """What was proposed and is not settled, and who has agreed since; empty where nothing is asked."""
    asked: list[Entry] = []
    for line in journal:
        match line.entry.kind:
            case "propose":
                asked = [line.entry]
            case "agree":
                asked.append(line.entry)
            case "refuse" | "substitute":
                asked = []
            case _:
                pass
    return asked


def fits(row: GameRow, vote: Vote, journal: Sequence[EntryRow], machine: int) -> bool:
    """Whether that vote is the one of which the journal tells; `machine` is the bot's own user."""
    asked = question(journal)
    if not asked:
        return False
    proposed, *consents = asked
    public = sum(not line.entry.secret for line in journal if line.entry.number <= proposed.number)
    master, newcomer = row.user_of(proposed.actor.player), row.user_of(proposed.what)
    told = Vote(
        seat=proposed.seat,
        user=newcomer,
        name=vote.name,
        master=master,
        reason=proposed.reason,
        stamp=public,
        asked=electors(row, newcomer, master, machine),
        agreed=tuple(row.user_of(entry.actor.player) for entry in consents),
    )
    return vote == told
