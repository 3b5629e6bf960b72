"""The private page of choices has few rows, in complete games of every kind."""

from collections.abc import Iterator
from random import Random

import pytest
from discord import ui

from bot.handlers import player_actions
from bot.posts import menu_controls
from bot.posts.build import ControlRow
from bot.posts.control_ids import parse
from bot.posts.menu_controls import ROWS, with_more
from bot.posts.menus import DONE, Menu, menu_for
from rules.engine.action import Resign
from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import PartialAnswer
from rules.engine.game import AnyGame
from rules.engine.options import choose
from rules.engine.policy import at_random
from rules.engine.registry import game as find_game
from rules.engine.registry import games

NAMES = {seat: f"Captain {seat}" for seat in range(1, 9)}

LONGEST = 200
"""The number of decisions that are tested in a game."""


def looks(game: AnyGame) -> Iterator[Menu]:
    """Yield the menus of random games with few and many players, under each preset."""
    for luck, preset in enumerate(game.presets):
        dice, options = Random(luck), choose(game.options, preset.options)
        fewest, most = game.seat_range(options)
        seats = most if luck % 2 else max(2, fewest)
        state, _ = game.start(options, seats, Chance(QuickStream(dice)))
        for _ in range(LONGEST):
            decisions = game.decisions(state)
            if not decisions:
                break
            kept = game.load_state(state.model_dump_json())
            yield menu_for(game, kept, game.decisions(kept)[0], "GAME", 1, NAMES)
            decision = decisions[0]
            action = game.canonical(state, decision.seat, at_random(game, state, decision, dice))
            game.apply(state, decision.seat, action, Chance(QuickStream(dice)))


def beside(menu: Menu) -> "list[ui.Button[ui.LayoutView]]":
    """Return the buttons below a question: the suggestion, and standing orders if the game has some."""
    orders = [one for one in menu.game.free_actions(menu.state, menu.seat) if not isinstance(one, Resign)]
    labels = [player_actions.ADVICE, *(["Standing orders"] if orders else [])]
    return [ui.Button(label=label, custom_id=label) for label in labels]


def questions(menu: Menu, rows: list[ControlRow]) -> Iterator[tuple[str, ...]]:
    """Yield the answers that lead from these controls to another question."""
    for part in (part for row in rows for part in row.children):
        control = parse(str(getattr(part, "custom_id", "")))
        if control is None or control.verb not in {"answer", "pick"}:
            continue
        values = [option.value for option in part.options] if isinstance(part, ui.Select) else [DONE]
        for value in values:
            path = (*control.path, *(() if value == DONE else value.split("/")))
            found = menu.ask(path)
            if isinstance(found, PartialAnswer) and found.chosen != control.path:
                yield found.chosen


@pytest.mark.parametrize("slug", games())
def test_every_private_look_has_at_most_five_rows_of_controls(slug: str) -> None:
    asked_on = has_steps = 0
    for menu in looks(find_game(slug)):
        has_steps += any(len(menu.path(action)) > 1 for action in menu.actions)
        numbered = menu.with_numbers()
        rows = menu_controls.controls(numbered).rows
        assert len(with_more(rows, beside(menu))) <= ROWS, [*map(str, rows)]
        for path in questions(numbered, rows):
            # The row with "Start over" is below.
            assert len(menu_controls.controls(numbered, path).rows) + 1 <= ROWS, path
            asked_on += 1
    whole = {"acrana", "dangerous_sea", "port_flower"}
    assert asked_on or not has_steps or slug in whole, (
        f"Nothing in {slug} is asked in steps. If that is right, name it in `whole`."
    )


def buttons(count: int, name: str) -> ControlRow:
    row: ControlRow = ui.ActionRow(*(ui.Button(label=f"{name}{at}") for at in range(count)))
    return row


def menu_row(name: str) -> ControlRow:
    select: ui.Select[ui.LayoutView] = ui.Select(custom_id=name)
    return ui.ActionRow(select)


def test_more_buttons_stand_beside_the_last_ones_that_leave_room_where_all_rows_are_taken() -> None:
    more: list[ui.Button[ui.LayoutView]] = [ui.Button(label="Suggest"), ui.Button(label="Orders")]
    four = [buttons(5, "a"), menu_row("b"), buttons(3, "c"), menu_row("d")]
    assert [len(row.children) for row in with_more(four, more)] == [5, 1, 3, 1, 2]
    five = [buttons(5, "a"), menu_row("b"), buttons(3, "c"), buttons(4, "e"), menu_row("d")]
    assert [len(row.children) for row in with_more(five, more)] == [5, 1, 5, 4, 1]
    assert with_more(five, []) == five
