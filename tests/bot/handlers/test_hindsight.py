"""On request, another process compares the choices in a finished game with the bot's choices."""

import subprocess
import sys

import pytest

from bot.posts.hindsight import COMPARE
from bot.sessions import hindsight_worker
from tests.bot.harbour import Harbour, labels


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the comparing process time, because it waits while other tests need the processor."""
    monkeypatch.setattr(hindsight_worker, "PATIENCE", 600)


async def test_after_the_end_everybody_reads_what_the_bot_would_have_chosen(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    (eve,) = harbour.people("Eve")
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    during = (await harbour.told(await eve.slash("/watch stats"))).message
    assert COMPARE not in labels(during)
    forged = f"hm:hs:{(await harbour.table()).row.id}:0:"
    assert "only after the end" in (await harbour.told(await bo.forge_press(forged, during))).text

    await harbour.resign(ann)
    stats = (await harbour.told(await eve.slash("/watch stats"))).message
    told = await harbour.told(await eve.press(stats, COMPARE))
    assert told.ephemeral
    assert "**In figures** · " in told.text
    assert "**Compared with the bot** · " in told.text
    assert "**Bo**: " in told.text
    assert "as I would have chosen" in told.text
    assert COMPARE not in labels(told.message)


async def test_a_comparison_that_fails_says_so_and_can_be_asked_for_again(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo = await harbour.race_of_two()
    await harbour.resign(bo)
    stats = (await harbour.told(await bo.slash("/watch stats"))).message
    with monkeypatch.context() as broken:
        broken.setattr(hindsight_worker, "PROGRAM", "bot.sessions.programs.missing")
        assert "could not compare this game" in (await harbour.told(await bo.press(stats, COMPARE))).text
    stats = (await harbour.told(await bo.slash("/watch stats"))).message
    assert "Nobody had a choice to compare" in (await harbour.told(await bo.press(stats, COMPARE))).text


def test_the_program_loads_the_rules_alone() -> None:
    listed = "print(*{name.partition('.')[0] for name in sys.modules})"
    asked = f"import sys, bot.sessions.programs.hindsight; {listed}"
    run = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert not {"discord", "sqlalchemy", "aiosqlite", "PIL", "aiohttp", "asyncio"} & set(run.stdout.split())
