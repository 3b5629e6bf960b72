"""The bot's answers in one game, computed immediately or by another process."""

import asyncio
from functools import partial
from typing import NamedTuple

from bot.sessions.bot_strengths import policy_of, thinks_apart
from bot.sessions.outbox_planner import only_awaits
from bot.sessions.surroundings import Surroundings
from bot.store.rows import GameRow
from rules.engine.action import Action
from rules.engine.decision import Decision
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match
from rules.engine.policy import steady


class StillThinking(Exception):
    """The bot has not decided yet."""


class Thinking(NamedTuple):
    """Another process thinks about the position after entry `at`. `task` returns an action's notation."""

    at: int
    task: "asyncio.Task[str]"


class BotTurns:
    """The bot's decisions in one game, for its own seats and for absent players."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._thinking: Thinking | None = None

    def due(self, row: GameRow, match: Match) -> Decision | None:
        """Return the bot's next decision, for its own seat or an absent player; `None` if there is none."""
        machine = self._around.machine
        return machine.turn(match, (*row.seats_of(machine.user), *match.position.absent))

    def thinks(self, row: GameRow) -> bool:
        """Return whether the game waits only for the bot, and another process thinks for one of its seats."""
        user = self._around.machine.user
        return only_awaits(row, user) and any(thinks_apart(row, seat, user) for seat in row.seats_of(user))

    async def answer(self, row: GameRow, match: Match) -> tuple[int, Action] | None:
        """Return the seat and the answer of the bot's next decision, or `None`. Raises StillThinking."""
        decision = self.due(row, match)
        if decision is None:
            return None
        machine, policy = self._around.machine, policy_of(row, decision.seat, self._around.machine.user)
        if thinks_apart(row, decision.seat, machine.user):
            if action := self._thought(row.id, match, decision):
                return decision.seat, action
            policy = steady
        return decision.seat, await machine.choose(match, decision, policy)

    def _thought(self, game: str, match: Match, decision: Decision) -> Action | None:
        """Return another process's choice for this position; `None` if the process found no legal choice.

        Raises StillThinking while the process thinks. The game is woken when the process is done.
        """
        at = match.position.last
        if self._thinking is None or self._thinking.at != at:
            if self._thinking is not None:
                self._thinking.task.cancel()
            self._thinking = Thinking(at, self._around.machine.think(match, decision))
            self._thinking.task.add_done_callback(partial(self._has_thought, game))
        task = self._thinking.task
        if not task.done():
            raise StillThinking
        self._thinking = None
        try:
            action = match.game.read(task.result())
        except (HarbourmasterError, asyncio.CancelledError):
            return None
        return action if action in decision.actions else None

    def _has_thought(self, game: str, task: "asyncio.Task[str]") -> None:
        if not task.cancelled():
            self._around.wake(game)
