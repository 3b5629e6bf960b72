"""Routes about the bot itself, its gateway, its guilds and their people."""

from pydantic import BaseModel

from sandbox import payloads
from sandbox.errors import ApiError, Refusal
from sandbox.office.limits import parse
from sandbox.payloads.form import FIXED, JsonObject
from sandbox.rest.calls import DONE, Answer, Call, Routes
from sandbox.service import Service
from sandbox.traffic.login import LOGINS
from sandbox.world.snowflakes import Snowflake

GUILDS_A_SHARD = 1000
"""The recommended number of guilds per shard."""

routes = Routes()


class _RecipientForm(BaseModel):
    recipient_id: Snowflake


@routes.on("GET", "/gateway")
def _get_gateway(service: Service, _call: Call) -> Answer:
    return Answer({"url": service.gateway.url})


@routes.on("GET", "/gateway/bot")
def _get_bot_gateway(service: Service, _call: Call) -> Answer:
    """Return the address of the gateway and the recommended number of shards."""
    login, gateway = service.login, service.gateway
    starts = {
        "total": LOGINS,
        "remaining": login.remaining,
        "reset_after": login.reset_after,
        "max_concurrency": gateway.max_concurrency,
    }
    guilds = sum(guild.has_bot for guild in service.world.guilds.values())
    shards = max(gateway.fewest_shards, 1 + guilds // GUILDS_A_SHARD)
    return Answer({"url": gateway.url, "shards": shards, "session_start_limit": starts})


@routes.on("GET", "/users/@me")
def _get_me(service: Service, _call: Call) -> Answer:
    return Answer(payloads.oneself(service.world.bot))


@routes.on("GET", "/applications/@me")
@routes.on("GET", "/oauth2/applications/@me")
def _get_application(service: Service, _call: Call) -> Answer:
    bot = service.world.bot
    application: JsonObject = {
        "id": str(bot.id),
        "name": bot.name,
        "bot": payloads.user(bot),
        "owner": payloads.user(next(iter(service.world.guilds.values())).owner),
        "approximate_guild_count": len(service.world.guilds),
    }
    return Answer(application | FIXED["application"])


@routes.on("GET", "/soundboard-default-sounds")
def _list_default_sounds(_service: Service, _call: Call) -> Answer:
    """Return no sounds. Some clients request Discord's default sounds at every login."""
    return Answer([])


@routes.on("POST", "/users/@me/channels")
def _open_private_channel(service: Service, call: Call) -> Answer:
    """Open the private conversation with a user, or return the existing conversation."""
    user = service.world.users.get(parse(_RecipientForm, call.body).recipient_id)
    if user is None or user.bot:
        raise ApiError(Refusal.UNKNOWN_USER)
    return Answer(payloads.channel(service.world.private_channel(user)))


@routes.on("GET", "/users/{user_id}")
def _get_user(service: Service, call: Call) -> Answer:
    user = service.world.users.get(call.id("user_id"))
    if user is None:
        raise ApiError(Refusal.UNKNOWN_USER)
    return Answer(payloads.user(user))


@routes.on("GET", "/guilds/{guild_id}")
def _get_guild(service: Service, call: Call) -> Answer:
    return Answer(payloads.guild(service.guild(call.id("guild_id"))))


@routes.on("GET", "/guilds/{guild_id}/roles")
def _list_roles(service: Service, call: Call) -> Answer:
    guild = service.guild(call.id("guild_id"))
    return Answer([payloads.role(role, guild) for role in guild.roles.values()])


@routes.on("GET", "/guilds/{guild_id}/roles/{role_id}")
def _get_role(service: Service, call: Call) -> Answer:
    guild = service.guild(call.id("guild_id"))
    role = guild.roles.get(call.id("role_id"))
    if role is None:
        raise ApiError(Refusal.UNKNOWN_ROLE)
    return Answer(payloads.role(role, guild))


@routes.on("GET", "/guilds/{guild_id}/members/{user_id}")
def _get_member(service: Service, call: Call) -> Answer:
    member = service.guild(call.id("guild_id")).members.get(call.id("user_id"))
    if member is None:
        raise ApiError(Refusal.UNKNOWN_MEMBER)
    return Answer(payloads.member(member))


@routes.on("DELETE", "/users/@me/guilds/{guild_id}")
def _leave_guild(service: Service, call: Call) -> Answer:
    service.world.remove_bot(service.guild(call.id("guild_id")))
    return DONE
