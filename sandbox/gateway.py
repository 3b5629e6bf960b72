"""The gateway: websocket sessions that tell the bot what happens, and can be broken and resumed."""

import asyncio
import json
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import WSCloseCode, WSMsgType, web
from pydantic import BaseModel, JsonValue, ValidationError

from sandbox import payloads
from sandbox.changes import BotConnected, BotDisconnected, Change
from sandbox.compression import STREAMS, Stream
from sandbox.events import Event, Intent, events_of
from sandbox.guilds import Guild
from sandbox.inspection import Inspector
from sandbox.interactions import Interaction
from sandbox.payloads import JsonObject
from sandbox.world import World

HEARTBEAT_MILLISECONDS = 41_250
ACKNOWLEDGE_AFTER = 0.02
"""Seconds from a heartbeat to its answer: about what a network takes."""

REPLAY_BUFFER = 1000
"""How many events a session remembers for a resume."""


class Op(IntEnum):
    """The gateway's opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class CloseCode(IntEnum):
    """Why the gateway hangs up."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    INVALID_SHARD = 4010


class _Packet(BaseModel):
    op: Op
    d: JsonValue = None


class _Identify(BaseModel):
    token: str
    intents: int
    shard: tuple[int, int] = (0, 1)


class _Resume(BaseModel):
    token: str
    session_id: str
    seq: int


@dataclass(eq=False)
class Connection:
    """One websocket; what is put into it is sent in order by its own task."""

    socket: web.WebSocketResponse
    stream: Stream | None
    outgoing: "asyncio.Queue[str | int]" = field(default_factory=asyncio.Queue)
    hung_up: bool = False

    def send(self, op: Op, data: object = None) -> None:
        """Send a packet without a sequence number."""
        self.outgoing.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_text(self, text: str) -> None:
        """Send a packet that is already written."""
        self.outgoing.put_nowait(text)

    def hang_up(self, code: int) -> None:
        """Close the websocket once everything before has been sent."""
        self.hung_up = True
        self.outgoing.put_nowait(code)

    async def pump(self) -> None:
        """Send what comes, until told to hang up."""
        while isinstance(item := await self.outgoing.get(), str):
            if self.stream:
                await self.socket.send_bytes(self.stream.pack(item))
            else:
                await self.socket.send_str(item)
        await self.socket.close(code=item)


@dataclass(eq=False)
class Session:
    """What the gateway remembers of one shard of the bot, connected or not."""

    id: str
    shard: int
    shards: int
    intents: Intent
    inspector: Inspector
    connection: Connection | None = None
    sequence: int = 0
    buffer: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAY_BUFFER))

    def covers(self, guild: Guild | None) -> bool:
        """Tell whether this shard hears of `guild`; private conversations belong to shard 0."""
        return ((guild.id >> 22) % self.shards if guild else 0) == self.shard

    def dispatch(self, event: str, data: JsonObject) -> None:
        """Send an event with the next sequence number, or keep it for a resume."""
        self.sequence += 1
        self.inspector.look_at_event(event, data)
        text = json.dumps({"op": Op.DISPATCH, "s": self.sequence, "t": event, "d": data})
        self.buffer.append((self.sequence, text))
        if self.connection:
            self.connection.send_text(text)


