"""`/settings`: the page with all settings of a server, and menus and forms that change them."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import discord
from discord import ChannelType, ui

from bot.handlers import fields, game_channel
from bot.handlers.press import Input
from bot.handlers.responses import Interaction, Response
from bot.narration.dates import day_and_time, languages
from bot.posts import build
from bot.posts.build import ControlRow, action_row
from bot.posts.control_ids import ControlId
from bot.sessions import lobby
from bot.sessions.spectators import new_key
from bot.sessions.table_options import PACES, TableOptions
from bot.settings.values import setting_values
from bot.store.servers import EVERY_GAME, Beginning, ServerLimits, ServerSettings
from rules.engine.action import repeated
from rules.engine.errors import HarbourmasterError, MisfilledForm
from rules.engine.form import MENU_LIMIT
from rules.engine.game import AnyGame
from rules.engine.options import settings as options_of
from rules.engine.registry import game as find_game
from rules.engine.registry import games

MAY_NOT = "Only members with the permission Manage Server may change the bot’s settings. Ask one of them."

MOST_LIMIT = 500
"""The highest limit that a server can choose."""

MOST_CHANNELS = 25
"""The maximum number of channels in a menu."""

AS_EVER = "-"
"""The value of a menu's entry that restores the default."""

EXAMPLE = 1_790_000_000
"""The example time for date formats, in seconds since 1970."""

OF_POSTS = [ChannelType.text, ChannelType.news]
OF_GAMES = [*OF_POSTS, ChannelType.voice, ChannelType.stage_voice, ChannelType.forum, ChannelType.category]


def _must_manage(interaction: Interaction) -> int:
    """Return the id of this server. Raises HarbourmasterError if the user may not change its settings."""
    if not interaction.permissions.manage_guild:
        raise HarbourmasterError(MAY_NOT)
    return interaction.guild_id or 0


# The page


def _page(settings: ServerSettings, trouble: str, web: str) -> tuple[str, Sequence[ui.Item[ui.LayoutView]]]:
    """Return all settings with controls. `trouble` is the dashboard's problem, `web` the web address."""
    board = settings.dashboard
    shown = board.channel if board is not None and not board.lost else 0
    hall, every = [settings.hall] if settings.hall else [], settings.beginnings.get(EVERY_GAME, Beginning())
    threads = [_option(text, key, "", settings.threads) for key, text in setting_values().threads.items()]
    chosen = ("all" if settings.page else "yes") if settings.web else "no"
    on_web = [_option(text, key, "", chosen) for key, text in setting_values().web.items()]
    web_told = [ui.TextDisplay(_web_told(settings, web)), _menu("web", "Games on the web", on_web)]
    opens = [_option(game.title, slug, "") for slug, game in list(games().items())[:MENU_LIMIT]]
    return "**How the bot is set up on this server**", [
        ui.TextDisplay(_masters_told(settings)),
        _role("gm-role", "Role of game masters", settings.gm_role),
        ui.TextDisplay("\n".join(_beginnings_told(settings))),
        _menu("pace", "Pace of all games", _paces(every.pace)),
        _menu("game", "Pace and preset of one game", opens),
        ui.TextDisplay(f"{_channels_told(settings)}\n{setting_values().threads[settings.threads]}"),
        _channels("channels", "Channels of games", OF_GAMES, settings.channels, MOST_CHANNELS),
        _menu("threads", "Threads", threads),
        ui.TextDisplay(_limits_told(settings)),
        action_row("Limits…", _control("limits"), discord.ButtonStyle.secondary),
        ui.TextDisplay(f"Dates in files look like this: {day_and_time(EXAMPLE, settings.language)}."),
        _menu("language", "Dates", _languages(settings.language)),
        *(web_told if web else []),
        ui.TextDisplay(_hall_told(settings)),
        _channels("hall", "Hall of finished games", OF_POSTS, hall, 1),
        ui.TextDisplay(_dashboard_told(settings, trouble)),
        _channels("dashboard", "Dashboard of open games", OF_POSTS, [shown] if shown else [], 1),
    ]


