"""Discord's refusals, in Discord's words."""

import io
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord as dpy
import pytest
from discord import HTTPException, ui
from discord.http import Route

from sandbox import Sandbox
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import ToyBot, picture_file

LAYOUT = 1 << 15
Json: TypeAlias = dict[str, object]
Post: TypeAlias = Callable[[Json], Awaitable[None]]


def button(number: int = 0, **more: object) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": f"go:{number}", **more}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def text(content: str = "Calm.") -> Json:
    return {"type": 10, "content": content}


def menu(options: int = 1, **more: object) -> Json:
    listed = [{"label": f"Option {n}", "value": str(n)} for n in range(options)]
    return {"type": 3, "custom_id": "menu", "options": listed, **more}


def gallery(items: int = 1, **more: object) -> Json:
    return {"type": 12, "items": [{"media": {"url": "https://example.org/sea.png"}, **more}] * items}


def embed(**more: object) -> Json:
    return {"embeds": [{"title": "Chart", **more}]}


def field(**more: object) -> Json:
    return {"name": "Depth", "value": "4 fathoms", **more}


def layout(*parts: Json) -> Json:
    return {"flags": LAYOUT, "components": list(parts)}


@pytest.fixture
def post(bot: ToyBot, discord: Sandbox) -> Post:
    async def send(body: Json) -> None:
        await bot.http.request(Route("POST", f"/channels/{discord.harbour.id}/messages"), json=body)

    return send


