"""Everything that the sandbox sends fits Discord's description."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord as dpy
import pytest

from sandbox import ChannelKind, Permission, RateLimited, Refusal, Refused, Sandbox, payloads
from sandbox.gateway.events import Intent
from sandbox.inspection import Inspector
from sandbox.payloads.form import FIXED
from sandbox.rest.api import ROUTES
from sandbox.world.commands import CommandRight, RightKind
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.description.event_shapes import EVENTS
from tests.sandbox.description.openapi import Description
from tests.sandbox.toy_bot import ToyBot, board, picture, picture_file, shown, written

DESCRIPTION = os.environ.get("DISCORD_OPENAPI", "")

pytestmark = pytest.mark.skipif(not DESCRIPTION, reason="DISCORD_OPENAPI names no description")


class Client:
    """Sends requests on routes that the toy bot does not use."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self._sandbox = sandbox
        self._session = session

    async def __call__(self, method: str, path: str, body: object = None) -> int:
        address = self._sandbox.api_url + path
        async with self._session.request(method, address, json=body) as answer:
            await answer.read()
            return answer.status


@pytest.fixture
async def ask(discord: Sandbox) -> AsyncIterator[Client]:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {discord.token}"}) as session:
        yield Client(discord, session)


@pytest.fixture
def description() -> Description:
    return Description.load(Path(DESCRIPTION))


