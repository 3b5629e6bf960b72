"""The deck has no order (section 8): a card is picked only when it is dealt or drawn."""

from random import Random

import pytest

from rules.acrana import GAME
from rules.acrana.cards import full_deck
from rules.acrana.state import RaceState
from rules.engine.chance import Chance, Forced, QuickStream
from rules.engine.entries import Undo
from rules.engine.match import Advance, Match
from tests.laws import MASTER, PLAYER, Table
from tests.rules.acrana.table import Table as Laid


def dealing() -> tuple[Match, Advance]:
    """Return a race and the result of an action. Like other possible actions, it leads to a deal."""
    for luck in range(20):
        table = Table(GAME, GAME.options.model_validate({}), 3, luck, steps=100)
        for match, advance in zip(table.matches, table.play, strict=False):
            if advance.entry.kind == "act" and len(cards(advance)) > 2 and others(match, advance):
                return match, advance
    raise AssertionError("no race had such a deal")


def others(match: Match, advance: Advance) -> list[Advance]:
    """Return the results of the other possible actions that lead to the same deal."""
    (decision,) = match.decisions
    found = []
    for action in decision.actions:
        other = match.act(decision.seat, action, PLAYER, 0)
        if str(action) != advance.entry.what and lists(other) == lists(advance):
            found.append(other)
    return found


def lists(advance: Advance) -> list[str]:
    """Return the list from which the first card was picked."""
    return [roll.of for roll in advance.entry.rolls if roll.label == "card"][:1]


def cards(advance: Advance) -> list[object]:
    return [roll.values[0] for roll in advance.entry.rolls if roll.label == "card"]


def test_after_an_undo_the_same_play_meets_the_same_cards_and_another_play_others() -> None:
    match, first = dealing()
    back = first.match.enter(Undo(match.position.head), MASTER, 0, "why").match
    (decision,) = match.decisions
    again = back.act(decision.seat, GAME.read(first.entry.what), PLAYER, 0)
    assert cards(again) == cards(first)
    assert all(cards(other) != cards(first) for other in others(back, first))


def test_a_state_holds_no_order_of_the_deck() -> None:
    state, _ = GAME.start(GAME.options.model_validate({}), 4, Chance(QuickStream(Random(1))))
    assert state.deck == [one for one in full_deck(4) if one in state.deck]


def test_each_card_is_noted_by_its_name_with_those_it_was_one_of() -> None:
    table = Laid("A1@49", A="6a 9a", B="Jb", deck="3b 4b 8a")
    state = table.state
    rolls = Chance(QuickStream(Random(1)))
    GAME.apply(state, 1, GAME.resolve(state, 1, GAME.read("sail 6a A1 6")), forced(rolls, "table 6"))
    drawn = [roll for roll in rolls.rolls if roll.label == "card"]
    assert [roll.of for roll in drawn] == [
        "3b 4b 8a",
        " ".join(one for one in ("3b", "4b", "8a") if one != drawn[0].values[0]),
    ]
    assert all(roll.secret and roll.seat == 1 for roll in drawn)


@pytest.mark.parametrize(("card", "comes"), [("8a", True), ("Kb", False)])
def test_a_game_master_may_set_a_card_that_is_left(card: str, comes: bool) -> None:
    table = Laid("A1@49", A="6a 9a", B="Jb", deck="3b 4b 8a")
    chance = forced(Chance(QuickStream(Random(1))), "table 6", f"card {card}")
    GAME.apply(table.state, 1, GAME.resolve(table.state, 1, GAME.read("sail 6a A1 6")), chance)
    assert (chance.rolls[1].values == (card,)) == comes
    assert len(chance.spent) == 1 + comes


def test_a_race_of_the_first_version_goes_on_with_what_is_left_of_its_shuffled_deck() -> None:
    table = Laid("A1@49", A="6a 9a", B="Jb", deck="3b 4b 8a")
    old = table.state.model_copy(update={"deck": ["8a", "3b", "4b"]})
    state = GAME.load_state(old.model_dump_json())
    chance = forced(Chance(QuickStream(Random(1))), "table 6")
    GAME.apply(state, 1, GAME.resolve(state, 1, GAME.read("sail 6a A1 6")), chance)
    GAME.check(state)
    assert isinstance(state, RaceState)
    assert chance.rolls[1].of == "3b 4b 8a"
    assert len(state.deck) == 1


def forced(chance: Chance, *rolls: str) -> Chance:
    """Force dice and cards, which are written like `table 6` or `card 3h`."""
    words = [roll.split() for roll in rolls]
    chance.forced = [
        Forced(values=(int(value) if value.isdecimal() else value,), label=label, entry=number)
        for number, (label, value) in enumerate(words, 1)
    ]
    return chance
