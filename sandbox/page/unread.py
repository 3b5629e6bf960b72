from collections import defaultdict

from sandbox.personas.persona import Persona
from sandbox.world.changes import Change, MessageCreated, MessageDeleted, MessageUpdated
from sandbox.world.channels import Channel, Message


class Unread:
    """The unread messages of every persona, kept on the server so that all windows show the same dots."""

    def __init__(self) -> None:
        self._unseen: dict[tuple[int, int], set[int]] = defaultdict(set)
        self._calls: dict[tuple[int, int], set[int]] = defaultdict(set)
        self._pinged: dict[int, frozenset[int]] = {}

    def note(self, change: Change, personas: list[Persona]) -> None:
        """Update the unread messages and notifications of each of `personas` after `change`."""
        match change:
            case MessageCreated(message):
                for persona in personas:
                    if persona.can_read(message) and message.author is not persona.user:
                        self._unseen[persona.id, message.channel.id].add(message.id)
                self._note_calls(message)
            case MessageUpdated(message):
                # A deferred answer notifies people only when it receives its content.
                self._note_calls(message)
            case MessageDeleted(message):
                for marks in (*self._unseen.values(), *self._calls.values()):
                    marks.discard(message.id)

    def unseen(self, persona: Persona, channel: Channel) -> bool:
        """Return whether `channel` has messages that `persona` has not seen."""
        return bool(self._unseen[persona.id, channel.id])

    def calls(self, persona: Persona, channel: Channel) -> int:
        """Return the number of unseen messages in `channel` that notified `persona`."""
        return len(self._calls[persona.id, channel.id])

    def read(self, persona: Persona, channel: Channel) -> bool:
        """Record that `persona` looks at `channel` now. Return whether anything was unread."""
        key = (persona.id, channel.id)
        anything = bool(self._unseen[key] or self._calls[key])
        self._unseen[key].clear()
        self._calls[key].clear()
        return anything

    def _note_calls(self, message: Message) -> None:
        for user_id in message.pinged - self._pinged.get(message.id, frozenset()):
            self._calls[user_id, message.channel.id].add(message.id)
        self._pinged[message.id] = message.pinged
