"""The application's emojis are made, used, renamed and deleted."""

import io

import aiohttp
import discord as dpy
import pytest
from discord import HTTPException, ui
from discord.http import Route
from PIL import Image

from sandbox import Persona, Sandbox
from tests.sandbox.toy_bot import ToyBot, picture, shown


def moving() -> bytes:
    data = io.BytesIO()
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("navy", "white")]
    frames[0].save(data, "GIF", save_all=True, append_images=frames[1:])
    return data.getvalue()


def button(emoji: object) -> ui.ActionRow[ui.LayoutView]:
    return ui.ActionRow(ui.Button(emoji=emoji, custom_id="die", label="Roll"))  # type: ignore[arg-type]


async def test_an_emoji_is_made_listed_renamed_and_deleted(bot: ToyBot) -> None:
    die = await bot.create_application_emoji(name="die_6", image=picture())
    assert (die.name, die.animated, die.user) == ("die_6", False, bot.user)
    fetched = await die.edit(name="die_six")
    assert [emoji.name for emoji in await bot.fetch_application_emojis()] == [fetched.name] == ["die_six"]
    assert (await bot.fetch_application_emoji(die.id)).name == "die_six"
    await die.delete()
    assert await bot.fetch_application_emojis() == []
    with pytest.raises(HTTPException) as refused:
        await bot.fetch_application_emoji(die.id)
    assert refused.value.code == 10014


async def test_a_moving_picture_makes_a_moving_emoji(bot: ToyBot) -> None:
    wave = await bot.create_application_emoji(name="wave", image=moving())
    assert wave.animated
    assert str(wave) == f"<a:wave:{wave.id}>"


async def test_an_emoji_is_served(bot: ToyBot, discord: Sandbox) -> None:
    die = await bot.create_application_emoji(name="die_6", image=picture())
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{discord.url}/cdn/emojis/{die.id}.webp") as answer:
            assert (answer.content_type, await answer.read()) == ("image/png", picture())
        async with session.get(f"{discord.url}/cdn/emojis/1.webp") as answer:
            assert answer.status == 404


async def test_an_emoji_stands_on_buttons_in_menus_and_in_texts(
    bot: ToyBot, discord: Sandbox, ann: Persona
) -> None:
    die = await bot.create_application_emoji(name="die_6", image=picture())
    menu = ui.Select[ui.LayoutView](custom_id="menu", options=[dpy.SelectOption(label="Six", emoji=die)])
    view = shown(ui.TextDisplay(f"You threw {die}"), button(die), ui.ActionRow(menu))
    sent = await bot.text_channel(discord.harbour.id).send(view=view)
    (message,) = ann.sees()
    emoji = message.buttons[0].emoji
    assert emoji is not None
    assert (emoji.id, emoji.name) == (die.id, "die_6")
    assert message.text == f"You threw {die}"
    row = sent.components[1]
    assert isinstance(row, dpy.ActionRow)
    assert str(row.children[0].emoji) == str(die)  # type: ignore[union-attr]


async def test_an_emoji_that_is_not_there_is_refused(bot: ToyBot, discord: Sandbox) -> None:
    die = await bot.create_application_emoji(name="die_6", image=picture())
    await die.delete()
    with pytest.raises(HTTPException, match="Invalid emoji"):
        await bot.text_channel(discord.harbour.id).send(view=shown(button(die)))


async def test_a_form_with_an_emoji_that_is_not_there_is_refused(bot: ToyBot, ann: Persona) -> None:
    class Throw(ui.Modal, title="Throw"):
        face = ui.Label["Throw"](
            text="Face",
            component=ui.Select(options=[dpy.SelectOption(label="Six", emoji="<:die_6:1234567890>")]),
        )

    refused: list[str] = []

    @bot.event
    async def on_interaction(interaction: dpy.Interaction) -> None:
        if interaction.type is dpy.InteractionType.component:
            try:
                await interaction.response.send_modal(Throw())
            except HTTPException as error:
                refused.append(error.text)
                await interaction.response.send_message("Not now.")

    message = (await ann.slash("/chat")).message
    await ann.forge_press("throw", message)
    assert "Invalid emoji" in refused[0]


async def test_people_cannot_write_emojis_of_the_bot(bot: ToyBot, ann: Persona) -> None:
    die = await bot.create_application_emoji(name="die_6", image=picture())
    assert (await ann.say(f"I threw {die}")).content == "I threw :die_6:"


WRONG = {
    "a name of one character": ("d", picture()),
    "a name of 33 characters": ("d" * 33, picture()),
    "a name with a hyphen": ("die-6", picture()),
    "a name that is taken": ("taken", picture()),
    "no picture": ("die_6", b"\x89PNG\r\n\x1a\nand nothing more"),
    "a picture that is too large": ("die_6", picture() + bytes(256 * 1024)),
}


@pytest.mark.parametrize(("name", "image"), WRONG.values(), ids=WRONG.keys())
async def test_a_wrong_emoji_is_refused(bot: ToyBot, discord: Sandbox, name: str, image: bytes) -> None:
    await bot.create_application_emoji(name="taken", image=picture())
    with pytest.raises(HTTPException) as refused:
        await bot.create_application_emoji(name=name, image=image)
    assert refused.value.status == 400
    assert len(discord.world.emojis) == 1
    discord.violations.clear()


async def test_a_picture_must_be_what_it_is_called(bot: ToyBot) -> None:
    path = f"/applications/{bot.application_id}/emojis"
    called_gif = dpy.utils._bytes_to_base64_data(picture()).replace("image/png", "image/gif")
    for image in (called_gif, "data:image/png;base64,###", "board.png"):
        with pytest.raises(HTTPException, match="Invalid image data"):
            await bot.http.request(Route("POST", path), json={"name": "die_6", "image": image})


async def test_two_thousand_emojis_are_the_most(bot: ToyBot, discord: Sandbox) -> None:
    die = await bot.create_application_emoji(name="die_6", image=picture())
    emoji = discord.world.emojis[die.id]
    discord.world.emojis |= {-number: emoji for number in range(1, 2000)}
    with pytest.raises(HTTPException) as refused:
        await bot.create_application_emoji(name="die_5", image=picture())
    assert refused.value.code == 30008
