"""Discord without a network: discord.py runs unmodified, but every request is answered immediately.

`SilentDiscord` replaces discord.py's `aiohttp.ClientSession`, so the costs of a bot include all of discord.py
but no sockets.
"""

import asyncio
import json
import re
import tempfile
import time
import weakref
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import aiohttp
import discord

GUILD = 10_000_000_000_000_001
EPOCH = 1_420_070_400_000

SEATS = 4
FIRST_CHANNEL = 20_000_000_000_000_000
FIRST_USER = 30_000_000_000_000_000
"""The ids of the first channel with a game, and of the users in all channels, minus small numbers."""

Json = dict[str, Any]

FIXED: dict[str, Json] = json.loads(Path(__file__).with_name("silent.json").read_text(encoding="utf-8"))
"""The fields of each kind of object that are the same everywhere."""


def people_in(channel: int) -> list[int]:
    """Return the ids of the users who play in a channel, in seat order."""
    return [FIRST_USER + channel * 10 + seat for seat in range(1, SEATS + 1)]


class Reply:
    """The answer to a request, as `aiohttp` would return it."""

    def __init__(self, body: str) -> None:
        self.status = 200
        self.reason = "OK"
        self.headers = {"content-type": "application/json"}
        self._body = body

    async def text(self, encoding: str = "utf-8") -> str:  # noqa: ARG002 - as it is called
        """Return the JSON."""
        return self._body

    async def __aenter__(self) -> "Reply":
        return self

    async def __aexit__(self, *_: object) -> None:
        return None


PAGE = 1 << 16
"""The bytes of the file for each channel. Unused bytes need no space on the disk."""


class Scrapbook:
    """The last message of each channel. The messages are in a file, not in the bot's measured memory."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed with this object
        weakref.finalize(self, self._file.close)

    def read(self, channel: int) -> bytes:
        """Return the message of a channel, or nothing before the channel's first message."""
        self._file.seek(self._page(channel))
        length = int.from_bytes(self._file.read(4))
        return self._file.read(length)

    def write(self, channel: int, text: str) -> None:
        """Replace the message of a channel. Raises ValueError if the message is longer than `PAGE`."""
        data = text.encode()
        if len(data) + 4 > PAGE:
            raise ValueError("a message that is longer than its page")
        self._file.seek(self._page(channel))
        self._file.write(len(data).to_bytes(4) + data)

    @staticmethod
    def _page(channel: int) -> int:
        return (channel - FIRST_CHANNEL) * PAGE