def _masters_told(settings: ServerSettings) -> str:
    if not settings.gm_role:
        return "Game masters: by no role."
    return f"Game masters of every game: members with <@&{settings.gm_role}>."


def _beginnings_told(settings: ServerSettings) -> list[str]:
    every = settings.beginnings.get(EVERY_GAME, Beginning()).pace
    lines = [f"Games begin with the pace `{every or 'none'}`."]
    for slug, chosen in settings.beginnings.items():
        if slug and slug in games():
            said = [f"the pace `{chosen.pace}`"] if chosen.pace else []
            said += [f"the preset **{_title(slug, chosen.preset)}**"] if chosen.preset else []
            lines.append(f"{find_game(slug).title} begins with {' and '.join(said)}.")
    return lines


def _title(slug: str, preset: str) -> str:
    """Return the title of a preset, or of the default preset if `preset` is empty or no longer exists."""
    found = {one.name: one.title for one in find_game(slug).presets}
    return found.get(preset) or found[lobby.first_preset(find_game(slug))]


def _channels_told(settings: ServerSettings) -> str:
    if not settings.channels:
        return "Games may run in every channel."
    return f"Games may run in {', '.join(f'<#{one}>' for one in settings.channels)} and threads there."


def _limits_told(settings: ServerSettings) -> str:
    limits = settings.limits
    said = [f"{limits.channel} in a channel with its threads"] if limits.channel else []
    said += [f"{limits.server} on this server"] if limits.server else []
    said += [f"{limits.person} of one person here"] if limits.person else []
    return f"Open games at most: {', '.join(said) or 'as many as the host of this bot allows'}."


def _web_told(settings: ServerSettings, address: str) -> str:
    if not settings.web:
        return setting_values().web["no"]
    told = (
        f"Each game has a page at <{address}>, which shows what its channel shows. Anyone with the link can"
        " look."
    )
    if not settings.page:
        return told
    return (
        f"{told} The server’s own page lists the games that everybody here may see, and their records:"
        f" <{address}/s/{settings.guild}-{settings.page}>. Anyone with the link can look."
    )


def _hall_told(settings: ServerSettings) -> str:
    if not settings.hall:
        return "No hall of finished games."
    return f"Finished games are shown in <#{settings.hall}>."


def _dashboard_told(settings: ServerSettings, trouble: str) -> str:
    board = settings.dashboard
    if board is not None and board.lost:
        return f"No dashboard any more: {board.lost}. Choose a channel again."
    if board is None or not board.channel:
        return "No dashboard of open games."
    told = f"The dashboard of all open games is in <#{board.channel}>."
    return f"{told} ⚠️ It cannot be kept up at the moment: {trouble}." if trouble else told


def _game_page(settings: ServerSettings, game: AnyGame) -> tuple[str, Sequence[ControlRow]]:
    """Return the text about new lobbies of one game, and the menus for their pace and preset."""
    chosen = settings.beginnings.get(game.slug, Beginning())
    presets = [_option("The game’s usual preset", AS_EVER, "", chosen.preset or AS_EVER)]
    presets += [
        _option(preset.title, preset.name, preset.summary, chosen.preset)
        for preset in game.presets[: MENU_LIMIT - 1]
    ]
    begins = settings.beginning(game.slug)
    text = (
        f"**{game.title}** begins with the pace `{begins.pace or 'none'}` and the preset"
        f" **{_title(game.slug, begins.preset)}**. Lobbies that are open stay as they are."
    )
    rows = [
        _menu(f"{game.slug}/pace", "Pace", _paces(chosen.pace)),
        _menu(f"{game.slug}/preset", "Preset", presets),
        action_row("All settings", _control("all"), discord.ButtonStyle.secondary),
    ]
    return text, rows


def _paces(chosen: str) -> list[discord.SelectOption]:
    meanings = next(one.values for one in options_of(TableOptions) if one.name == "pace")
    about = "As for all games, or as the lobby chooses."
    usual = _option("Nothing chosen", AS_EVER, about, chosen or AS_EVER)
    return [usual, *(_option(name, name, meanings.get(name, ""), chosen) for name in PACES)]


