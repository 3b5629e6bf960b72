"""Whole races of Sailing Port Flower, played through the real client."""

import random

import pytest

from rules.engine.action import notation
from tests.bot.harbour import Harbour

PEOPLE = ("Ann", "Bo", "Cato", "Dagny", "Edda", "Finn")


async def play_by_slash(harbour: Harbour, seed: int) -> int:
    """Play the race in #harbour to its end with `/do`; returns the number of commands it took."""
    generator = random.Random(seed)
    table = await harbour.table()
    commands = 0
    while table.row.status == "running":
        state = table.match.state
        decision = table.game.decisions(state)[0]
        person = harbour.discord.persona(PEOPLE[decision.seat - 1])
        action = generator.choice(decision.actions)
        reply = await harbour.told(await person.slash("/do", action=notation(action)))
        assert reply.message is not None, reply
        commands += 1
    return commands


@pytest.mark.parametrize("seats", [2, 4, 6])
async def test_a_race_is_played_by_slash_commands_alone(harbour: Harbour, seats: int) -> None:
    people = harbour.people(*PEOPLE[:seats])
    await harbour.start_race(*people, buoys="3", round_limit="10", reroll_when_stuck="on")
    await play_by_slash(harbour, seed=seats)
    table = await harbour.table()
    assert table.row.status == "over"
    check = await harbour.told(await people[0].slash("/verify"))
    assert "rolls come from the seed" in check.text
