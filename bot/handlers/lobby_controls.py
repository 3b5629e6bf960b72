"""The actions and buttons of a lobby, except its options (`options.py`)."""

from dataclasses import replace
from typing import cast

from bot.escaping import display_name, quoted
from bot.handlers import gm_access
from bot.handlers.game_channel import bring_in, home
from bot.handlers.help_pages import rules_page
from bot.handlers.press import Press, Visit
from bot.handlers.responses import Interaction
from bot.posts import build
from bot.posts.control_ids import ControlId
from bot.sessions import lobby
from bot.sessions.limits import admit_on_server
from bot.sessions.requests import Rearrangement
from bot.sessions.table import Table
from bot.sessions.table_options import PACES
from bot.store.rows import OPEN, GameRow
from bot.store.servers import Beginning
from rules.engine.form import MENU_LIMIT
from rules.engine.game import AnyGame
from rules.engine.registry import game as find_game
from rules.engine.strengths import Strength
from rules.engine.texts import topics
from rules.engine.wording import listed

FIRST_TIME = (
    "-# New here? You are mentioned when it is your turn; then use the controls below the chart. `/rules`"
    " explains the game by topic, `/help` the bot, `/learn` is a practice game."
)

FAIR_DICE = """**Fair dice**
All dice and cards of this game come from one secret number. It is drawn already; nobody can choose it later,\
 nor can the bot. This is its fingerprint (SHA-256):
`{commitment}`
When the game is over, the number itself is shown. Then `/game check` works out every roll again and tells \
whether it was in order, and **Dice file** holds all that you need to do it yourself. To be sure, keep a \
copy of the fingerprint: at the end it must still be this one."""

# Actions


async def must_have_room(interaction: Interaction) -> None:
    """Raise LobbyRefusal if the user, the server or the channel has reached its limit of open games."""
    client, guild = interaction.client, interaction.guild_id or 0
    limits = client.store.servers.of(guild).limits
    found = await client.store.count_open(interaction.user.id, guild)
    client.limits.admit(found)
    admit_on_server(limits, found, await _open_here(interaction) if limits.channel else 0)


async def _open_here(interaction: Interaction) -> int:
    """Return the number of open games in the channel and its threads; archived threads are unknown."""
    guild, here = interaction.guild, home(interaction.channel)
    if guild is None:
        return 0
    channels = await interaction.client.store.open_channels_of(guild.id)
    return sum(here == home(guild.get_channel_or_thread(one)) for one in channels)


def beginning(interaction: Interaction, game: AnyGame) -> Beginning:
    """Return the pace and preset of new lobbies of `game` on this server."""
    chosen = interaction.client.store.servers.of(interaction.guild_id or 0).beginning(game.slug)
    known = {preset.name for preset in game.presets}
    return Beginning(
        chosen.pace if chosen.pace in PACES else "",
        chosen.preset if chosen.preset in known else lobby.first_preset(game),
    )


async def open_lobby(
    interaction: Interaction,
    name: str,
    slug: str,
    preset: str,
    channel: int,
    arrange: Rearrangement = lambda row: row,
) -> Table:
    """Open a game with the new id `name` in `channel`; `arrange` changes the lobby before it is posted.

    Raises UnknownGame, LobbyRefusal, ChannelTaken.
    """
    game = find_game(slug)
    lobby.preset_of(game, preset)
    client, now = interaction.client, interaction.client.now()
    row = GameRow(
        id=name,
        guild=interaction.guild_id or 0,
        channel=channel,
        slug=game.slug,
        status="lobby",
        creator=interaction.user.id,
        created=now,
        updated=now,
        preset=preset,
    )
    row = arrange(lobby.join(row, interaction.user.id, display_name(interaction.user), interaction.id))
    # No other game may be opened after the count and before this game.
    async with client.opening(interaction.user.id):
        await must_have_room(interaction)
        return await client.tables.create(row, interaction.id)


async def _join(visit: Visit) -> str:
    """Give the user the next free seat, else a bot seat, else a place in the queue."""
    name = display_name(visit.interaction.user)
    row = await visit.table.rearrange(
        lambda row: lobby.join(row, visit.user, name, visit.once, visit.machine), visit.once
    )
    if not row.seats_of(visit.user):
        place = len(row.waiting)
        return (
            f"All {len(row.members)} seats are taken. You are number {place} in line, and are mentioned when"
            " somebody makes room. /game leave stops waiting."
        )
    others = [f"**{quoted(one.name, 40)}**" for one in row.members if one.user != visit.user]
    told = f"You are in: {visit.table.game.title}{f', with {listed(others)}' if others else ''}."
    games = await visit.interaction.client.store.games_of(visit.user)
    return f"{told}\n{FIRST_TIME}" if len(games) == 1 else told


