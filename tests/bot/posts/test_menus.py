"""Controls: few choices are buttons, a question with one answer is skipped, and a turn takes few presses."""

from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import replace
from random import Random
from statistics import fmean

import pytest
from discord import ButtonStyle, ui

from bot.posts import button_lines, control_emojis, menu_controls, menus
from bot.posts.control_ids import parse
from bot.posts.hints import told_above
from bot.posts.menu_controls import Controls
from bot.posts.menus import BUTTONS, DONE, Menu
from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import ANY, PartialAnswer
from rules.engine.form import MENU_LIMIT
from rules.engine.game import AnyGame
from rules.engine.label import Label
from rules.engine.options import choose
from rules.engine.policy import at_random
from rules.engine.registry import game, games
from rules.port_flower.state import RaceState
from rules.privateer.actions import Fire, Sail
from tests.rules.privateer.table import Table
from tests.thumb import NAMES, OUT_OF_REACH, presses, turns

PIECES_OF_A_POST = 40
"""Discord's limit."""

OTHERS = 10
"""The components of a post with a vote, apart from the controls of its question."""

MOST = {
    "port_flower": (3, 3, 60, 2.9, 5),
    "acrana": (2, 2, 60, 2.2, 4),
    "kraken_bay": (2, 1, 60, 6.5, 12),
    "dangerous_sea": (2, 2, 200, 7.0, 10),
}
"""Each game's seats, games and most decisions, and the average and greatest number of a turn's presses.

The options are those for chat. docs/performance.md has the figures.
"""


def all_of(controls: Controls) -> list[ui.Item[ui.LayoutView]]:
    """Return all buttons and menus."""
    return [part for row in controls.rows for part in row.children]


@pytest.mark.parametrize("slug", sorted(games()))
def test_few_choices_are_buttons_one_is_not_asked_and_every_action_can_be_reached(slug: str) -> None:
    luck = Random(2)
    for menu in positions(game(slug), 2, luck):
        shown = menu_controls.controls(menu)
        assert len(shown.rows) + len(all_of(shown)) + OTHERS <= PIECES_OF_A_POST
        ids = [str(getattr(part, "custom_id", "")) for part in all_of(shown)]
        assert len(set(ids)) == len(ids)
        for part in all_of(shown):
            if isinstance(part, ui.Select):
                # A menu has few entries only if the post has little room for buttons.
                assert len(part.options) <= MENU_LIMIT, part.placeholder
                assert len(part.options) > BUTTONS or menu.lines < ANY, part.placeholder
        found = menu.ask(()) if menu.actions else None
        assert not isinstance(found, PartialAnswer) or len(found.leaves) > 1
        if menu.actions:
            action = luck.choice(menu.once_each().actions)
            assert presses(menu, action) < OUT_OF_REACH, action


@pytest.mark.needs("presets")
@pytest.mark.parametrize("slug", sorted(games()))
def test_what_comes_to_the_same_is_offered_once_and_everything_else_is_offered(slug: str) -> None:
    merged = 0
    for menu in positions(game(slug), 2, Random(3), preset="club"):
        decision = menu.game.decision_of(menu.state, menu.seat)
        if not menu.actions or decision is None:
            continue
        groups = defaultdict[Hashable, list[Action]](list)
        for action in menu.actions:
            if not decision.outdone(action):
                groups[decision.comes_to(action)].append(action)
        offered = [action for labels in screens(menu) for action in labels.values() if action is not None]
        assert {decision.comes_to(action) for action in offered} == groups.keys()
        for same in groups.values():
            assert len({result(menu, action) for action in same}) == 1, same
            merged += len(same) > 1
        if slug in COME_TO_THE_SAME:
            for labels in screens(menu):
                results = [result(menu, action) for action in labels.values() if action is not None]
                assert len(set(results)) == len(results), [*labels]
    assert bool(merged) == (slug in SAID_IN_TWO_WAYS)


SAID_IN_TWO_WAYS = {"kraken_bay", "port_flower", "privateer"}
"""Games in which different answers lead to the same result."""

