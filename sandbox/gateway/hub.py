"""The bot's gateway sessions, and the handling of the bot's packets."""

import asyncio
from contextlib import suppress

from aiohttp import WSCloseCode, WSMsgType, web
from pydantic import ValidationError

from sandbox import payloads
from sandbox.clock import Clock
from sandbox.gateway.events import EVERY_INTENT, Access, Event, Intent, events_of
from sandbox.gateway.packets import CloseCode, Identify, Op, Packet, Resume
from sandbox.gateway.session import COMPRESSIONS, HEARTBEAT_MILLISECONDS, Connection, Session, belongs_to
from sandbox.inspection import Inspector
from sandbox.office.interactions import Interaction
from sandbox.traffic.login import Login
from sandbox.traffic.rate_limits import RateLimits
from sandbox.world.changes import BotConnected, BotDisconnected, Change
from sandbox.world.guilds import User
from sandbox.world.world import World

VERSION = "10"

ACKNOWLEDGE_AFTER = 0.02
"""The seconds from a heartbeat to its answer, similar to the delay of a network."""

PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT


class Gateway:
    """All gateway sessions of the bot in `world`.

    Heartbeats and the lifetime of sessions use the machine's clock, because the client uses that clock.
    """

    def __init__(self, world: World, login: Login, limits: RateLimits, inspector: Inspector) -> None:
        self._world = world
        self._login = login
        self._limits = limits
        self._inspector = inspector
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self.url = ""
        self.clock = Clock()
        self.granted = Intent.NONE
        """The privileged intents that the application was granted; by default none."""
        self.repeat_on_resume = 0
        """The number of events that the next resume sends although the bot has seen them."""
        self.most_guilds = 2500
        """The maximum number of guilds per shard. For more guilds, a bot must use more shards."""
        self.fewest_shards = 1
        """The minimum number of shards to recommend, even if the guilds need fewer shards."""
        self.max_concurrency = 1
        """The number of shards that may log in together, whose numbers must differ modulo this value."""
        self._access = Access(world)
        world.changes.watch(self._tell)

    @property
    def sessions(self) -> list[Session]:
        """The sessions that are connected now."""
        return [session for session in self._sessions.values() if session.connection]

    @property
    def withheld_from(self) -> User | None:
        """The bot, if Discord withholds the content of people's messages from it; otherwise None."""
        return None if Intent.MESSAGE_CONTENT in self.granted else self._world.bot

    def send_interaction(self, interaction: Interaction) -> None:
        """Send an interaction to its shard, unless the bot was removed from the guild."""
        guild = interaction.channel.guild
        if guild and not guild.has_commands:
            return
        body = payloads.interaction(self._world, interaction)
        self._dispatch(Event("INTERACTION_CREATE", body, guild))

    def disconnect(self, *, shard: int | None = None) -> None:
        """Disconnect one shard of the bot, or all shards. The sessions of these shards can be resumed."""
        for session, connection in self._connected():
            if shard in {None, session.shard}:
                connection.hang_up(CloseCode.UNKNOWN_ERROR)

    def ask_to_reconnect(self) -> None:
        """Ask all shards of the bot to reconnect and resume, as Discord does for maintenance."""
        for _, connection in self._connected():
            connection.send(Op.RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Declare the sessions of all shards invalid. Forget these sessions if they are not `resumable`."""
        for session, connection in self._connected():
            connection.send(Op.INVALID_SESSION, resumable)
            self._left(session)
            if not resumable:
                self._forget(session)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Handle one websocket from its hello to its end."""
        packing = request.query.get("compress")
        if packing is not None and packing not in COMPRESSIONS:
            raise web.HTTPBadRequest(text=f"compress={packing} is not known")
        if request.query.get("encoding", "json") != "json":
            raise web.HTTPBadRequest(text="only JSON is spoken here")
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(socket, COMPRESSIONS[packing]() if packing else None, self.clock)
        self._connections.add(connection)
        pump = asyncio.create_task(connection.pump())
        self._greet(connection, request.query.get("v", VERSION))
        session: Session | None = None
        try:
            async for packet in socket:
                if packet.type in {WSMsgType.TEXT, WSMsgType.BINARY} and not connection.hung_up:
                    session = self._receive(connection, session, packet.data)
        finally:
            connection.rest()
            self._connections.discard(connection)
            self._ended(session, connection)
            pump.cancel()
            with suppress(asyncio.CancelledError):
                await pump
        return socket

    async def close(self) -> None:
        """Disconnect everybody permanently."""
        for connection in list(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)

    def _connected(self) -> list[tuple[Session, Connection]]:
        return [(session, session.connection) for session in self.sessions if session.connection]

    def _greet(self, connection: Connection, version: str) -> None:
        if version != VERSION:
            connection.hang_up(CloseCode.INVALID_VERSION)
            return
        connection.send(Op.HELLO, {"heartbeat_interval": HEARTBEAT_MILLISECONDS, "_trace": []})
        connection.expect_heartbeat()

    def _receive(self, connection: Connection, session: Session | None, text: str | bytes) -> Session | None:
        if session and session.connection is not connection:
            # The session was declared invalid. The client may identify or resume again on the same websocket.
            session = None
        if connection.hears_too_much():
            connection.hang_up(CloseCode.RATE_LIMITED)
            return session
        try:
            packet = Packet.model_validate_json(text)
            match packet.op:
                case Op.HEARTBEAT:
                    connection.expect_heartbeat()
                    # The client notes the time of its heartbeat after sending it. The answer must arrive
                    # later, so it is delayed.
                    loop = asyncio.get_running_loop()
                    loop.call_later(ACKNOWLEDGE_AFTER, connection.send, Op.HEARTBEAT_ACK)
                case Op.IDENTIFY | Op.RESUME if session:
                    connection.hang_up(CloseCode.ALREADY_AUTHENTICATED)
                case Op.IDENTIFY:
                    return self._identify(connection, Identify.model_validate(packet.d))
                case Op.RESUME:
                    return self._resume(connection, Resume.model_validate(packet.d))
                case Op.PRESENCE | Op.VOICE_STATE | Op.REQUEST_MEMBERS if session:
                    pass
                case _:
                    connection.hang_up(CloseCode.UNKNOWN_OPCODE if session else CloseCode.NOT_AUTHENTICATED)
        except ValidationError:
            connection.hang_up(CloseCode.DECODE_ERROR)
        return session

    def _identify(self, connection: Connection, form: Identify) -> Session | None:
        refused = self._refusal(form)
        if refused is not None:
            connection.hang_up(refused)
            return None
        if not self._limits.of_login(form.shard[0] % self.max_concurrency).passes:
            connection.send(Op.INVALID_SESSION, data=False)
            return None
        if not self._login.count():
            # The token is revoked, so all connections with it end.
            for other in self._connections:
                other.hang_up(CloseCode.AUTHENTICATION_FAILED)
            return None
        shard, shards = form.shard
        for old in list(self._sessions.values()):
            if (old.shard, old.shards) == (shard, shards) and old.connection is None:
                self._forget(old)
        name = f"session-{self._world.ids.next()}"
        look = self._inspector.look_at_event
        session = Session(name, shard, shards, Intent(form.intents), look, connection)
        self._sessions[session.id] = session
        self._welcome(session)
        self._world.changes.publish(BotConnected(session.shard))
        return session

    def _refusal(self, form: Identify) -> CloseCode | None:
        shard, shards = form.shard
        if not self._login.accepts(form.token.removeprefix("Bot ")):
            return CloseCode.AUTHENTICATION_FAILED
        if not 0 <= shard < shards:
            return CloseCode.INVALID_SHARD
        there = [guild for guild in self._world.guilds.values() if guild.has_bot]
        if sum(belongs_to(shard, shards, guild) for guild in there) > self.most_guilds:
            return CloseCode.SHARDING_REQUIRED
        if form.intents < 0 or form.intents & ~EVERY_INTENT:
            return CloseCode.INVALID_INTENTS
        if Intent(form.intents) & PRIVILEGED & ~self.granted:
            return CloseCode.DISALLOWED_INTENTS
        return None

    def _welcome(self, session: Session) -> None:
        guilds = [g for g in self._world.guilds.values() if g.has_bot and session.covers(g)]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": payloads.oneself(self._world.bot),
                "guilds": [payloads.guild_unavailable(guild) for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.url,
                "shard": [session.shard, session.shards],
                "application": {"id": str(self._world.bot.id), "flags": 0},
            },
        )
        session.buffer.clear()  # A resume never repeats the welcome.
        if Intent.GUILDS in session.intents:
            for guild in guilds:
                if not guild.unavailable:
                    session.dispatch("GUILD_CREATE", payloads.guild_known(self._world, guild))

    def _resume(self, connection: Connection, form: Resume) -> Session | None:
        if not self._login.accepts(form.token.removeprefix("Bot ")):
            connection.hang_up(CloseCode.AUTHENTICATION_FAILED)
            return None
        session = self._sessions.get(form.session_id)
        if session and session.has_expired(self.clock.now()):
            self._forget(session)
            session = None
        if session and form.seq > session.sequence:
            connection.hang_up(CloseCode.INVALID_SEQUENCE)
            return None
        if session is None or not session.remembers(form.seq):
            connection.send(Op.INVALID_SESSION, data=False)
            return None
        session.connection, session.left_at = connection, None
        since = form.seq - self.repeat_on_resume
        self.repeat_on_resume = 0
        for sequence, text in session.buffer:
            if sequence > since:
                connection.send_text(text)
        session.dispatch("RESUMED", {})
        self._world.changes.publish(BotConnected(session.shard))
        return session

    def _ended(self, session: Session | None, connection: Connection) -> None:
        """Keep a session for a resume, unless the bot closed the websocket normally or sent no heartbeats."""
        if session is None or session.connection is not connection:
            return
        self._left(session)
        said_goodbye = connection.socket.close_code in {WSCloseCode.OK, WSCloseCode.GOING_AWAY}
        timed_out = connection.socket.close_code == CloseCode.SESSION_TIMED_OUT
        if timed_out or (said_goodbye and not connection.hung_up):
            self._forget(session)

    def _left(self, session: Session) -> None:
        session.connection, session.left_at = None, self.clock.now()
        self._world.changes.publish(BotDisconnected(session.shard))

    def _forget(self, session: Session) -> None:
        self._sessions.pop(session.id, None)
        session.connection = None

    def _dispatch(self, event: Event) -> None:
        for session in list(self._sessions.values()):
            if not session.covers(event.guild) or event.needs not in session.intents:
                continue
            if event.guild is None or not event.guild.unavailable or event.name == "GUILD_DELETE":
                session.dispatch(event.name, event.body_for(session.intents))

    def _tell(self, change: Change) -> None:
        for event in (*events_of(self._world, change), *self._access.gained(change)):
            self._dispatch(event)
