"""In complete games, `/game do` suggests sentences with their notation, sensible actions first."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.interactions.commands.completion import LIMIT, LONGEST, actions, loses, with_free_actions
from bot.posts.menus import Menu, menu_for
from rules.engine.action import Resign, notation
from rules.engine.chance import Chance, QuickStream
from rules.engine.game import AnyGame
from rules.engine.options import choose
from rules.engine.policy import at_random
from rules.engine.registry import game as find_game
from rules.engine.registry import games

NAMES = {seat: f"Captain {seat}" for seat in range(1, 9)}

DECISIONS = 60


def asked(game: AnyGame) -> Iterator[Menu]:
    """Yield all possible actions of seats in random games under each preset, decision by decision."""
    for luck, preset in enumerate(game.presets):
        dice = Random(luck)
        seats = max(2, game.min_seats)
        state, _ = game.start(choose(game.options, preset.options), seats, Chance(QuickStream(dice)))
        for _ in range(DECISIONS):
            decisions = game.decisions(state)
            if not decisions:
                break
            decision, kept = decisions[0], game.load_state(state.model_dump_json())
            menu = menu_for(game, kept, game.decisions(kept)[0], "GAME", 1, NAMES)
            yield with_free_actions(menu)
            action = game.canonical(state, decision.seat, at_random(game, state, decision, dice))
            game.apply(state, decision.seat, action, Chance(QuickStream(dice)))


@pytest.mark.parametrize("slug", games())
def test_suggestions_begin_with_words_and_end_with_what_is_typed(slug: str) -> None:
    seen = 0
    for menu in asked(find_game(slug)):
        offered = actions(menu, menu.actions, "")
        names = [choice.name for choice in offered]
        assert len(set(names)) == len(names)
        assert len(names) <= LIMIT
        kinds = {kind.kind for kind in menu.game.actions}
        for choice in offered:
            words = choice.name.split(f" ({choice.value})")[0]
            assert len(choice.name) <= LONGEST
            assert "_" not in words, choice.name
            assert choice.name != choice.value, choice.name
            assert words not in kinds, choice.name
            assert words[0] in "✓⚠" or words[0].isupper() or words[0].isdigit(), choice.name
            assert f"({choice.value})" in choice.name or len(choice.name) > LONGEST // 2 or words == "Resign"
        seen += len(offered)
    assert seen


@pytest.mark.parametrize("slug", games())
def test_what_loses_something_for_certain_is_suggested_behind_all_else_and_giving_up_last(slug: str) -> None:
    for menu in asked(find_game(slug)):
        meant = {notation(action): action for action in menu.actions}
        offered = [meant[choice.value] for choice in actions(menu, menu.actions, "")]
        places = [2 if isinstance(one, Resign) else int(loses(menu, one)) for one in offered]
        assert places == sorted(places)


def test_privateer_begins_with_a_shot_that_hits_then_sails_and_never_with_shots_that_hit_nothing() -> None:
    seen = {"hit": 0, "sail": 0}
    for menu in asked(find_game("privateer")):
        offered = [choice.name for choice in actions(menu, menu.actions, "")]
        hits = [at for at, name in enumerate(offered) if " sinks " in name]
        vain = [at for at, name in enumerate(offered) if ": nothing (" in name or "(fire_wide)" in name]
        sails = [at for at, name in enumerate(offered) if "(sail " in name and not name.startswith("⚠️")]
        if hits:
            assert hits == [*range(len(hits))], offered
            seen["hit"] += 1
        if vain and sails:
            assert max(sails) < min(vain), offered
            seen["sail"] += 1
    assert all(seen.values())


@pytest.mark.parametrize("slug", games())
def test_what_may_be_done_at_any_time_is_suggested_behind_what_is_asked(slug: str) -> None:
    for menu in asked(find_game(slug)):
        meant = {notation(action): action for action in menu.actions}
        offered = [meant[choice.value] for choice in actions(menu, menu.actions, "")]
        harmless = [action.free for action in offered if not loses(menu, action)]
        assert harmless == sorted(harmless), offered


def test_what_is_typed_is_found_in_words_and_in_notation() -> None:
    menu = next(menu for menu in asked(find_game("port_flower")) if menu.seat == 2)
    (first, *_) = actions(menu, menu.actions, "")
    for typed in (first.value, first.name[:12].lower()):
        assert first.name in [choice.name for choice in actions(menu, menu.actions, typed)], typed
