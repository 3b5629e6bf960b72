"""Websockets, and the sessions of shards, which can outlive several websockets."""

import asyncio
import importlib
import importlib.util
import json
import zlib
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias

from aiohttp import web

from sandbox.clock import Alarm, Clock
from sandbox.gateway.events import Intent
from sandbox.gateway.packets import CloseCode, Op
from sandbox.payloads import JsonObject
from sandbox.world.guilds import Guild

HEARTBEAT_MILLISECONDS = 41_250
PATIENCE = 1.5
"""The number of heartbeat intervals after which a silent client counts as dead."""

MOST_PACKETS = 120
PACKETS_IN = timedelta(seconds=60)
"""The period of the packet limit. A client that exceeds the limit is disconnected."""

REPLAY_BUFFER = 1000
"""The maximum number of events that a session keeps for a resume."""

RESUMABLE = timedelta(minutes=3)
"""The time within which a session without a connection can be resumed."""


Compression: TypeAlias = Callable[[bytes], bytes]
"""Compresses and flushes the packets of one connection, each with the help of earlier packets."""


def _zlib() -> Compression:
    deflate = zlib.compressobj()
    return lambda data: deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Compression:
    # Clients request this format only if their Python has a zstd library.
    if importlib.util.find_spec("zstandard"):
        zstandard = importlib.import_module("zstandard")
        stream = zstandard.ZstdCompressor().compressobj()
        return lambda data: stream.compress(data) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    # This module is part of Python 3.14 and later.
    compressor = importlib.import_module("compression.zstd").ZstdCompressor()
    return lambda data: compressor.compress(data, mode=compressor.FLUSH_BLOCK)


COMPRESSIONS: dict[str, Callable[[], Compression]] = {"zlib-stream": _zlib, "zstd-stream": _zstd}


@dataclass(eq=False)
class Connection:
    """One websocket. A separate task sends the queued packets in order."""

    socket: web.WebSocketResponse
    compress: Compression | None
    clock: Clock
    outgoing: "asyncio.Queue[str | int]" = field(default_factory=asyncio.Queue)
    hung_up: bool = False
    _silence: Alarm | None = None
    _since: datetime = field(init=False)
    _heard: int = 0

    def __post_init__(self) -> None:
        self._since = self.clock.now()

    def send(self, op: Op, data: object = None) -> None:
        """Send a packet without a sequence number."""
        self.outgoing.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_text(self, text: str) -> None:
        """Send a packet that is already serialized."""
        self.outgoing.put_nowait(text)

    def hang_up(self, code: int) -> None:
        """Close the websocket once all queued packets are sent."""
        self.hung_up = True
        self.rest()
        self.outgoing.put_nowait(code)

    def expect_heartbeat(self) -> None:
        """Start the time in which the client must send a heartbeat."""
        self.rest()
        seconds = PATIENCE * HEARTBEAT_MILLISECONDS / 1000
        self._silence = self.clock.call_later(seconds, lambda: self.hang_up(CloseCode.SESSION_TIMED_OUT))

    def rest(self) -> None:
        """Expect no more heartbeats."""
        if self._silence:
            self._silence.cancel()

    def hears_too_much(self) -> bool:
        """Count a packet of the client, and return whether the client sends too many."""
        if self.clock.now() >= self._since + PACKETS_IN:
            self._since, self._heard = self.clock.now(), 0
        self._heard += 1
        return self._heard > MOST_PACKETS

    async def pump(self) -> None:
        """Send queued packets until `hang_up` is called or the client disconnects."""
        with suppress(ConnectionError):
            while isinstance(item := await self.outgoing.get(), str):
                if self.compress:
                    await self.socket.send_bytes(self.compress(item.encode()))
                else:
                    await self.socket.send_str(item)
            await self.socket.close(code=item)


def belongs_to(shard: int, shards: int, guild: Guild | None) -> bool:
    """Return whether shard `shard` of `shards` serves `guild`. Private conversations belong to shard 0."""
    return ((guild.id >> 22) % shards if guild else 0) == shard


@dataclass(eq=False)
class Session:
    """The session of one shard of the bot, connected or not. `look` inspects every event."""

    id: str
    shard: int
    shards: int
    intents: Intent
    look: Callable[[str, JsonObject], None]
    connection: Connection | None = None
    left_at: datetime | None = None
    sequence: int = 0
    buffer: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAY_BUFFER))

    def covers(self, guild: Guild | None) -> bool:
        """Return whether this shard receives events of `guild`."""
        return belongs_to(self.shard, self.shards, guild)

    def dispatch(self, event: str, data: JsonObject) -> None:
        """Number an event, keep it for a resume, and send it if the session is connected."""
        self.sequence += 1
        self.look(event, data)
        text = json.dumps({"op": Op.DISPATCH, "s": self.sequence, "t": event, "d": data})
        self.buffer.append((self.sequence, text))
        if self.connection:
            self.connection.send_text(text)

    def remembers(self, sequence: int) -> bool:
        """Return whether all events after `sequence` can still be sent again."""
        return self.sequence - sequence <= len(self.buffer)

    def has_expired(self, now: datetime) -> bool:
        """Return whether the session has been disconnected for too long to be resumed."""
        return self.left_at is not None and now > self.left_at + RESUMABLE
