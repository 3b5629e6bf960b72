"""A bot on interactions.py with the single command that `tests/sandbox/test_outside_clients.py` uses."""

import itertools
import os

import interactions as ipy
from interactions.api.http.route import Route

Route.BASE = os.environ["DISCORD"] + "/api/v10"

bot = ipy.Client(intents=ipy.Intents.GUILDS)
depths = itertools.count(1)

CONTROLS = [
    ipy.ActionRow(
        ipy.Button(style=ipy.ButtonStyle.PRIMARY, label="Anchor", custom_id="anchor", emoji="⚓"),
        ipy.Button(style=ipy.ButtonStyle.SECONDARY, label="Whisper", custom_id="whisper"),
        ipy.Button(style=ipy.ButtonStyle.SECONDARY, label="Log", custom_id="log"),
    ),
    ipy.ActionRow(
        ipy.StringSelectMenu(
            ipy.StringSelectOption(label="Rum", value="rum"),
            ipy.StringSelectOption(label="Wool", value="wool"),
            custom_id="cargo",
            placeholder="Load what?",
            max_values=2,
        )
    ),
]


@ipy.slash_command("board", description="Show the board")
@ipy.slash_option("word", "A word", ipy.OptionType.STRING, required=True)
async def board(ctx: ipy.SlashContext, word: str) -> None:
    chart = ipy.File(os.environ["BOARD"], description="A blue sea")
    await ctx.send(word, embeds=ipy.Embed(title="The board"), components=CONTROLS, files=chart)


@ipy.component_callback("anchor")
async def anchor(ctx: ipy.ComponentContext) -> None:
    await ctx.edit_origin(content=f"Anchored at {next(depths)}")


@ipy.component_callback("whisper")
async def whisper(ctx: ipy.ComponentContext) -> None:
    await ctx.send("Psst", ephemeral=True)


@ipy.component_callback("log")
async def log(ctx: ipy.ComponentContext) -> None:
    entry = ipy.ShortText(label="Entry", custom_id="entry", max_length=40)
    await ctx.send_modal(ipy.Modal(entry, title="Logbook", custom_id="logbook"))


@ipy.modal_callback("logbook")
async def filled_in(ctx: ipy.ModalContext, entry: str) -> None:
    await ctx.send(entry)


@ipy.component_callback("cargo")
async def cargo(ctx: ipy.ComponentContext) -> None:
    await ctx.send("Loaded " + ", ".join(ctx.values))


bot.start(os.environ["DISCORD_TOKEN"])
