"""Votes of players: who must agree, and what settles a vote.

The open vote of a game is stored in its row, and can be computed from the journal (`question`).
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
    """The vote is over, does not ask the user, or cannot begin now."""


def must_be_silent(row: GameRow) -> None:
    """Raise NoVote while a vote of the players is open."""
    if row.vote is not None:
        raise NoVote(
            "The players are asked something already, and one question is open at a time. Answer it with the"
            " buttons on the newest message of the game; the asker can withdraw it there."
        )


def electors(row: GameRow, newcomer: int, asker: int, machine: int) -> tuple[int, ...]:
    """Return the seats that vote on a newcomer, one for each person except the newcomer and the asker."""
    others = [one for one in row.members if one.user not in {newcomer, asker, machine}]
    return tuple(sorted({one.user: one.seat for one in reversed(others)}.values()))


def knows_too_much(row: GameRow, newcomer: Member) -> bool:
    """Return whether the newcomer has or had another seat, or saw secrets as a game master."""
    held = {member.seat for member in row.members if member.user == newcomer.user}
    held.update(former.seat for former in row.former if former.user == newcomer.user)
    return bool(held - {newcomer.seat}) or row.has_looked(newcomer.user)


def players(row: GameRow, match: Match, machine: int) -> tuple[int, ...]:
    """Return the seats of people who still play, without resigned seats and seats that the bot plays."""
    away = {*match.position.absent, *row.seats_of(machine)}
    return tuple(one.seat for one in row.members if one.seat not in away and match.plays(one.seat))


def touched(game: AnyGame, steps: Sequence[EntryRow], playing: Sequence[int], *, in_secret: bool) -> set[int]:
    """Return the seats among `playing` that an undo of these steps affects.

    An undo of dice, revealed cards or acts of game masters affects all seats. While choices are made
    `in_secret`, every undo affects all seats, because everybody who has chosen loses the choice.
    """
    known = [step for step in steps if not step.entry.secret]
    if in_secret or any(_concerns_all(game, step) for step in known):
        return {*playing}
    return {step.entry.seat for step in known} & {*playing}


def _concerns_all(game: AnyGame, step: EntryRow) -> bool:
    known = step.entry.kind in {"act", "timeout"} and not step.entry.veiled
    return not known or shows(game, [step])


def shows(game: AnyGame, steps: Sequence[EntryRow]) -> bool:
    """Return whether these steps showed dice or hidden cards to anybody."""
    return any(step.entry.rolls or _tells_hidden(game, step) for step in steps)


def _tells_hidden(game: AnyGame, step: EntryRow) -> bool:
    events = [game.load_event(event) for event in step.events]
    return any(event.reveals or event.private for event in events)


def asking(
    row: GameRow, match: Match, advance: Advance, name: str, turn: str = ""
) -> tuple[GameRow, Advance]:
    """Return a pair: the game with the open vote that `advance` starts, and `advance` itself.

    `match` is the match before the vote. `name` and `turn` are as in `Vote`.
    """
    vote = asked_by(row, advance.entry, match.position.public + 1, turn)
    return replace(row, vote=vote._replace(name=name)), advance


def label(vote: Vote) -> str:
    """Return the label under which answers to the vote are entered."""
    return "" if vote.matter == "seat" else vote.matter


def asked_by(row: GameRow, entry: Entry, public: int, turn: str, machine: int = 0) -> Vote:
    """Return the vote that a `propose` entry began. The vote's `name` is still empty.

    `public` is the number of public entries up to this entry, and `machine` is the bot's user id.
    """
    asker = row.user_of(entry.actor.player)
    user = row.user_of(entry.what) if entry.matter == "seat" else asker
    if not entry.asked and entry.actor.role == "gm":
        # Entries of old versions do not contain the seats that were asked.
        entry = entry.model_copy(update={"asked": electors(row, user, asker, machine)})
    seated = row.seated(entry.number)
    return Vote(
        seat=entry.seat,
        user=user,
        name="",
        asker=asker,
        reason=entry.reason,
        stamp=public,
        asked=tuple(seated[seat].user for seat in entry.asked),
        matter=entry.matter,
        goal=entry.left,
        turn=turn,
        # If a game master who plays asks for an undo, one consent is enough.
        enough=entry.matter == "undo" and entry.actor.role == "gm",
    )


def after(vote: Vote | None, row: GameRow, entry: Entry) -> Vote | None:
    """Return the open vote after `entry`; `None` if the vote is over. `entry` must not start a vote."""
    if vote is None or entry.kind == "refuse" or _settles(vote, entry):
        return None
    if entry.kind == "agree":
        return vote._replace(agreed=(*vote.agreed, row.user_of(entry.actor.player)))
    return vote._replace(moot=vote.moot or _ends(vote, row, entry))


def _settles(vote: Vote, entry: Entry) -> bool:
    """Return whether the entry does what the vote is about."""
    if vote.matter == "seat":
        return entry.kind == "substitute"
    return not vote.moot and entry.kind == vote.matter and (entry.kind != "undo" or entry.parent == vote.goal)


def _ends(vote: Vote, row: GameRow, entry: Entry) -> bool:
    """Return whether the entry makes the vote moot. A secret entry never does."""
    if entry.secret:
        return False
    if vote.matter == "seat":
        # A vote on a seat is moot once the seat's own player is back.
        there = entry.kind == "back" or (entry.kind == "act" and entry.actor.role == "seat")
        return there and entry.seat == vote.seat and row.user_of(entry.actor.player) not in vote.asked
    if entry.kind == "substitute" or (entry.kind == "act" and entry.what == Resign.kind):
        return True
    return vote.matter in {"undo", "fresh"} and (entry.moves or entry.kind in {"undo", "redo"})


def question(row: GameRow, journal: Sequence[EntryRow], machine: int = 0) -> Vote | None:
    """Return the open vote according to the journal. `machine` is the bot's user id."""
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
    """Return whether the stored vote, apart from its name, is the vote that is open in the journal."""
    found = question(row, journal, machine)
    return found is not None and vote._replace(name="") == found._replace(name="")
