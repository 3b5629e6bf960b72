"""A loopback stand-in for Discord, for tests and for playing without a token.

This is an example::

    async with Sandbox(clock=ManualClock()) as discord:
        ann = discord.persona("Ann")
        reply = await ann.slash("/play", game="port_flower")
        await ann.press(reply.message, "Join")

The manual clock moves only when the program moves it, so no answer is too late on a busy machine.
"""

from sandbox.clock import ManualClock
from sandbox.errors import Refusal, SandboxError
from sandbox.personas.invocation import ClientRefusalError
from sandbox.personas.persona import Persona
from sandbox.personas.reply import Reply, ReplyKind
from sandbox.server import Sandbox, SandboxViolationError
from sandbox.traffic.faults import AnswerLost, Broken, Page, RateLimited, Refused, UploadCut
from sandbox.traffic.rate_limits import RateLimits
from sandbox.world.channels import Channel, ChannelKind, Message, Thread
from sandbox.world.guilds import Guild
from sandbox.world.permissions import Permission

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
]