COME_TO_THE_SAME = {"port_flower"}
"""Games that declare which answers have the same result whatever the dice show."""


def screens(menu: Menu, chosen: tuple[str, ...] = ()) -> Iterator[dict[str, Action | None]]:
    """Yield a mapping from labels to actions (`None` for another question) for every menu or set of buttons.

    The labels in one menu or set must differ.
    """
    buttons: dict[str, Action | None] = {}
    for part in all_of(menu_controls.controls(menu, chosen)):
        control = parse(getattr(part, "custom_id", None) or "")
        assert control is not None
        entries: dict[str, Action | None] = {} if isinstance(part, ui.Select) else buttons
        named = (
            [(option.label, option.value.split("/")) for option in part.options]
            if isinstance(part, ui.Select)
            else [(getattr(part, "label", ""), [])]
            if control.verb == "answer"
            else []
        )
        for label, values in named:
            path = (*control.path, *values)
            found = menu.ask([answer for answer in path if answer != DONE])
            if isinstance(found, PartialAnswer) and DONE not in path:
                yield from screens(menu, found.chosen)
            assert label not in entries, label
            entries[label] = found if isinstance(found, Action) else found.complete if DONE in path else None
        if isinstance(part, ui.Select):
            yield entries
    yield buttons


def result(menu: Menu, action: Action) -> str:
    """Return the state after an action, always with the same luck. A shortcut is carried out in full."""
    state = menu.game.load_state(menu.state.model_dump_json())
    turn, luck = menu.game.turn(state), Chance(QuickStream(Random(1)))
    for part in menu.game.spelled(state, menu.seat, action):
        if menu.game.turn(state) == turn:
            menu.game.apply(state, menu.seat, menu.game.canonical(state, menu.seat, part), luck)
    return str(state.model_dump_json())


def test_what_asks_for_a_confirming_press_comes_last() -> None:
    asked = 0
    for seed in range(6):
        for menu in positions(game("privateer"), 2, Random(seed)):
            rows = [
                [isinstance(part, ui.Button) and part.style is ButtonStyle.danger for part in row.children]
                for row in menu_controls.controls(replace(menu, forms=())).rows
            ]
            asked += any(map(any, rows)) and not all(map(all, rows))
            assert all(row == sorted(row) for row in rows)
            whole = [all(row) for row in rows]
            assert whole == sorted(whole)
    assert asked > 1


def posted(*table: str) -> list[list[str]]:
    """Return the rows of controls in a post of a battle of Privateer that is laid out by hand."""
    state = Table(*table, silent_dice=False).state
    menu = menus.menu_for(game("privateer"), state, game("privateer").decisions(state)[0], "GAME", 1, NAMES)
    rows = menu_controls.controls(menu.in_post()).rows
    return [
        [getattr(part, "label", "") or getattr(part, "placeholder", "") for part in row.children]
        for row in rows
    ]


def test_a_post_leads_to_losses_where_that_takes_no_more_lines() -> None:
    assert posted("red blue", "red1@A13 blue1@M6", "S3 C1") == [
        ["S3 · N", "S3 · NE", "S3 · SE", "Fire wide", "Losing …"]
    ]


def test_moves_of_a_ship_are_buttons_as_far_as_a_phone_has_lines() -> None:
    rows = posted("red blue", "red1@G7 blue1@M6", "S3 S4")
    assert sum(map(len, rows)) == 12
    assert not any(label.endswith("…") for row in rows for label in row)


def positions(one: AnyGame, seats: int, luck: Random, preset: str = "printed") -> list[menus.Menu]:
    """Return the menus at some positions of a random game."""
    values = next(found.options for found in one.presets if found.name == preset)
    state, _ = one.start(choose(one.options, values), max(seats, one.min_seats), Chance(QuickStream(luck)))
    found = []
    for number in range(90):
        decisions = one.decisions(state)
        if not decisions:
            break
        decision = decisions[0]
        if number % 5 == 0:
            # The menu gets a copy, because the original state changes.
            kept = one.load_state(state.model_dump_json())
            found.append(menus.menu_for(one, kept, one.decisions(kept)[0], "GAME", 1, NAMES))
        action = one.canonical(state, decision.seat, at_random(one, state, decision, luck))
        one.apply(state, decision.seat, action, Chance(QuickStream(luck)))
    return found


