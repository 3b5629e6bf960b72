"""One browser window, which shows the world to one person at a time and acts for that person.

The server sends JSON with an ``event``. ``answer`` answers the request with the same number. ``message`` is a
new or edited message, and ``gone`` is a deleted message. ``places``, ``bot`` and ``commands`` are changed
parts of the scene. ``lost`` means that the person cannot see the open channel any more.
"""

import asyncio
import json
from contextlib import suppress

from aiohttp import WSMsgType, web
from pydantic import ValidationError

from sandbox.errors import SandboxError
from sandbox.office.interactions import Modal
from sandbox.page import requests
from sandbox.page.hall import Hall, MessagesRead
from sandbox.page.requests import Deed, PageRequest
from sandbox.payloads import JsonObject
from sandbox.personas.persona import Persona
from sandbox.personas.reply import Reply, ReplyKind
from sandbox.personas.submission import FieldValue
from sandbox.world import changes
from sandbox.world.channels import Channel, Message
from sandbox.world.guilds import User


class AbsentError(SandboxError):
    """The page refers to something that no longer exists."""


class Visit:
    """A WebSocket of the page, from its opening to its end."""

    def __init__(self, hall: Hall, socket: web.WebSocketResponse) -> None:
        self._hall = hall
        self._socket = socket
        self._outgoing: asyncio.Queue[JsonObject] = asyncio.Queue()
        self._persona: Persona | None = None
        self._channel: Channel = hall.sandbox.harbour
        self._forms: dict[int, Modal] = {}
        self._stale: set[str] = set()

    async def serve(self) -> None:
        """Answer requests and send changes until the window closes."""
        pump = asyncio.create_task(self._pump())
        working: set[asyncio.Task[None]] = set()
        try:
            with self._hall.sandbox.world.changes.watched(self.notice):
                async for packet in self._socket:
                    if packet.type is not WSMsgType.TEXT:
                        continue
                    # Requests run at the same time, so that a slow answer of the bot delays nothing else.
                    task = asyncio.create_task(self._answer(packet.data))
                    working.add(task)
                    task.add_done_callback(working.discard)
        finally:
            for task in (pump, *working):
                task.cancel()
            await asyncio.gather(pump, *working, return_exceptions=True)

    def notice(self, change: changes.Change) -> None:
        """Send `change` to the window."""
        if self._persona is None:
            return
        match change:
            case changes.MessageCreated(message) | changes.MessageUpdated(message):
                self._show(self._persona, message)
            case changes.MessageDeleted(message):
                if message.channel is self._channel:
                    self._send({"event": "gone", "message": str(message.id)})
            case changes.BotConnected() | changes.BotDisconnected():
                self._refresh("bot")
            case changes.CommandsChanged():
                self._refresh("commands")
            case MessagesRead():
                pass
            case _:
                # Other changes, for example of permissions, may hide the open channel from this person.
                if self._channel not in self._persona.channels():
                    self._send({"event": "lost", "channel": str(self._channel.id)})
                self._refresh("commands")
        self._refresh("places")

    # --- sending ---

    async def _pump(self) -> None:
        with suppress(ConnectionError):
            while True:
                await self._socket.send_str(json.dumps(await self._outgoing.get()))

    def _send(self, body: JsonObject) -> None:
        self._outgoing.put_nowait(body)

    def _show(self, persona: Persona, message: Message) -> None:
        here = message.channel is self._channel and persona.can_read(message)
        if here and message.id not in self._hall.dismissed(persona):
            self._send({"event": "message", "message": self._hall.scene.message(persona, message)})

    def _refresh(self, part: str) -> None:
        """Send a part of the scene again, once for all changes in this iteration of the event loop."""
        if not self._stale:
            asyncio.get_running_loop().call_soon(self._send_stale)
        self._stale.add(part)

    def _send_stale(self) -> None:
        stale, self._stale = self._stale, set()
        persona = self._persona
        if persona is None:
            return
        scene = self._hall.scene
        if "places" in stale:
            self._send({"event": "places", "places": scene.places(persona)})
        if "bot" in stale:
            self._send({"event": "bot", "bot": scene.bot()})
        if "commands" in stale:
            self._send({"event": "commands", "commands": scene.commands(persona, self._channel)})

    # --- answering ---

    async def _answer(self, text: str) -> None:
        try:
            request = requests.read(text)
        except ValidationError:
            # The text comes from a page of another version, or from somebody's experiment with the WebSocket.
            await self._socket.close(code=1008, message=b"not a request of this page")
            return
        try:
            result = await self._carry_out(request)
        except SandboxError as error:
            self._send({"event": "answer", "number": request.number, "refused": str(error)})
        else:
            self._send({"event": "answer", "number": request.number, "result": result})

    async def _carry_out(self, request: PageRequest) -> JsonObject:
        persona = self._hall.find(request.who)
        if isinstance(request, requests.Look):
            # If the page's address names no known person, the window shows the first person.
            return self._look(persona or self._hall.sandbox.personas[0], request.channel)
        if persona is None:
            raise AbsentError(f"there is nobody called {request.who!r}")
        return await self._do(persona, request)

    async def _do(self, persona: Persona, request: Deed) -> JsonObject:
        match request:
            case requests.Earlier():
                place, hidden = self._place(persona, request.channel), self._hall.dismissed(persona)
                return self._hall.scene.history(persona, place, hidden, request.before)
            case requests.Read():
                self._hall.read(persona, self._place(persona, request.channel))
                return {}
            case requests.Dismiss():
                self._hall.dismissed(persona).add(request.message)
                return {}
            case requests.NewChannel():
                return {"channel": str(self._hall.new_channel(request.name).id)}
            case requests.Say():
                message = await persona.say(request.text, self._place(persona, request.channel))
                return {"message": str(message.id)}
            case requests.Complete():
                return await self._complete(persona, request)
            case _:
                return self._outcome(await self._act(persona, request))

    async def _act(
        self,
        persona: Persona,
        request: requests.Slash | requests.Use | requests.Press | requests.Choose | requests.Submit,
    ) -> Reply:
        match request:
            case requests.Slash():
                place = self._place(persona, request.channel)
                return await persona.slash(request.line, channel=place, options=request.options)
            case requests.Use():
                place = self._place(persona, request.channel)
                return await persona.use(request.name, self._target(request), channel=place)
            case requests.Press():
                return await persona.press(self._message(request.message), custom_id=request.custom_id)
            case requests.Choose():
                message = self._message(request.message)
                return await persona.choose(message, *request.values, custom_id=request.custom_id)
            case requests.Submit():
                form = self._forms.get(request.form)
                if form is None:
                    raise AbsentError("this form has been sent already, or the sandbox was restarted")
                reply = await persona.submit(form, _answers(persona, form, request))
                del self._forms[request.form]
                return reply

    def _look(self, persona: Persona, wanted: str | None) -> JsonObject:
        persona.look_away()
        self._persona = persona
        self._channel = self._hall.channel_for(persona, wanted)
        scene = self._hall.scene
        return {
            "me": str(persona.id),
            "channel": str(self._channel.id),
            "bot": scene.bot(),
            "places": scene.places(persona),
            "commands": scene.commands(persona, self._channel),
            "history": scene.history(persona, self._channel, self._hall.dismissed(persona)),
        }

    async def _complete(self, persona: Persona, request: requests.Complete) -> JsonObject:
        place = self._place(persona, request.channel)
        choices = await persona.complete(
            request.line, focused=request.focused, channel=place, options=request.options
        )
        return {"choices": [{"name": name, "value": value} for name, value in choices]}

    def _outcome(self, reply: Reply) -> JsonObject:
        if reply.kind is ReplyKind.MODAL:
            modal = reply.modal
            self._forms[modal.opened_by.id] = modal
            return {"outcome": "form", "form": self._hall.scene.form(modal)}
        return {"outcome": "failed" if reply.kind is ReplyKind.NONE else "answered"}

    def _place(self, persona: Persona, channel_id: int) -> Channel:
        channel = self._hall.sandbox.world.channels.get(channel_id)
        if channel is None or not persona.can_see(channel):
            raise AbsentError("this channel is no longer there")
        return channel

    def _target(self, request: requests.Use) -> Message | User:
        if request.message is not None:
            return self._message(request.message)
        user = self._hall.sandbox.world.users.get(request.user or 0)
        if user is None:
            raise AbsentError("there is nobody to ask")
        return user

    def _message(self, message_id: int) -> Message:
        message = self._hall.sandbox.world.messages.get(message_id)
        if message is None:
            raise AbsentError("this message is no longer there")
        return message


def _answers(persona: Persona, form: Modal, request: requests.Submit) -> dict[str, FieldValue]:
    """Upload the files among `persona`'s answers to a form, and return the answers."""
    place = form.opened_by.channel

    def brought(answer: requests.Filled) -> FieldValue:
        if isinstance(answer, str | bool):
            return answer
        files = [one for one in answer if isinstance(one, requests.BroughtFile)]
        if files:
            return [persona.upload(file.name, file.data, place) for file in files]
        return [one for one in answer if isinstance(one, str)]

    return {name: brought(answer) for name, answer in request.answers.items()}
