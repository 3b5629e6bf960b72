"""A bot on py-cord with the single command that `tests/sandbox/test_outside_clients.py` uses."""

import os

import discord
from discord.http import Route

Route.API_BASE_URL = os.environ["DISCORD"] + "/api/v{API_VERSION}"

bot = discord.Bot(intents=discord.Intents(guilds=True))


class Logbook(discord.ui.DesignerModal):
    """A form with one line of text."""

    def __init__(self) -> None:
        self.entry = discord.ui.TextInput(custom_id="entry", max_length=40)
        super().__init__(discord.ui.Label("Entry", self.entry), title="Logbook", custom_id="logbook")

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(self.entry.value)


class Controls(discord.ui.View):
    """Three buttons and a menu."""

    depth = 0

    @discord.ui.button(label="Anchor", style=discord.ButtonStyle.primary, emoji="⚓")
    async def anchor(self, _: discord.ui.Button, interaction: discord.Interaction) -> None:
        self.depth += 1
        await interaction.response.edit_message(content=f"Anchored at {self.depth}")

    @discord.ui.button(label="Whisper")
    async def whisper(self, _: discord.ui.Button, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Psst", ephemeral=True)

    @discord.ui.button(label="Log")
    async def log(self, _: discord.ui.Button, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Logbook())

    @discord.ui.string_select(
        placeholder="Load what?",
        max_values=2,
        options=[
            discord.SelectOption(label="Rum", value="rum"),
            discord.SelectOption(label="Wool", value="wool"),
        ],
    )
    async def cargo(self, menu: discord.ui.Select, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Loaded " + ", ".join(menu.values))


@bot.slash_command(description="Show the board")
@discord.option("word", description="A word")
async def board(ctx: discord.ApplicationContext, word: str) -> None:
    chart = discord.File(os.environ["BOARD"], description="A blue sea")
    await ctx.respond(word, embed=discord.Embed(title="The board"), view=Controls(), file=chart)


bot.run(os.environ["DISCORD_TOKEN"])
