"""People in a game. The journal has its own names for people, and the game's row maps these to users.

Therefore a person can be forgotten without a change of the journal, and the journal's hashes stay valid.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.escaping import SOMEBODY
from bot.store.rows import OPEN, EntryRow, GameRow
from rules.engine.action import Resign
from rules.engine.entry import Actor, Entry
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Advance, Match
from rules.engine.registry import game as find_game


class StillThere(HarbourmasterError):
    """The game still needs the user; the message says what to do before the user can be forgotten."""


class KnownById(HarbourmasterError):
    """The journal contains Discord's ids, as all journals did in old versions."""


def name_of_bot(mark: str) -> str:
    """Return the bot's name on the seat with the mark `mark`."""
    return f"Bot {mark}"


def named_by_marks(row: GameRow, match: Match, machine: int) -> GameRow:
    """Return the row after naming each of the bot's seats by its mark in the game."""
    if not row.seats_of(machine):
        return row
    called = {seat: name_of_bot(match.game.seat_mark(match.shown, seat)) for seat in row.seats_of(machine)}
    members = tuple(one._replace(name=called.get(one.seat, one.name)) for one in row.members)
    return replace(row, members=members)


def entered(row: GameRow, advance: Advance) -> tuple[GameRow, Advance]:
    """Return the row with names for the entry's users, and `advance` with these names instead of ids."""
    entry = advance.entry
    users = [int(name) for name in _named(entry) if name.isdecimal()]
    if not row.people or not users:
        return row, advance
    row = row.knowing(*users)

    def known(people: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(row.player_of(int(one)) if one.isdecimal() else one for one in people)

    (what,) = known((entry.what,)) if entry.names_somebody else (entry.what,)
    (player,) = known((entry.actor.player,))
    entry = entry.model_copy(
        update={"what": what, "actor": Actor(role=entry.actor.role, player=player)},
    )
    match, position = advance.match, advance.match.position
    office = position.office
    named = {name: known(getattr(office, name)) for name in ("masters", "barred", "looked")}
    journal = None if match.journal is None else (*match.journal[:-1], entry)
    position = position.model_copy(
        update={
            "chain": entry.hash(),
            "players": known(position.players),
            "office": office.model_copy(update=named),
        }
    )
    return row, replace(advance, entry=entry, match=replace(match, position=position, journal=journal))


def _named(entry: Entry) -> tuple[str, ...]:
    return (entry.actor.player, entry.what if entry.names_somebody else "")


def kept_of(row: GameRow, entries: Sequence[EntryRow], user: int) -> dict[str, object]:
    """Return everything that a game stores about a user."""
    held = [one._asdict() for one in row.former if one.user == user]
    held += [one._asdict() for one in row.members if one.user == user]
    own = [stored.entry for stored in entries if row.player_of(user) in _named(stored.entry)]
    votes = row.vote is not None and user in {row.vote.user, row.vote.asker, *row.vote.asked}
    found: dict[str, object] = {
        "game": row.id,
        "kind": row.slug,
        "server": row.guild,
        "channel": row.channel,
        "status": row.status,
        "created": row.created,
        "opened by you": row.creator == user,
        "you are game master": user in row.masters,
        "taken out of the lobby": [one._asdict() for one in row.office.barred if user in {one.user, one.by}],
        "the press by which you joined": row.presses.get(user, 0),
        "your name in the journal": row.player_of(user) if row.opening else "",
        "seats and names": held,
        "waiting for a seat, or invited to one": [
            guest._asdict() for guest in (*row.waiting, *row.invited) if guest.user == user
        ],
        "you follow it": follower.pace if (follower := row.follower(user)) else "",
        "a vote": row.vote._asdict() if row.vote and votes else None,
        "journal": [entry.model_dump(mode="json", exclude_defaults=True) for entry in own],
    }
    return {name: value for name, value in found.items() if value}


def forgetting(row: GameRow, user: int) -> GameRow:
    """Return the game without the user, who becomes “somebody”. Raises StillThere, KnownById."""
    _must_have_left(row, user)
    row = replace(row, followers=tuple(one for one in row.followers if one.user != user))
    if row.opening is None:
        staying = tuple(member for member in row.members if member.user != user)
        presses = {who: press for who, press in row.presses.items() if who != user}
        return replace(
            row,
            creator=_other(row.creator, user, 0),
            members=staying,
            presses=presses,
            waiting=tuple(guest for guest in row.waiting if guest.user != user),
            invited=tuple(guest for guest in row.invited if guest.user != user),
            former=tuple(one for one in row.former if one.user != user),
            office=row.office._replace(
                masters=tuple(one for one in row.office.masters if one != user),
                barred=tuple(
                    one._replace(by=_other(one.by, user, 0)) for one in row.office.barred if one.user != user
                ),
            ),
        )
    if user not in row.people:
        if not _is_known(row, user):
            return row
        raise KnownById(
            f"Game {row.id} was begun before journals had names of their own: its lines hold your id, and"
            " nothing can be removed from them. Ask the host of this bot to delete that game as a whole."
        )
    nobody = -1 - row.people.index(user)
    vote = row.vote and row.vote._replace(
        user=_other(row.vote.user, user, nobody),
        asker=_other(row.vote.asker, user, nobody),
        asked=tuple(_other(one, user, nobody) for one in row.vote.asked),
        agreed=tuple(_other(one, user, nobody) for one in row.vote.agreed),
    )
    return replace(
        row,
        creator=_other(row.creator, user, nobody),
        members=tuple(
            one._replace(user=nobody, name=SOMEBODY) if one.user == user else one for one in row.members
        ),
        former=tuple(
            one._replace(user=nobody, name=SOMEBODY) if one.user == user else one for one in row.former
        ),
        people=tuple(_other(one, user, nobody) for one in row.people),
        vote=vote,
    )


def _must_have_left(row: GameRow, user: int) -> None:
    """Raise StillThere while the game needs the user."""
    if row.status not in OPEN:
        return
    title = find_game(row.slug).title
    if row.status == "lobby":
        if row.creator == user:
            raise StillThere(
                f"You opened the lobby of {title} in <#{row.channel}>: close it below its **Options**."
            )
        if row.seats_of(user) or any(guest.user == user for guest in row.waiting):
            raise StillThere(
                f"You are in the lobby of {title} in <#{row.channel}>: leave it with /game leave."
            )
        return
    if row.vote is not None and row.vote.user == user:
        raise StillThere(
            f"In {title} in <#{row.channel}> the others are asked about you, or by you. Wait until they have"
            " answered."
        )
    if any(_plays(row, seat) for seat in row.seats_of(user)):
        raise StillThere(
            f"You play {title} in <#{row.channel}>: wait until that game is over, or leave it for good with"
            " /game leave."
        )


def _is_known(row: GameRow, user: int) -> bool:
    """Return whether a begun game contains the id of a user who is not among its `people`."""
    seated = {*(one.user for one in row.members), *(one.user for one in row.former)}
    there = {row.creator, *row.presses} | seated
    voting = {row.vote.user, row.vote.asker, *row.vote.asked} if row.vote else set()
    named = {row.opening.host, *row.opening.players} if row.opening else set()
    return user in there | voting or str(user) in named


def _plays(row: GameRow, seat: int) -> bool:
    """Return whether the player of `seat` is asked something, or may still be asked later."""
    if row.opening is None or row.position is None:
        return False
    match = Match(find_game(row.slug), row.opening, row.seed, row.position)
    return match.awaits(seat) is not None or Resign() in match.game.free_actions(match.shown, seat)


def _other(one: int, user: int, nobody: int) -> int:
    return nobody if one == user else one
