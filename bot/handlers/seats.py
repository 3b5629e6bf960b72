"""`/game join` and `/game leave`, in a lobby or in a running game."""

from bot.escaping import quoted
from bot.handlers import lobby_controls, player_actions, vote_requests
from bot.handlers.threads import bring_in
from bot.handlers.visit import Visit
from bot.sessions.vote_rules import NoVote
from rules.engine.errors import HarbourmasterError
from rules.engine.wording import listed


async def join(visit: Visit, seat: int | None) -> None:
    """Give the visitor a seat of a lobby, or a free or their own seat of a game.

    Raises LobbyRefusal, NotNow, NoVote, or HarbourmasterError for a seat in a lobby.
    """
    row = visit.table.row
    if row.status == "lobby":
        if seat is not None:
            raise HarbourmasterError(
                "In a lobby everybody gets the next seat, so leave `seat` out. An option says who begins."
            )
        await visit.answer.say(await lobby_controls.join(visit))
        await bring_in(visit.interaction)
        return
    own = row.seats_of(visit.user)
    if own and seat in {None, own[0]}:
        report = await player_actions.come_back(visit)
        await visit.answer.say(await player_actions.told([report], visit.table, report.seat))
        return
    await vote_requests.take_seat(visit, _only_free(visit) if seat is None else seat)


def _only_free(visit: Visit) -> int:
    """Return the only free seat. Raises NoVote, with advice, if no seat is free or several seats are free."""
    row = visit.table.row
    free = vote_requests.free_seats(row, visit.table.match, visit.interaction.client.tables.machine.user)
    if not free:
        raise NoVote(
            "This game has begun, and no seat is free: the bot plays none. Follow it with"
            " /game board, or open another one with /play."
        )
    if len(free) > 1:
        whose = listed([f"**{quoted(row.names()[place], 40)}** ({why})" for place, why in free.items()])
        raise NoVote(f"Several seats are free, those of {whose}. Choose one with the option `seat`.")
    return next(iter(free))


async def leave(visit: Visit) -> None:
    """Remove the visitor from a lobby; in a game, ask whether they resign."""
    if visit.table.row.status == "lobby":
        await visit.answer.say(await lobby_controls.leave(visit))
    else:
        await player_actions.ask_to_resign(visit)