TOO_MUCH = {
    "no content": {"content": " "},
    "an empty layout": layout(),
    "a long content": {"content": "x" * 2001},
    "a layout with content": layout(text()) | {"content": "Also this."},
    "a layout without its flag": {"components": [text()]},
    "six rows without layout": {"content": "x", "components": [row(button(n)) for n in range(6)]},
    "six buttons in a row": layout(row(*[button(n) for n in range(6)])),
    "a menu beside a button": layout(row(menu(), button())),
    "two menus in a row": layout(row(menu(), menu(custom_id="other"))),
    "41 components": layout(*[text() for _ in range(41)]),
    "41 components, some nested": layout({"type": 17, "components": [text()] * 30}, *[text()] * 10),
    "4001 characters of text": layout(text("x" * 2001), text("x" * 2000)),
    "a custom id twice": layout(row(button(1)), row(button(1))),
    "a custom id of 101 characters": layout(row(button(custom_id="x" * 101))),
    "an empty custom id": layout(row(button(custom_id=""))),
    "a label of 81 characters": layout(row(button(label="x" * 81))),
    "a button without label": layout(row(button(label=None))),
    "a link with a custom id": layout(row(button(style=5, url="https://example.org/"))),
    "26 options": layout(row(menu(26))),
    "no option": layout(row(menu(0))),
    "a placeholder of 151 characters": layout(row(menu(placeholder="x" * 151))),
    "more values asked for than there are": layout(row(menu(2, max_values=3))),
    "11 pictures": layout(gallery(11)),
    "an alt text of 1025 characters": layout(gallery(description="x" * 1025)),
    "a picture that is not attached": layout(
        {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    ),
    "a section of four texts": layout({"type": 9, "components": [text()] * 4, "accessory": button()}),
    "a section without accessory": layout({"type": 9, "components": [text()]}),
    "a container in a container": layout({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
    "an unknown component": layout({"type": 99}),
    "a blank label": layout(row(button(label=" "))),
    "a blank option": layout(row(menu(options=0) | {"options": [{"label": " ", "value": "x"}]})),
    "a blank text": layout(text(" ")),
    "a component's id of 32 bits": layout(text() | {"id": 2**31}),
    "a premium button with a label": layout(row(button(style=6, custom_id=None, sku_id="1"))),
    "fewer people chosen beforehand than must be": layout(
        row(
            {"type": 5, "custom_id": "crew", "min_values": 2, "max_values": 3}
            | {"default_values": [{"id": "1", "type": "user"}]}
        )
    ),
    "a layout with a poll": layout(text())
    | {"poll": {"question": {"text": "Sail?"}, "answers": [{"poll_media": {"text": "Yes"}}], "duration": 1}},
    "a layout with a sticker": layout(text()) | {"sticker_ids": ["1"]},
    "11 embeds": {"embeds": [{"title": "Chart"}] * 11},
    "an embed with nothing in it": {"embeds": [{}]},
    "a title of 257 characters": embed(title="x" * 257),
    "a description of 4097 characters": embed(description="x" * 4097),
    "26 fields": embed(fields=[field()] * 26),
    "a field's name of 257 characters": embed(fields=[field(name="x" * 257)]),
    "a field's value of 1025 characters": embed(fields=[field(value="x" * 1025)]),
    "a blank field": embed(fields=[field(value=" ")]),
    "a footer of 2049 characters": embed(footer={"text": "x" * 2049}),
    "an author of 257 characters": embed(author={"name": "x" * 257}),
    "an embed's address that is none": embed(url="harbour"),
    "6001 characters in embeds": {
        "embeds": [{"description": "x" * 4096}, {"description": "x" * 1900, "footer": {"text": "x" * 5}}]
    },
    "both ways of allowing mentions": {
        "content": "x",
        "allowed_mentions": {"parse": ["users"], "users": ["1"]},
    },
}


@pytest.mark.parametrize("body", TOO_MUCH.values(), ids=TOO_MUCH.keys())
async def test_a_message_beyond_discords_limits_is_refused(post: Post, discord: Sandbox, body: Json) -> None:
    with pytest.raises(HTTPException) as refused:
        await post(body)
    assert refused.value.status == 400
    assert refused.value.code in {50006, 50035}
    discord.violations.clear()  # the description refuses most of this, too


async def test_an_edit_that_is_refused_for_its_mentions_changes_nothing(
    bot: ToyBot, discord: CheckedSandbox
) -> None:
    sent = await bot.text_channel(discord.harbour.id).send("Calm.")
    message = await discord.wait_for_message()
    edit = Route("PATCH", f"/channels/{sent.channel.id}/messages/{sent.id}")
    body = {"content": "Storm.", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}
    with pytest.raises(HTTPException):
        await bot.http.request(edit, json=body)
    assert message.text == "Calm."
    discord.violations.clear()


AT_THE_LIMIT = {
    "2000 characters": {"content": "x" * 2000},
    "40 components, some nested": layout({"type": 17, "components": [text()] * 29}, *[text()] * 10),
    "4000 characters of text": layout(text("x" * 2000), text("x" * 2000)),
    "five buttons in a row": layout(row(*[button(n) for n in range(5)])),
    "25 options": layout(row(menu(25, placeholder="x" * 150))),
    "ten pictures with long alt texts": layout(gallery(10, description="x" * 1024)),
    "a component's id of 31 bits": layout(text() | {"id": 2**31 - 1}),
    "an embed with all it may have": embed(
        title="x" * 256, fields=[field(name="x" * 100, value="x" * 100)] * 25, author={"name": "x" * 256}
    ),
    "6000 characters in embeds": {"embeds": [{"description": "x" * 4096}, {"description": "x" * 1904}]},
    "a label of 80 characters": layout(row(button(label="x" * 80, custom_id="x" * 100))),
}


@pytest.mark.parametrize("body", AT_THE_LIMIT.values(), ids=AT_THE_LIMIT.keys())
async def test_a_message_at_discords_limits_is_taken(post: Post, discord: Sandbox, body: Json) -> None:
    await post(body)
    assert len(discord.harbour.messages) == 1


async def test_an_error_names_its_field_as_discord_does(bot: ToyBot, discord: Sandbox) -> None:
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("Calm."))
    view.add_item(ui.ActionRow(ui.Button(label="x" * 81, custom_id="go")))
    with pytest.raises(HTTPException) as refused:
        await bot.text_channel(discord.harbour.id).send(view=view)
    assert "components.1.components.0.label" in refused.value.text
    discord.violations.clear()


async def test_a_file_above_ten_mebibytes_is_refused(bot: ToyBot, discord: Sandbox) -> None:
    large = dpy.File(io.BytesIO(bytes(10 * 1024 * 1024 + 1)), "large.bin")
    with pytest.raises(HTTPException) as refused:
        await bot.text_channel(discord.harbour.id).send(file=large)
    assert (refused.value.status, refused.value.code) == (413, 40005)


async def test_an_unknown_sticker_is_refused(bot: ToyBot, discord: Sandbox) -> None:
    with pytest.raises(HTTPException) as refused:
        await bot.http.request(
            Route("POST", f"/channels/{discord.harbour.id}/messages"), json={"sticker_ids": ["1"]}
        )
    assert refused.value.code == 50081


async def test_an_embed_comes_back_with_its_type_and_its_picture(
    bot: ToyBot, discord: CheckedSandbox
) -> None:
    path = f"/channels/{discord.harbour.id}/messages"
    sent = await bot.http.request(Route("POST", path), json={"embeds": [{"title": " Chart "}]})
    assert sent["embeds"] == [{"type": "rich", "title": "Chart"}]
    chart = dpy.Embed(title="Chart").set_image(url="attachment://board.png")
    shown = await bot.text_channel(discord.harbour.id).send(embed=chart, file=picture_file())
    assert (
        shown.embeds[0].image.url
        == (await discord.wait_for_message(lambda m: bool(m.attachments))).attachments[0].url
    )
    assert (shown.embeds[0].image.width, shown.attachments) == (30, [])


LISTS = {
    "no number": "limit=abc",
    "none": "limit=0",
    "101": "limit=101",
    "an id that is none": "before=x",
    "an id with a sign": "after=-1",
    "an id beyond 63 bits": f"around={2**63}",
    "two bounds": "before=1&after=1",
}


@pytest.mark.parametrize("query", LISTS.values(), ids=LISTS.keys())
async def test_a_wrong_list_of_messages_is_refused(bot: ToyBot, discord: Sandbox, query: str) -> None:
    with pytest.raises(HTTPException) as refused:
        await bot.http.request(Route("GET", f"/channels/{discord.harbour.id}/messages?{query}"))
    assert (refused.value.status, refused.value.code) == (400, 50035)


async def test_a_path_without_an_id_is_refused(bot: ToyBot) -> None:
    with pytest.raises(HTTPException) as refused:
        await bot.http.request(Route("GET", "/channels/harbour/messages"))
    assert (refused.value.status, refused.value.code) == (400, 50035)


async def test_messages_are_listed_around_one(bot: ToyBot, discord: Sandbox) -> None:
    channel = bot.text_channel(discord.harbour.id)
    sent = [await channel.send(str(number)) for number in range(5)]
    listed = [message.content async for message in channel.history(around=sent[2], limit=3)]
    assert sorted(listed) == ["1", "2", "3"]
    newer = [message.content async for message in channel.history(after=sent[2])]
    assert newer == ["3", "4"]