def _languages(chosen: str) -> list[discord.SelectOption]:
    return [
        _option(one.name, key or AS_EVER, day_and_time(EXAMPLE, key), chosen or AS_EVER)
        for key, one in languages().items()
    ]


def _option(label: str, value: str, meaning: str, chosen: str = "") -> discord.SelectOption:
    return build.option(label, value, meaning, chosen=value == chosen)


def _menu(what: str, placeholder: str, options: list[discord.SelectOption]) -> ControlRow:
    return build.menu(_control(what), placeholder, options)


def _role(what: str, placeholder: str, chosen: int) -> ControlRow:
    menu: ui.RoleSelect[ui.LayoutView] = ui.RoleSelect(
        custom_id=str(_control(what)),
        placeholder=placeholder,
        min_values=0,
        default_values=[discord.Object(chosen)] if chosen else [],
    )
    return ui.ActionRow(menu)


def _channels(
    what: str, placeholder: str, kinds: list[ChannelType], chosen: Sequence[int], most: int
) -> ControlRow:
    menu: ui.ChannelSelect[ui.LayoutView] = ui.ChannelSelect(
        custom_id=str(_control(what)),
        placeholder=placeholder,
        channel_types=kinds,
        min_values=0,
        max_values=most,
        default_values=[discord.Object(one) for one in chosen],
    )
    return ui.ActionRow(menu)


def _control(what: str) -> ControlId:
    return ControlId("server", "0", 0, tuple(what.split("/")))


# What is changed


async def show(answer: Response) -> None:
    """Show all settings of the server. Raises HarbourmasterError if the user may not change settings."""
    guild = _must_manage(answer.interaction)
    client = answer.interaction.client
    trouble = client.dashboards.trouble(guild)
    await answer.say(*_page(client.store.servers.of(guild), trouble, client.settings.web_address))


