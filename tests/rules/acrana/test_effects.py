"""Narration states the effects of tables and battles in plain words and numbers, after its jokes."""

import re
from collections.abc import Iterable

import pytest

from rules.acrana import effects
from rules.acrana.events import (
    Battle,
    CardPlayed,
    CardSailed,
    CardsDiscarded,
    HandsDealt,
    Idled,
    ModifierApplied,
    PirateAttack,
    ShipSailed,
    Stuck,
    TableRolled,
    TurnStarted,
)
from rules.acrana.tables import TABLES, TableName
from rules.engine.event import Event, OfEach, joined_with, told_together
from tests.rules.acrana.table import Table
from tests.texts import story_of

RESULTS = [(table, roll) for table, rows in TABLES.tables.items() for roll in rows]


@pytest.mark.parametrize(("table", "roll"), RESULTS)
def test_every_result_with_an_effect_says_it_with_its_numbers(table: TableName, roll: int) -> None:
    told, ops = effects.of_table(table, roll), TABLES.tables[table][roll].ops
    assert bool(told) == bool(ops)
    if not ops:
        return
    start, _, said = told.partition(": ")
    assert start == f"Die {roll}"
    numbers = {int(number) for number in re.findall(r"\d+", said)}
    for op in ops:
        fields = op.model_dump()
        wanted = {abs(fields[name]) for name in ("amount", "count", "squares") if name in fields}
        assert wanted <= numbers, told


def test_every_die_of_a_battle_says_what_it_does_and_what_was_needed() -> None:
    told = [effects.of_battle(roll) for roll in TABLES.battle]
    assert len(set(told)) == len(told)
    assert told[1] == "Die 2: a 1 sinks the defender, a 2 the attacker"
    needed = "a 1 would have sunk the defender, a 2 the attacker"
    assert told[3] == f"Die 4: the attacker goes 1 square back; {needed}"
    assert all(line.endswith(needed) for line in told[2:])


def test_tables_pirates_and_battles_carry_their_effects() -> None:
    rolled = TableRolled(ship="A1", at=33, table="compass", roll=6)
    assert story_of(rolled).effect == "Die 6: 1 card sails 1 less"
    by_map = TableRolled(ship="A1", at=15, table="reef", roll=5, by_map=True)
    assert story_of(by_map).effect == "As with a 5: the ship goes 6 squares ahead"
    assert story_of(PirateAttack(ship="A1", at=66, vessel=1, roll=1)).effect == "Die 1: 1 card sails 5 less"
    battle = Battle(attackers=["A1"], defenders=["B1"], at=20, roll=6, rerolled=[])
    assert story_of(battle).effect.startswith("Die 6: the defender goes 2 squares ahead")


@pytest.mark.parametrize(
    ("roll", "effect"),
    [
        (1, "the defence is sunk"),
        (4, "the attack goes 1 square back"),
        (6, "the defence goes 2 squares ahead"),
    ],
)
@pytest.mark.parametrize("sides", [("A1 C1", "B1"), ("A1", "B1 D1"), ("A1 C1", "B1 D1")])
def test_a_battle_of_convoys_says_nothing_of_dice_that_may_not_count(
    sides: tuple[str, str], roll: int, effect: str
) -> None:
    attackers, defenders = map(str.split, sides)
    story = story_of(Battle(attackers=attackers, defenders=defenders, at=20, roll=roll, rerolled=[]))
    assert (story.key, story.effect) == (f"convoy_battle_{roll}", f"Die {roll}: {effect}")


# Events narrated together


def joined(events: Iterable[Event]) -> list[Event]:
    return told_together(events)


def thrown(seat: int, card: str) -> list[Event]:
    return [
        TurnStarted(seat=seat),
        Stuck(seat=seat),
        CardsDiscarded(seat=seat, cards=[card], cause="stuck", left=2),
    ]


def test_what_nobody_chose_to_discard_is_one_sentence_for_the_deal() -> None:
    events = [*thrown(1, "8a"), *thrown(2, "3b"), *thrown(3, "Kc"), *thrown(1, "9a")]
    (told,) = joined(events)
    assert told.gaps()["told"] == OfEach([(1, "discards 8 and 9"), (2, "3"), (3, "K")])
    deal = HandsDealt(deal_no=2, counts=[4, 4, 4], leader=1)
    assert [event.kind for event in joined([*thrown(1, "8a"), deal, *thrown(2, "3b")])] == [
        "idled",
        "hands_dealt",
        "idled",
    ]


def test_a_turn_in_which_somebody_must_choose_begins_as_ever() -> None:
    events = [*thrown(1, "8a"), TurnStarted(seat=2), Stuck(seat=2)]
    assert [event.kind for event in joined(events)] == ["idled", "turn_started", "stuck"]
    chosen = CardsDiscarded(seat=2, cards=["3b"], cause="stuck", left=1)
    assert joined([chosen]) == [chosen]


def test_a_card_that_a_stuck_player_chooses_to_discard_is_not_told_as_automatic() -> None:
    stuck, chosen = Stuck(seat=2), CardsDiscarded(seat=2, cards=["3b"], cause="stuck", left=1)
    assert joined_with([(stuck, "an entry"), (chosen, "the choice")]) == [
        (stuck, "an entry"),
        (chosen, "the choice"),
    ]


def test_a_race_folds_what_it_discards_by_itself() -> None:
    table = Table("A1@40 B1@0 C1@0", seats=3, A="7a 2a", B="8b", C="5c")
    table.does("A", "sail 7 A1 7")
    idle = [event for event in joined(table.told) if isinstance(event, Idled)]
    assert [(event.seats[:2], event.cards[:2]) for event in idle[:1]] == [([2, 3], ["8b", "5c"])]


def test_a_card_that_one_ship_sails_whole_is_told_with_its_way() -> None:
    card = CardPlayed(seat=1, card="7a", shown="7", use="sail", points=7)
    whole = ShipSailed(ships=["A1"], start=40, end=47, squares=7)
    assert joined([card, whole]) == [CardSailed(seat=1, shown="7", ship="A1", start=40, end=47)]
    for other in (
        ShipSailed(ships=["A1"], start=40, end=44, squares=4),
        ShipSailed(ships=["A1"], start=40, end=46, squares=7),
        ShipSailed(ships=["A1", "C1"], start=40, end=47, squares=7),
    ):
        assert joined([card, other]) == [card, other]


@pytest.mark.parametrize(
    ("cards", "kinds"), [(1, ["table_rolled"]), (2, ["table_rolled", "modifier_applied"])]
)
def test_a_change_that_the_effect_tells_already_is_not_told_twice(cards: int, kinds: list[str]) -> None:
    rolled = TableRolled(ship="A1", at=33, table="compass", roll=6)
    change = ModifierApplied(seat=1, amount=-1, cards=cards)
    assert [event.kind for event in joined([rolled, change])] == kinds
