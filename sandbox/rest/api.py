"""The HTTP part of the REST API, which reads requests, applies faults or routes, and answers."""

import json
from dataclasses import dataclass, replace

from aiohttp import web

from sandbox.errors import ApiError, Refusal
from sandbox.inspection import Inspector
from sandbox.rest import bot, channels, commands, emojis, interactions, messages
from sandbox.rest.access import check_application
from sandbox.rest.body import read
from sandbox.rest.calls import Answer, Call, Routes
from sandbox.service import Service
from sandbox.traffic.faults import AnswerLost, Broken, Fault, Faults, Page, RateLimited, Refused, UploadCut
from sandbox.traffic.journal import Journal, Request
from sandbox.traffic.rate_limits import refusal_headers

ROOT = "/api/v10"
_WITHOUT_TOKEN = ("/interactions/", "/webhooks/")

ROUTES = Routes()
for topic in (bot, channels, messages, interactions, commands, emojis):
    ROUTES.include(topic.routes)


@dataclass
class Api:
    """Discord's REST API over `service`, for the owner of the token."""

    service: Service
    inspector: Inspector
    journal: Journal
    faults: Faults

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Handle one request of the bot."""
        path = request.path.removeprefix(ROOT)
        fault = self.faults.take(request.method, path)
        if isinstance(fault, UploadCut):
            await request.content.readany()
            return _hang_up(request)
        call = Call(request.method, path, {}, dict(request.query))
        try:
            body, uploads = await read(request)
            call = Call(request.method, path, {}, dict(request.query), body, uploads)
            answer = self._answer(request, call, fault)
        except ApiError as error:
            answer = Answer(error.body(), error.status, _retry_headers(error))
        except ConnectionError:
            # The bot disconnected before its request was complete, so the request is not carried out.
            return _hang_up(request)
        except Exception as error:
            # An error of the sandbox must not look like an error of Discord.
            self.inspector.violations.append(f"{request.method} {path}: the sandbox failed with {error!r}")
            raise
        self._note(call, answer)
        return _hang_up(request) if isinstance(fault, AnswerLost) else _written(answer)

    def _answer(self, request: web.Request, call: Call, fault: Fault | None) -> Answer:
        if self.service.limits.banned:
            return _page(429)
        match fault:
            case RateLimited():
                return _limited(fault.retry_after, everywhere=fault.everywhere)
            case Page():
                return _page(fault.status)
            case Broken():
                return Answer({"message": f"{fault.status}: Server Error", "code": 0}, fault.status)
            case Refused():
                raise ApiError(fault.refusal)
            case _:
                return self._route(request, call)

    def _route(self, request: web.Request, call: Call) -> Answer:
        with_token = not call.path.startswith(_WITHOUT_TOKEN)
        if with_token:
            self._check_token(request)
        try:
            route, params = ROUTES.find(call.method, call.path)
        except ApiError as error:
            self.inspector.violations.append(f"{call.method} {call.path}: {error.refusal.value.message}")
            raise
        call = replace(call, params=params)
        self.inspector.look_at_request(call.method, call.path, call.body)
        if with_token:
            over_all = self.service.limits.of_token()
            if not over_all.passes:
                return _limited(over_all.reset_after, everywhere=True)
        share, headers = self.service.limits.of_route(call.method, route.template, params)
        if not share.passes:
            answer = _limited(share.reset_after, everywhere=False)
            return replace(answer, headers={**answer.headers, **headers})
        try:
            check_application(self.service, call)
            return replace(route.handler(self.service, call), headers=headers)
        except ApiError as error:
            return Answer(error.body(), error.status, headers | _retry_headers(error))

    def _check_token(self, request: web.Request) -> None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bot" or not self.service.login.accepts(token):
            raise ApiError(Refusal.UNAUTHORIZED)

    def _note(self, call: Call, answer: Answer) -> None:
        self.service.limits.note_answer(answer.status, scope=answer.headers.get("X-RateLimit-Scope"))
        if not isinstance(answer.body, str):
            self.inspector.look_at_answer(call.method, call.path, answer.status, answer.body)
        files = tuple(upload.filename for upload in call.uploads.values())
        self.journal.append(
            Request(call.method, call.path, call.query, call.body, files, answer.status, answer.body)
        )


def _limited(retry_after: float, *, everywhere: bool) -> Answer:
    body: dict[str, object] = {"message": "You are being rate limited.", "code": 0}
    body |= {"retry_after": retry_after, "global": everywhere}
    return Answer(body, 429, refusal_headers(retry_after, scope="global" if everywhere else "user"))


def _retry_headers(error: ApiError) -> dict[str, str]:
    return {} if error.retry_after is None else refusal_headers(error.retry_after, scope="shared")


def _page(status: int) -> Answer:
    """Return an HTML page, as the proxies in front of Discord send it."""
    headers = {"Content-Type": "text/html; charset=UTF-8", "Retry-After": "600"}
    return Answer(f"<!doctype html>\n<title>{status}</title>\n<h1>{status}</h1>\n", status, headers)


def _written(answer: Answer) -> web.Response:
    if isinstance(answer.body, str):
        return web.Response(body=answer.body.encode(), status=answer.status, headers=answer.headers)
    # Only Discord's own answers have this header. Without the header, clients know that a proxy answers.
    headers = {"Via": "1.1 sandbox", **answer.headers}
    if answer.body is None:
        return web.Response(status=answer.status, headers=headers)
    # The content type has no charset, because the client compares it exactly.
    headers["Content-Type"] = "application/json"
    return web.Response(body=json.dumps(answer.body).encode(), status=answer.status, headers=headers)


def _hang_up(request: web.Request) -> web.Response:
    if request.transport:
        request.transport.abort()
    return web.Response(status=503)
