"""A small bot on the real discord.py client that shows everything the page can draw and ask."""

import asyncio
import io
from typing import Any, TypeAlias

import discord
from discord import app_commands, ui
from PIL import Image, ImageDraw

Interaction: TypeAlias = discord.Interaction["DemoBot"]
View: TypeAlias = ui.LayoutView

HEADINGS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")

MARKDOWN = """# The log of the *Petrel*
## Second watch
### Wind
-# Written by lamplight
**Bold**, *slanted*, __underlined__, ~~struck~~, ***both***, `code` and ||a reef||.
- Fore sail
  - Jib
- Main sail
1. Up anchor
2. Away
> The sea is never
> the same twice.
```
N 4  E 2
```
See [the chart](https://example.org/chart) or https://example.org, file_name_here, 2 \\* 3."""


def sea_chart(colour: str = "#a7cdd6") -> bytes:
    picture = Image.new("RGB", (1200, 760), "#f3e9d0")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((60, 60, 1140, 700), fill=colour, outline="#26323f", width=6)
    for across in range(150, 1140, 90):
        draw.line((across, 60, across, 700), fill="#8ebbcb", width=2)
    for down in range(140, 700, 80):
        draw.line((60, down, 1140, down), fill="#8ebbcb", width=2)
    draw.ellipse((330, 240, 560, 430), fill="#dec78c", outline="#785c30", width=6)
    data = io.BytesIO()
    picture.save(data, "PNG")
    return data.getvalue()


def layout(*items: ui.Item[View]) -> View:
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return view


class Lobby(ui.LayoutView):
    """A message that is edited as people join."""

    def __init__(self, seats: int) -> None:
        super().__init__(timeout=None)
        self.seats = seats
        self.crew: list[discord.abc.User] = []
        self.draw()

    def draw(self) -> None:
        self.clear_items()
        names = "\n".join(f"{place}. {sailor.mention}" for place, sailor in enumerate(self.crew, 1))
        frame: ui.Container[Any] = ui.Container(accent_colour=0x8EBBCB)
        frame.add_item(
            ui.TextDisplay(f"## ⚓ Harbour race\nFour buoys, one wind, and sharks.\n**Crew** of {self.seats}")
        )
        frame.add_item(ui.TextDisplay(names or "Nobody yet."))
        row: ui.ActionRow[Any] = ui.ActionRow()
        row.add_item(JoinButton(self))
        row.add_item(LeaveButton(self))
        row.add_item(StartButton(self))
        frame.add_item(row)
        self.add_item(frame)


class JoinButton(ui.Button[Any]):
    def __init__(self, lobby: Lobby) -> None:
        super().__init__(label="Join", style=discord.ButtonStyle.success)
        self.lobby = lobby

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.user in self.lobby.crew:
            await interaction.response.send_message("You are aboard already.", ephemeral=True)
            return
        self.lobby.crew.append(interaction.user)
        self.lobby.draw()
        await interaction.response.edit_message(view=self.lobby)


class LeaveButton(ui.Button[Any]):
    def __init__(self, lobby: Lobby) -> None:
        super().__init__(label="Leave")
        self.lobby = lobby

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        self.lobby.crew = [sailor for sailor in self.lobby.crew if sailor != interaction.user]
        self.lobby.draw()
        await interaction.response.edit_message(view=self.lobby)


class StartButton(ui.Button[Any]):
    def __init__(self, lobby: Lobby) -> None:
        few = len(lobby.crew) < 2
        super().__init__(label="Start", emoji="⛵", style=discord.ButtonStyle.primary, disabled=few)
        self.lobby = lobby

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await interaction.followup.send(
            view=turn(self.lobby.crew[0]), files=[discord.File(io.BytesIO(sea_chart()), "board.png")]
        )


def turn(sailor: discord.abc.User) -> View:
    """Return a turn's post: narration, board, standing, the awaited player, controls."""
    wind: ui.Select[Any] = ui.Select(placeholder="Where does the wind go?", custom_id="wind")
    for heading in HEADINGS:
        wind.add_option(label=heading.title(), value=heading, description=f"The boat sails {heading}")
    wind.callback = chosen  # type: ignore[method-assign]
    return layout(
        ui.Container(
            ui.TextDisplay("### Round 1 of 40\nThe gulls fall silent: **the race is on**. `N4 E2 W3`"),
            ui.MediaGallery(
                discord.MediaGalleryItem(
                    "attachment://board.png",
                    description="A sea chart with one island. Ann's boat lies at C3, the shark at J6.",
                )
            ),
            ui.TextDisplay("1. Ann ●●○○○ · 2. Bo ●○○○○"),
            ui.Separator(),
            ui.TextDisplay(f"{sailor.mention}, share out the wind <t:4102444800:R>."),
            ui.ActionRow(wind),
            ui.ActionRow(
                plain("Hold", "hold", discord.ButtonStyle.secondary),
                plain("Repel", "repel", discord.ButtonStyle.danger),
                form_button(),
            ),
            accent_colour=0x0072B2,
        )
    )


