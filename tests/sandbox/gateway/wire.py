"""A hand-written client of the gateway."""

from typing import Any, TypeAlias

import aiohttp

from sandbox import Sandbox

Ready: TypeAlias = dict[str, Any]


async def identify(discord: Sandbox, socket: aiohttp.ClientWebSocketResponse, **more: object) -> None:
    form: dict[str, object] = {"token": discord.token, "intents": 1, "properties": {}, **more}
    await socket.send_json({"op": 2, "d": form})


async def log_in(discord: Sandbox, socket: aiohttp.ClientWebSocketResponse, **more: object) -> Ready:
    """Identify on a new connection. Returns the data of READY."""
    assert (await socket.receive_json())["op"] == 10
    await identify(discord, socket, **more)
    packet = await socket.receive_json()
    assert packet["t"] == "READY"
    ready: Ready = packet["d"]
    return ready


async def closed_with(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    """Return the code with which the gateway closes the connection."""
    while (await socket.receive()).type not in {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED}:
        pass
    return socket.close_code
