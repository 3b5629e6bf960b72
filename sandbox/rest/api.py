"""The HTTP side of the REST API: reads a request, lets it meet its fault or its route, writes the answer."""

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiohttp import BodyPartReader, web
from pydantic import JsonValue

from sandbox.buckets import Buckets, Share
from sandbox.errors import ApiError, Refusal
from sandbox.faults import AnswerLost, Broken, Fault, Faults, RateLimited, Refused, UploadCut
from sandbox.journal import Journal, Request
from sandbox.posting import Upload
from sandbox.rest import bot, channels, commands, interactions, messages
from sandbox.rest.calls import Answer, Call, Match, Routes
from sandbox.service import Service

if TYPE_CHECKING:
    from sandbox.openapi import Description

ROOT = "/api/v10"
_WITHOUT_TOKEN = ("/interactions/", "/webhooks/")

ROUTES = Routes()
for topic in (bot, channels, messages, interactions, commands):
    ROUTES.include(topic.routes)


@dataclass
class Api:
    """Discord's REST API over `service`, for the holder of `token`."""

    service: Service
    token: str
    description: "Description | None"
    journal: Journal = field(default_factory=Journal)
    faults: Faults = field(default_factory=Faults)
    buckets: Buckets | None = None
    violations: list[str] = field(default_factory=list)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Handle one request of the bot."""
        path = request.path.removeprefix(ROOT)
        fault = self.faults.take(request.method, path)
        if isinstance(fault, UploadCut):
            await request.content.readany()
            return _hang_up(request)
        call = Call(request.method, path, {}, dict(request.query))
        try:
            body, uploads = await _read(request)
            call = Call(request.method, path, {}, dict(request.query), body, uploads)
            answer, headers = self._answer(request, call, fault)
        except ApiError as error:
            answer, headers = Answer(error.body(), error.status), {}
        except ConnectionError:
            # The bot was gone before it had said everything, so there was nothing to carry out.
            return _hang_up(request)
        except Exception as error:
            # A bug of the sandbox must not pass for a bad day of Discord.
            self.violations.append(f"{request.method} {path}: the sandbox failed with {error!r}")
            raise
        self._note(call, answer)
        if isinstance(fault, AnswerLost):
            return _hang_up(request)
        if answer.body is None:
            return web.Response(status=answer.status, headers=headers)
        # Written by hand, because the client compares the content type letter by letter.
        headers = headers | {"Content-Type": "application/json"}
        return web.Response(body=json.dumps(answer.body).encode(), status=answer.status, headers=headers)

    def _answer(self, request: web.Request, call: Call, fault: Fault | None) -> tuple[Answer, dict[str, str]]:
        match fault:
            case RateLimited():
                return _limited(fault.retry_after, everywhere=fault.everywhere)
            case Broken():
                return Answer({"message": f"{fault.status}: Server Error", "code": 0}, fault.status), {}
            case Refused():
                raise ApiError(fault.refusal)
            case _:
                return self._route(request, call)

    def _route(self, request: web.Request, call: Call) -> tuple[Answer, dict[str, str]]:
        if not call.path.startswith(_WITHOUT_TOKEN):
            self._check_token(request)
        try:
            match = ROUTES.find(call.method, call.path)
        except ApiError as error:
            self.violations.append(f"{call.method} {call.path}: {error.refusal.value.message}")
            raise
        call = Call(call.method, call.path, match.params, call.query, call.body, call.uploads)
        self._check_description(call)
        headers: dict[str, str] = {}
        share = self._share(call, match)
        if share:
            headers = _bucket_headers(share, match)
            if not share.passes:
                answer, via = _limited(share.reset_after, everywhere=False)
                return answer, headers | via
        return match.handler(self.service, call), headers

    def _check_token(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {self.token}":
            raise ApiError(Refusal.UNAUTHORIZED)

    def _check_description(self, call: Call) -> None:
        if self.description:
            found = self.description.violations(call.method, call.path, call.body)
            self.violations += [f"{call.method} {call.path}: {problem}" for problem in found]

    def _share(self, call: Call, match: Match) -> Share | None:
        if self.buckets is None or call.method not in {"POST", "PATCH"}:
            return None
        if not match.template.startswith("/channels/{channel_id}/messages"):
            return None
        return self.buckets.take(f"{call.method} {match.template} {match.params['channel_id']}")

    def _note(self, call: Call, answer: Answer) -> None:
        files = tuple(upload.filename for upload in call.uploads.values())
        self.journal.add(
            Request(call.method, call.path, call.query, call.body, files, answer.status, answer.body)
        )


async def _read(request: web.Request) -> tuple[JsonValue, dict[str, Upload]]:
    """Read the body: JSON, or a form with JSON in ``payload_json`` and files beside it."""
    if request.content_type == "multipart/form-data":
        return await _read_form(request)
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


def _limited(retry_after: float, *, everywhere: bool) -> tuple[Answer, dict[str, str]]:
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere}
    headers = {"Via": "1.1 sandbox", "Retry-After": str(retry_after)}
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    return Answer(body, 429), headers


def _bucket_headers(share: Share, match: Match) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(share.limit),
        "X-RateLimit-Remaining": str(share.remaining),
        "X-RateLimit-Reset-After": f"{share.reset_after:.3f}",
        "X-RateLimit-Bucket": match.template.replace("/", "-").strip("-"),
    }


def _hang_up(request: web.Request) -> web.Response:
    if request.transport:
        request.transport.abort()
    return web.Response(status=503)
