"""The laws of every game, on random races with random options."""

from random import Random

import pytest
from hypothesis import given, settings

from rules.acrana import GAME
from rules.acrana.cards import card, sorted_deck
from rules.acrana.options import RaceOptions
from rules.acrana.state import RaceState
from tests.laws import LAWS, Law, Table, every_game_ends, name_of, tables


def hide(state: RaceState, onlooker: int | None, random: Random) -> RaceState:
    """Other hands and what is left in the deck, drawn anew; what was done to a card stays with it."""
    others = [seat for number, seat in enumerate(state.seats, 1) if number != onlooker]
    held = {card(text).id: text for seat in others for text in seat.hand}
    unseen = [*held, *state.deck]
    random.shuffle(unseen)
    cards = iter(unseen)
    for seat in others:
        # How many were drawn to be played at once, everybody knows.
        now = sum(one.now for one in seat.cards)
        drawn = [_held(next(cards), held) for _ in seat.hand]
        seat.hand = [f"{text}!" if place < now else text for place, text in enumerate(drawn)]
    state.deck = sorted_deck(cards)
    return state


def _held(card_id: str, held: dict[str, str]) -> str:
    return held.get(card_id, card_id).rstrip("!")


def fits(table: Table) -> bool:
    """Whether the fleets can be made of that many players."""
    return isinstance(table.options, RaceOptions) and table.options.fleets(table.seats) > 0


def ends_in_time(table: Table) -> bool:
    """Whether it is a race that random play ends within seconds."""
    return fits(table) and isinstance(table.options, RaceOptions) and table.options.ships < 3


@pytest.mark.parametrize("law", LAWS, ids=name_of)
@settings(max_examples=8)
@given(table=tables(GAME, hide, steps=60).filter(fits))
def test_the_race_obeys(law: Law, table: Table) -> None:
    law(table)


@settings(max_examples=6)
@given(table=tables(GAME, hide).filter(ends_in_time))
def test_every_race_ends(table: Table) -> None:
    every_game_ends(table)
