"""Controls on a phone: the lengths of their labels, and the number of their rows, in random games."""

from collections.abc import Iterator
from random import Random

import pytest
from discord import ui

from bot.posts import button_lines, control_emojis, menu_controls, menus
from bot.posts.build import ControlRow
from rules.engine.chance import Chance, QuickStream
from rules.engine.game import AnyGame
from rules.engine.label import Label
from rules.engine.options import choose
from rules.engine.policy import at_random
from rules.engine.registry import game as find_game
from rules.engine.registry import games

LONGEST = 38
"""The most characters of a label, as Discord advises."""

LINES = {"acrana": 5, "kraken_bay": 5, "dangerous_sea": 5}
"""The most lines that controls of these games may take on a phone. Hands in Acrana are private."""

ROWS = 4
"""The rows of a post for its question: Discord allows five, and the last one has links."""

NAMES = {seat: f"Captain {seat}" for seat in range(1, 9)}


def offered(game: AnyGame) -> Iterator[menus.Menu]:
    """Yield the menus of random games of two players, under each preset."""
    for luck, preset in enumerate(game.presets):
        dice = Random(luck)
        seats = max(2, game.min_seats)
        state, _ = game.start(choose(game.options, preset.options), seats, Chance(QuickStream(dice)))
        for _ in range(60):
            decisions = game.decisions(state)
            if not decisions:
                break
            kept = game.load_state(state.model_dump_json())
            yield menus.menu_for(game, kept, game.decisions(kept)[0], "GAME", 1, NAMES).in_post()
            decision = decisions[0]
            action = game.canonical(state, decision.seat, at_random(game, state, decision, dice))
            game.apply(state, decision.seat, action, Chance(QuickStream(dice)))


def too_long(game: AnyGame) -> set[str]:
    """Return the labels of a game's buttons that are longer than Discord advises."""
    rows = (row for menu in offered(game) for row in menu_controls.controls(menu).rows)
    labels = {part.label or "" for row in rows for part in row.children if isinstance(part, ui.Button)}
    return {label for label in labels if len(label) > LONGEST}


def most_rows(game: AnyGame) -> int:
    """Return the maximum number of rows of the game's controls."""
    return max(len(menu_controls.controls(menu).rows) for menu in offered(game))


def lines(row: ControlRow) -> int:
    """Return the number of lines that a row takes on a phone."""
    buttons = [part for part in row.children if isinstance(part, ui.Button)]
    signed = [
        part.signed if isinstance(part, control_emojis.SignedButton) else Label(part.label or "")
        for part in buttons
    ]
    return (
        button_lines.lines_of(
            [menus.Named((), Label(""), label) if label.sign else menus.Named((), label) for label in signed]
        )
        or 1
    )


def most_lines(game: AnyGame) -> int:
    """Return the maximum number of lines that the game's controls take on a phone."""
    return max(sum(map(lines, menu_controls.controls(menu).rows)) for menu in offered(game))


@pytest.mark.parametrize("slug", games())
def test_controls_of_a_post_take_few_lines_of_a_phone(slug: str) -> None:
    lines = most_lines(find_game(slug))
    advice = "Say less in labels, ask in fewer forms (`OneOf`), or set `lines` of the question for menus."
    assert lines <= LINES.get(slug, ROWS), f"The controls of {slug} take {lines} lines of a phone. {advice}"


@pytest.mark.parametrize("slug", games())
def test_labels_of_buttons_are_short(slug: str) -> None:
    assert not too_long(find_game(slug))


@pytest.mark.parametrize("slug", games())
def test_controls_take_few_rows(slug: str) -> None:
    assert most_rows(find_game(slug)) <= ROWS
