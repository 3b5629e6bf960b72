"""The body of a request: JSON, or a form with JSON and files in it."""

import json

from aiohttp import BodyPartReader, web
from pydantic import JsonValue

from sandbox.errors import ApiError, Refusal
from sandbox.office.posting import Upload

LARGEST_REQUEST = 25 * 1024 * 1024
"""The most bytes of a request. Single files have limits of their own."""


async def read(request: web.Request) -> tuple[JsonValue, dict[str, Upload]]:
    """Read a request: its JSON, and its files by the names of their form fields.

    Raises:
        ApiError: 40005 if it is too large, 50109 if its JSON is invalid.
        ConnectionError: if the client disconnects before the end.
    """
    if (request.content_length or 0) > LARGEST_REQUEST:
        # A client that is interrupted while sending does not read the reason.
        while await request.content.readany():
            pass
        raise ApiError(Refusal.ENTITY_TOO_LARGE)
    if request.content_type == "multipart/form-data":
        return await _read_form(request)
    if request.content_type == "application/x-www-form-urlencoded":
        fields = await request.post()
        return _json(str(fields.get("payload_json", "null"))), {}
    text = await request.text()
    return _json(text) if text else None, {}


async def _read_form(request: web.Request) -> tuple[JsonValue, dict[str, Upload]]:
    body: JsonValue = None
    uploads: dict[str, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader) or part.name is None:
            continue
        if part.name == "payload_json":
            body = _json(await part.text())
        else:
            data = bytes(await part.read(decode=True))
            kind = part.headers.get("Content-Type", "application/octet-stream")
            uploads[part.name] = Upload(part.filename or part.name, data, kind)
    return body, uploads


def _json(text: str) -> JsonValue:
    try:
        body: JsonValue = json.loads(text)
    except json.JSONDecodeError:
        raise ApiError(Refusal.BAD_JSON) from None
    return body
