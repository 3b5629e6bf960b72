"""A loopback stand-in for Discord, for tests and for playing without a token.

A test reads like this::

    async with Sandbox(clock=ManualClock()) as discord:
        ann = discord.persona("Ann")
        reply = await ann.slash("/game new", game="port_flower")
        await ann.press(reply.message, "Join")

The clock that stands still keeps a busy machine from making an answer come too late.
"""

from sandbox.clock import ManualClock
from sandbox.errors import Refusal, SandboxError
from sandbox.faults import AnswerLost, Broken, Page, RateLimited, Refused, UploadCut
from sandbox.guilds import Channel, ChannelKind, Guild, Thread, User
from sandbox.invocation import ClientRefusalError
from sandbox.messages import Message
from sandbox.permissions import Permission
from sandbox.persona import Persona
from sandbox.rate_limits import RateLimits
from sandbox.reply import Reply, ReplyKind
from sandbox.server import Sandbox, SandboxViolationError

__all__ = [
    "AnswerLost",
    "Broken",
    "Channel",
    "ChannelKind",
    "ClientRefusalError",
    "Guild",
    "ManualClock",
    "Message",
    "Page",
    "Permission",
    "Persona",
    "RateLimited",
    "RateLimits",
    "Refusal",
    "Refused",
    "Reply",
    "ReplyKind",
    "Sandbox",
    "SandboxError",
    "SandboxViolationError",
    "Thread",
    "UploadCut",
    "User",
]