class Gateway:
    """All sessions of the bot with `world`."""

    def __init__(self, world: World, token: str, inspector: Inspector) -> None:
        self._world = world
        self._token = token
        self._inspector = inspector
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self.url = ""
        self.repeat_on_resume = 0
        """How many events that the bot has seen are sent to it again with the next resume."""
        world.changes.watch(self._tell)

    @property
    def sessions(self) -> list[Session]:
        """The sessions that a bot is connected to now."""
        return [session for session in self._sessions.values() if session.connection]

    def send_interaction(self, interaction: Interaction) -> None:
        """Bring an interaction to the shard it belongs to; a bot that was removed does not hear of it."""
        guild = interaction.channel.guild
        if guild and not guild.has_commands:
            return
        body = payloads.interaction(self._world, interaction)
        self._dispatch(Event("INTERACTION_CREATE", body, guild))

    def disconnect(self, code: int = CloseCode.UNKNOWN_ERROR) -> None:
        """Hang up on the bot; its sessions can be resumed."""
        for session in self.sessions:
            self._detach(session, code)

    def ask_to_reconnect(self) -> None:
        """Ask the bot to connect anew and resume, as Discord does when it moves servers."""
        for session in self.sessions:
            if session.connection:
                session.connection.send(Op.RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Declare the sessions invalid; they are forgotten unless `resumable`."""
        for session in self.sessions:
            if session.connection:
                session.connection.send(Op.INVALID_SESSION, resumable)
            if not resumable:
                self._forget(session)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Handle one websocket from its hello to its end."""
        packing = request.query.get("compress")
        if packing is not None and packing not in STREAMS:
            raise web.HTTPBadRequest(text=f"compress={packing} is not known")
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(socket, STREAMS[packing]() if packing else None)
        self._connections.add(connection)
        pump = asyncio.create_task(self._pump(connection))
        connection.send(Op.HELLO, {"heartbeat_interval": HEARTBEAT_MILLISECONDS, "_trace": []})
        session: Session | None = None
        try:
            async for packet in socket:
                if packet.type is WSMsgType.TEXT:
                    session = self._receive(connection, session, packet.data)
        finally:
            self._connections.discard(connection)
            self._ended(session, connection)
            pump.cancel()
            with suppress(asyncio.CancelledError):
                await pump
        return socket

    async def close(self) -> None:
        """Hang up on everybody for good."""
        for connection in list(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)

    async def _pump(self, connection: Connection) -> None:
        # The other side may be gone before it has read everything; its session keeps the events.
        with suppress(ConnectionError):
            await connection.pump()

    def _receive(self, connection: Connection, session: Session | None, text: str) -> Session | None:
        try:
            packet = _Packet.model_validate_json(text)
            match packet.op:
                case Op.HEARTBEAT:
                    # An answer that is here before the client has noted when it asked looks late to it.
                    loop = asyncio.get_running_loop()
                    loop.call_later(ACKNOWLEDGE_AFTER, connection.send, Op.HEARTBEAT_ACK)
                case Op.IDENTIFY:
                    return self._identify(connection, _Identify.model_validate(packet.d))
                case Op.RESUME:
                    return self._resume(connection, _Resume.model_validate(packet.d))
                case Op.PRESENCE if session:
                    pass
                case _:
                    connection.hang_up(CloseCode.UNKNOWN_OPCODE if session else CloseCode.NOT_AUTHENTICATED)
        except ValidationError:
            connection.hang_up(CloseCode.DECODE_ERROR)
        return session

    def _identify(self, connection: Connection, form: _Identify) -> Session | None:
        if form.token != self._token:
            connection.hang_up(CloseCode.AUTHENTICATION_FAILED)
            return None
        shard, shards = form.shard
        if not 0 <= shard < shards:
            connection.hang_up(CloseCode.INVALID_SHARD)
            return None
        for old in list(self._sessions.values()):
            if (old.shard, old.shards) == (shard, shards) and old.connection is None:
                self._forget(old)
        name = f"session-{self._world.ids.next()}"
        session = Session(name, shard, shards, Intent(form.intents), self._inspector, connection)
        self._sessions[session.id] = session
        self._welcome(session)
        self._world.changes.publish(BotConnected(session.shard))
        return session

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
        session.buffer.clear()  # a resume never repeats the welcome
        if Intent.GUILDS in session.intents:
            for guild in guilds:
                if not guild.unavailable:
                    session.dispatch("GUILD_CREATE", payloads.guild_known(self._world, guild))

    def _resume(self, connection: Connection, form: _Resume) -> Session | None:
        session = self._sessions.get(form.session_id)
        if form.token != self._token or session is None:
            connection.send(Op.INVALID_SESSION, data=False)
            return None
        session.connection = connection
        since = form.seq - self.repeat_on_resume
        self.repeat_on_resume = 0
        for sequence, text in session.buffer:
            if sequence > since:
                connection.send_text(text)
        session.dispatch("RESUMED", {})
        self._world.changes.publish(BotConnected(session.shard))
        return session

    def _ended(self, session: Session | None, connection: Connection) -> None:
        """Keep a session for a resume, unless the bot closed it in the way that ends it."""
        if session is None or session.connection is not connection:
            return
        session.connection = None
        self._world.changes.publish(BotDisconnected(session.shard))
        said_goodbye = connection.socket.close_code in {WSCloseCode.OK, WSCloseCode.GOING_AWAY}
        if said_goodbye and not connection.hung_up:
            self._forget(session)

    def _detach(self, session: Session, code: int) -> None:
        if session.connection:
            session.connection.hang_up(code)

    def _forget(self, session: Session) -> None:
        self._sessions.pop(session.id, None)
        session.connection = None

    def _dispatch(self, event: Event) -> None:
        for session in list(self._sessions.values()):
            if not session.covers(event.guild) or event.needs not in session.intents:
                continue
            if event.guild is None or not event.guild.unavailable or event.name == "GUILD_DELETE":
                session.dispatch(event.name, event.body)

    def _tell(self, change: Change) -> None:
        for event in events_of(self._world, change):
            self._dispatch(event)
