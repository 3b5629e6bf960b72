"""A bot on another client library: hikari, which accepts only documented data."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final

import hikari
import pytest
from hikari.impl import (
    ContainerComponentBuilder,
    InteractiveButtonBuilder,
    MediaGalleryItemBuilder,
    MessageActionRowBuilder,
    ModalActionRowBuilder,
    TextDisplayComponentBuilder,
)
from hikari.impl import shard as shards

from sandbox import Persona, ReplyKind, Sandbox, Thread
from tests.sandbox.toy_bot import picture

NOW: Final = hikari.ResponseType.MESSAGE_CREATE
IN_PLACE: Final = hikari.ResponseType.MESSAGE_UPDATE


def board(text: str) -> ContainerComponentBuilder:
    """Return a frame with a text, a picture, a menu and a button."""
    menu = MessageActionRowBuilder()
    cargo = menu.add_text_menu("cargo", placeholder="Load what?", max_values=2)
    cargo.add_option("Rum", "rum", description="Heavy", emoji="🛢️")
    cargo.add_option("Wool", "wool")
    buttons = MessageActionRowBuilder(
        components=[
            InteractiveButtonBuilder(
                style=hikari.ButtonStyle.PRIMARY, custom_id="anchor", label="Anchor", emoji="⚓"
            ),
            InteractiveButtonBuilder(style=hikari.ButtonStyle.SECONDARY, custom_id="log", label="Log"),
        ]
    )
    frame = ContainerComponentBuilder(accent_color=hikari.Color(0x204060))
    frame.add_text_display(text)
    chart = hikari.Bytes(picture(), "board.png", mimetype="image/png")
    frame.add_media_gallery([MediaGalleryItemBuilder(media=chart, description="A blue sea")])
    frame.add_separator(divider=True)
    frame.add_component(menu)
    frame.add_component(buttons)
    return frame


class Sailor:
    """A bot with one command, whose answer leads to all other interactions."""

    def __init__(self, discord: Sandbox) -> None:
        self.bot = hikari.GatewayBot(
            discord.token,
            rest_url=discord.api_url,
            banner=None,
            logs=None,
            suppress_optimization_warning=True,
            intents=hikari.Intents.GUILDS | hikari.Intents.GUILD_MESSAGES,
        )
        self.bot.subscribe(hikari.StartingEvent, self._register)
        self.bot.subscribe(hikari.CommandInteractionCreateEvent, self._asked)
        self.bot.subscribe(hikari.ComponentInteractionCreateEvent, self._used)
        self.bot.subscribe(hikari.ModalInteractionCreateEvent, self._filled_in)
        self.bot.subscribe(hikari.ShardResumedEvent, self._came_back)
        self.resumed = asyncio.Event()

    async def _register(self, _: hikari.StartingEvent) -> None:
        application = await self.bot.rest.fetch_application()
        command = self.bot.rest.slash_command_builder("board", "Show the board")
        word = hikari.CommandOption(
            type=hikari.OptionType.STRING, name="word", description="A word", is_required=True
        )
        await self.bot.rest.set_application_commands(application, [command.add_option(word)])

    async def _came_back(self, _: hikari.ShardResumedEvent) -> None:
        self.resumed.set()

    async def _asked(self, event: hikari.CommandInteractionCreateEvent) -> None:
        word = next(iter(event.interaction.options or ())).value
        await event.interaction.create_initial_response(NOW, component=board(f"{word}."))

    async def _used(self, event: hikari.ComponentInteractionCreateEvent) -> None:
        interaction = event.interaction
        match interaction.custom_id:
            case "anchor":
                await interaction.create_initial_response(IN_PLACE, component=board("Anchored."))
                await interaction.execute("Deep water here.", flags=hikari.MessageFlag.EPHEMERAL)
            case "cargo":
                loaded = TextDisplayComponentBuilder(content=f"Loaded {', '.join(interaction.values)}.")
                await interaction.create_initial_response(NOW, component=loaded)
            case _:
                row = ModalActionRowBuilder().add_text_input("entry", "Entry", max_length=40)
                await interaction.create_modal_response("Logbook", "logbook", component=row)

    async def _filled_in(self, event: hikari.ModalInteractionCreateEvent) -> None:
        entry = event.interaction.components[0][0]
        assert isinstance(entry, hikari.TextInputComponent)
        await event.interaction.create_initial_response(NOW, entry.value)


@pytest.fixture
async def sailor(discord: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sailor]:
    # The client would wait for seconds before it reconnects.
    monkeypatch.setattr(shards, "_BACKOFF_WINDOW", 0.0)
    sailor = Sailor(discord)
    await sailor.bot.start()
    await discord.wait_for_bot("/board")
    yield sailor
    await sailor.bot.close()


async def test_it_answers_a_command_with_a_picture_a_button_and_a_menu(
    discord: Sandbox, sailor: Sailor, ann: Persona
) -> None:
    reply = await ann.slash("/board", word="Calm")
    assert (reply.kind, reply.text) == (ReplyKind.MESSAGE, "Calm.")
    assert [(shown.filename, shown.alt) for shown in reply.message.pictures] == [("board.png", "A blue sea")]
    assert [button.label for button in reply.buttons] == ["Anchor", "Log"]
    assert [menu.placeholder for menu in reply.message.menus] == ["Load what?"]


async def test_its_controls_are_used(discord: Sandbox, sailor: Sailor, ann: Persona) -> None:
    message = (await ann.slash("/board", word="Calm")).message
    pressed = await ann.press(message, "Anchor")
    assert (pressed.kind, pressed.message.text) == (ReplyKind.UPDATE, "Anchored.")
    chosen = await ann.choose(message, "rum", "wool")
    assert chosen.text == "Loaded rum, wool."
    form = (await ann.press(message, "Log")).modal
    assert (await ann.submit(form, {"Entry": "Fog"})).text == "Fog"


async def test_it_works_in_a_thread_of_its_own(discord: Sandbox, sailor: Sailor, ann: Persona) -> None:
    opened = await sailor.bot.rest.create_thread(
        discord.harbour.id, hikari.ChannelType.GUILD_PUBLIC_THREAD, "Race"
    )
    await sailor.bot.rest.add_thread_member(opened, ann.id)
    members = await sailor.bot.rest.fetch_thread_members(opened)
    assert {member.user_id for member in members} == {ann.id, discord.world.bot.id}
    thread = discord.world.channels[opened.id]
    assert isinstance(thread, Thread)
    assert (await ann.slash("/board", word="Calm", channel=thread)).text == "Calm."
    await sailor.bot.rest.edit_channel(opened, archived=True)
    assert thread.archived


async def test_it_edits_a_message_and_keeps_its_picture(
    discord: Sandbox, sailor: Sailor, ann: Persona
) -> None:
    sent = await sailor.bot.rest.create_message(discord.harbour.id, component=board("Calm."))
    await sailor.bot.rest.edit_message(discord.harbour.id, sent, component=board("Storm."))
    read = await sailor.bot.rest.fetch_message(discord.harbour.id, sent)
    assert read.attachments == []
    (message,) = ann.sees()
    assert (message.text, len(message.pictures)) == ("Storm.", 1)


@pytest.mark.parametrize(
    "interrupt",
    [
        lambda discord: discord.gateway.disconnect(),
        lambda discord: discord.gateway.ask_to_reconnect(),
        lambda discord: discord.gateway.invalidate(resumable=True),
    ],
    ids=["cut", "asked to come back", "interrupted"],
)
async def test_it_resumes(
    discord: Sandbox, sailor: Sailor, ann: Persona, interrupt: Callable[[Sandbox], None]
) -> None:
    session = discord.gateway.sessions[0]
    interrupt(discord)
    await sailor.resumed.wait()
    assert discord.gateway.sessions == [session]
    assert (await ann.slash("/board", word="Back")).text == "Back."


async def test_it_begins_anew_when_its_session_is_invalid(
    discord: Sandbox, sailor: Sailor, ann: Persona
) -> None:
    session = discord.gateway.sessions[0]
    discord.gateway.invalidate()
    await discord.world.changes.until(lambda: discord.gateway.sessions not in ([], [session]))
    assert (await ann.slash("/board", word="Anew")).text == "Anew."
