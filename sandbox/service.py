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
    """The parts of the sandbox that routes and personas use."""

    world: World
    desk: InteractionDesk
    postmaster: Postmaster
    gateway: Gateway
    limits: RateLimits
    login: Login

    def guild(self, guild_id: int) -> Guild:
        """Return the guild with this id. Raises ApiError if the guild is unknown or without the bot."""
        guild = self.world.guilds.get(guild_id)
        if guild is None:
            raise ApiError(Refusal.UNKNOWN_GUILD)
        if not guild.has_bot:
            raise ApiError(Refusal.MISSING_ACCESS)
        return guild
