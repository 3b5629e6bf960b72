"""A bot on hikari with the single command that `tests/sandbox/test_outside_clients.py` uses."""

import itertools
import os

import hikari
from hikari.impl import MessageActionRowBuilder, ModalActionRowBuilder

NOW = hikari.ResponseType.MESSAGE_CREATE
IN_PLACE = hikari.ResponseType.MESSAGE_UPDATE

bot = hikari.GatewayBot(
    os.environ["DISCORD_TOKEN"],
    rest_url=os.environ["DISCORD"] + "/api/v10",
    banner=None,
    suppress_optimization_warning=True,
    intents=hikari.Intents.GUILDS,
)
depths = itertools.count(1)


def controls() -> list[MessageActionRowBuilder]:
    """Three buttons and a menu."""
    buttons = MessageActionRowBuilder()
    buttons.add_interactive_button(hikari.ButtonStyle.PRIMARY, "anchor", label="Anchor", emoji="⚓")
    buttons.add_interactive_button(hikari.ButtonStyle.SECONDARY, "whisper", label="Whisper")
    buttons.add_interactive_button(hikari.ButtonStyle.SECONDARY, "log", label="Log")
    menu = MessageActionRowBuilder()
    cargo = menu.add_text_menu("cargo", placeholder="Load what?", max_values=2)
    cargo.add_option("Rum", "rum")
    cargo.add_option("Wool", "wool")
    return [buttons, menu]


@bot.listen()
async def register(_: hikari.StartingEvent) -> None:
    application = await bot.rest.fetch_application()
    command = bot.rest.slash_command_builder("board", "Show the board")
    word = hikari.CommandOption(
        type=hikari.OptionType.STRING, name="word", description="A word", is_required=True
    )
    await bot.rest.set_application_commands(application, [command.add_option(word)])


@bot.listen()
async def asked(event: hikari.CommandInteractionCreateEvent) -> None:
    word = next(iter(event.interaction.options or ())).value
    chart = hikari.File(os.environ["BOARD"])
    await event.interaction.create_initial_response(
        NOW, word, embed=hikari.Embed(title="The board"), components=controls(), attachment=chart
    )


@bot.listen()
async def used(event: hikari.ComponentInteractionCreateEvent) -> None:
    interaction = event.interaction
    match interaction.custom_id:
        case "anchor":
            await interaction.create_initial_response(IN_PLACE, f"Anchored at {next(depths)}")
        case "whisper":
            await interaction.create_initial_response(NOW, "Psst", flags=hikari.MessageFlag.EPHEMERAL)
        case "cargo":
            await interaction.create_initial_response(NOW, "Loaded " + ", ".join(interaction.values))
        case _:
            entry = ModalActionRowBuilder().add_text_input("entry", "Entry", max_length=40)
            await interaction.create_modal_response("Logbook", "logbook", component=entry)


@bot.listen()
async def filled_in(event: hikari.ModalInteractionCreateEvent) -> None:
    ((entry,),) = event.interaction.components
    await event.interaction.create_initial_response(NOW, entry.value)


bot.run()