async def _keep(answer: Response, change: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
    return await answer.interaction.client.store.set_up(answer.interaction.guild_id or 0, change)


async def _begin(
    answer: Response, slug: str, pace: str | None = None, preset: str | None = None
) -> ServerSettings:
    """Store the pace or preset of new lobbies; `AS_EVER` restores the default. Raises HarbourmasterError."""
    if preset is not None and preset != AS_EVER:
        lobby.preset_of(find_game(slug), preset)
    if pace is not None and pace not in {AS_EVER, *PACES}:
        raise HarbourmasterError(f"There is no such pace. Choose one of: {', '.join(PACES)}.")

    def change(settings: ServerSettings) -> ServerSettings:
        chosen = settings.beginnings.get(slug, Beginning())
        chosen = chosen if pace is None else chosen._replace(pace="" if pace == AS_EVER else pace)
        chosen = chosen if preset is None else chosen._replace(preset="" if preset == AS_EVER else preset)
        others = {key: one for key, one in settings.beginnings.items() if key != slug}
        return replace(settings, beginnings={**others, **({slug: chosen} if any(chosen) else {})})

    return await _keep(answer, change)


# Controls of the page


async def pressed(answer: Response, given: Input) -> None:
    """Handle a menu, form or page button of the settings."""
    interaction, picked = answer.interaction, given.values
    guild = _must_manage(interaction)
    what, *more = given.control.path or ("",)
    slug = picked[0] if what == "game" and picked else what
    if slug in games():
        if more in (["pace"], ["preset"]) and picked:
            await _begin(answer, slug, **{more[0]: picked[0]})
        await answer.say(*_game_page(interaction.client.store.servers.of(guild), find_game(slug)))
        return
    if what == "limits":
        limits = _limits(given.typed)
        await _keep(answer, lambda settings: replace(settings, limits=limits))
    elif what in _PICKED:
        await _PICKED[what](answer, picked)
    await show(answer)


async def open_limits(answer: Response) -> None:
    """Open the form that sets the limits of open games."""
    guild = _must_manage(answer.interaction)
    limits = answer.interaction.client.store.servers.of(guild).limits
    about = "Empty: as many as the host allows."
    shown = [
        fields.text(name, label, about, required=False, default=str(getattr(limits, name) or ""), longest=3)
        for name, label in _LIMITS.items()
    ]
    await answer.ask(fields.form("Open games at most", _control("limits"), shown))


async def _role_picked(answer: Response, picked: Sequence[str]) -> None:
    role = next(_ids(picked), 0)
    # The server's default role, which everybody has, has the server's id.
    if role == answer.interaction.guild_id:
        raise HarbourmasterError("With that role everybody would be a game master. Choose another one.")
    await _keep(answer, lambda settings: replace(settings, gm_role=role))


async def _channels_picked(answer: Response, picked: Sequence[str]) -> None:
    await _keep(answer, lambda settings: replace(settings, channels=tuple(_ids(picked))))


async def _threads_picked(answer: Response, picked: Sequence[str]) -> None:
    threads = next((one for one in setting_values().threads if [one] == [*picked]), None)
    if threads is not None:
        await _keep(answer, lambda settings: replace(settings, threads=threads))


async def _web_picked(answer: Response, picked: Sequence[str]) -> None:
    if len(picked) == 1 and picked[0] in setting_values().web:
        await _keep(answer, partial(_on_the_web, picked[0]))
        answer.interaction.client.dashboards.look_again(answer.interaction.guild_id or 0)


def _on_the_web(chosen: str, settings: ServerSettings) -> ServerSettings:
    """Return the settings after a choice about the web. A reactivated page gets a new address."""
    page = (settings.page or new_key()) if chosen == "all" else ""
    return replace(settings, web=chosen != "no", page=page)


async def _pace_picked(answer: Response, picked: Sequence[str]) -> None:
    await _begin(answer, EVERY_GAME, pace=next(iter(picked), AS_EVER))


async def _language_picked(answer: Response, picked: Sequence[str]) -> None:
    language = next((one for one in languages() if [one or AS_EVER] == [*picked]), "")
    await _keep(answer, lambda settings: replace(settings, language=language))


async def _hall_picked(answer: Response, picked: Sequence[str]) -> None:
    hall = _board(answer, picked)
    await _keep(answer, lambda settings: replace(settings, hall=hall))


async def _dashboard_picked(answer: Response, picked: Sequence[str]) -> None:
    interaction, channel = answer.interaction, _board(answer, picked)
    await interaction.client.dashboards.choose(interaction.guild_id or 0, channel, interaction.id)


def _board(answer: Response, picked: Sequence[str]) -> int:
    """Return the picked channel, or 0 for none. Raises LobbyRefusal if the bot cannot post there."""
    channel = next(_ids(picked), 0)
    return game_channel.known_board(answer.interaction, channel) if channel else 0


def _ids(picked: Sequence[str]) -> Iterator[int]:
    """Yield the ids picked from a menu of roles or channels; ignore invalid values of a forged press."""
    return (int(one) for one in picked if one.isdecimal())


_PICKED: Mapping[str, Callable[[Response, Sequence[str]], Awaitable[None]]] = {
    "gm-role": _role_picked,
    "channels": _channels_picked,
    "threads": _threads_picked,
    "web": _web_picked,
    "pace": _pace_picked,
    "language": _language_picked,
    "hall": _hall_picked,
    "dashboard": _dashboard_picked,
}

_LIMITS = {
    "channel": "In one channel with its threads",
    "server": "On this server",
    "person": "Of one person",
}


def _limits(typed: Mapping[str, str]) -> ServerLimits:
    """Return the limits from a form. Raises MisfilledForm if a number is invalid."""
    numbers = {name: typed[name].strip() or "0" if name in typed else "" for name in _LIMITS}
    faults = [
        f"{_LIMITS[name]}: {repeated(text)} does not fit. Allowed: 1 to {MOST_LIMIT}, or nothing."
        for name, text in numbers.items()
        if not text.isdecimal() or int(text) > MOST_LIMIT
    ]
    if faults:
        raise MisfilledForm(faults)
    return ServerLimits(**{name: int(text) for name, text in numbers.items()})
