"""`/harbour settings`: how the bot is set up on a server; for who has Manage Server."""

import discord
from discord import app_commands

from bot.doors import places, settings
from bot.doors.commands.completion import Choices, named, or_nothing
from bot.doors.replies import Answer, Interaction, attend
from bot.store.servers import EVERY_GAME, Threads
from bot.tables.pace import PACES
from bot.telling.dates import day_and_time, languages
from rules.engine.registry import game as find_game
from rules.engine.registry import games

Limit = app_commands.Range[int, 0, settings.MOST_LIMIT]


class SettingsCommands(app_commands.Group):
    """The group `/harbour settings`."""

    def __init__(self) -> None:
        super().__init__(name="settings", description="How the bot is set up on this server")

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """See and change all settings of this server; for who has Manage Server."""
        await attend(interaction, settings.show)

    @app_commands.command(name="gm-role")
    @app_commands.describe(role="Its members are game masters of every game; leave out for nobody")
    async def gm_role(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Choose a role whose members are game masters of every game here."""
        await attend(interaction, lambda answer: settings.choose_role(answer, role.id if role else 0))

    @app_commands.command()
    @app_commands.describe(
        pace="The pace with which lobbies open",
        game="Leave out for all games",
        preset="The preset of that game",
    )
    @app_commands.choices(
        pace=[
            *(app_commands.Choice(name=name, value=name) for name in PACES),
            app_commands.Choice(name="nothing chosen", value=settings.AS_EVER),
        ]
    )
    async def pace(
        self,
        interaction: Interaction,
        pace: str | None = None,
        game: str = EVERY_GAME,
        preset: str | None = None,
    ) -> None:
        """Choose with which pace and preset games begin here."""
        await attend(interaction, lambda answer: settings.choose_beginning(answer, game, pace, preset))

    @app_commands.command()
    @app_commands.describe(
        add="One more channel or category in which games may run",
        remove="One in which they may not any more",
        everywhere="True: games may run in every channel",
        threads="Whether games get threads of their own",
    )
    @app_commands.choices(
        threads=[app_commands.Choice(name=text, value=key) for key, text in settings.THREADS.items()]
    )
    async def channels(
        self,
        interaction: Interaction,
        add: app_commands.AppCommandChannel | None = None,
        remove: app_commands.AppCommandChannel | None = None,
        everywhere: bool = False,
        threads: Threads | None = None,
    ) -> None:
        """Choose in which channels games may run, and whether in threads."""

        async def work(answer: Answer) -> None:
            one, other = (add.id if add else 0), (remove.id if remove else 0)
            await settings.choose_channels(answer, one, other, threads, everywhere=everywhere)

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(
        channel="Open games of one channel with its threads; 0: as many as the host allows",
        server="Open games of this server",
        person="Open games here that one person opened",
    )
    async def limits(
        self,
        interaction: Interaction,
        channel: Limit | None = None,
        server: Limit | None = None,
        person: Limit | None = None,
    ) -> None:
        """Choose how many games may be open at a time."""
        await attend(interaction, lambda answer: settings.choose_limits(answer, channel, server, person))

    @app_commands.command()
    @app_commands.describe(language="The language of dates in files; leave out for numbers")
    async def language(self, interaction: Interaction, language: str = "") -> None:
        """Choose how dates are written in files; in Discord each reader sees their own."""
        await attend(interaction, lambda answer: settings.choose_language(answer, language))

    @app_commands.command()
    @app_commands.describe(channel="Where all open games are listed; leave out for nowhere")
    async def dashboard(
        self, interaction: Interaction, channel: app_commands.AppCommandChannel | None = None
    ) -> None:
        """Choose a channel with a post that lists all open games, kept up to date."""

        async def work(answer: Answer) -> None:
            settings.must_manage(interaction)
            await settings.choose_dashboard(answer, places.board(interaction, channel) if channel else 0)

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(channel="Where finished games are shown; leave out for nowhere")
    async def hall(
        self, interaction: Interaction, channel: app_commands.AppCommandChannel | None = None
    ) -> None:
        """Choose a channel that shows every finished game of this server; for who has Manage Server."""

        async def work(answer: Answer) -> None:
            settings.must_manage(interaction)
            await settings.choose_hall(answer, places.board(interaction, channel) if channel else 0)

        await attend(interaction, work)

    @pace.autocomplete("game")
    async def _games(self, _: Interaction, current: str) -> Choices:
        return named(((game.title, slug) for slug, game in games().items()), current)

    @pace.autocomplete("preset")
    @or_nothing
    async def _presets(self, interaction: Interaction, current: str) -> Choices:
        presets = find_game(str(interaction.namespace.game or "")).presets
        usual = [("nothing chosen", settings.AS_EVER)]
        return named([*((preset.name, preset.name) for preset in presets), *usual], current)

    @language.autocomplete("language")
    async def _languages(self, _: Interaction, current: str) -> Choices:
        known = languages().items()
        return named(
            ((f"{one.name}: {day_and_time(settings.EXAMPLE, key)}", key) for key, one in known if key),
            current,
        )
