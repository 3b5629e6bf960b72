"""`/harbour me`: quiet hours and vacations, as a person sets them and as the table sees them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from sandbox import Persona
from tests.bot.direct_messages.test_letters import letters
from tests.bot.harbour import NOON, Harbour
from tests.bot.own_page import be_quiet, go_away, page_of
from tests.bot.sessions.test_clock_kills import dying
from tests.bot.sessions.test_reminders import DAY, HOUR, at, race_at, reminders

TOKYO = "Asia/Tokyo"


def tokyo(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, ZoneInfo(TOKYO))


async def test_in_quiet_hours_nobody_is_called_and_no_time_runs_where_the_table_chose_so(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")

    async def quiet(person: Persona, begin: str, end: str, zone: str = TOKYO) -> str:
        return await be_quiet(harbour, person, begin, end, zone)

    assert "Choose your time zone" in await quiet(ann, "22", "7", "")
    assert "not known" in await quiet(ann, "22", "7", "Atlantis")
    assert "Several time zones are called like that: `" in await quiet(ann, "22", "7", "Ber")
    assert "24-hour clock" in await quiet(ann, "late", "7")
    assert "12 hours at most" in await quiet(ann, "9:00", "8:00")
    # In Tokyo, the game begins at 23:13.
    assert tokyo(NOON).hour == 23
    assert "Quiet hours: 22:00 to 07:30, Asia/Tokyo." in await quiet(ann, "22:00", "7:30", "tokyo")

    await harbour.start_race(ann, bo, first_player="seat1", pace="day", quiet_hours="free")
    morning = int(tokyo(NOON).replace(hour=7, minute=30, second=0).timestamp()) + DAY
    evening = morning + int(14.5 * HOUR)
    # The post appears immediately, and the mention in the morning. Quiet hours do not count for the limit.
    turn = harbour.newest
    assert ann.mention in turn.text
    assert ann.id not in turn.pinged
    until = morning + DAY + int(9.5 * HOUR)
    assert f"<t:{until}:R>" in turn.text
    await at(harbour, monkeypatch, morning - 1)
    assert reminders(harbour) == []
    await at(harbour, monkeypatch, morning)
    (call,) = reminders(harbour)
    assert call.pinged == {ann.id}
    # In the evening, half of the time is over.
    await at(harbour, monkeypatch, evening)
    assert len(reminders(harbour)) == 2

    # Without quiet hours the deadline is earlier, as the post shows. This change mentions nobody.
    page = await page_of(harbour, ann)
    assert "Quiet hours: 22:00 to 07:30, Asia/Tokyo." in page.text
    await harbour.told(await ann.press(page, "No quiet hours"))
    assert "No quiet hours." in page.text
    assert f"<t:{NOON + DAY}:R>" in turn.text
    assert ann.id not in turn.pinged
    (awaited,) = await harbour.bot.store.awaited_of(ann.id)
    assert awaited.until == NOON + DAY


async def test_in_the_morning_somebody_is_called_to_the_game_with_the_nearest_deadline(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await be_quiet(harbour, ann, "22:00", "7:30", TOKYO)
    await harbour.start_race(ann, bo, first_player="seat1")
    quay = await race_at(harbour, "quay", ann, bo, pace="day")
    await at(harbour, monkeypatch, int(tokyo(NOON).replace(hour=7, minute=30, second=0).timestamp()) + DAY)
    assert ["⏰" in harbour.posts(place)[-1].text for place in (harbour.place, quay)] == [False, True]


async def test_a_vacation_is_seen_by_the_table_and_stops_the_clock_for_the_days_it_allows(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1", pace="day", vacation="3 d")
    # In UTC, it is the afternoon of September 21st, 2026.
    midnight = NOON - NOON % DAY

    async def away(first: str, last: str) -> str:
        return await go_away(harbour, ann, first, last)

    assert "Type the first day of your vacation as" in await away("tomorrow", "2026-09-30")
    assert "in the future" in await away("2026-09-01", "2026-09-02")
    assert "in the future" in await away("2026-09-30", "2026-09-22")
    assert "60 days at most" in await away("2026-09-22", "2026-12-24")
    period = f"Away: <t:{midnight + DAY}:d> to <t:{midnight + 10 * DAY}:d>."
    assert period in await away("2026-09-22", "2026-09-30")
    assert "away then already" in await away("2026-09-30", "2026-10-02")
    until = NOON + DAY + 3 * DAY
    for seen in (harbour.newest.text, (await harbour.told(await bo.slash("/game status"))).text):
        assert period in seen
        assert f"<t:{until}:R>" in seen

    # She comes back after a day, so she has used up one day.
    back = midnight + 2 * DAY
    await at(harbour, monkeypatch, back)
    page = await page_of(harbour, ann)
    await harbour.told(await ann.press(page, "I am back"))
    assert "No vacation" in page.text
    assert f"<t:{NOON + 2 * DAY}:R>" in harbour.newest.text
    assert "Away" not in harbour.newest.text
    assert (await away("2026-10-05", "2026-10-30")).startswith("Away")
    (awaited,) = await harbour.bot.store.awaited_of(ann.id)
    assert awaited.until == NOON + 2 * DAY
    # Ann's preferences are handed out and forgotten with all her other data.
    kept = await harbour.bot.store.wishes_of(ann.id)
    assert len(kept["wishes"]) == 1
    assert await letters(harbour, ann) == []


@pytest.mark.parametrize("stored", [False, True], ids=["not stored", "stored"])
async def test_who_sleeps_while_a_game_ends_is_called_once_when_the_night_is_over(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    ann, bo = await harbour.race_of_two()
    await be_quiet(harbour, ann, "22:00", "7:30", TOKYO)
    await harbour.resign(bo)
    assert "The game is over" in harbour.newest.text
    assert harbour.newest.pinged == {bo.id}
    posts = len(harbour.posts())
    morning = int(tokyo(NOON).replace(hour=7, minute=30, second=0).timestamp()) + DAY
    await at(harbour, monkeypatch, morning - 1)
    assert await letters(harbour, ann) == []
    assert len(harbour.posts()) == posts

    # The bot is killed while it mentions Ann. After the restart, she is mentioned unless she already was.
    await at(harbour, monkeypatch, morning)
    store = harbour.bot.store
    with monkeypatch.context() as patched:
        patched.setattr(store, "commit", dying(store.commit, stored=stored))
        await letters(harbour, ann)
    await harbour.restart()
    await at(harbour, monkeypatch, morning)
    for _ in range(2):
        assert await letters(harbour, ann) == []
        await harbour.delivered()
    (call,) = harbour.posts()[posts:]
    assert call.pinged == {ann.id}
    assert "the game is over, which came in your quiet hours" in call.text
    assert await harbour.bot.store.letters() == []
