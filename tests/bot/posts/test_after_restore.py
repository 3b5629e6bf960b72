"""After a backup is restored, channels announce that, and controls of the lost time are refused."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.client import Harbourmaster
from bot.store.db_move import back_up
from bot.store.restore import restore
from sandbox import Message
from tests.bot.harbour import Harbour, labels

SAIL_OUT = "b N4@F2"
BROUGHT_BACK = "The host has brought back a copy of all games"
LOST = "This message was lost"


async def copied(harbour: Harbour, folder: Path) -> Path:
    """Return a backup of all games in their current state."""
    copy = folder / "copy.db"
    back_up(harbour.settings.database_url, copy)
    return copy


async def bring_back(harbour: Harbour, copy: Path) -> None:
    """Stop the bot, restore the copy, and start it again."""
    await harbour.stop()
    restore(harbour.settings.database_url, copy, datetime(2026, 11, 22, 12, 0, tzinfo=UTC))
    later = int(time.time()) + 60
    with pytest.MonkeyPatch.context() as patch:
        # Ids of posts come from the clock, and a real restore takes more than a second.
        patch.setattr(Harbourmaster, "now", staticmethod(lambda: later))
        await harbour.start()
    await harbour.calm()


def telling(harbour: Harbour, words: str) -> list[Message]:
    return [post for post in harbour.posts() if words in post.text]


async def test_a_running_game_says_what_it_went_back_to_and_calls_who_is_to_move(
    harbour: Harbour, tmp_path: Path
) -> None:
    ann, bo = await harbour.race_of_two()
    before = await harbour.race()
    copy = await copied(harbour, tmp_path)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.gm(ann, "skip", reason="away")
    await bring_back(harbour, copy)
    assert await harbour.race() == before
    assert telling(harbour, BROUGHT_BACK) == [harbour.newest]
    assert harbour.newest.pinged == {bo.id}
    assert await harbour.bot.store.restored() == []
    assert BROUGHT_BACK in (await harbour.told(await bo.slash("/game log"))).text
    assert "❌" not in (await harbour.told(await bo.slash("/game check"))).text


async def test_posts_from_the_lost_time_become_a_line_and_older_ones_tell_the_truth_again(
    harbour: Harbour, tmp_path: Path
) -> None:
    ann, bo = await harbour.race_of_two()
    copy, live = await copied(harbour, tmp_path), harbour.newest
    told = live.text
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    assert ("F6" in live.text, "F6" in told) == (True, False)
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    lost = harbour.newest
    await harbour.gm(ann, "force", values="1 1 1 1", reason="a test")
    await bring_back(harbour, copy)
    assert LOST in lost.text
    assert (lost.buttons, lost.menus, lost.pictures) == ([], [], [])
    assert "F6" not in live.text
    assert live.buttons == []
    assert len(telling(harbour, LOST)) == 2


async def test_a_control_of_the_lost_time_never_fits_again(harbour: Harbour, tmp_path: Path) -> None:
    ann, bo = await harbour.race_of_two()
    copy = await copied(harbour, tmp_path)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    lost = [button.custom_id or "" for button in harbour.newest.buttons]
    await bring_back(harbour, copy)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    before = (await harbour.table()).row
    for control in lost:
        await harbour.told(await bo.forge_press(control, harbour.newest))
    assert (await harbour.table()).row == before
    assert await harbour.awaited() is bo
    assert ann is harbour.crew[0]


async def test_a_lobby_says_it_went_back_and_shows_who_is_there(harbour: Harbour, tmp_path: Path) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    old = harbour.newest
    copy = await copied(harbour, tmp_path)
    await harbour.told(await bo.slash("/game join"))
    await bring_back(harbour, copy)
    assert BROUGHT_BACK in harbour.newest.text
    assert "**Bo**" not in harbour.newest.text
    assert "goes on below" in old.text
    await harbour.told(await bo.press(harbour.newest, "Join"))
    assert "**Bo**" in harbour.newest.text


@pytest.mark.parametrize("others", [0, 250])
async def test_nothing_that_people_wrote_is_touched_however_much_it_is(
    harbour: Harbour, tmp_path: Path, others: int
) -> None:
    ann, bo = await harbour.race_of_two()
    copy = await copied(harbour, tmp_path)
    for number in range(others):
        await ann.say(f"chat {number}")
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    lost = harbour.newest
    await bring_back(harbour, copy)
    assert LOST in lost.text
    chat = [message for message in harbour.place.messages.values() if message.content.startswith("chat")]
    assert len(chat) == others


async def test_without_a_restore_nothing_is_said(harbour: Harbour) -> None:
    await harbour.race_of_two()
    posts = len(harbour.posts())
    await harbour.restart()
    assert len(harbour.posts()) == posts
    assert "Your choices" in labels(harbour.newest)
