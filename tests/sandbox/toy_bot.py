"""A small bot on the real discord.py client, with one of everything that the sandbox must support."""

import asyncio
import io
import re
from typing import TYPE_CHECKING, Self, cast

import discord
from discord import app_commands, ui
from PIL import Image

if TYPE_CHECKING:
    from discord.types.message import Attachment as AttachmentPayload

Heard = discord.Interaction["ToyBot"]


def picture(colour: str = "navy") -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (30, 20), colour).save(data, "PNG")
    return data.getvalue()


def picture_file(name: str = "board.png", alt: str | None = "A blue sea") -> discord.File:
    return discord.File(io.BytesIO(picture()), name, description=alt)


class Kept(discord.Attachment):
    """A picture that stays while its message is edited."""

    def __init__(self, attachment_id: int, filename: str | None) -> None:
        self._named = {"id": str(attachment_id)} | ({"filename": filename} if filename else {})

    def to_dict(self) -> "AttachmentPayload":
        return cast("AttachmentPayload", self._named)


def shown_in(message: discord.Message) -> int:
    """Return the attachment in the message's first gallery."""
    for part in message.components:
        for inner in part.children if isinstance(part, discord.Container) else [part]:
            if isinstance(inner, discord.MediaGalleryComponent):
                return inner.items[0].media.attachment_id or 0
    raise AssertionError("there is no gallery")


