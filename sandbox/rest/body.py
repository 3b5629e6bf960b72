"""The body of a request: JSON, or a form with JSON and files in it."""

import json
from functools import lru_cache

from aiohttp import BodyPartReader, content_disposition_filename, parse_content_disposition, web
from pydantic import JsonValue

from sandbox.errors import ApiError, Refusal
from sandbox.office.posting import Upload

LARGEST_REQUEST = 25 * 1024 * 1024
"""The maximum size of a request, in bytes. Single files have limits of their own."""


async def read(request: web.Request) -> tuple[JsonValue, dict[str, Upload]]:
    """Return the JSON of a request, and a mapping from the names of form fields to the files in them.

    Raises ApiError if the request is too large or its JSON is invalid, and ConnectionError if the client
    disconnects before the end.
    """
    if (request.content_length or 0) > LARGEST_REQUEST:
        # Read the request to its end, because a client that is still sending would not read the answer.
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
        if not isinstance(part, BodyPartReader):
            continue
        name, filename = _named(part.headers.get("Content-Disposition", ""))
        if name == "payload_json":
            body = _json(await part.text())
        elif name is not None:
            data = bytes(await part.read(decode=True))
            kind = part.headers.get("Content-Type", "application/octet-stream")
            uploads[name] = Upload(filename or name, data, kind)
    return body, uploads


@lru_cache(maxsize=1024)
def _named(disposition: str) -> tuple[str | None, str | None]:
    """Return the field name and the file name of a form's part. The results are cached."""
    _, parameters = parse_content_disposition(disposition)
    return content_disposition_filename(parameters, "name"), content_disposition_filename(parameters)


def _json(text: str) -> JsonValue:
    try:
        body: JsonValue = json.loads(text)
    except json.JSONDecodeError:
        raise ApiError(Refusal.BAD_JSON) from None
    return body
