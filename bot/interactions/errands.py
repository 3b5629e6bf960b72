"""Errands: work that the process of one cluster leaves to the process of another cluster.

The database keeps an errand until it is done, because the other process may be restarting. After a crash an
errand may run twice. The second run is harmless: an interaction acts only once, and any other errand then
changes nothing.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot.handlers import personal_data
from bot.handlers.responses import Interaction
from bot.host import Host
from bot.rounds import Rounds
from bot.settings import preferences
from bot.store.errors import StoreError
from bot.store.writing import ClusterErrand, ErrandKind
from rules.engine.errors import HarbourmasterError

log = logging.getLogger(__name__)

PERIOD = 15.0
"""Seconds between two polls, in case a notification is lost."""

_ACKNOWLEDGED = discord.InteractionResponseType.deferred_message_update

Use = Callable[[Interaction], Awaitable[None]]


class Errands:
    """Does the errands that other processes leave to this process, as soon as a notification arrives."""

    def __init__(self, client: Host, use: Use, commands: Callable[[], Awaitable[None]]) -> None:
        """`use` handles a press, and `commands` reads the commands that Discord knows."""
        self._client = client
        self._use = use
        self._commands = commands
        self._round = asyncio.Lock()
        self._rounds = Rounds("errands", PERIOD, self.go_round)
        self._hearing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """If there are other processes, begin to do their errands. `stop` ends this."""
        if self._client.store.cluster.others:
            hearing = self._client.store.hear(self._rounds.wake)
            self._hearing = asyncio.create_task(hearing, name="errands-heard")
            self._rounds.start()

    async def stop(self) -> None:
        """Stop. Remaining errands wait for the next process."""
        if self._hearing is not None:
            self._hearing.cancel()
            await self._rounds.stop()
            await asyncio.wait({self._hearing})

    async def go_round(self) -> None:
        """Do all waiting errands, one round at a time."""
        async with self._round:
            try:
                for errand in await self._client.store.errands():
                    await self._do(errand)
                    await self._client.store.finish(errand)
            except StoreError as error:
                log.warning(
                    "errands of other processes cannot be done now: %s", error.detail or error.message
                )

    async def _do(self, errand: ClusterErrand) -> None:
        """Do one errand. Raises StoreError if the errand must be retried later."""
        kinds: Mapping[ErrandKind, Callable[[ClusterErrand], Awaitable[None]]] = {
            "wishes": self._wishes,
            "forget": lambda errand: personal_data.forget_here(self._client, errand.person),
            "press": lambda errand: self._use(taken_over(self._client, json.loads(errand.data))),
            "commands": lambda _: self._commands(),
        }
        try:
            await kinds[errand.kind](errand)
        except StoreError:
            raise
        except HarbourmasterError as refusal:
            log.info("nothing to do for an errand of the kind %s: %s", errand.kind, refusal.message)
        except Exception:
            log.exception("an errand of the kind %s broke unexpectedly", errand.kind)

    async def _wishes(self, errand: ClusterErrand) -> None:
        await self._client.store.reread_wishes(errand.person)
        await preferences.recount(self._client, errand.person)


async def hand_over(interaction: Interaction, guild: int) -> None:
    """Let the process that serves the game's server handle an acknowledged press in a direct message."""
    user = interaction.user
    data = {
        "id": str(interaction.id),
        "application_id": str(interaction.application_id),
        "token": interaction.token,
        "data": interaction.data,
        "user": {"id": str(user.id), "username": user.name, "discriminator": "0", "avatar": None},
    }
    await interaction.client.store.leave(guild, "press", user.id, json.dumps(data))


def taken_over(client: Host, data: Mapping[str, Any]) -> Interaction:
    """Rebuild the press that another process has acknowledged."""
    payload: Any = {
        **data,
        "type": discord.InteractionType.component.value,
        "version": 1,
        "attachment_size_limit": 0,
    }
    # discord.py has no public method to make an interaction, or to mark it as acknowledged elsewhere.
    state: Any = client._connection  # noqa: SLF001
    interaction: Interaction = discord.Interaction(data=payload, state=state)
    interaction.response._response_type = _ACKNOWLEDGED  # noqa: SLF001
    return interaction
