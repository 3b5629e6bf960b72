"""A game or seat that a game master has influenced is marked as unrated in its post and in `/game check`."""

from collections.abc import Awaitable, Callable

import pytest

from sandbox import Persona
from tests.bot.handlers.test_game_masters import undo
from tests.bot.handlers.test_vote_requests import asks_back, presses
from tests.bot.harbour import Harbour

AT_ONCE = "-# So this game counts for no rating."
UNRATED = "-# Not rated, since a game master had a hand in it"
BOS_TURN = "3"
"""The moment after Bo's turn, when Ann's wind is rolled."""

Deed = Callable[[Harbour, Persona], Awaitable[object]]
"""A deed of the game master, who also plays in the game."""


async def acts(harbour: Harbour, ann: Persona) -> None:
    action, *_ = (await harbour.table()).match.legal_actions(2)
    await harbour.gm(ann, "act", player="2", action=str(action), reason="no signal")


async def skips(harbour: Harbour, ann: Persona) -> None:
    await harbour.gm(ann, "skip", reason="away")


async def substitutes(harbour: Harbour, ann: Persona) -> None:
    (eve,) = harbour.people("Edda")
    await harbour.gm(ann, "substitute", player="2", newcomer=eve.id, reason="away")


async def kicks(harbour: Harbour, ann: Persona) -> None:
    await harbour.gm(ann, "kick", player="Bo", reason="rude")


async def undoes(harbour: Harbour, ann: Persona) -> None:
    await harbour.skip()
    await undo(harbour, ann, BOS_TURN)


async def brings_back(harbour: Harbour, ann: Persona) -> None:
    await players_undo(harbour, ann)
    await harbour.bring_back(ann, "a test")


async def asks_for_fresh_dice(harbour: Harbour, ann: Persona) -> None:
    await players_undo(harbour, ann)
    await harbour.gm(ann, "fresh-dice", reason="they were seen")


async def forces(harbour: Harbour, ann: Persona) -> None:
    await harbour.gm(ann, "force", values="1 2 3 4", roll="wind", player="2", reason="a lesson")


async def amends(harbour: Harbour, ann: Persona) -> None:
    options = {"part": "seat 2, repellents", "value": "2", "reason": "a storm"}
    page = (await harbour.gm(ann, "amend", **options)).message
    await harbour.told(await ann.press(page, "Confirm"))


async def players_undo(harbour: Harbour, ann: Persona) -> None:
    """Undo Bo's turn with both players' consent. The game stays rated."""
    await harbour.skip()
    await asks_back(harbour, ann, BOS_TURN)
    await presses(harbour, harbour.crew[1], "Agree")


DEEDS: tuple[Deed, ...] = (
    acts, skips, substitutes, kicks, undoes, brings_back, asks_for_fresh_dice, forces, amends
)  # fmt: skip


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
async def test_the_post_and_the_check_say_at_once_that_a_game_is_not_rated(
    harbour: Harbour, deed: Deed
) -> None:
    ann, bo, eve = harbour.people("Ann", "Bo", "Edda")
    await harbour.start_race(ann, bo, first_player="seat1")
    await harbour.skip()
    assert UNRATED not in (await harbour.told(await eve.slash("/game check"))).text
    await deed(harbour, ann)
    assert sum(AT_ONCE in post.text for post in harbour.posts()) == 1
    assert UNRATED in (await harbour.told(await eve.slash("/game check"))).text
