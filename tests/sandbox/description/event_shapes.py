"""Schemas of gateway events. Discord describes only its REST API, but events contain the same objects."""

from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

_SCHEMAS = "urn:discord#/components/schemas/"

_ID = {"$ref": _SCHEMAS + "SnowflakeType"}
_BITS = {"type": "string", "pattern": r"^\d+$"}
_ROLE = {"$ref": _SCHEMAS + "GuildRoleResponse"}
_USER = {"$ref": _SCHEMAS + "UserResponse"}
_MEMBER = {"$ref": _SCHEMAS + "GuildMemberResponse"}
_CHANNEL = {"$ref": _SCHEMAS + "GuildChannelResponse"}
_THREAD = {"$ref": _SCHEMAS + "ThreadResponse"}
_PRIVATE = {"$ref": _SCHEMAS + "PrivateChannelResponse"}
_MESSAGE = {"$ref": _SCHEMAS + "MessageResponse"}
_LIST = {"type": "array"}
_NUMBER = {"type": "integer"}
_TEXT = {"type": "string"}
_TRUTH = {"type": "boolean"}


def _with(**required: Schema) -> Schema:
    """Return the schema of an object with at least these fields."""
    return {"type": "object", "properties": required, "required": list(required)}


def _each(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _both(*schemas: Schema) -> Schema:
    return {"allOf": list(schemas)}


_NO_GUILD = _with(id=_ID, unavailable={"const": True})
_GUILD = _both(
    {"$ref": _SCHEMAS + "GuildResponse"},
    _with(
        joined_at=_TEXT, large=_TRUTH, member_count=_NUMBER, voice_states=_LIST, members=_each(_MEMBER),
        channels=_each(_CHANNEL), threads=_each(_THREAD), presences=_LIST, stage_instances=_LIST,
        guild_scheduled_events=_LIST, soundboard_sounds=_LIST,
    ),
)  # fmt: skip
_THREAD_MEMBER = {"$ref": _SCHEMAS + "ThreadMemberResponse"}
_IN_A_GUILD = _with(guild_id=_ID)
_ROLE_OF = _with(guild_id=_ID, role=_ROLE)
_PART = _with(type=_NUMBER)
_RESOLVED = {
    "type": "object",
    "properties": {
        "users": {"additionalProperties": _USER},
        "messages": {"additionalProperties": _MESSAGE},
        "attachments": {"additionalProperties": {"$ref": _SCHEMAS + "MessageAttachmentResponse"}},
        "roles": {"additionalProperties": _ROLE},
        "members": {"additionalProperties": _with(permissions=_BITS, roles=_each(_ID), joined_at=_TEXT)},
        "channels": {
            "additionalProperties": _with(id=_ID, type=_NUMBER, permissions=_BITS, app_permissions=_BITS)
        },
    },
}
_OF_A_COMMAND: Schema = {
    "if": {"properties": {"type": {"const": 1}}},
    "then": _with(id=_ID, name=_TEXT, type=_NUMBER, options=_each(_with(name=_TEXT, type=_NUMBER))),
    "else": _with(id=_ID, name=_TEXT, type=_NUMBER, target_id=_ID, resolved={"type": "object"}),
}
_OF_A_COMPONENT = _with(custom_id=_TEXT, component_type=_NUMBER)
_OF_A_FORM = _with(custom_id=_TEXT, components=_each(_PART))
_INTERACTION = _both(
    _with(
        id=_ID, application_id=_ID, token=_TEXT, version={"const": 1}, channel_id=_ID,
        channel=_both(_with(permissions=_BITS), {"anyOf": [_CHANNEL, _THREAD, _PRIVATE]}),
        app_permissions=_BITS, locale=_TEXT, entitlements=_LIST, context={"enum": [0, 1, 2]},
        authorizing_integration_owners={"type": "object"}, attachment_size_limit=_NUMBER,
        type={"enum": [2, 3, 4, 5]}, data={"properties": {"resolved": _RESOLVED}},
    ),
    {"properties": {"message": _MESSAGE}},
    {
        "if": {"properties": {"context": {"const": 0}}},
        "then": _with(
            guild_id=_ID, guild=_with(id=_ID, locale=_TEXT, features=_LIST), guild_locale=_TEXT,
            member=_both(_MEMBER, _with(permissions=_BITS)),
        ),
        "else": _with(user=_USER),
    },
    *(
        {
            "if": {"properties": {"type": {"enum": kinds}}},
            "then": _with(data=data),
        }
        for kinds, data in (([2, 4], _OF_A_COMMAND), ([3], _OF_A_COMPONENT), ([5], _OF_A_FORM))
    ),
    {"if": {"properties": {"type": {"const": 3}}}, "then": {"required": ["message"]}},
)  # fmt: skip

EVENTS: Schema = {
    "$defs": {
        "READY": _with(
            v={"const": 10}, user={"$ref": _SCHEMAS + "UserPIIResponse"}, guilds=_each(_NO_GUILD),
            session_id=_TEXT, resume_gateway_url=_TEXT, application=_with(id=_ID, flags=_NUMBER),
            shard={"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2},
        ),
        "RESUMED": {"type": "object"},
        "GUILD_CREATE": _GUILD,
        "GUILD_DELETE": _with(id=_ID),
        "GUILD_ROLE_CREATE": _ROLE_OF,
        "GUILD_ROLE_UPDATE": _ROLE_OF,
        "GUILD_ROLE_DELETE": _with(guild_id=_ID, role_id=_ID),
        "GUILD_MEMBER_UPDATE": _both(_MEMBER, _IN_A_GUILD),
        "CHANNEL_CREATE": _CHANNEL,
        "CHANNEL_UPDATE": _CHANNEL,
        "CHANNEL_DELETE": _CHANNEL,
        "THREAD_CREATE": _THREAD,
        "THREAD_UPDATE": _THREAD,
        "THREAD_DELETE": _with(id=_ID, guild_id=_ID, parent_id=_ID, type=_NUMBER),
        "THREAD_LIST_SYNC": _with(
            guild_id=_ID, channel_ids=_each(_ID), threads=_each(_THREAD), members=_each(_THREAD_MEMBER)
        ),
        "THREAD_MEMBERS_UPDATE": _with(
            id=_ID, guild_id=_ID, member_count=_NUMBER, removed_member_ids=_each(_ID),
            added_members=_each(_THREAD_MEMBER),
        ),
        "MESSAGE_CREATE": _MESSAGE,
        "MESSAGE_UPDATE": _MESSAGE,
        "MESSAGE_DELETE": _with(id=_ID, channel_id=_ID),
        "APPLICATION_COMMAND_PERMISSIONS_UPDATE": {"$ref": _SCHEMAS + "CommandPermissionsResponse"},
        "INTERACTION_CREATE": _INTERACTION,
    }
}  # fmt: skip
"""The schema of each event's data."""
