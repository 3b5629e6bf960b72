"""The dice of a page, calculated by hand from a roll's message and the seed alone."""

import hashlib
import hmac

import pytest

from bot.posts.page.dice import Cast, casts
from rules.engine.game import AnyGame
from rules.engine.registry import games
from tests.browser.test_page_of_a_game import short_game

GAMES, ENOUGH = 6, 5
"""The number of rolls after which a game stops."""


def by_hand(seed: bytes, cast: Cast) -> str:
    """Calculate the roll as the page describes: HMAC of message and block, numbers of four bytes, modulo."""
    roll, found, block = cast.roll, list[str](), 0
    sides = roll.of.split() or [*map(str, range(roll.low, roll.high + 1))]
    wanted = len(roll.values if roll.natural is None else roll.natural)
    while len(found) < wanted:
        drawn = hmac.new(seed, f"{cast.message}|{block}".encode(), "sha256").digest()
        numbers = [int.from_bytes(drawn[start : start + 4], "big") for start in range(0, 32, 4)]
        found += [sides[one % len(sides)] for one in numbers if one < 2**32 // len(sides) * len(sides)]
        block += 1
    return ", ".join(found[:wanted])


@pytest.mark.needs("invariants")
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
def test_every_roll_follows_from_its_message(game: AnyGame) -> None:
    rolled = 0
    for again in range(GAMES):
        match = short_game(game.slug, again)
        seed = match.public_seed()
        assert seed is not None
        assert hashlib.sha256(seed).hexdigest() == match.opening.commitment
        found = [*casts(match.opening, match.entries)]
        assert len(found) == sum(len(entry.rolls) for entry in match.entries)
        for cast in found:
            assert by_hand(seed, cast) == cast.fell
        rolled += len(found)
        if rolled > ENOUGH:
            return
    assert not game.rolls, f"{GAMES} games of {game.title} had {rolled} rolls."


def test_another_deed_has_other_dice() -> None:
    """Another deed makes the previous test fail."""
    match = short_game("port_flower")
    seed = match.public_seed() or b""
    place = next(at for at, one in enumerate(match.entries) if one.kind == "act" and not one.standing)
    journal = [*match.entries]
    journal[place] = journal[place].model_copy(update={"what": "something else"})
    assert any(by_hand(seed, cast) != cast.fell for cast in casts(match.opening, journal))