def lines_of(row: ui.ActionRow[ui.LayoutView]) -> int:
    """Return the number of lines that a row of controls takes on a phone."""
    if any(isinstance(part, ui.Select) for part in row.children):
        return 1
    labels = [str(getattr(part, "label", "")) for part in row.children]
    return button_lines.lines_of([menus.Named((label,), Label(label)) for label in labels])


def test_the_controls_of_a_movement_stand_on_four_lines_of_a_phone_the_boat_first() -> None:
    first = 0
    for seed in range(6):
        for menu in positions(game("port_flower"), 3, Random(seed), preset="club"):
            assert isinstance(menu.state, RaceState)
            shown = menu_controls.controls(menu)
            assert sum(map(lines_of, shown.rows)) <= 4
            assert all(label.startswith(("Boat", "Shark")) for label in entries(shown))
            if not menu.state.moved and menu.actions:
                boats = [label.startswith("Boat") for label in entries(shown)]
                assert boats == sorted(boats, reverse=True)
                assert {True, False} == {*boats}
                first += 1
    assert first > 20


def entries(controls: Controls) -> Iterator[str]:
    """Return the labels of buttons and of menu entries."""
    for part in all_of(controls):
        if isinstance(part, ui.Select):
            yield from (option.label for option in part.options)
        else:
            yield str(getattr(part, "label", ""))


def test_ships_share_a_menu_where_a_phone_has_no_line_for_a_menu_each() -> None:
    shared = 0
    for menu in positions(game("privateer"), 3, Random(3), preset="club"):
        for part in all_of(menu_controls.controls(menu)):
            if isinstance(part, ui.Select) and (part.placeholder or "").count(" at ") > 1:
                answers = [option.value.split("/") for option in part.options]
                assert all(isinstance(menu.ask(path), Sail | Fire | PartialAnswer) for path in answers)
                assert len({ship for ship, *_ in answers}) > 1
                shared += 1
    assert shared


def test_what_is_dangerous_is_red_and_stands_last_without_asking_to_confirm() -> None:
    red = 0
    for seed in range(8):
        for menu in positions(game("port_flower"), 2, Random(seed)):
            for part in all_of(menu_controls.controls(menu)):
                if isinstance(part, ui.Select):
                    own = ["your own boat" in option.label for option in part.options]
                    assert own == sorted(own)
                    red += any(own)
                elif isinstance(part, ui.Button):
                    assert ("your own boat" in str(part.label)) == (part.style is ButtonStyle.danger)
                    red += part.style is ButtonStyle.danger
    assert red > 3


@pytest.mark.long
@pytest.mark.parametrize("slug", MOST)
def test_a_turn_takes_few_presses(slug: str) -> None:
    seats, games, decisions, most, longest = MOST[slug]
    counted = [
        turn.presses
        for luck in range(1, games + 1)
        for turn in turns(game(slug), "club", seats, luck, decisions)
    ]
    assert fmean(counted) <= most
    assert max(counted) <= longest


@pytest.mark.long
def test_a_turn_of_privateer_takes_few_presses_for_its_ships() -> None:
    counted = [
        turn
        for seats in (2, 3)
        for luck in (1, 2, 3)
        for turn in turns(game("privateer"), "club", seats, luck)
    ]
    for ships, most, longest in ((3, 10.0, 12), (2, 6.2, 8), (1, 3.0, 4)):
        presses_of = [turn.presses for turn in counted if turn.ships == ships and not turn.setup]
        assert fmean(presses_of) <= most
        assert max(presses_of) <= longest
    assert max(turn.presses for turn in counted if turn.setup) <= 3


END = menus.Named(("end",), Label("End turn"))


