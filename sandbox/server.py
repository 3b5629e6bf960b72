"""The complete sandbox: a loopback server that a bot takes for Discord."""

import asyncio
import socket
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Self, TypeAlias

from aiohttp import web
from aiohttp.typedefs import Handler

from sandbox.clock import Clock
from sandbox.errors import SandboxError
from sandbox.gateway import Gateway
from sandbox.inspection import Description, Inspector
from sandbox.office.desk import InteractionDesk
from sandbox.office.posting import Postmaster
from sandbox.personas.persona import Persona
from sandbox.personas.reply import SAFETY_SECONDS
from sandbox.rest.api import ROOT, Api
from sandbox.rest.body import LARGEST_REQUEST
from sandbox.service import Service
from sandbox.traffic.faults import Faults
from sandbox.traffic.journal import Journal
from sandbox.traffic.login import Login, token_of
from sandbox.traffic.rate_limits import RateLimits
from sandbox.world.channels import Channel, ChannelKind
from sandbox.world.guilds import Guild, Role
from sandbox.world.permissions import MODERATOR_PERMISSIONS
from sandbox.world.world import World

LOOPBACK = "127.0.0.1"
GUILD_NAME = "The Harbour"
HOME_CHANNEL = "harbour"
Mount: TypeAlias = Callable[["Sandbox", web.Application], None]
"""A function that adds routes, such as those of the web page, before the server starts."""


class SandboxViolationError(SandboxError):
    """The traffic had violations, such as requests that Discord would not understand."""

    def __init__(self, violations: Iterable[str]) -> None:
        super().__init__("the bot sent what Discord does not describe:\n  " + "\n  ".join(violations))


