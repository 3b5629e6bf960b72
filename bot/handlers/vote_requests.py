"""Requests that the other players must agree to: undo, pause, fresh dice, end, and a free seat."""

import discord

from bot.escaping import display_name, plain, quoted
from bot.handlers import gm_access, player_actions, undo_pages, votes
from bot.handlers.press import Press
from bot.handlers.visit import Visit
from bot.narration.matters import matters
from bot.sessions import vote_rules
from bot.sessions.lobby import must_let_in, reseated
from bot.sessions.requests import Report
from bot.sessions.vote_rules import NoVote
from bot.store.rows import GameRow, Member
from rules.engine.entries import Propose, Substitute
from rules.engine.entry import Actor, Matter
from rules.engine.match import Advance, Match
from rules.engine.wording import listed

ASKED = "The others are asked, by a message in the channel; **Refuse** there withdraws the question."


async def ask(visit: Visit, matter: Matter, reason: str | None) -> None:
    """Ask the others to agree to a matter."""
    report = await votes.ask(visit, matter, plain(reason or "", gm_access.REASON_LENGTH))
    await visit.answer.say(_answer(report, matter))


async def ask_for_pause(visit: Visit, reason: str | None) -> None:
    """Ask the others for a pause or, if the game is paused, to resume it."""
    await ask(visit, "resume" if visit.table.row.status == "paused" else "pause", reason)


async def ask_to_undo(visit: Visit, to: str | None) -> None:
    """Show the board of the moment `to`, or let the user choose a moment if it is None."""
    player_actions.seat_of(visit.table.row, visit.user)
    if to is None:
        await undo_pages.offer_moments(visit.answer, visit.table, "ask_point")
    else:
        await undo_pages.look_at(visit.answer, visit.table, to, "ask", undo_pages.ASK_THE_OTHERS)


async def moment_picked(press: Press) -> None:
    """Handle a moment picked from the list."""
    await ask_to_undo(press, press.value)


async def undo_asked(press: Press) -> None:
    """Ask the affected players to agree to an undo whose board the asker has seen."""
    place = int(press.name) if press.name.isdecimal() else 0
    report = await votes.ask_to_go_back(press, place, press.control.stamp)
    await press.answer.say(_answer(report, "undo"))


def _answer(report: Report, matter: Matter) -> str:
    return ASKED if report.entries[0].entry.kind == "propose" else matters()[matter].done


# Seats

NONE_FREE = "No seat is free here: only a seat that the bot plays can be free."


def free_seats(row: GameRow, match: Match, machine: int) -> dict[int, str]:
    """Return the reason for each free seat: it is the bot's own seat, or its player is absent."""
    why = dict.fromkeys(row.seats_of(machine), "the bot plays it")
    away = dict.fromkeys(match.position.absent, "its player is away")
    return {seat: reason for seat, reason in sorted({**why, **away}.items()) if match.plays(seat)}


async def take_seat(visit: Visit, seat: int) -> None:
    """Ask the others to give the visitor a free seat. Raises NoVote."""
    table, newcomer = visit.table, Member(seat, visit.user, display_name(visit.interaction.user))
    held = {member.seat: member for member in table.row.members}
    if seat not in held:
        raise NoVote("There is no such seat. Choose one from the suggestions; `/game status` lists them all.")
    gone = await _has_left(visit, held[seat].user)

    def do(row: GameRow, match: Match) -> tuple[GameRow, Advance]:
        must_let_in(row, visit.user)
        machine = visit.interaction.client.tables.machine.user
        _must_be_free(row, match, seat, visit.user, machine, held[seat] if gone else None)
        reseated(row, newcomer)
        vote_rules.must_be_silent(row)
        holder = {member.seat: member.user for member in row.members}[seat]
        suspect = vote_rules.knows_too_much(row, newcomer) or gm_access.is_one(visit.interaction, row)
        # An absent player must agree only if the newcomer may know secrets of other seats.
        spared = 0 if suspect and match.keeps_secrets else holder
        asked = vote_rules.electors(row, visit.user, spared, machine)
        alone = gm_access.is_one(visit.interaction, row) and (not match.keeps_secrets or not asked)
        if alone:
            who = Actor(role="gm", player=str(visit.user))
            return reseated(row, newcomer), match.enter(
                Substitute(seat, row.player_of(visit.user)), who, visit.now
            )
        advance = match.enter(
            Propose(seat, str(visit.user), asked=asked), player_actions.actor(visit.user), visit.now
        )
        return vote_rules.asking(row, match, advance, newcomer.name)

    report = await table.reseat(do, visit.once)
    former = f"**{quoted(held[seat].name, 40)}**"
    seated = report.entries[0].entry.kind == "substitute"
    await visit.answer.say(f"You have the seat of {former} now: /game board shows it." if seated else ASKED)


def _must_be_free(
    row: GameRow, match: Match, seat: int, user: int, machine: int, gone: Member | None
) -> None:
    """Raise NoVote if the seat cannot be taken; `gone` is its player, if they have left the server."""
    own = row.seats_of(user)
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
    if guild is None or user == visit.interaction.client.tables.machine.user or user < 0:
        return False
    try:
        await guild.fetch_member(user)
    except discord.NotFound:
        return True
    return False