def told_of(*hints: str) -> list[str]:
    """Return the text above buttons with these hints, which are labelled A, B, C ..."""
    return told_above(
        [menus.Named((name,), Label(name, hint)) for name, hint in zip("ABCDE", hints, strict=False)]
    )


def test_what_is_true_of_many_buttons_is_told_once() -> None:
    assert told_of("reef", "", "reef") == ["-# A; C: reef"]
    assert told_of("reef", "far", "reef", "reef") == ["-# B: far", "-# All others: reef"]
    assert told_of("reef", "reef", "reef") == ["-# All buttons: reef"]
    assert told_of("reef", "", "reef", "reef") == ["-# A; C; D: reef"]


def test_short_hints_share_a_line_as_far_as_a_phone_has_room() -> None:
    assert told_of("reef", "far", "") == ["-# A: reef · B: far"]
    long = "reef " * 9 + "reef"
    assert told_of("near", long, "far") == ["-# A: near", f"-# B: {long}", "-# C: far"]


def test_a_number_and_its_percent_sign_stay_on_one_line() -> None:
    assert told_of("you win 42 %, lose 42 %.", "") == ["-# A: you win 42\u00a0%, lose 42\u00a0%."]


def test_a_hint_does_not_repeat_the_word_with_which_its_button_ends() -> None:
    def told(*texts: str) -> list[str]:
        return told_above([menus.Named((text,), Label(text, "Reef: 4 of 6 bad.")) for text in texts])

    assert told("A1 to 39, reef") == ["-# A1 to 39, reef: 4 of 6 bad."]
    assert told("A1 to 39, reef", "B1 home") == ["-# A1 to 39, reef; B1 home: Reef\\: 4 of 6 bad."]


def test_buttons_that_begin_alike_share_their_beginning_where_their_hint_is_told() -> None:
    texts = ("Board Bo: crew", "Board Bo: ration", "Front: C9", "Front: C9", "Stay")
    told = told_above([menus.Named((text,), Label(text, "Odds")) for text in texts] + [END])
    assert told == ["-# Board Bo\\: crew, ration; Front\\: C9, C9; Stay · Odds"]


def test_below_buttons_neither_odds_nor_what_a_sign_says_are_repeated() -> None:
    shots = [Label(f"Shoot {at}: 50 %", "6 or more on D10.") for at in ("B5", "D5")]
    assert told_above([menus.Named((one.text,), one) for one in shots]) == [
        "-# Shoot B5, D5: 6 or more on D10."
    ]
    step = Label("To C7: tentacle", "Far", sign="tentacle", below="🌀 to E5")
    signed = step._replace(text=step.beside_sign("tentacle"))
    assert told_above([menus.Named((step.text,), step, signed)]) == ["-# To C7: 🌀 to E5"]
    seat, look = Label("C · Shoot Bo: 60 %", "5+", sign="seat_c"), Label("Look · N", "Far", sign="look")
    named = [
        menus.Named((label.text,), label, label._replace(text=text))
        for label, text in ((seat, "Shoot Bo: 60 %"), (look, "N"))
    ]
    assert told_above(named) == ["-# Shoot Bo: 5+", "-# Look · N: Far"]


def test_a_hint_behind_a_name_with_a_colon_brings_no_second_one() -> None:
    labels = Label("Sail to F4: Rocky Island", "You roll."), Label("Stay")
    lines = told_above([menus.Named((label.text,), label) for label in labels])
    assert lines == ["-# Sail to F4\\: Rocky Island · You roll."]


def test_buttons_stand_on_a_line_as_far_as_a_phone_has_room() -> None:
    leading = [ui.Button[ui.LayoutView](label=label) for label in ("Your choices", "Take back", "Story")]
    end: ui.Button[ui.LayoutView] = ui.Button(label="End turn")
    assert button_lines.is_on_a_line(leading)
    assert not button_lines.is_on_a_line([end, *leading])
    step = Label("N", sign="explore")
    looks = [
        control_emojis.SignedButton(game("dangerous_sea"), step, "Explore · N", ButtonStyle.primary, "x")
    ] * 2
    assert button_lines.is_on_a_line([*looks, end])
