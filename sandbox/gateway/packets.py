"""The data on the websocket: opcodes, the bot's packets, and close codes."""

from enum import IntEnum

from pydantic import BaseModel, JsonValue


class Op(IntEnum):
    """The gateway's opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class CloseCode(IntEnum):
    """The reasons for which the gateway closes a connection."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQUENCE = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Packet(BaseModel):
    """Any packet from the bot."""

    op: Op
    d: JsonValue = None


class Identify(BaseModel):
    """A login."""

    token: str
    intents: int
    properties: dict[str, JsonValue]
    shard: tuple[int, int] = (0, 1)


class Resume(BaseModel):
    """A request to continue a lost connection."""

    token: str
    session_id: str
    seq: int
