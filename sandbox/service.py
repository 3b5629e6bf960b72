from dataclasses import dataclass

from sandbox.errors import ApiError, Refusal
from sandbox.gateway import Gateway
from sandbox.office.desk import InteractionDesk
from sandbox.office.posting import Postmaster
from sandbox.traffic.login import Login
from sandbox.traffic.rate_limits import RateLimits
from sandbox.world.guilds import Guild
from sandbox.world.world import World


@dataclass(frozen=True)
class Service:
    """Everything that routes need."""

    world: World
    desk: InteractionDesk
    postmaster: Postmaster
    gateway: Gateway
    limits: RateLimits
    login: Login

    def guild(self, guild_id: int) -> Guild:
        """Return a guild that the bot is in.

        Raises ApiError if there is no such guild, or if the bot is not in it.
        """
        guild = self.world.guilds.get(guild_id)
        if guild is None:
            raise ApiError(Refusal.UNKNOWN_GUILD)
        if not guild.has_bot:
            raise ApiError(Refusal.MISSING_ACCESS)
        return guild
