"""Votes of players: who must agree, what settles a vote, and what the journal records of it.

There is one question at a time: who gets a seat, or whether to go back, to take fresh dice, to pause, to go
on or to end. It stands in the row of its game, where it decides what is done, and follows from the journal
entry by entry (`after`).
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.store.rows import EntryRow, GameRow, Member, Vote
from rules.engine.action import Resign
from rules.engine.entry import Entry
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame
from rules.engine.match import Advance, Match


class NoVote(HarbourmasterError):
    """The vote is over, somebody was not asked, or it cannot be asked now."""


def must_be_silent(row: GameRow) -> None:
    """Raise NoVote while a question of the players is open."""
    if row.vote is not None:
        raise NoVote(
            "The players are asked something already, and one question is open at a time. Answer it with the"
            " buttons on the newest message of the game; whoever asked it can withdraw it there."
        )


# Who is asked


def electors(row: GameRow, newcomer: int, asker: int, machine: int) -> tuple[int, ...]:
    """The seats whose players must agree to a newcomer: all but theirs, the asker's and the bot's."""
    others = [one for one in row.members if one.user not in {newcomer, asker, machine}]
    return tuple(sorted({one.user: one.seat for one in reversed(others)}.values()))


def knows_too_much(row: GameRow, newcomer: Member) -> bool:
    """Whether the newcomer has or had another seat, or looked as game master at what is hidden."""
    held = {member.seat for member in row.members if member.user == newcomer.user}
    held.update(former.seat for former in row.former if former.user == newcomer.user)
    return bool(held - {newcomer.seat}) or row.has_looked(newcomer.user)


def players(row: GameRow, match: Match, machine: int) -> tuple[int, ...]:
    """The seats of people who still play: not who has resigned, nor who is away and played by the bot."""
    away = {*match.position.absent, *row.seats_of(machine)}
    return tuple(one.seat for one in row.members if one.seat not in away and match.plays(one.seat))


def touched(game: AnyGame, steps: Sequence[EntryRow], playing: Sequence[int], *, in_secret: bool) -> set[int]:
    """Those of the seats `playing` whose actions, rolls or cards it touches when these steps are undone.

    Dice and what came to light concern all of them, so do deeds of game masters and, where choices are made
    `in_secret`, all choices: who is asked must not tell who has chosen.
    """
    known = [step for step in steps if not step.entry.secret]
    if in_secret or any(_concerns_all(game, step) for step in known):
        return {*playing}
    return {step.entry.seat for step in known} & {*playing}


def _concerns_all(game: AnyGame, step: EntryRow) -> bool:
    known = step.entry.kind in {"act", "timeout"} and not step.entry.veiled
    return not known or shows(game, [step])


def shows(game: AnyGame, steps: Sequence[EntryRow]) -> bool:
    """Whether dice or cards were shown in these steps, to everybody or to somebody."""
    return any(step.entry.rolls or _tells_hidden(game, step) for step in steps)


def _tells_hidden(game: AnyGame, step: EntryRow) -> bool:
    events = [game.load_event(event) for event in step.events]
    return any(event.reveals or event.private for event in events)


# Asking


def asking(
    row: GameRow, match: Match, advance: Advance, name: str, turn: str = ""
) -> tuple[GameRow, Advance]:
    """The game in which that question is open, which bears the name of the newcomer or of who asks.

    `match` is the one before it; an undo would go back to that `turn`.
    """
    vote = asked_by(row, advance.entry, match.position.public + 1, turn)
    return replace(row, vote=vote._replace(name=name)), advance


def _users(row: GameRow, entry: Entry) -> tuple[int, ...]:
    seated = row.seated(entry.number)
    return tuple(seated[seat].user for seat in entry.asked)


def _one_is_enough(entry: Entry) -> bool:
    """Whether one player's consent settles it: where a game master who plays wants to undo what was seen."""
    return entry.matter == "undo" and entry.actor.role == "gm"


def label(vote: Vote) -> str:
    """What answers to that question are entered under."""
    return "" if vote.matter == "seat" else vote.matter


# What becomes of a question


def asked_by(row: GameRow, entry: Entry, public: int, turn: str, machine: int = 0) -> Vote:
    """The question that a `propose` asks, which is the public entry of that number; it bears no name yet.

    `turn` is the one an undo would go back to.
    """
    asker = row.user_of(entry.actor.player)
    user = row.user_of(entry.what) if entry.matter == "seat" else asker
    if not entry.asked and entry.actor.role == "gm":
        # So it was entered before players could ask.
        entry = entry.model_copy(update={"asked": electors(row, user, asker, machine)})
    return Vote(
        seat=entry.seat,
        user=user,
        name="",
        asker=asker,
        reason=entry.reason,
        stamp=public,
        asked=_users(row, entry),
        matter=entry.matter,
        goal=entry.left,
        turn=turn,
        enough=_one_is_enough(entry),
    )


def after(vote: Vote | None, row: GameRow, entry: Entry) -> Vote | None:
    """What is left of an open question after that entry, which is no question itself."""
    if vote is None or entry.kind == "refuse" or _settles(vote, entry):
        return None
    if entry.kind == "agree":
        return vote._replace(agreed=(*vote.agreed, row.user_of(entry.actor.player)))
    return vote._replace(moot=vote.moot or _ends(vote, row, entry))


def _settles(vote: Vote, entry: Entry) -> bool:
    """Whether that is what was asked for, or leaves nothing of it."""
    if vote.matter == "seat":
        return entry.kind == "substitute"
    return not vote.moot and entry.kind == vote.matter and (entry.kind != "undo" or entry.parent == vote.goal)


def _ends(vote: Vote, row: GameRow, entry: Entry) -> bool:
    """Whether the game goes another way with that; nothing that is done in secret shows by this."""
    if entry.secret:
        return False
    if vote.matter == "seat":
        # Whose seat was free plays again.
        there = entry.kind == "back" or (entry.kind == "act" and entry.actor.role == "seat")
        return there and entry.seat == vote.seat and row.user_of(entry.actor.player) not in vote.asked
    if entry.kind == "substitute" or (entry.kind == "act" and entry.what == Resign.kind):
        return True
    return vote.matter in {"undo", "fresh"} and (entry.moves or entry.kind in {"undo", "redo"})


def question(row: GameRow, journal: Sequence[EntryRow], machine: int = 0) -> Vote | None:
    """The open question of which the journal tells; `machine` is the bot's own user."""
    vote: Vote | None = None
    public = 0
    for line in journal:
        entry = line.entry
        public += not entry.secret
        if entry.kind == "propose":
            turn = journal[entry.left - 1].turn if entry.left else ""
            vote = asked_by(row, entry, public, turn, machine)
        else:
            vote = after(vote, row, entry)
    return vote


def fits(row: GameRow, vote: Vote, journal: Sequence[EntryRow], machine: int) -> bool:
    """Whether that vote is the one of which the journal tells."""
    found = question(row, journal, machine)
    return found is not None and vote._replace(name="") == found._replace(name="")