def shown(*items: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """Lay out items for a message whose controls nobody handles."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def written(text: str) -> ui.LayoutView:
    return shown(ui.TextDisplay(text))


class Anchor(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"anchor:(?P<depth>\d+)"):
    """A button that stores its data only in its custom id."""

    def __init__(self, depth: int) -> None:
        super().__init__(ui.Button(label=f"Anchor at {depth}", custom_id=f"anchor:{depth}"))
        self.depth = depth

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Heard, item: ui.Item[ui.LayoutView], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["depth"]))

    async def callback(self, interaction: Heard) -> None:  # type: ignore[override]
        view = board(f"Anchored at {self.depth}.", self.depth + 1)
        await interaction.response.edit_message(view=view, attachments=[picture_file()])


def board(text: str, depth: int = 1) -> ui.LayoutView:
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=0x204060)
    frame.add_item(ui.TextDisplay(text))
    frame.add_item(
        ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="A blue sea"))
    )
    frame.add_item(ui.ActionRow(Anchor(depth)))
    return shown(frame)


class Cargo(ui.Select[ui.LayoutView]):
    """A menu of two wares, of which people may take one or both."""

    def __init__(self) -> None:
        super().__init__(custom_id="cargo", placeholder="Load what?", max_values=2)
        self.add_option(label="Barrels of rum", value="rum", description="Heavy")
        self.add_option(label="Bales of wool", value="wool")

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=written("Loaded " + ", ".join(self.values)))


class Crew(ui.UserSelect[ui.LayoutView]):
    """A menu of people."""

    def __init__(self) -> None:
        super().__init__(custom_id="crew", placeholder="Hire whom?")

    async def callback(self, interaction: discord.Interaction) -> None:
        names = ", ".join(person.display_name for person in self.values)
        await interaction.response.send_message(view=written(f"Hired {names}"), ephemeral=True)


class Logbook(ui.Modal, title="Logbook"):
    """A form with a line of text and a menu."""

    entry: ui.Label[Self] = ui.Label(text="Entry", component=ui.TextInput(max_length=40))
    weather: ui.Label[Self] = ui.Label(
        text="Weather",
        description="As seen from the mast",
        component=ui.Select(
            options=[discord.SelectOption(label="Calm"), discord.SelectOption(label="Storm")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        entry, weather = self.entry.component, self.weather.component
        assert isinstance(entry, ui.TextInput)
        assert isinstance(weather, ui.Select)
        await interaction.response.send_message(f"{entry.value} ({weather.values[0]})")


class ToyBot(discord.AutoShardedClient):
    """A bot with the commands below, which knows when the sandbox has introduced it to its guild."""

    def __init__(self, shard_ids: list[int] | None = None, shard_count: int | None = None) -> None:
        """Make a bot with shards `shard_ids` of `shard_count`, or with the recommended number of shards."""
        super().__init__(
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.0,  # Otherwise it would wait two seconds for missing guilds.
            shard_ids=cast("list[int]", shard_ids),  # The library accepts None, against its types.
            shard_count=shard_count,
        )
        self.tree = app_commands.CommandTree(self)
        for command in (*COMMANDS, board_here, undo_to_here, hire):
            self.tree.add_command(command)
        self.arrived = asyncio.Event()
        self.resumed = asyncio.Event()
        self.events: list[str] = []

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Anchor)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait. Discord asks for five seconds between logins, but the sandbox does not."""

    async def on_socket_event_type(self, event: str) -> None:
        """Note every gateway event once the client has processed it."""
        self.events.append(event)
        if event == "GUILD_CREATE":
            self.arrived.set()

    async def heard(self, event: str) -> None:
        """Wait for the next gateway event with a given name."""
        await self.wait_for("socket_event_type", check=lambda name: name == event)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.resumed.set()

    def text_channel(self, channel_id: int) -> discord.TextChannel:
        channel = self.get_channel(channel_id)
        assert isinstance(channel, discord.TextChannel)
        return channel


@app_commands.command(name="board", description="Show the board")
async def board_command(interaction: Heard, text: str) -> None:
    await interaction.response.send_message(view=board(text), file=picture_file())


@app_commands.command(description="Answer privately, and late")
async def whisper(interaction: Heard) -> None:
    await interaction.response.defer(ephemeral=True)
    await interaction.followup.send("Psst.")


@app_commands.command(description="Answer publicly, and late, by an edit")
async def later(interaction: Heard) -> None:
    await interaction.response.defer()
    await interaction.edit_original_response(view=board("Done at last."), attachments=[picture_file()])


@app_commands.command(description="Say several things")
async def chat(interaction: Heard) -> None:
    await interaction.response.send_message("One.")
    await interaction.followup.send("Two.", ephemeral=True)
    await interaction.followup.send("Three.")


@app_commands.command(description="Never answer")
async def ignore(interaction: Heard) -> None:
    pass


@app_commands.command(description="Take one of everything")
@app_commands.choices(colour=[app_commands.Choice(name="Navy blue", value="navy")])
async def everything(
    interaction: Heard,
    number: app_commands.Range[int, 1, 6],
    colour: str = "",
    ratio: float = 0.5,
    sure: bool = False,
    who: discord.Member | None = None,
    where: discord.TextChannel | None = None,
) -> None:
    names = f"{who and who.display_name} {where and where.name}"
    await interaction.response.send_message(f"{number} {colour} {ratio} {sure} {names}")


@app_commands.command(description="Show menus")
async def menus(interaction: Heard) -> None:
    await interaction.response.send_message(view=shown(ui.ActionRow(Cargo()), ui.ActionRow(Crew())))


@app_commands.command(description="Open a form")
async def log(interaction: Heard) -> None:
    await interaction.response.send_modal(Logbook())


@app_commands.context_menu(name="Board here")
async def board_here(interaction: Heard, message: discord.Message) -> None:
    await interaction.response.send_message(view=written(f"The board of {message.content!r}"), ephemeral=True)


@app_commands.context_menu(name="Undo to here")
@app_commands.default_permissions(manage_guild=True)
async def undo_to_here(interaction: Heard, message: discord.Message) -> None:
    await interaction.response.send_message(f"Undone to {message.id}")


@app_commands.context_menu(name="Hire")
async def hire(interaction: Heard, person: discord.Member | discord.User) -> None:
    await interaction.response.send_message(f"{person.name} is hired")


class Fleet(app_commands.Group):
    """A command with subcommands."""

    ship = app_commands.Group(name="ship", description="One ship")

    @app_commands.command(description="Sail somewhere")
    async def sail(self, interaction: Heard, route: str, knots: int) -> None:
        await interaction.response.send_message(f"Sailing {route} at {knots}")

    @sail.autocomplete("route")
    async def routes(self, interaction: Heard, typed: str) -> list[app_commands.Choice[str]]:
        known = [f"North at {interaction.namespace.knots}", "South"]
        return [app_commands.Choice(name=r, value=r[0]) for r in known if r.startswith(typed)]

    @ship.command(description="Sink one ship")
    async def sink(self, interaction: Heard, name: str) -> None:
        await interaction.response.send_message(f"{name} sinks")


COMMANDS: list[app_commands.Command[app_commands.Group, ..., None] | app_commands.Group] = [
    board_command,
    whisper,
    later,
    chat,
    ignore,
    everything,
    menus,
    log,
    Fleet(name="fleet", description="Ships"),
]
