"""The most frequent tasks of people, each done in the channel in at most three steps.

A step sends a command, presses a button, picks an entry of a menu, or fills in a form. Opening a form and
sending it are one step. The table in the decision on commands describes these tasks. Each row of the table is
the name of a test here.
"""

import re
from collections.abc import Awaitable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sandbox import Message, Persona, Reply
from sandbox.office.interactions import Modal
from sandbox.personas.submission import FieldValue
from tests.bot.harbour import Harbour, offered
from tests.bot.mastery import filled

MOST = 3

PLAN = (Path(__file__).parents[3] / "docs/decisions/0043-commands.md").read_text(encoding="utf-8")


def test_each_row_of_the_table_is_done_here() -> None:
    table = PLAN.partition("## Ten tasks")[2].partition("## ")[0]
    rows = re.findall(r"^\| ([a-z][^|]+?) \| .+ \|$", table, re.MULTILINE)
    names = [f"test_{row.replace(chr(39), '').replace(' ', '_')}" for row in rows]
    assert names.pop(0) == "test_somebody_wants_to"
    assert len(names) == 10
    assert set(names) <= globals().keys()


@dataclass
class Hand:
    """One person in the channel, whose steps are counted."""

    harbour: Harbour
    person: Persona
    steps: int = 0

    async def sends(self, line: str, **options: object) -> Message:
        """Send a command that is answered with a message."""
        return (await self._step(partial(self.person.slash, line)(options=options))).message  # type: ignore[arg-type]

    async def opens(self, line: str, **options: object) -> Modal:
        """Send a command that opens a form. Only sending the form counts as a step."""
        reply = await self.harbour.told(await self.person.slash(line, options=options))  # type: ignore[arg-type]
        return reply.modal

    async def presses(self, message: Message, label: str) -> Message:
        """Press a button that is answered with a message."""
        return (await self._step(self.person.press(message, label))).message

    async def opens_by(self, message: Message, label: str) -> Modal:
        """Press a button that opens a form."""
        return (await self.harbour.told(await self.person.press(message, label))).modal

    async def picks(self, message: Message, value: str, placeholder: str | None = None) -> Message:
        """Choose a value in a menu."""
        return (await self._step(self.person.choose(message, value, placeholder=placeholder))).message

    async def fills_in(self, form: Modal, **values: FieldValue) -> str:
        """Send an opened form."""
        return (await self._step(self.person.submit(form, filled(form, values)))).text

    async def uses(self, app: str, message: Message) -> Message:
        """Use a command in the menu Apps of a message."""
        return (await self._step(self.person.use(app, message))).message

    async def _step(self, deed: Awaitable[Reply]) -> Reply:
        self.steps += 1
        assert self.steps <= MOST
        return await self.harbour.told(await deed)


async def test_play_against_the_bot(harbour: Harbour) -> None:
    ann = Hand(harbour, harbour.discord.persona("Ann"))
    await ann.sends("/play", game="port_flower")
    await ann.presses(harbour.newest, "Add the bot")
    await ann.presses(harbour.newest, "Start")
    row = (await harbour.table()).row
    assert row.status == "running"
    assert row.seats_of(harbour.bot.tables.machine.user)


async def test_learn_a_game(harbour: Harbour) -> None:
    ann = Hand(harbour, harbour.discord.persona("Ann"))
    page = await ann.sends("/learn")
    assert "Your practice game waits in <#" in (await ann.picks(page, "kraken_bay")).text


async def test_undo_a_friends_slip(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    post = harbour.newest
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    friend = Hand(harbour, ann)
    page = await friend.uses("Undo to here", post)
    form = await friend.opens_by(page, "Go back to this…")
    await friend.fills_in(form, reason="a slip")
    assert (await harbour.race()).seats[1].position == "port"


async def test_make_turns_last_a_day(harbour: Harbour) -> None:
    ann, _ = await harbour.race_of_two()
    host = Hand(harbour, ann)
    form = await host.opens("/gm", task="clock")
    await host.fills_in(form, pace="day", reason="we work")
    assert (await harbour.table()).match.pace.turn == 24 * 60 * 60


async def test_see_who_won_most(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1")
    await harbour.skip()
    await harbour.resign(bo)
    (eve,) = harbour.people("Eve")
    records = await Hand(harbour, eve).sends("/watch records")
    assert "**Ann**" in records.text


async def test_stop_being_pinged_at_night(harbour: Harbour) -> None:
    ann = Hand(harbour, harbour.discord.persona("Ann"))
    page = await ann.sends("/harbour me")
    form = await ann.opens_by(page, "Quiet hours…")
    told = await ann.fills_in(form, **{"from": "22:00", "to": "7:30", "zone": "Berlin"})
    assert "Quiet hours: 22:00 to 07:30, Europe/Berlin." in told


async def test_let_the_bot_play_while_somebody_is_on_holiday(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    host = Hand(harbour, ann)
    form = await host.opens("/gm", task="substitute")
    machine = str(harbour.bot.tables.machine.user)
    await host.fills_in(form, player="Bo", newcomer=machine, reason="a holiday")
    assert (await harbour.table()).row.seats_of(bo.id) == ()


async def test_see_what_happened_since_yesterday(harbour: Harbour) -> None:
    await harbour.race_of_two()
    (eve,) = harbour.people("Eve")
    digest = await Hand(harbour, eve).sends("/watch digest")
    assert "You look for the first time: 1 turn so far." in digest.text


async def test_check_that_the_dice_were_fair(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    await harbour.resign(bo)
    checked = await Hand(harbour, bo).sends("/game check")
    assert "✅" in checked.text


async def test_bring_a_friend_in_for_somebody_who_left(harbour: Harbour) -> None:
    people = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(*people)
    ann, bo, _ = people
    (eve,) = harbour.people("Eve")
    host = Hand(harbour, ann)
    panel = await host.sends("/gm")
    assert "substitute" in [choice.value for choice in offered(panel)]
    form = (await harbour.told(await ann.choose(panel, "substitute"))).modal
    await host.fills_in(form, player="Bo", newcomer=str(eve.id), reason="Bo has left")
    row = (await harbour.table()).row
    assert (row.seats_of(bo.id), row.seats_of(eve.id)) == ((), (2,))
