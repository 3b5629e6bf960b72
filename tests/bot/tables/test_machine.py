"""The bot as a player: it does not look."""

from dataclasses import replace
from random import Random

from bot.tables.machine import Machine
from rules.acrana import GAME
from rules.engine.policy import greedy
from tests.laws import Table, redrawn

BOT = 7


async def test_the_bot_makes_the_same_moves_whatever_others_hold() -> None:
    table, machine, luck = Table(GAME, GAME.options(), 3, luck=5), Machine(BOT), Random(1)
    differ = 0
    for match in table.some(6):
        seats = range(1, len(match.position.players) + 1)
        decision = machine.turn(match, seats)
        assert decision is not None
        other = redrawn(match, decision.seat, luck).model_dump_json()
        # What is hidden is in the chain of hashes, too.
        unlike = {"state": other, "chain": f"{luck.getrandbits(256):064x}"}
        alike = replace(match, position=match.position.model_copy(update=unlike))
        again = machine.turn(alike, seats)
        assert again is not None
        differ += other != match.position.state
        assert await machine.choose(match, decision, greedy) == await machine.choose(alike, again, greedy)
    assert differ > 3
