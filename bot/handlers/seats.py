"""`/game join` and `/game leave`, in a lobby or in a running game."""

import discord

from bot.escaping import display_name, quoted
from bot.handlers import gm_access, lobby_controls, player_actions
from bot.handlers.press import Visit
from bot.handlers.vote_requests import ASKED
from bot.sessions import vote_rules
from bot.sessions.lobby import must_let_in, reseated
from bot.sessions.vote_rules import NoVote
from bot.store.rows import GameRow, Member
from rules.engine.entries import Propose, Substitute
from rules.engine.entry import Actor
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Advance, Match
from rules.engine.wording import listed

NONE_FREE = "No seat is free here: only a seat that the bot plays can be free."


async def join(visit: Visit, seat: int | None) -> None:
    """Give the visitor a seat of a lobby; in a game, a free seat or the seat that the bot plays for them.

    Raises LobbyRefusal, NotNow or NoVote. In a lobby, any `seat` raises HarbourmasterError.
    """
    row = visit.table.row
    if row.status == "lobby":
        if seat is not None:
            raise HarbourmasterError(
                "In a lobby everybody gets the next seat, so leave `seat` out. An option says who begins."
            )
        await lobby_controls.joined(visit)
        return
    own = row.seats_of(visit.user)
    if own and seat in {None, own[0]}:
        report = await player_actions.come_back(visit)
        await visit.answer.say(await player_actions.told([report], visit.table, report.seat))
        return
    await _take_seat(visit, _only_free(visit) if seat is None else seat)


def _only_free(visit: Visit) -> int:
    """Return the only free seat. Raises NoVote, with advice, if no seat is free or several seats are free."""
    row = visit.table.row
    free = free_seats(row, visit.table.match, visit.machine)
    if not free:
        raise NoVote(
            "This game has begun, and no seat is free: the bot plays none. Follow it with"
            " /game board, or open another one with /play."
        )
    if len(free) > 1:
        whose = listed([f"{_holder(row, place)} ({why})" for place, why in free.items()])
        raise NoVote(f"Several seats are free, those of {whose}. Choose one with the option `seat`.")
    return next(iter(free))


async def leave(visit: Visit) -> None:
    """Remove the visitor from a lobby; in a game, ask the visitor to confirm the resignation."""
    if visit.table.row.status == "lobby":
        await lobby_controls.leave(visit)
    else:
        await player_actions.ask_to_resign(visit)


def free_seats(row: GameRow, match: Match, machine: int) -> dict[int, str]:
    """Return why each free seat is free: the bot owns the seat, or the seat's player is absent."""
    why = dict.fromkeys(row.seats_of(machine), "the bot plays it")
    away = dict.fromkeys(match.position.absent, "its player is away")
    return {seat: reason for seat, reason in sorted({**why, **away}.items()) if match.plays(seat)}


async def _take_seat(visit: Visit, seat: int) -> None:
    """Ask the others to give the visitor a free seat. Raises NoVote."""
    table, newcomer = visit.table, Member(seat, visit.user, display_name(visit.interaction.user))
    held = {member.seat: member for member in table.row.members}
    if seat not in held:
        raise NoVote("There is no such seat. Choose one from the suggestions; `/game status` lists them all.")
    gone = await _has_left(visit, held[seat].user)

    def do(row: GameRow, match: Match) -> tuple[GameRow, Advance]:
        must_let_in(row, visit.user)
        _must_be_free(row, match, newcomer, visit.machine, held[seat] if gone else None)
        reseated(row, newcomer)
        vote_rules.must_be_silent(row)
        holder = {member.seat: member.user for member in row.members}[seat]
        is_master = gm_access.is_one(visit.interaction, row)
        suspect = is_master or vote_rules.knows_too_much(row, newcomer)
        # An absent player must agree only if the newcomer may know secrets of other seats.
        spared = 0 if suspect and match.keeps_secrets else holder
        asked = vote_rules.electors(row, visit.user, spared, visit.machine)
        if is_master and (not match.keeps_secrets or not asked):
            master = Actor(role="gm", player=str(visit.user))
            taken = Substitute(seat, row.player_of(visit.user))
            return reseated(row, newcomer), match.enter(taken, master, visit.now)
        proposal = Propose(seat, str(visit.user), asked=asked)
        advance = match.enter(proposal, player_actions.actor(visit.user), visit.now)
        return vote_rules.asking(row, match, advance, newcomer.name)

    report = await table.reseat(do, visit.once)
    former = f"**{quoted(held[seat].name, 40)}**"
    seated = report.entries[0].entry.kind == "substitute"
    await visit.answer.say(f"You have the seat of {former} now: /game board shows it." if seated else ASKED)


def _must_be_free(row: GameRow, match: Match, newcomer: Member, machine: int, gone: Member | None) -> None:
    """Raise NoVote if the newcomer cannot take the seat. `gone` is its player, if they left the server."""
    seat, own = newcomer.seat, row.seats_of(newcomer.user)
    if own:
        back = " Take it back from the bot with /game join." if own[0] in match.position.absent else ""
        raise NoVote(f"You have a seat here already, and nobody has two.{back}")
    if not match.plays(seat):
        raise NoVote(f"{_holder(row, seat)} is out of the game, so there is nothing to take over.")
    if seat in free_seats(row, match, machine) or gone in row.members:
        return
    others = [_holder(row, other) for other in free_seats(row, match, machine)]
    free = f"The free seats are those of {listed(others)}." if others else NONE_FREE
    raise NoVote(f"{_holder(row, seat)} plays there. {free}")


def _holder(row: GameRow, seat: int) -> str:
    return f"**{quoted(row.names()[seat], 40)}**"


async def _has_left(visit: Visit, user: int) -> bool:
    """Return whether the user is no longer a member of the server."""
    guild = visit.interaction.guild
    if guild is None or user == visit.machine or user < 0:
        return False
    try:
        await guild.fetch_member(user)
    except discord.NotFound:
        return True
    return False
