from sandbox.office.interactions import Interaction
from sandbox.office.limits import ATTACHMENT_SIZE_LIMIT
from sandbox.payloads.form import JsonObject
from sandbox.payloads.guilds import member, place, user
from sandbox.payloads.messages import integration_owners, message
from sandbox.world.world import World


def interaction(world: World, interaction: Interaction) -> JsonObject:
    """Return an interaction as the gateway sends it to the bot."""
    where = interaction.channel
    body: JsonObject = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "channel_id": str(where.id),
        "channel": place(where, world.bot)
        | {"permissions": str(int(where.permissions_of(interaction.user)))},
        "app_permissions": str(int(where.rights_shown_to(world.bot))),
        "locale": "en-US",
        "entitlements": [],
        "data": interaction.data,
        "attachment_size_limit": ATTACHMENT_SIZE_LIMIT,
        "authorizing_integration_owners": integration_owners(where.guild),
    }
    if interaction.message:
        body["message"] = message(interaction.message)
    if where.guild is None:
        return body | {"user": user(interaction.user), "context": 1}
    return body | {
        "guild_id": str(where.guild.id),
        "guild": {"id": str(where.guild.id), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "member": member(where.guild.members[interaction.user.id])
        | {"permissions": str(int(where.permissions_of(interaction.user)))},
        "context": 0,
    }
