"""The button Play again in the last post of a game."""

from dataclasses import replace

from bot.handlers import game_channel, lobby_controls
from bot.handlers.press import Press
from bot.sessions import lobby
from bot.sessions.bot_strengths import USUAL, strengths_of, with_strengths
from bot.sessions.errors import NoGame
from bot.sessions.table import Table
from bot.store.rows import PRACTICE, GameRow, Guest


async def pressed(press: Press) -> None:
    """Join the open lobby of this game in the channel, or open a lobby with the same options."""
    open_here = await _lobby_here(press)
    if open_here is not None:
        await lobby_controls.joined(replace(press, table=open_here))
        return
    old, client = press.table.row, press.interaction.client
    # After a practice game, the lobby is for a normal game.
    taught = old.preset == PRACTICE
    preset = lobby.first_preset(press.table.game) if taught else old.preset
    machine = press.machine

    def arrange(row: GameRow) -> GameRow:
        row = replace(row, options={} if taught else dict(old.options))
        for _ in old.seats_of(machine):
            row = lobby.add_bot(row, machine)
        strengths = [strengths_of(old).get(seat, USUAL) for seat in old.seats_of(machine)]
        row = with_strengths(row, dict(zip(row.seats_of(machine), strengths, strict=True)))
        others = (who for who in old.members if who.user not in {machine, press.user} and who.user > 0)
        return replace(row, invited=tuple(Guest(who.user, who.name) for who in others))

    place = game_channel.here(press.interaction)
    name = await client.store.new_game_id()
    await lobby_controls.open_lobby(press.interaction, name, old.slug, preset, place, arrange)
    await press.answer.say(
        "The lobby is open below, and mentions everybody who played. Press Start when they are there."
    )


async def _lobby_here(press: Press) -> Table | None:
    try:
        table = await press.interaction.client.tables.in_channel(press.table.row.channel)
    except NoGame:
        return None
    same = table.row.status == "lobby" and table.row.slug == press.table.row.slug
    return table if same else None