async def leave(visit: Visit) -> None:
    """Remove the user from the lobby."""
    await visit.table.rearrange(lambda row: lobby.leave(row, visit.user), visit.once)
    await visit.answer.say("You have left the table. Join again whenever a seat is free.")


async def add_bot(visit: Visit) -> None:
    """Add a seat for the bot; game masters only."""
    await _rearrange(visit, "add the bot", lambda row: lobby.add_bot(row, visit.machine))
    await visit.answer.done("The bot plays, too. A player who joins a full table gets its seat.")


async def remove_bot(visit: Visit) -> None:
    """Remove the bot's last seat; game masters only."""
    await _rearrange(visit, "remove the bot", lambda row: lobby.remove_bot(row, visit.machine))
    await visit.answer.done("The bot has left the table.")


async def start(visit: Visit) -> None:
    """Start the game; game masters only."""
    await visit.table.start(lambda row: hosted(visit, row, "start the game"), visit.once)
    await visit.answer.say("The game has begun.")


async def cancel(visit: Visit) -> None:
    """Close the lobby; game masters only."""
    await _rearrange(visit, "close this lobby", lobby.cancel)
    await visit.answer.say("The lobby is closed.")


async def move(visit: Visit, channel: int) -> None:
    """Move a lobby or a running game to another channel of the server; game masters only."""

    def do(row: GameRow) -> GameRow:
        if hosted(visit, row, "move the game").status not in OPEN:
            raise lobby.LobbyRefusal("That game is over, so it stays where it is. Open a new one with /play.")
        return replace(row, channel=channel, guild=visit.interaction.guild_id or 0)

    await visit.table.relocate(do, visit.once)


def hosted(visit: Visit, row: GameRow, what: str) -> GameRow:
    """Return `row` if the visitor is one of its game masters. Raises LobbyRefusal otherwise."""
    if not gm_access.is_one(visit.interaction, row):
        whom = gm_access.whom_to_ask(visit.interaction, row)
        raise lobby.LobbyRefusal(f"Only the game masters of this game can {what}. {whom}")
    return row


async def _rearrange(visit: Visit, what: str, change: Rearrangement) -> GameRow:
    """Change the lobby if the visitor is one of its game masters. Raises LobbyRefusal."""
    return await visit.table.rearrange(lambda row: change(hosted(visit, row, what)), visit.once)


# Presses


async def joined(visit: Visit) -> None:
    """Handle the Join button, or another request to join the lobby."""
    await visit.answer.say(await _join(visit))
    await bring_in(visit.interaction)


async def strength_picked(press: Press) -> None:
    """Set the bot's strength on one of its seats; game masters only."""
    seat, strength = press.number, cast("Strength", press.path[1])
    what = "say how well the bot plays"
    row = await _rearrange(press, what, lambda row: lobby.set_strength(row, seat, strength, press.machine))
    await press.answer.done(f"Set: **{quoted(row.names()[seat], 40)}** plays {strength}.")


async def preset_pressed(press: Press) -> None:
    """Choose a preset; game masters only."""
    row = await _rearrange(press, "change the options", lambda row: lobby.set_preset(row, press.name))
    title = lobby.preset_of(press.table.game, row.preset).title
    await press.answer.done(f"Set: **{title}**. Single options can be changed on top.")


async def rules_opened(press: Press) -> None:
    """Handle the Rules button, and a topic picked from its menu."""
    slug, topic = press.table.row.slug, press.value or None
    entries = [build.option(page.title, key) for key, page in topics(press.table.game).items()][:MENU_LIMIT]
    menu = build.menu(ControlId("topic", press.table.row.id), "Read on", entries)
    await press.answer.say(rules_page(slug, topic), [menu] if entries else [])


async def dice_explained(press: Press) -> None:
    """Handle the button Fair dice: explain the promise about the dice and how to check it."""
    row = press.table.row
    if not row.commitment:
        raise lobby.LobbyRefusal(
            "Nothing was promised about the dice of this lobby. /play opens one whose dice can be checked."
        )
    await press.answer.say(FAIR_DICE.format(commitment=row.commitment))