class Sandbox:
    """A simulated Discord on this machine, with one guild and its channel ``#harbour``.

    As an async context manager, a sandbox starts the server, and raises `SandboxViolationError` at the end if
    there were violations. If another error ends the context, that error gets the violations as a note.

    Args:
        host: must be 127.0.0.1, otherwise ValueError is raised.
        port: 0 for any free port.
        clock: the time in the simulated Discord; by default the machine's clock.
        limits: the rate limits; by default Discord's.
        description: a description of Discord; if given, all traffic is compared with it.
        mount: adds more routes to the server.
    """

    def __init__(
        self,
        host: str = LOOPBACK,
        port: int = 0,
        *,
        clock: Clock | None = None,
        limits: RateLimits | None = None,
        description: Description | None = None,
        mount: Mount | None = None,
    ) -> None:
        if host != LOOPBACK:
            raise ValueError(f"the sandbox binds to {LOOPBACK} only, not to {host}")
        self._port = port
        self._mount = mount
        self._runner: web.AppRunner | None = None
        self.clock = clock or Clock()
        self.world = World(self.clock)
        inspector = Inspector(description)
        self.violations = inspector.violations
        """Sentences about unknown routes, wrong traffic and failures of the sandbox. Tests may clear them."""
        self.login = Login(token_of(self.world.bot.id))
        self.limits = limits or RateLimits()
        """The request limits, and the number of invalid requests."""
        self.gateway = Gateway(self.world, self.login, self.limits, inspector)
        postmaster = Postmaster(self.world)
        desk = InteractionDesk(self.world, postmaster)
        self.service = Service(self.world, desk, postmaster, self.gateway, self.limits, self.login)
        self.faults = Faults()
        """The faults that tests can arm."""
        self.journal = Journal()
        """Every REST request of the bot."""
        self._api = Api(self.service, inspector, self.journal, self.faults)
        self._personas: dict[str, Persona] = {}
        self._owner = self.world.add_user("Harbour Owner")
        self.guild = self.world.add_guild(GUILD_NAME, self._owner)
        self.harbour = self.world.add_channel(self.guild, HOME_CHANNEL)

    # --- running ---

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()
        if self.violations:
            problem = SandboxViolationError(self.violations)
            if error is None:
                raise problem
            error.add_note(str(problem))

    async def start(self) -> None:
        """Bind the port and serve. Raises OSError if the port is taken."""
        listener = socket.create_server((LOOPBACK, self._port))
        self._port = listener.getsockname()[1]
        self.gateway.url = self.gateway_url
        self.service.postmaster.cdn_url = f"{self.url}/cdn"
        app = web.Application(client_max_size=LARGEST_REQUEST + 1, middlewares=[_local_names_only])
        for path in ("/gateway", "/gateway/"):
            app.router.add_get(path, self.gateway.serve)
        app.router.add_get("/cdn/attachments/{channel_id}/{attachment_id}/{filename}", self._attachment)
        app.router.add_get("/cdn/emojis/{emoji_id}.{ending}", self._emoji)
        app.router.add_route("*", ROOT + "/{path:.*}", self._api.serve)
        if self._mount:
            self._mount(self, app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()

    async def stop(self) -> None:
        """Disconnect everybody and free the port."""
        await self.gateway.close()
        if self._runner:
            await self._runner.cleanup()
            self._runner = None

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.login.token

    @property
    def url(self) -> str:
        """The address of the server, once started."""
        return f"http://{LOOPBACK}:{self._port}"

    @property
    def api_url(self) -> str:
        """The replacement for ``https://discord.com/api/v10``."""
        return self.url + ROOT

    @property
    def gateway_url(self) -> str:
        """The replacement for ``wss://gateway.discord.gg``."""
        return f"ws://{LOOPBACK}:{self._port}/gateway"

    async def wait_for_bot(self, command: str | None = None) -> None:
        """Wait for the bot and, if given, for its slash `command`. Raises SandboxError after a timeout."""
        name = (command or "").removeprefix("/")
        changes = self.world.changes

        def ready() -> bool:
            known = {registered.name for registered in self.world.commands.values()}
            return bool(self.gateway.sessions) and (not name or name in known)

        try:
            await asyncio.wait_for(changes.until(ready), SAFETY_SECONDS)
        except TimeoutError:
            raise SandboxError(f"the bot did not connect or did not register /{name}") from None

    # --- arranging ---

    def persona(self, name: str, *, moderator: bool = False) -> Persona:
        """Return the person called `name`. If there is none, create a person who joins every guild.

        A moderator may manage the first guild with its channels, threads and messages.
        """
        if name not in self._personas:
            user = self.world.add_user(name)
            roles = [self._moderators()] if moderator else []
            for guild in self.world.guilds.values():
                self.world.add_member(guild, user, *(roles if guild is self.guild else []))
            self._personas[name] = Persona(self.service, user, self.harbour)
        return self._personas[name]

    @property
    def personas(self) -> list[Persona]:
        """All personas so far."""
        return list(self._personas.values())

    def channel(
        self, name: str, guild: Guild | None = None, *, kind: ChannelKind = ChannelKind.TEXT
    ) -> Channel:
        """Return the channel called `name` in the guild. If there is none, create one of this `kind`."""
        guild = guild or self.guild
        for channel in self.world.channels_of(guild):
            if channel.name == name:
                return channel
        return self.world.add_channel(guild, name, kind)

    def _moderators(self) -> Role:
        for role in self.guild.roles.values():
            if role.name == "Moderators":
                return role
        return self.world.add_role(self.guild, "Moderators", MODERATOR_PERMISSIONS)

    async def _attachment(self, request: web.Request) -> web.Response:
        attachment = self.world.attachments.get(int(request.match_info["attachment_id"]))
        if attachment is None:
            raise web.HTTPNotFound
        headers = {"X-Content-Type-Options": "nosniff"}
        if attachment.width is None:
            # The browser must not display the file, because the file could act as a page of this server.
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=attachment.data, content_type=attachment.content_type, headers=headers)

    async def _emoji(self, request: web.Request) -> web.Response:
        number = request.match_info["emoji_id"]
        emoji = self.world.emojis.get(int(number)) if number.isdecimal() else None
        if emoji is None:
            raise web.HTTPNotFound
        return web.Response(body=emoji.data, content_type=emoji.content_type)


@web.middleware
async def _local_names_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests under names that are not local, so that no web site can reach the sandbox."""
    if request.host.rsplit(":", 1)[0] not in {LOOPBACK, "localhost"}:
        raise web.HTTPForbidden
    return await handler(request)