@pytest.fixture
def told(discord: Sandbox, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the events that the bot gets."""
    names: list[str] = []
    look = Inspector.look_at_event

    def listen(inspector: Inspector, name: str, body: object) -> None:
        names.append(name)
        look(inspector, name, body)

    monkeypatch.setattr(Inspector, "look_at_event", listen)
    return names


async def test_every_route_and_every_event_is_as_described(
    discord: CheckedSandbox, told: list[str], bot: ToyBot, ask: Client
) -> None:
    (session,) = discord.gateway.sessions
    session.intents |= Intent.GUILD_MEMBERS | Intent.GUILD_MESSAGES | Intent.DIRECT_MESSAGES
    await _talk(bot, discord, ask)
    await _go_through_places(bot, discord, ask)
    await _go_through_routes(bot, discord, ask)
    await _use_apps_and_emojis(bot, discord, ask)
    await _go_through_commands(bot, discord, ask)
    await _change_the_world(bot, discord, ask)
    asked = {(one.method, ROUTES.find(one.method, one.path)[0].template) for one in discord.journal}
    assert {(route.method, route.template) for route in ROUTES.table} - asked == set()
    assert set(EVENTS["$defs"]) - set(told) == set()
    assert discord.violations == []


async def _talk(bot: ToyBot, discord: Sandbox, ask: Client) -> None:
    """Use commands, presses, menus, forms and completions, in public and in private."""
    ann, ben = discord.persona("Ann"), discord.persona("Ben")
    shown_board = await ann.slash("/board", text="Calm.")
    await ann.press(shown_board.message, "Anchor at 1")
    await (await ann.slash("/whisper")).settled()
    await (await ann.slash("/later")).settled()
    await ann.slash("/chat", channel=ann.private_channel())
    await ann.slash("/everything", number=3, who=ben, where="#harbour")
    menus = (await ann.slash("/menus")).message
    await ann.choose(menus, "rum", placeholder="Load what?")
    await ann.choose((await ann.slash("/menus")).message, ben, placeholder="Hire whom?")
    form = (await ann.slash("/log")).modal
    await ann.submit(form, {"Entry": "Fog", "Weather": "Calm"})
    await ann.complete("/fleet sail", focused="route", knots=3)
    answer = (await ann.slash("/chat")).interaction
    path = f"/webhooks/{bot.application_id}/{answer.token}/messages/@original"
    assert await ask("GET", path) == 200
    assert await ask("DELETE", path) == 204


async def _go_through_places(bot: ToyBot, discord: CheckedSandbox, ask: Client) -> None:
    """Use every kind of channel and thread."""
    for kind in (
        ChannelKind.ANNOUNCEMENT, ChannelKind.VOICE, ChannelKind.STAGE, ChannelKind.FORUM, ChannelKind.MEDIA,
        ChannelKind.CATEGORY,
    ):  # fmt: skip
        place = discord.channel(kind.name.lower(), kind=kind)
        assert await ask("GET", f"/channels/{place.id}") == 200
    forum, news = discord.channel("forum"), discord.channel("announcement")
    first = {"name": "Race", "message": {"content": "It begins."}}
    assert await ask("POST", f"/channels/{forum.id}/threads", first) == 201
    assert await ask("POST", f"/channels/{news.id}/threads", {"name": "Race", "type": 10}) == 201
    message = await bot.text_channel(discord.harbour.id).send(
        view=shown(dpy.ui.Section("Beside it", accessory=dpy.ui.Thumbnail("attachment://board.png"))),
        file=picture_file(),
    )
    thread = await message.create_thread(name="Race")
    opened = discord.world.channels[thread.id]
    ann = discord.persona("Ann")
    await ann.slash("/chat", channel=opened)
    private = discord.private_thread("Plot", ann)
    discord.world.join_thread(private, discord.world.bot)
    members = f"/channels/{thread.id}/thread-members"
    assert await ask("PUT", f"{members}/{ann.id}") == 204
    assert await ask("GET", members) == 200
    assert await ask("DELETE", f"{members}/{ann.id}") == 204
    assert await ask("PATCH", f"/channels/{thread.id}", {"archived": True}) == 200


async def _go_through_routes(bot: ToyBot, discord: Sandbox, ask: Client) -> None:
    """Make requests that the toy bot does not make by itself, and refused requests."""
    ann, here, guild = discord.persona("Ann"), discord.harbour.id, discord.guild.id
    for path in ("/gateway", "/gateway/bot", "/users/@me", "/applications/@me", "/oauth2/applications/@me"):
        assert await ask("GET", path) == 200
    assert await ask("GET", f"/users/{ann.id}") == 200
    assert await ask("POST", "/users/@me/channels", {"recipient_id": str(ann.id)}) == 200
    assert await ask("GET", f"/guilds/{guild}") == 200
    assert await ask("GET", f"/guilds/{guild}/members/{ann.id}") == 200
    assert await ask("GET", f"/guilds/{guild}/roles") == 200
    assert await ask("GET", f"/guilds/{guild}/roles/{guild}") == 200
    assert await ask("GET", "/soundboard-default-sounds") == 200
    assert await ask("POST", f"/channels/{here}/typing") == 204
    chart = dpy.Embed(title="Chart", timestamp=dpy.utils.utcnow()).set_image(url="attachment://board.png")
    chart.set_footer(text="Drawn today").set_author(name="Mo").set_thumbnail(url="https://example.org/x.png")
    await bot.text_channel(here).send(embed=chart.add_field(name="Depth", value="4"), file=picture_file())
    said = await bot.text_channel(here).send(view=board("Calm."), file=picture_file())
    await said.reply(view=written("Calm indeed."))
    await said.edit(view=board("Storm."), attachments=[picture_file()])
    assert await ask("GET", f"/channels/{here}/messages") == 200
    assert await ask("GET", f"/channels/{here}/messages/{said.id}") == 200
    assert await ask("PATCH", f"/channels/{here}", {"topic": "Races"}) == 403
    for code in (Refusal.UNKNOWN_MESSAGE, Refusal.MISSING_ACCESS):
        discord.faults.arm("GET", "/users/@me", Refused(code))
        assert await ask("GET", "/users/@me") == code.value.status
    discord.faults.arm("GET", "/users/@me", RateLimited(1))
    assert await ask("GET", "/users/@me") == 429
    assert await ask("POST", f"/channels/{here}/messages", {"attachments": [{"id": "5"}]}) == 400
    await said.delete()


async def _go_through_commands(bot: ToyBot, discord: CheckedSandbox, ask: Client) -> None:
    for below in ("", f"/guilds/{discord.guild.id}"):
        commands = f"/applications/{bot.application_id}{below}/commands"
        form = {"name": "careen", "description": "Careen", "default_member_permissions": 32}
        assert await ask("PUT", commands, [form]) == 200
        assert await ask("POST", commands, {"name": "caulk", "description": "Caulk"}) == 201
        registered = discord.world.commands_for(discord.guild if below else None)
        assert await ask("GET", f"{commands}/{registered[0].id}") == 200
        assert await ask("PATCH", f"{commands}/{registered[0].id}", {"description": "Careen her"}) == 200
        assert await ask("DELETE", f"{commands}/{registered[0].id}") == 204
        assert await ask("GET", commands) == 200
    rights = f"/applications/{bot.application_id}/guilds/{discord.guild.id}/commands"
    careen = discord.world.commands_for(discord.guild)[0]
    assert await ask("GET", f"{rights}/{careen.id}/permissions") == 404
    ann = discord.persona("Ann")
    discord.permit(discord.guild, careen.id, CommandRight(ann.id, RightKind.USER, allowed=True))
    assert await ask("GET", f"{rights}/permissions") == 200
    assert await ask("GET", f"{rights}/{careen.id}/permissions") == 200
    assert await ask("PUT", f"{rights}/{careen.id}/permissions", {"permissions": []}) == 403


async def _use_apps_and_emojis(bot: ToyBot, discord: Sandbox, ask: Client) -> None:
    ann = discord.persona("Ann")
    await ann.use("Hire", ann.user)
    await ann.use("Board here", await ann.say("Ahoy."))
    await discord.persona("Mo", moderator=True).use("Undo to here", await ann.say("Aye."))
    emojis = f"/applications/{bot.application_id}/emojis"
    die = await bot.create_application_emoji(name="die_6", image=picture())
    assert await ask("GET", emojis) == 200
    assert await ask("GET", f"{emojis}/{die.id}") == 200
    assert await ask("PATCH", f"{emojis}/{die.id}", {"name": "die_six"}) == 200
    assert await ask("DELETE", f"{emojis}/{die.id}") == 204


async def _change_the_world(bot: ToyBot, discord: CheckedSandbox, ask: Client) -> None:
    """Cause changes of roles, timeouts, outages and a lost connection, and finally remove the bot."""
    world, guild, ann = discord.world, discord.guild, discord.persona("Ann")
    pilots = world.add_role(guild, "Pilots", Permission.MANAGE_CHANNELS)
    discord.give_role(guild, world.bot, pilots)
    discord.time_out(guild, ann.user, minutes=1)
    discord.change_role(guild, pilots, Permission.MANAGE_CHANNELS | Permission.MANAGE_THREADS)
    quay = discord.channel("quay")
    discord.hide(quay, ann)
    discord.deny_bot(quay, Permission.VIEW_CHANNEL)
    world.join_thread(discord.thread("Race", ann, quay), world.bot)
    discord.deny_bot(quay, Permission.NONE)
    await discord.persona("Ben").say("Anyone?")
    assert await ask("PATCH", f"/channels/{quay.id}", {"topic": "Races"}) == 200
    assert await ask("DELETE", f"/channels/{quay.id}") == 200
    for thread in world.threads_of(discord.harbour):
        world.delete_channel(thread)
    discord.delete_role(guild, pilots)
    discord.gateway.disconnect()
    await bot.resumed.wait()
    world.fail(guild)
    world.recover(guild)
    other = discord.add_guild("Elsewhere")
    assert await ask("DELETE", f"/users/@me/guilds/{other.id}") == 204


async def test_what_is_not_as_described_is_noticed(description: Description, discord: Sandbox) -> None:
    user = payloads.user(discord.world.bot)
    assert description.of_answer("GET", "/users/1", 200, user) == []
    (problem,) = description.of_answer("GET", "/users/1", 200, user | {"flags": "none"})
    assert problem.startswith("$.flags:")
    del user["global_name"]
    assert description.of_answer("GET", "/users/1", 200, user) == ['$: "global_name" is a required property']
    assert description.of_answer("GET", "/users/1", 204, None) == ["the status 204 is not described"]
    assert description.of_event("GUILD_DELETE", {}) == ['$: "id" is a required property']
    assert description.of_event("GUILD_SUNK", {}) == ["there is no such event"]


async def test_a_mistake_inside_a_component_is_found(
    description: Description, discord: CheckedSandbox, bot: ToyBot
) -> None:
    await bot.text_channel(discord.harbour.id).send(view=board("Calm."), file=picture_file())
    body = payloads.message(await discord.wait_for_message())
    path = f"/channels/{discord.harbour.id}/messages"
    assert description.of_answer("POST", path, 200, body) == []
    frame: dict[str, list[dict[str, object]]] = body["components"][0]  # type: ignore[index]
    del frame["components"][0]["content"]
    (problem,) = description.of_answer("POST", path, 200, body)
    assert problem == '$.components[0].components[0]: "content" is a required property'


async def test_what_the_sandbox_says_wrong_is_a_violation(
    discord: Sandbox, bot: ToyBot, ask: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FIXED, "user", {})
    assert await ask("GET", "/users/@me") == 200
    assert 'the answer 200 to GET /users/@me: $: "avatar" is a required property' in discord.violations
    discord.violations.clear()