async def chosen(interaction: discord.Interaction[Any]) -> None:
    data: dict[str, Any] = dict(interaction.data or {})
    await interaction.response.send_message(f"You chose **{', '.join(data['values'])}**.", ephemeral=True)


async def unheard(interaction: discord.Interaction[Any]) -> None:
    """Never answer the person."""


async def pressed(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("Only you can see this.", ephemeral=True)


def plain(label: str, custom_id: str, style: discord.ButtonStyle) -> ui.Button[Any]:
    button: ui.Button[Any] = ui.Button(label=label, custom_id=custom_id, style=style)
    button.callback = pressed  # type: ignore[method-assign]
    return button


def deaf_button() -> ui.Button[Any]:
    button: ui.Button[Any] = ui.Button(label="Deaf", custom_id="deaf")
    button.callback = unheard  # type: ignore[method-assign]
    return button


def crew_menu() -> ui.UserSelect[Any]:
    menu: ui.UserSelect[Any] = ui.UserSelect(placeholder="Who comes along?", custom_id="crew")
    menu.callback = chosen  # type: ignore[method-assign]
    return menu


def cargo_menu() -> ui.Select[Any]:
    menu: ui.Select[Any] = ui.Select(placeholder="Cargo", custom_id="cargo", min_values=2, max_values=3)
    for goods in ("rum", "salt", "silk", "tea"):
        menu.add_option(label=goods.title(), value=goods, default=goods == "tea")
    menu.callback = chosen  # type: ignore[method-assign]
    return menu


def form_button() -> ui.Button[Any]:
    button: ui.Button[Any] = ui.Button(label="Write in the log", custom_id="log")

    async def open_form(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(LogForm())

    button.callback = open_form  # type: ignore[method-assign]
    return button


class LogForm(ui.Modal, title="The log"):
    words: ui.Label[Any] = ui.Label(
        text="Entry",
        description="What happened on your watch",
        component=ui.TextInput(style=discord.TextStyle.paragraph, min_length=3, max_length=200),
    )
    sea: ui.Label[Any] = ui.Label(
        text="The sea",
        component=ui.Select(
            placeholder="How was it?",
            options=[
                discord.SelectOption(label="Calm", value="calm", description="Like a mirror"),
                discord.SelectOption(label="Rough", value="rough", description="White horses"),
            ],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        assert isinstance(self.words.component, ui.TextInput)
        assert isinstance(self.sea.component, ui.Select)
        text = (
            f"{interaction.user.mention} wrote: {self.words.component.value} ({self.sea.component.values[0]})"
        )
        await interaction.response.send_message(view=layout(ui.TextDisplay(text)))


class MusterForm(ui.Modal, title="Muster"):
    """A form with every kind of field except lines of text."""

    def __init__(self, friend: discord.abc.User) -> None:
        super().__init__(custom_id="muster")
        self.rank: ui.RadioGroup[Any] = ui.RadioGroup()
        for rank, task in (("mate", "Stands the watch"), ("cook", "Stirs the pot")):
            self.rank.add_option(label=rank.title(), value=rank, description=task)
        self.skills: ui.CheckboxGroup[Any] = ui.CheckboxGroup(min_values=1, max_values=2, required=False)
        for skill in ("knots", "songs", "charts"):
            self.skills.add_option(label=skill.title(), value=skill)
        standing = discord.SelectDefaultValue.from_user(friend)
        self.friend: ui.UserSelect[Any] = ui.UserSelect(default_values=[standing])
        self.papers: ui.FileUpload[Any] = ui.FileUpload(required=False, max_values=2)
        self.add_item(ui.TextDisplay("Sign on for **one voyage**."))
        for text, part in (
            ("Rank", self.rank),
            ("Skills", self.skills),
            ("Friend", self.friend),
            ("Papers", self.papers),
        ):
            self.add_item(ui.Label(text=text, component=part))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        papers = [f"{paper.filename} ({paper.size})" for paper in self.papers.values]
        named = [str(friend) for friend in self.friend.values]
        words = f"{self.rank.value} {self.skills.values} {named} {papers}"
        await interaction.response.send_message(view=layout(ui.TextDisplay(words)))


class DemoBot(discord.AutoShardedClient):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.0)
        self.tree = app_commands.CommandTree(self)
        self.released = asyncio.Event()
        self.tree.add_command(Game())
        self.tree.add_command(sail)
        self.tree.add_command(show)
        self.tree.add_command(think)
        self.tree.add_command(silence)
        self.tree.add_command(thread)
        self.tree.add_command(ask)
        self.tree.add_command(muster)
        for app in (look_here, undo_to_here, hire):
            self.tree.add_command(app)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait. Discord asks for five seconds between logins, but the sandbox does not."""


class Game(app_commands.Group):
    """Tables and lobbies."""

    def __init__(self) -> None:
        super().__init__(name="game", description="Tables and lobbies")

    @app_commands.command(description="Open a lobby in this channel")
    @app_commands.describe(game="Which game", seats="How many may join", note="A word to the crew")
    @app_commands.choices(
        game=[
            app_commands.Choice(name="Harbour race", value="race"),
            app_commands.Choice(name="Kraken watch", value="kraken"),
        ]
    )
    async def new(
        self,
        interaction: Interaction,
        game: app_commands.Choice[str],
        seats: app_commands.Range[int, 2, 6] = 4,
        note: str = "",
    ) -> None:
        await interaction.response.send_message(view=Lobby(seats))
        if note:
            await interaction.followup.send(view=layout(ui.TextDisplay(note)))

    @app_commands.command(description="Show the board again, to you alone")
    async def board(self, interaction: Interaction) -> None:
        await interaction.response.send_message("The board as of now.", ephemeral=True)


@app_commands.command(description="Sail your boat")
@app_commands.describe(ship="Its number", heading="Where to", mate="Who steers", hoist="Set all sails")
async def sail(
    interaction: Interaction,
    ship: app_commands.Range[int, 1, 3],
    heading: str,
    mate: discord.Member | None = None,
    hoist: bool = False,
) -> None:
    await interaction.response.send_message(
        view=layout(
            ui.TextDisplay(f"Ship {ship} sails **{heading}**, {mate and mate.display_name}, {hoist}.")
        )
    )


@sail.autocomplete("heading")
async def headings(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    ship = interaction.namespace.ship
    return [
        app_commands.Choice(name=f"{heading} with ship {ship}", value=heading)
        for heading in HEADINGS
        if typed.lower() in heading
    ]


@app_commands.command(description="Show everything that a message can hold")
async def show(interaction: Interaction) -> None:
    chart = discord.File(io.BytesIO(sea_chart()), "chart.png")
    friend = interaction.user.mention
    await interaction.response.send_message(
        files=[chart],
        view=layout(
            ui.TextDisplay(MARKDOWN),
            ui.Container(
                ui.Section(
                    ui.TextDisplay("**A section**"),
                    ui.TextDisplay("with a small picture beside it"),
                    accessory=ui.Thumbnail("attachment://chart.png", description="A chart"),
                ),
                ui.Separator(spacing=discord.SeparatorSpacing.large),
                ui.TextDisplay(f"{friend} in <#{interaction.channel_id}> since <t:1700000000:f>"),
                ui.ActionRow(
                    plain("Primary", "p", discord.ButtonStyle.primary),
                    plain("Secondary", "s", discord.ButtonStyle.secondary),
                    plain("Success", "g", discord.ButtonStyle.success),
                    plain("Danger", "d", discord.ButtonStyle.danger),
                    ui.Button(label="Link", url="https://example.org"),
                ),
                ui.ActionRow(ui.Button(label="Worn out", custom_id="off", disabled=True), deaf_button()),
                ui.ActionRow(crew_menu()),
                ui.ActionRow(cargo_menu()),
                accent_colour=0xD55E00,
            ),
            ui.Container(ui.TextDisplay("The treasure lies at H5."), spoiler=True),
        ),
    )


@app_commands.command(description="Think until the test says so")
async def think(interaction: Interaction) -> None:
    await interaction.response.defer(thinking=True)
    await interaction.client.released.wait()
    await interaction.edit_original_response(view=layout(ui.TextDisplay("I have thought.")))


@app_commands.command(description="Never answer")
async def silence(interaction: Interaction) -> None:
    """Never answer the person."""


@app_commands.command(description="Open a thread for a race")
async def thread(interaction: Interaction, name: str) -> None:
    assert isinstance(interaction.channel, discord.TextChannel)
    opened = await interaction.channel.create_thread(name=name, type=discord.ChannelType.public_thread)
    await interaction.response.send_message(f"See {opened.mention}.")
    await opened.send(view=layout(ui.TextDisplay("The race is sailed here.")))


@app_commands.command(description="Call somebody")
async def ask(interaction: Interaction, who: discord.Member, words: str) -> None:
    mentions = discord.AllowedMentions(users=[who])
    await interaction.response.send_message(
        view=layout(ui.TextDisplay(f"{who.mention}: {words}")), allowed_mentions=mentions
    )


@app_commands.command(description="Sign on")
async def muster(interaction: Interaction) -> None:
    await interaction.response.send_modal(MusterForm(interaction.user))


@app_commands.context_menu(name="Look at this")
async def look_here(interaction: Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"So it was at {message.created_at:%H:%M}.", ephemeral=True)


@app_commands.context_menu(name="Undo to here")
@app_commands.default_permissions(manage_guild=True)
async def undo_to_here(interaction: Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"{message.author.mention}, it is undone.")


@app_commands.context_menu(name="Hire")
async def hire(interaction: Interaction, sailor: discord.Member) -> None:
    await interaction.response.send_message(f"{sailor.mention} signs on.")
