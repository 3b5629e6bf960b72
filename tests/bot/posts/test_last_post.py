"""The last post of a game announces its result, no matter which seat had the last turn."""

from rules.engine.policy import steady
from tests.bot import voyages
from tests.bot.harbour import Harbour, labels


async def test_a_game_that_ends_in_a_turn_of_the_bot_tells_the_places_below_the_newest_turns(
    harbour: Harbour,
) -> None:
    voyages.foretell(harbour, 5)
    (ann,) = harbour.crew = harbour.people("Ann")
    await harbour.open_lobby(ann, game="privateer", preset="club")
    for _ in range(2):
        await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    table = await harbour.table()
    while table.row.status == "running":
        action = await harbour.bot.tables.machine.choose(table.match, table.match.decisions[0], steady)
        await voyages.do(harbour, ann, action)
    lines = harbour.newest.text.splitlines()
    turns = [number for number, line in enumerate(lines) if line.startswith("-# ▸")]
    assert len(turns) == 3
    assert lines[turns[0]] == "-# ▸ 2 earlier turns: **Story**"
    assert "Story" in labels(harbour.newest)
    assert lines[turns[-1]].startswith("-# ▸ Yellow 2 sailed to I6 and sank Black 1.")
    assert lines[turns[-1] + 2].startswith("🥇 **Bot Y** · **6 doubloons**")
