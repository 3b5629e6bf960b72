"""Each deed of the crews' game masters, once in calm weather: it takes effect, and all data agree."""

from dataclasses import replace
from random import Random

import pytest

from rules.engine.entry import Actor
from tests.bot.harbour import Harbour
from tests.faults import invariants, masters
from tests.faults.crew import Crew, Deeds
from tests.faults.ledger import Ledger


async def a_crew(harbour: Harbour) -> Crew:
    """Return three people in a game with secrets. Game masters may look at the secrets."""
    people, ledger = harbour.people("Ann", "Bo", "Cato"), Ledger(harbour.discord)
    others = harbour.people("Dagny", "Edda")
    crew = Crew(
        harbour.discord, harbour.place, people, Random(3), ledger, harbour.calm,
        games=["dangerous_sea"], everybody=[*people, *others],
    )  # fmt: skip
    harbour.crew = people
    while not crew.opened or (await harbour.table()).row.status == "lobby":
        await crew.step()
        await harbour.calm()
    return crew


async def kinds(harbour: Harbour) -> list[str]:
    return [row.entry.kind for row in await harbour.journal() if row.entry.actor.role == "gm"]


@pytest.mark.parametrize(
    ("deed", "entered"),
    [
        (masters.kick, "substitute"),
        (masters.add, "appoint"),
        (masters.hand_over, "handover"),
        (masters.look, "look"),
        (masters.amend, "amend"),
    ],
    ids=lambda it: getattr(it, "__name__", ""),
)
async def test_what_a_master_does_is_entered_and_agrees_with_what_was_told(
    harbour: Harbour, deed: Deeds, entered: str
) -> None:
    crew = await a_crew(harbour)
    for _ in range(40):
        await deed(crew)
        await harbour.calm()
        if entered in await kinds(harbour):
            break
    assert entered in await kinds(harbour)
    assert await invariants.problems(harbour.bot.store, harbour.discord, crew.ledger) == []


async def test_a_deed_of_who_was_taken_out_and_a_look_that_is_not_entered_are_found(harbour: Harbour) -> None:
    crew = await a_crew(harbour)
    for deed, entered in ((masters.look, "look"), (masters.kick, "substitute")):
        while entered not in await kinds(harbour):
            await deed(crew)
            await harbour.calm()
    record = await invariants._record(harbour.bot.store, (await harbour.table()).row.id)
    assert record.row.opening is not None
    gone = next(line.entry for line in record.journal if line.entry.kind == "substitute")
    out = record.row.opening.players[gone.seat - 1]
    forged = gone.model_copy(update={"number": 99, "kind": "act", "actor": Actor(role="seat", player=out)})
    more = replace(record, journal=[*record.journal, replace(record.journal[-1], entry=forged)])
    assert invariants._of_those_taken_out(record) == []
    assert invariants._of_those_taken_out(more) == [f"entry 99 is by {out}, who was taken out before"]

    unseen = replace(record, journal=[line for line in record.journal if line.entry.kind != "look"])
    lost = [f"a look of {crew.everybody[-1].id} is missing", f"a look of {crew.everybody[-2].id} is missing"]
    found = invariants._of_looks(crew.ledger.deeds, [unseen])
    assert any(problem.startswith(tuple(lost)) for problem in found)
