"""Mishaps of a bad day, each with its repair."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from sandbox import (
    AnswerLost,
    Broken,
    ManualClock,
    Permission,
    RateLimited,
    Refusal,
    Refused,
    Thread,
    UploadCut,
)
from sandbox.office.desk import SECONDS_TO_ANSWER
from sandbox.traffic.faults import Fault
from tests.bot.harbour import Harbour
from tests.faults.crew import Crew
from tests.postgresql import server
from tests.sandbox.checked import CheckedSandbox

Mend = Callable[[], None]
Mishap = Callable[["Day"], Awaitable[Mend]]


@dataclass
class Day:
    """A day with many mishaps. `luck` decides how severe mishaps are, and which crews suffer."""

    harbour: Harbour
    clock: ManualClock
    crews: list[Crew]
    luck: Random

    @property
    def discord(self) -> CheckedSandbox:
        """The sandbox of the mishaps."""
        return self.harbour.discord

    @property
    def victim(self) -> Crew:
        """A random crew."""
        return self.luck.choice(self.crews)


REQUESTS = (
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("POST", "/interactions/*/callback"),
    ("PATCH", "/webhooks/*"),
    ("POST", "/webhooks/*"),
)

FAULTS: tuple[Fault, ...] = (
    RateLimited(0.05),
    RateLimited(0.05, everywhere=True),
    Broken(500),
    Broken(502),
    Broken(503),
    UploadCut(),
    AnswerLost(),
)

SILENCE = 16 * 60
"""The seconds after which no interaction can be answered any more, and Discord has forgotten all nonces."""


async def requests_fail(day: Day) -> Mend:
    """Let some requests of one kind fail in one way."""
    method, path = day.luck.choice(REQUESTS)
    fault = day.luck.choice(FAULTS)
    # The library waits for at least a second before it retries after these faults.
    times = 1 if fault in {Broken(500), Broken(502)} else day.luck.randint(1, 4)
    day.discord.faults.arm(method, path, fault, times=times)
    return _nothing


async def a_token_expires(day: Day) -> Mend:
    """Let Discord refuse an answer that took too long."""
    day.discord.faults.arm("PATCH", "/webhooks/*", Refused(Refusal.TOKEN_EXPIRED), times=2)
    return _nothing


async def the_gateway_hangs_up(day: Day) -> Mend:
    """Break the connection to the gateway. The resumed session repeats its last events."""
    day.discord.gateway.repeat_on_resume = day.luck.randint(0, 5)
    day.luck.choice([day.discord.gateway.disconnect, day.discord.gateway.ask_to_reconnect])()
    return _nothing


async def the_session_is_lost(day: Day) -> Mend:
    """Let the gateway ask the bot to identify again, or to resume."""
    day.discord.gateway.invalidate(resumable=day.luck.random() < 0.5)
    return _nothing


async def a_message_is_deleted(day: Day) -> Mend:
    """Delete the newest message of a game."""
    post = day.victim.newest
    if post:
        day.discord.world.delete_message(post)
    return _nothing


async def a_permission_is_lost(day: Day) -> Mend:
    """Withdraw the bot's permission to write in a channel, to send files, or to see the channel."""
    place = day.victim.channel
    channel = place.parent if isinstance(place, Thread) else place
    write = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
    denied = day.luck.choice([write, Permission.ATTACH_FILES, Permission.VIEW_CHANNEL])
    day.discord.deny_bot(channel, denied)
    return lambda: day.discord.deny_bot(channel, Permission.NONE)


async def the_thread_is_locked(day: Day) -> Mend:
    """Lock threads as a moderator, and sometimes archive them, too."""
    threads = [crew.channel for crew in day.crews if isinstance(crew.channel, Thread)]
    archived = day.luck.random() < 0.5
    for thread in threads:
        day.discord.set_locked(thread, locked=True)
        day.discord.world.set_archived(thread, archived=archived)

    def mend() -> None:
        for thread in threads:
            day.discord.set_locked(thread, locked=False)

    return mend


async def the_bot_is_thrown_out(day: Day) -> Mend:
    """Remove the bot from the server, and invite it again."""
    guild = day.discord.guild
    day.discord.world.remove_bot(guild)
    return lambda: day.discord.world.return_bot(guild)


async def a_channel_is_deleted(day: Day) -> Mend:
    """Delete a channel. The people of the channel continue in another channel."""
    crew, world = day.victim, day.discord.world
    refuge = world.add_channel(day.discord.guild, f"refuge-{len(world.channels)}")
    world.delete_channel(crew.channel)
    await crew.flee(refuge)
    return _nothing


async def the_bot_is_restarted(day: Day) -> Mend:
    """Restart the bot as the host. People who wait for an answer never get one."""
    await day.harbour.stop()
    day.clock.advance(SECONDS_TO_ANSWER)
    await day.harbour.start()
    return _nothing


async def time_passes(day: Day) -> Mend:
    """Let so much time pass that no interaction can be answered any more."""
    day.clock.advance(SILENCE)
    return _nothing


MISHAPS: tuple[Mishap, ...] = (
    requests_fail,
    requests_fail,
    requests_fail,
    a_token_expires,
    the_gateway_hangs_up,
    the_session_is_lost,
    a_message_is_deleted,
    a_permission_is_lost,
    the_thread_is_locked,
    the_bot_is_thrown_out,
    a_channel_is_deleted,
    the_bot_is_restarted,
    time_passes,
)


async def the_connections_are_cut(_: Day) -> Mend:
    """Cut all the bot's connections to its database server."""
    server().cut("blank")
    return _nothing


async def the_server_is_killed(_: Day) -> Mend:
    """Kill the bot's database server. The server is started again later."""
    server().kill()
    return server().start


MISHAPS_ON_A_SERVER: tuple[Mishap, ...] = (
    *MISHAPS,
    the_connections_are_cut,
    the_connections_are_cut,
    the_server_is_killed,
)
"""Return the mishaps of a bot whose games are in the database `blank` of the tests' server."""


def _nothing() -> None:
    """Repair nothing."""
