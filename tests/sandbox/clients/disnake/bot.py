"""A bot on disnake with the single command that `tests/sandbox/test_outside_clients.py` uses."""

import os

import disnake
from disnake.ext import commands
from disnake.http import Route

Route.BASE = os.environ["DISCORD"] + "/api/v10"

bot = commands.InteractionBot(intents=disnake.Intents(guilds=True))


class Controls(disnake.ui.View):
    """Three buttons and a menu."""

    depth = 0

    @disnake.ui.button(label="Anchor", style=disnake.ButtonStyle.primary, emoji="⚓")
    async def anchor(self, _: disnake.ui.Button, inter: disnake.MessageInteraction) -> None:
        self.depth += 1
        await inter.response.edit_message(f"Anchored at {self.depth}")

    @disnake.ui.button(label="Whisper")
    async def whisper(self, _: disnake.ui.Button, inter: disnake.MessageInteraction) -> None:
        await inter.response.send_message("Psst", ephemeral=True)

    @disnake.ui.button(label="Log")
    async def log(self, _: disnake.ui.Button, inter: disnake.MessageInteraction) -> None:
        entry = disnake.ui.Label("Entry", disnake.ui.TextInput(custom_id="entry", max_length=40))
        await inter.response.send_modal(title="Logbook", custom_id="logbook", components=entry)

    @disnake.ui.string_select(
        placeholder="Load what?",
        max_values=2,
        options=[
            disnake.SelectOption(label="Rum", value="rum"),
            disnake.SelectOption(label="Wool", value="wool"),
        ],
    )
    async def cargo(self, menu: disnake.ui.StringSelect, inter: disnake.MessageInteraction) -> None:
        await inter.response.send_message("Loaded " + ", ".join(menu.values))


@bot.slash_command(description="Show the board")
async def board(
    inter: disnake.ApplicationCommandInteraction, word: str = commands.Param(description="A word")
) -> None:
    chart = disnake.File(os.environ["BOARD"], description="A blue sea")
    await inter.response.send_message(
        word, embed=disnake.Embed(title="The board"), view=Controls(), file=chart
    )


@bot.event
async def on_modal_submit(inter: disnake.ModalInteraction) -> None:
    await inter.response.send_message(inter.text_values["entry"])


bot.run(os.environ["DISCORD_TOKEN"])
