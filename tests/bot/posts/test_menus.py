"""What controls offer: few choices as buttons, nothing asked that has one answer, and few presses a turn."""

from random import Random
from statistics import fmean

import pytest
from discord import ui

from bot.posts import menus
from bot.posts.menus import BUTTONS, Controls
from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import PartialAnswer
from rules.engine.form import MENU_LIMIT
from rules.engine.game import AnyGame
from rules.engine.label import Label
from rules.engine.policy import at_random
from rules.engine.registry import game, games
from tests.thumb import NAMES, OUT_OF_REACH, presses, turns

PIECES_OF_A_POST = 40
"""Discord's limit."""

OTHERS = 10
"""Pieces that a post has beside the controls of its question, with a vote."""

MOST = {
    "port_flower": (3, 1, 60, 3.0),
    "acrana": (2, 2, 60, 3.0),
    "kraken_bay": (2, 1, 60, 7.5),
    "dangerous_sea": (2, 1, 200, 7.0),
}
"""By how many a game is played, how often and how far, and the presses of a turn on average; with the options
for chat.

docs/performance.md has the figures.
"""


def all_of(controls: Controls) -> list[ui.Item[ui.LayoutView]]:
    """Every button and every menu."""
    return [part for row in controls.rows for part in row.children]


@pytest.mark.parametrize("slug", sorted(games()))
def test_few_choices_are_buttons_one_is_not_asked_and_every_action_can_be_reached(slug: str) -> None:
    luck = Random(2)
    for menu in positions(game(slug), 2, luck):
        shown = menus.controls(menu)
        assert len(shown.rows) + len(all_of(shown)) + OTHERS <= PIECES_OF_A_POST
        ids = [str(getattr(part, "custom_id", "")) for part in all_of(shown)]
        assert len(set(ids)) == len(ids)
        for part in all_of(shown):
            if isinstance(part, ui.Select):
                assert BUTTONS < len(part.options) <= MENU_LIMIT, part.placeholder
        found = menu.ask(()) if menu.actions else None
        assert not isinstance(found, PartialAnswer) or len(found.leaves) > 1
        if menu.actions:
            action = luck.choice(menu.actions)
            assert presses(menu, action) < OUT_OF_REACH, action


def positions(one: AnyGame, seats: int, luck: Random) -> list[menus.Menu]:
    """What is offered in a random game, here and there."""
    state, _ = one.start(one.options(), max(seats, one.min_seats), Chance(QuickStream(luck)))
    found = []
    for number in range(90):
        decisions = one.decisions(state)
        if not decisions:
            break
        decision = decisions[0]
        if number % 5 == 0:
            # A copy, for the state goes on.
            kept = one.load_state(state.model_dump_json())
            found.append(menus.menu_for(one, kept, one.decisions(kept)[0], "GAME", 1, NAMES))
        action = one.canonical(state, decision.seat, at_random(one, state, decision, luck))
        one.apply(state, decision.seat, action, Chance(QuickStream(luck)))
    return found


@pytest.mark.parametrize("slug", MOST)
def test_a_turn_takes_few_presses(slug: str) -> None:
    seats, games, decisions, most = MOST[slug]
    counted = [
        turn.presses
        for luck in range(1, games + 1)
        for turn in turns(game(slug), "club", seats, luck, decisions)
    ]
    assert fmean(counted) <= most


def test_a_turn_of_privateer_takes_few_presses_for_its_ships() -> None:
    counted = [
        turn for seats, luck in ((2, 1), (3, 1)) for turn in turns(game("privateer"), "club", seats, luck)
    ]
    for ships, most in ((3, 10.0), (2, 7.0)):
        assert fmean(turn.presses for turn in counted if turn.ships == ships and not turn.setup) <= most


def told_of(*hints: str) -> list[str]:
    """What stands above buttons with these hints, called A, B, C ..."""
    return menus.told_above(
        [menus.Named((name,), Label(name, hint)) for name, hint in zip("ABCDE", hints, strict=False)]
    )


def test_what_is_true_of_many_buttons_is_told_once() -> None:
    assert told_of("reef", "", "reef") == ["-# A; C: reef"]
    assert told_of("reef", "far", "reef", "reef") == ["-# B: far", "-# All others: reef"]
    assert told_of("reef", "reef", "reef") == ["-# All buttons: reef"]
    assert told_of("reef", "", "reef", "reef") == ["-# A; C; D: reef"]