class SilentDiscord:
    """Discord, which keeps the last message of each channel and the presses that wait for an answer."""

    def __init__(self) -> None:
        self.spent = 0.0
        """The processor seconds spent in this module, which are not costs of the bot."""
        self.counted = 0
        """The number of requests that count for Discord's limit: all except answers to interactions."""
        self._messages = Scrapbook()
        self._waiting: dict[int, asyncio.Future[float]] = {}
        self._ids = count((int(time.time() * 1000) - EPOCH) << 22, 1 << 12)

    async def log_in(self, client: discord.Client) -> None:
        """Log the client in to this stand-in instead of Discord."""
        with patch.object(aiohttp, "ClientSession", lambda **_: self):
            await client.login("silent")

    def invite(self, client: discord.Client, number: int) -> None:
        """Add a server to the client, as Discord does during a login."""
        began = time.thread_time()
        guild = _guild(number)
        self.spent += time.thread_time() - began
        client._connection.parse_guild_create(guild)  # noqa: SLF001

    def press(self, client: discord.Client, press: Json) -> "asyncio.Future[float]":
        """Use a control. Return a future whose result is the `time.perf_counter` of the posted answer."""
        answered = asyncio.get_running_loop().create_future()
        self._waiting[int(press["channel_id"])] = answered
        client._connection.parse_interaction_create(press)  # type: ignore[arg-type] # noqa: SLF001
        return answered

    def pressed(self, channel: int, user: int, control: str, values: Sequence[str] = ()) -> Json:
        """Return the interaction of a user with a control of the channel's newest message."""
        kind = discord.ComponentType.string_select if values else discord.ComponentType.button
        person = {"id": str(user), "username": f"s{user}", "discriminator": "0", "avatar": None}
        number, message = next(self._ids), self.newest(channel)
        return {
            **FIXED["interaction"],
            "id": str(number),
            "type": discord.InteractionType.component.value,
            "token": f"{number}-{channel}-{message['id']}",
            "guild_id": str(GUILD),
            "channel_id": str(channel),
            "channel": _channel(channel),
            "member": {**FIXED["member"], "user": person, "roles": [], "permissions": "2147483647"},
            "message": message,
            "data": {"custom_id": control, "component_type": kind.value, "values": list(values)},
        }

    def newest(self, channel: int) -> Json:
        """Return the newest message of a channel, or else an empty message."""
        text = self._messages.read(channel)
        message: Json = json.loads(text) if text else self.blank(channel)
        return message

    def blank(self, channel: int, number: int = 0) -> Json:
        """Return an empty message of the bot."""
        place = {"id": str(number or next(self._ids)), "channel_id": str(channel)}
        return {**FIXED["message"], **place, "author": FIXED["bot"]}

    # As an aiohttp session

    closed = False

    async def close(self) -> None:
        """Do nothing, because no connection is open."""

    def request(self, method: str, url: str, **sent: Any) -> Reply:  # noqa: ANN401 - as aiohttp has it
        """Answer a request."""
        began = time.thread_time()
        path = url.partition("/api/v10")[2].partition("?")[0]
        body = json.dumps(self._answer(method, path, sent.get("data")))
        self.spent += time.thread_time() - began
        return Reply(body)

    def _answer(self, method: str, path: str, data: object) -> Json | list[Json]:
        if path.endswith("/commands"):
            return self._commands(method, str(data))
        if path.endswith("/callback"):
            return {"interaction": {"id": path.split("/")[2], "type": 3}}
        self.counted += not path.startswith("/webhooks/")
        posted = re.match(r"/channels/(\d+)/messages(?:/(\d+))?", path)
        if posted:
            return self._message(int(posted[1]), int(posted[2] or 0), data)
        if path.startswith("/webhooks/"):
            _, _, _, token, *rest = path.split("/")
            _, channel, message = token.split("-")
            edits = rest == ["messages", "@original"]  # This edits the message with the control.
            return self._message(*((int(channel), int(message)) if edits else (0, 0)), data)
        if path.startswith("/oauth2/"):
            return {**FIXED["application"], "owner": FIXED["bot"]}
        return FIXED["bot"]

    def _commands(self, method: str, data: str) -> list[Json]:
        if method == "GET":
            return []
        return [
            {
                "id": str(number),
                "application_id": FIXED["bot"]["id"],
                "version": "1",
                "description": "",
                **command,
            }
            for number, command in enumerate(json.loads(data), 1)
        ]

    def _message(self, channel: int, edited: int, data: object) -> Json:
        payload, files = _read(data)
        message = self.blank(channel, edited) | {
            "content": payload.get("content") or "",
            "attachments": [
                {"id": str(place), "filename": name, "size": 1, "url": f"https://cdn/{name}", "proxy_url": ""}
                for place, name in enumerate(files)
            ],
            "components": payload.get("components", []),
            "flags": payload.get("flags", 0) or 0,
        }
        _number(message["components"], count(1))
        if channel and (not edited or str(edited) == self.newest(channel)["id"]):
            self._messages.write(channel, json.dumps(message))
        if (files or not edited) and channel in self._waiting:
            self._waiting.pop(channel).set_result(time.perf_counter())
        return message


CHANNELS, ROLES, EMOJIS = 30, 15, 10
"""The channels, roles and emojis of an average server."""


def _guild(number: int) -> Json:
    """Return a server with its channels, roles and emojis, as Discord describes it at a login."""
    guild = GUILD + (number + 1 << 22)
    roles = [
        {**FIXED["role"], "id": str(guild + place), "name": f"role {place}", "position": place}
        for place in range(ROLES + 1)
    ]
    rights = [
        {"id": role["id"], "type": 0, "allow": "1024", "deny": "2048"} for role in (roles[0], roles[-1])
    ]
    channels = [
        _channel(guild + 100 + place)
        | {"guild_id": str(guild), "name": f"channel-{place}", "position": place, "topic": f"About {place}."}
        | {"permission_overwrites": rights, "last_message_id": str(guild + 200 + place)}
        for place in range(CHANNELS)
    ]
    emojis = [
        {**FIXED["emoji"], "id": str(guild + 300 + place), "name": f"emoji{place}"} for place in range(EMOJIS)
    ]
    member = {**FIXED["member"], "user": FIXED["bot"], "roles": [roles[-1]["id"]]}
    return {
        **FIXED["guild"],
        "id": str(guild),
        "name": f"Server {number}",
        "owner_id": str(guild + 400),
        "features": ["COMMUNITY", "NEWS"],
        "roles": roles,
        "channels": channels,
        "emojis": emojis,
        "members": [member],
        "system_channel_id": channels[0]["id"],
        "rules_channel_id": channels[1]["id"],
    }


def _channel(channel: int) -> Json:
    return {**FIXED["channel"], "id": str(channel), "guild_id": str(GUILD)}


def _read(data: object) -> tuple[Json, list[str]]:
    """Return the JSON of a message and the names of its files."""
    if isinstance(data, aiohttp.FormData):
        fields = {options["name"]: (options, value) for options, _, value in data._fields}
        _, text = fields.pop("payload_json")
        return json.loads(text), [options.get("filename", "") for options, _ in fields.values()]
    return json.loads(str(data)) if data else {}, []


def _number(part: object, numbers: Iterator[int]) -> None:
    """Give an id to every component that has no id, as Discord does."""
    if isinstance(part, list):
        for one in part:
            _number(one, numbers)
    elif isinstance(part, dict):
        if "type" in part:
            part.setdefault("id", next(numbers))
        for key in ("components", "accessory", "component"):
            _number(part.get(key), numbers)
