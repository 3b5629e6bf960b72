"""A slash command that two kinds of actions share: a die of Privateer is spent by sailing or by firing."""

from collections.abc import Sequence

from rules.engine.action import Action
from rules.privateer.actions import Fire, Sail
from sandbox import Persona
from tests.bot.harbour import Harbour


async def legal(harbour: Harbour) -> Sequence[Action]:
    """What the seat that is awaited may do."""
    table = await harbour.table()
    return table.game.decisions(table.match.state)[0].actions


async def battle(harbour: Harbour) -> Persona:
    """A battle of two in which the dice were rolled; who is to spend them."""
    ann, bo = harbour.crew = harbour.people("Ann", "Bo")
    await harbour.told(await ann.slash("/game new", game="privateer", preset="quick"))
    await harbour.told(await bo.slash("/game join"))
    await harbour.told(await ann.slash("/game start"))
    while not any(isinstance(action, Sail | Fire) for action in await legal(harbour)):
        action = (await legal(harbour))[-1]
        await harbour.told(await (await harbour.awaited()).slash("/do", action=str(action)))
    return await harbour.awaited()


async def test_a_sail_and_a_cannonball_are_spent_by_one_command(harbour: Harbour) -> None:
    person = await battle(harbour)
    offered = await person.complete("/privateer spend", focused="die", ship=1)
    dice = {str(value)[0]: value for _, value in offered}
    assert set(dice) == {"S", "C"}

    for die in (dice["C"], dice["S"]):
        directions = await person.complete("/privateer spend", focused="dir", ship=1, die=die)
        await harbour.told(await person.slash("/privateer spend", ship=1, die=die, dir=directions[0][1]))

    journal = await harbour.journal()
    assert [row.entry.what.split()[0] for row in journal[-2:]] == ["fire", "sail"]


async def test_a_die_that_is_neither_is_refused_with_how_it_is_written(harbour: Harbour) -> None:
    person = await battle(harbour)
    before = (await harbour.table()).row
    reply = await harbour.told(await person.slash("/privateer spend", ship=1, die="anchor", dir="N"))
    assert reply.ephemeral
    assert "Write it like: " in reply.text
    assert (await harbour.table()).row == before
