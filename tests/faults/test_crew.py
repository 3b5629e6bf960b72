"""The simulated people notice what is asked of them, and do not wait until the bot is killed."""

import asyncio
from random import Random

import pytest

from bot.narration.emojis import Emojis, showing
from bot.narration.seat_marks import with_mark
from rules.engine.form import Range
from rules.engine.registry import game, games
from sandbox import ClientRefusalError
from tests.bot.narration.test_seat_marks import emojis_of, middle
from tests.faults import crew as crews
from tests.faults.crew import Crew, called_in
from tests.faults.ledger import Ledger
from tests.sandbox.checked import CheckedSandbox


@pytest.mark.parametrize("slug", games())
def test_whoever_is_asked_is_called_with_and_without_the_emoji_of_their_seat(slug: str) -> None:
    one = game(slug)
    match = middle(one, 2, 20)
    for emojis in (emojis_of(one), Emojis()):
        with showing(emojis):
            asked = f"-# Turn 3\n### {with_mark(match, 2, '<@7>')} is to move.\nAhoy, <@8>."
        assert called_in(asked) == {7}


def test_whoever_is_asked_for_a_vote_is_not_asked_for_a_move() -> None:
    assert called_in("### 🗳️ May **Bo** take over? Press **Agree** or **Refuse**: <@7>") == set()


@pytest.mark.parametrize("numbers", [Range(1, 6), Range(-110, 50, 10), Range(-1, 0), Range(-9, -3)])
def test_people_read_which_numbers_a_form_takes(numbers: Range) -> None:
    found = crews._RANGE.search(numbers.meaning)
    assert found
    assert [*map(int, found.groups())] == [numbers.low, numbers.high]


class Refused(Crew):
    """A crew whose clients know no commands yet, because the bot is just registering the commands."""

    tries: int = 0

    async def step(self) -> None:
        self.tries += 1
        assert self.tries < 100, "nobody else had a turn"
        raise ClientRefusalError("there is no such command")


async def test_the_bot_is_heard_while_people_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "is_heard", lambda *_: True)
    async with CheckedSandbox() as discord:
        ann = discord.persona("Ann")
        crew = Refused(
            discord, discord.channel("sea"), [ann], Random(1), Ledger(discord), asyncio.Event().wait
        )
        playing = asyncio.create_task(crew.play())
        for _ in range(3):
            await asyncio.sleep(0)
        assert (crew.tries, playing.done()) == (1, False)
        playing.cancel()
