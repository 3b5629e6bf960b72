"""As a player, the bot does not use hidden data, and nobody can predict its choices."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from bot.sessions.bot_player import BotPlayer
from rules.acrana import GAME
from rules.engine.chance import commitment
from rules.engine.entries import Fresh, Note, Undo
from rules.engine.match import SYSTEM, Match, open_match
from rules.engine.policy import Policy, steady
from rules.engine.registry import games
from rules.engine.strengths import Strength, player
from tests.engine.cove import COVE
from tests.engine.table import MASTER, cove, does, opening, stow
from tests.fair_dice.test_whole_games import begun
from tests.laws import Table, redrawn
from tests.rules.dangerous_sea.table import match as sea_match
from tests.rules.dangerous_sea.table import sea

BOT = 7
SEEDS = 8


async def choice(match: Match, seat: int, policy: Policy = steady) -> str:
    """Return the bot's choice for a seat."""
    decision = match.decision_of(seat)
    assert decision is not None
    return str(await BotPlayer(BOT).choose(match, decision, policy))


def seeded(match: Match, number: int) -> Match:
    """Return the match with a different seed, which nobody can see."""
    return replace(match, seed=number.to_bytes(32))


async def test_the_bot_makes_the_same_moves_whatever_others_hold() -> None:
    table, luck = Table(GAME, GAME.options(), 3, luck=5), Random(1)
    differ = 0
    for match in table.some(6):
        decision = BotPlayer(BOT).turn(match, range(1, len(match.position.players) + 1))
        assert decision is not None
        other = redrawn(match, decision.seat, luck).model_dump_json()
        # Hidden data also change the chain of hashes.
        unlike = {"state": other, "chain": f"{luck.getrandbits(256):064x}"}
        alike = replace(match, position=match.position.model_copy(update=unlike))
        differ += other != match.position.state
        assert await choice(match, decision.seat) == await choice(alike, decision.seat)
    assert differ > 3


# In secret


def a_stowed_card() -> Match:
    return cove()


def cards_that_are_struck() -> Match:
    for number in range(20):
        for match in Table(GAME, GAME.options(), 2, luck=number, steps=60).matches:
            if match.decisions and match.decisions[0].kind == "choose_cards":
                return match
    raise AssertionError("nobody had to choose cards")


def before_the_ghost_ship() -> Match:
    """Return a match in which both captains have a crew, and only one of them is still asked."""
    laid = sea(
        {
            "ghost": "E5",
            "tiles": {"E5": "sea"},
            "ships": [{"at": "E5", "sailors": 2}, {"at": "E5", "sailors": 3}],
            "agenda": [
                {"task": "season", "seats": []},
                {"task": "ghost_attack", "seats": [1, 2], "answers": {"2": "face"}},
                {"task": "ghost_order", "seat": 1, "asked": True},
            ],
        }
    )
    match = sea_match()
    return replace(match, position=match.position.model_copy(update={"state": laid.model_dump_json()}))


@pytest.mark.parametrize("asked", [a_stowed_card, cards_that_are_struck, before_the_ghost_ship])
async def test_nobody_foretells_what_the_bot_chooses_in_secret(asked: Callable[[], Match]) -> None:
    match = asked()
    seat = match.decisions[0].seat
    assert match.decisions[0].actions[0].secret
    found = [await choice(seeded(match, number), seat) for number in range(SEEDS)]
    assert len(set(found)) > 1
    # The choice is not arbitrary: it can be calculated from the seed.
    assert found[:2] == [await choice(seeded(match, number), seat) for number in range(2)]


@pytest.mark.parametrize("strength", ["easy", "steady"])
@pytest.mark.parametrize("slug", games())
async def test_what_everybody_sees_does_not_say_what_the_bot_does(slug: str, strength: Strength) -> None:
    match, differ = begun(games()[slug], Random(slug)), 0
    policy = player(match.game, strength)
    for at in range(20):
        if match.finished or differ:
            break
        seat = match.decisions[0].seat
        here = await choice(match, seat, policy)
        others = [await choice(seeded(match, number), seat, policy) for number in range(2)]
        differ += others != [here, here]
        match = match.act(seat, match.game.read(here), SYSTEM, at).match
    assert differ


# Repeated questions


async def test_the_same_position_gets_the_same_choice_also_after_an_undo() -> None:
    for number in range(SEEDS):
        seed = number.to_bytes(32)
        agreed = opening(COVE).model_copy(update={"commitment": commitment(seed)})
        here = open_match(COVE, agreed, seed).match
        chosen = await choice(here, 1)
        back = does(here, 1, chosen).enter(Undo(1), MASTER, 0, "to see another").match
        assert back.position.last > here.position.last
        assert await choice(back, 1) == chosen


async def test_what_decides_nothing_does_not_stir_the_luck_of_the_bot_and_fresh_dice_do() -> None:
    match = does(cove(), 2, "lantern")
    drawn = match.luck_of(1).random()
    assert does(match, 2, "order always").luck_of(1).random() == drawn
    assert does(match, 2, "lantern").luck_of(1).random() == drawn
    assert match.enter(Note(), MASTER, 0, "a gull").match.luck_of(1).random() == drawn
    assert match.luck_of(2).random() != drawn
    back = match.enter(Undo(1), MASTER, 0).match
    assert back.luck_of(1).random() == drawn
    assert back.enter(Fresh(), MASTER, 0, "seen").match.luck_of(1).random() != drawn
    assert does(match, 2, stow(match, 2)).luck_of(1).random() != drawn
