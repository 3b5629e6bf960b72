"""A refusal of a form names all mistakes, and the form opens again with the same input."""

import re
from collections.abc import Mapping

import pytest

from sandbox import Persona, Reply
from sandbox.world.components import TextInput
from tests.bot.harbour import Harbour, labels

INNER = ("pace:", "turn_time", "`pace`", "`turn`", "`missed`", "`player`", "fire_wide")
"""Names that occur in the code but not on any form."""

WRONG: Mapping[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "clock": (
        {"turn": "soon", "answer": "9 d", "reason": "a storm"},
        ("A turn may take from 1 hour to 14 days, not “soon”", "An answer may take from 5 minutes to 2 days"),
    ),
    "extend": ({"time": "soon", "reason": "a storm"}, ("as a number with its unit: `30 min`",)),
    "force": ({"values": "9 9", "reason": "a storm"}, ("Those values fit no roll. Give as many values",)),
    "amend": (
        {"part": "Bo, reached", "value": "99", "patch": "", "reason": "a storm"},
        ("Bo has reached too many buoys",),
    ),
}
"""The wrong input to each task of a game master, and all that the refusal must say about it."""


async def sent_wrong(harbour: Harbour, person: Persona, opened: Reply, typed: Mapping[str, str]) -> Reply:
    """Send a form with wrong input. The refusal's button must open the form with the same input."""
    reply = await harbour.told(await person.submit(opened.modal, typed))
    assert reply.ephemeral, reply.text
    assert labels(reply.message)[0] == "Try again", reply.text
    again = (await harbour.told(await person.press(reply.message, "Try again"))).modal
    kept = {one.input.custom_id: one.input.value for one in again.fields if isinstance(one.input, TextInput)}
    assert {name: kept[name] or "" for name in typed} == typed
    assert not any(name in reply.text for name in INNER)
    return reply


@pytest.mark.parametrize("task", WRONG)
async def test_a_task_filled_in_wrong_is_refused_with_all_that_does_not_fit(
    harbour: Harbour, task: str
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1", pace="day")
    typed, told = WRONG[task]
    opened = await ann.slash("/gm", options={"task": task})
    reply = await sent_wrong(harbour, ann, opened, typed)
    for one in told:
        assert one in reply.text


async def test_rolls_that_can_be_forced_are_listed_in_words(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, game="privateer", preset="club")
    told = (await harbour.gm(ann, "force", values="9 9 9", reason="a storm")).text
    assert "sail die: 1 to 6 from 2 to 4" in told
    assert not re.search(r"[a-z]_[a-z]", told)


async def test_quiet_hours_and_vacations_filled_in_wrong_are_refused_in_all_their_fields(
    harbour: Harbour,
) -> None:
    (ann,) = harbour.people("Ann")
    page = (await harbour.told(await ann.slash("/harbour me"))).message
    opened = await harbour.told(await ann.press(page, "Quiet hours…"))
    typed = {"from": "late", "to": "early", "zone": "Atlantis"}
    told = (await sent_wrong(harbour, ann, opened, typed)).text
    assert "3 things do not fit" in told
    for one in ("“late” is no time", "“early” is no time", "That time zone is not known"):
        assert one in told
    opened = await harbour.told(await ann.press(page, "Vacation…"))
    told = (await sent_wrong(harbour, ann, opened, {"first": "tomorrow", "last": "never"})).text
    for one in ("“tomorrow” is no day. Type the first day", "“never” is no day. Type the last day"):
        assert one in told
