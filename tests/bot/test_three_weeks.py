"""Five people play for three weeks. Each person gets exactly the expected messages.

Ann (Berlin) and Bo (New York) have quiet hours, during which no time runs. Summer time ends in both cities.
Ann wants direct messages, and Dee wants no messages. Eve goes on vacation. Dee falls silent, and Fay takes
over. The bot is restarted in every phase, and is away for most of a day.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from bot.client import Harbourmaster
from sandbox import Message, Persona
from tests.bot.harbour import Harbour
from tests.bot.own_page import be_called, be_quiet, go_away

HOUR, DAY = 3_600, 86_400
BEGUN = int(datetime(2026, 10, 18, 12, tzinfo=UTC).timestamp())
LOOKS_EVERY = HOUR // 2


HEARD = {
    "Ann": [
        "Oct 18 12:00 direct message",
        "Oct 20 07:00 direct message",
        "Oct 27 10:00 direct message",
        "Oct 29 17:00 direct message",  # Dee has missed two turns, which the game master learns
        "Oct 30 07:00 direct message",
        "Oct 30 19:30 direct reminder",
        "Nov 03 10:00 direct message",
        "Nov 04 07:00 direct reminder",  # half time was at night
        "Nov 04 18:00 direct reminder",
        "Nov 08 15:00 direct message",  # the end, as for everybody
    ],
    "Bo": [
        "Oct 18 17:00 turn",
        "Oct 20 12:00 turn",
        "Oct 28 12:00 reminder",  # asked at night, mentioned at eight in the morning
        "Oct 31 12:00 reminder",
        "Nov 01 01:30 reminder",
        "Nov 04 20:00 turn",
        "Nov 05 18:00 reminder",
        "Nov 06 14:00 reminder",
        "Nov 08 15:00 turn",
    ],
    "Cy": [
        "Oct 19 02:00 turn",
        "Oct 19 14:00 reminder",
        "Oct 20 21:00 turn",
        "Oct 21 09:00 reminder",
        "Oct 21 19:00 reminder",
        "Oct 28 15:00 turn",
        "Nov 01 08:00 turn",
        "Nov 02 09:00 turn",  # goes on after the pause
        "Nov 06 16:00 turn",
        "Nov 07 04:00 reminder",
        "Nov 07 14:00 reminder",
        "Nov 08 15:00 turn",
    ],
    "Eve": [
        "Oct 20 01:00 turn",
        "Oct 22 19:00 turn",
        "Oct 25 09:30 reminder",  # half time, with her vacation
        "Oct 29 17:00 turn",
        "Nov 02 10:00 turn",
        "Nov 02 22:00 reminder",
        "Nov 03 08:00 reminder",
        "Nov 08 15:00 turn",
    ],
    "Fay": [
        "Oct 30 07:00 turn",  # takes over the seat
        "Nov 02 09:00 turn",
        "Nov 07 16:00 turn",
        "Nov 08 04:00 reminder",
        "Nov 08 14:00 reminder",
        "Nov 08 15:00 turn",
    ],
}
"""The messages to each person with their times (UTC). `turn` is a post that mentions the person."""


def utc(month: int, day: int, hour: int) -> int:
    """Return the seconds since 1970 of a time in 2026."""
    return int(datetime(2026, month, day, hour, tzinfo=UTC).timestamp())


@dataclass
class Weeks:
    """The game, the simulated time, and the messages to each person, each with its day and hour (UTC)."""

    harbour: Harbour
    monkeypatch: pytest.MonkeyPatch
    now: int = BEGUN
    away: bool = False
    seen: set[int] = field(default_factory=set)
    heard: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def set_clock(self) -> None:
        now = self.now
        self.monkeypatch.setattr(Harbourmaster, "now", staticmethod(lambda: now))
        self.harbour.bot.tables.now = Harbourmaster.now

    async def look(self) -> None:
        """Let the bot's clocks do what is due, and note everybody's new messages."""
        self.set_clock()
        bot = self.harbour.bot
        assert bot.timekeeper is not None
        await bot.wait_until_ready()
        if not self.away:
            await bot.store.be_there(self.now)
        self.away = False
        await bot.timekeeper.look()
        await bot.timekeeper.remind()
        await self.harbour.delivered()
        await bot.postman.go_round()
        await self.harbour.delivered()
        self.note()

    def note(self) -> None:
        when = datetime.fromtimestamp(self.now, UTC)
        clock = f"{when:%b %d %H:%M}"
        for person in self.harbour.discord.personas:
            direct = [*person.private_channel().messages.values()]
            for message in (*self.harbour.posts(), *direct):
                new = (person.id << 64) | message.id not in self.seen
                mine = message in direct or person.id in message.pinged
                if new and mine:
                    self.seen.add((person.id << 64) | message.id)
                    self.heard[person.name].append(f"{clock} {_kind(message)}")

    async def until(self, time: int) -> None:
        """Let time pass, while the bot checks its clocks."""
        while self.now < time:
            self.now = min(time, self.now + LOOKS_EVERY)
            due = await self._due()
            if due or self.now == time:
                await self.look()

    async def _due(self) -> bool:
        store = self.harbour.bot.store
        return bool(
            await store.overdue(self.now) or await store.to_remind(self.now) or await store.letters(self.now)
        )

    async def restart(self) -> None:
        await self.harbour.restart()
        self.set_clock()
        await self.settle()

    async def settle(self) -> None:
        """Wait until the bot is ready and has posted everything."""
        await self.harbour.bot.wait_until_ready()
        await self.harbour.delivered()

    async def is_down(self, hours: int) -> None:
        """Stop the bot for `hours` hours."""
        await self.harbour.stop()
        self.now, self.away = self.now + hours * HOUR, True
        await self.harbour.start()
        await self.look()
        await self.settle()

    async def play(self, *turns: tuple[Persona, int]) -> None:
        """Play the turns of these people, each turn after the given number of hours."""
        for person, hours in turns:
            await self.plays(person, hours)

    async def plays(self, person: Persona, hours: int) -> None:
        """Play a turn after `hours` hours. People who are asked meanwhile answer immediately."""
        await self.until(self.now + hours * HOUR)
        table = await self.harbour.table()
        seat = table.match.position.awaited[0].seat
        assert table.row.seats_of(person.id) == (seat,), (self.now, table.row.names()[seat])
        turn = table.game.turn(table.match.state)
        while table.game.turn(table.match.state) == turn:
            asked = table.match.position.awaited[0].seat
            who = next(one for one in self.harbour.discord.personas if asked in table.row.seats_of(one.id))
            # The action with the longest notation usually uses the most wind.
            *actions, _resign = table.match.legal_actions(asked)
            action = max(map(str, actions), key=len)
            before = len(await self.harbour.journal())
            told = await self.harbour.told(await who.slash("/game do", action=action))
            assert len(await self.harbour.journal()) > before, told.text
        await self.look()


def _kind(message: Message) -> str:
    """Return the kind of a message in a word."""
    if message.channel.guild is None:
        return "direct reminder" if "⏰" in message.text else "direct message"
    if "⏰" in message.text:
        return "reminder"
    return "turn"


async def second_half(weeks: Weeks, ann: Persona, bo: Persona, cy: Persona, fay: Persona) -> None:
    """Fay takes over, summer time ends in New York, the game pauses for a wedding, and the game is ended."""
    harbour = weeks.harbour
    await harbour.gm(ann, "substitute", player="Dee", newcomer=fay.user, reason="Dee moved away")
    await weeks.play((ann, 30), (bo, 28))
    await harbour.gm(ann, "pause", reason="a wedding")
    await weeks.restart()
    await weeks.until(weeks.now + DAY)
    await harbour.gm(ann, "resume", reason="danced enough")
    await weeks.play((cy, 1), (fay, 1))
    await weeks.until(utc(11, 8, 15))
    await harbour.gm(ann, "end", reason="three weeks are enough")
    await weeks.look()


async def test_three_weeks(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    weeks = Weeks(harbour, monkeypatch)
    weeks.set_clock()
    await harbour.note_presence()
    ann, bo, cy, dee, eve, fay = harbour.people("Ann", "Bo", "Cy", "Dee", "Eve", "Fay")
    await be_quiet(harbour, ann, "22:00", "8:00", "Europe/Berlin")
    await be_called(harbour, ann, "direct")
    await be_quiet(harbour, bo, "22:00", "8:00", "America/New_York")
    await be_called(harbour, dee, "none")
    chosen = {"first_player": "seat1", "pace": "day", "quiet_hours": "free", "missed": "2"}
    await harbour.start_race(ann, bo, cy, dee, eve, **chosen)
    await weeks.look()
    await weeks.play((ann, 5), (bo, 9), (cy, 20), (dee, 3), (eve, 6))

    # Eve goes on vacation, Dee falls silent, and summer time ends in Berlin.
    await go_away(harbour, eve, "2026-10-22", "2026-10-26")
    await weeks.restart()
    await weeks.play((ann, 5), (bo, 9), (cy, 22))
    await weeks.until(weeks.now + DAY)
    assert (await harbour.table()).match.position.missed == (0, 0, 0, 1, 0)
    assert "(Away: " in harbour.newest.text
    await weeks.restart()
    await weeks.until(utc(10, 27, 10))
    await weeks.play((eve, 0))

    # The bot is away for most of a day. After Dee misses another turn, the bot plays Dee's seat.
    await weeks.until(weeks.now + 2 * HOUR)
    await weeks.is_down(20)
    await weeks.play((ann, 3), (bo, 4), (cy, 2))
    await weeks.until(weeks.now + DAY)
    assert (await harbour.table()).match.position.absent == (4,)
    await weeks.restart()
    await weeks.play((eve, 5))

    await second_half(weeks, ann, bo, cy, fay)
    assert dict(weeks.heard) == HEARD
    *_, last = ann.private_channel().messages.values()
    assert f"- **Sailing Port Flower** in {harbour.place.mention} ([go there](" in last.text
    assert "⏹️ a game master ended the game." in last.text
    assert "✅" in (await harbour.told(await bo.slash("/game check"))).text
