"""Onlookers' views of a race, and their texts (sections 11 and 13)."""

import pytest

from rules.acrana import GAME
from rules.acrana.board import BOARD, EDGE, PIRATE_WATERS, edge_square
from rules.acrana.options import RaceOptions
from rules.acrana.shown.view import AcranaView
from rules.engine.event import told_to
from tests.rules.acrana.table import Table

NAMES = {1: "Ann", 2: "Bea", 3: "Cid", 4: "Dan"}


def seen(table: Table, seat: int | None = None) -> AcranaView:
    return GAME.view(table.state, seat, told_to(table.told, seat))


def test_a_hand_is_for_its_owner_alone() -> None:
    table = Table("A1@40 B1@50", A="3a 9a+4", B="Jb 2b-1")
    assert [view.hand for view in seen(table).seats] == [None, None]
    own = seen(table, 1).seats
    assert own[1].hand is None
    assert [(card.shown, card.base, card.steps) for card in own[0].hand or []] == [
        ("3", None, None),
        ("9 (13)", 9, 13),
    ]
    assert [view.cards for view in seen(table).seats] == [2, 2]


@pytest.mark.parametrize(
    ("hand", "does", "usable", "told"),
    [
        ("Aa 3a 6a 9a Ka", (), ["6", "9", "A"], "Can be played now: A, 6 and 9"),
        ("3a 3b", (), ["3", "3"], "Nothing can be played; to discard: 3♠ and 3♥"),
        ("3a 9a 5a!", (), ["5"], "Can be played now: 5"),
        ("6a 4a 3a 9a+2", ("sail 6a A1 6", "table 3"), ["4", "9"], "Can be slowed: 4 and 9 (11)"),
        ("6a 4a 9a", ("sail 6a A1 6", "table 4"), ["4", "9"], "To discard: 4 and 9"),
    ],
)
def test_who_chooses_sees_which_cards_can_be_used(
    hand: str, does: tuple[str, ...], usable: list[str], told: str
) -> None:
    table = Table("A1@46 B1@55" if does else "A1@40 B1@55", A=hand, B="Jb")
    if does:
        table.does("A", *does)
    seen_by_holder = GAME.view_to_choose(table.state, 1, told_to(table.told, 1))
    cards = seen_by_holder.seats[0].hand or []
    assert sorted(card.rank for card in cards if card.usable) == usable
    assert GAME.private_standing(seen_by_holder, NAMES).endswith(f". {told}")
    assert not any(card.usable for card in GAME.view(table.state, 1).seats[0].hand or [])
    assert GAME.view_to_choose(table.state, 2).seats[0].hand is None


def test_everything_on_the_sea_is_public() -> None:
    table = Table(
        "A1@66 B1@67 B2@91",
        chosen={"ships": 2},
        pirates="1:A1 2 3:B1",
        tokens={"B2": "escort flag reef_map"},
        pending={"B2": "square"},
        A="Ja",
        B="Jb",
    )
    view = seen(table)
    assert [(vessel.number, vessel.engages) for vessel in view.vessels] == [(1, ["A1"]), (2, []), (3, ["B1"])]
    ship = view.ship("B2")
    assert (ship.escort, ship.flag, ship.reef_map, ship.pending, ship.vessel) == (
        True,
        True,
        True,
        "square",
        0,
    )
    assert [seat.in_port for seat in view.seats] == [1, 0]


def test_blockades_and_convoys_are_shown() -> None:
    table = Table("A1@50 C1@50 B1@60 B2@60", seats=4, chosen={"ships": 2, "fleet_size": 2}, A="Ja", B="Jb")
    assert [(pair.kind, pair.at) for pair in seen(table).pairs] == [("convoy", 50), ("blockade", 60)]


def test_the_picture_shows_the_whole_play_with_its_dice() -> None:
    table = Table("A1@40 B1@49", A="9a 2a", B="Jb")
    table.does("A", "sail 9a A1 9", "battle 1 table 5 edge 6 edge 2")
    shown = seen(table)
    assert [(play.seat, play.shown, play.use) for play in shown.played] == [(1, "9", "sail")]
    assert [(trace.ship, trace.start, trace.end, trace.how) for trace in shown.ways] == [
        ("A1", 40, 49, "sailed"),
        ("B1", 49, 0, "sent_home"),
        ("A1", 49, 81, "over_edge"),
    ]
    assert [(roll.purpose, roll.dice, roll.at) for roll in shown.rolls] == [
        ("battle", [1], 49),
        ("table", [5], 49),
        ("edge", [6, 2], 49),
    ]


def test_the_next_turn_begins_a_new_picture_and_leaves_the_ways_of_the_last_faint() -> None:
    table = Table("A1@40 B1@50", A="7a 2a", B="Jb 9b")
    table.does("A", "sail 7a A1 7")
    table.does("B", "becalm J")
    assert [play.card for play in seen(table).played] == ["Jb"]
    assert seen(table).ways == []
    assert [(trace.ship, trace.end) for trace in seen(table).earlier] == [("A1", 47)]


def test_two_cards_of_one_turn_are_on_the_same_picture() -> None:
    table = Table("A1@40 B1@50", chosen={"cards_per_turn": 2}, A="4a 7a 2a", B="Jb 9b")
    table.does("A", "sail 4a A1 4")
    table.does("A", "sail 7a A1 7")
    assert [play.card for play in seen(table).played] == ["4a", "7a"]
    assert seen(table).earlier == []


def test_a_turn_that_makes_itself_is_a_turn_of_its_own() -> None:
    forced = Table("A1@40 B1@55", A="7a 2a", B="3b")
    forced.does("A", "sail 7a A1 7")
    assert [play.use for play in seen(forced).played] == ["discard"]
    assert [trace.ship for trace in seen(forced).earlier] == ["A1"]


def test_a_ship_of_a_convoy_that_comes_too_late_is_not_shown_at_home() -> None:
    fleets: dict[str, str | int | bool] = {"fleet_size": 2, "ships": 1, "win": "first_ship"}
    table = Table("A1@140 C1@140", seats=4, chosen=fleets, A="8a", B="Jb")
    table.does("A", "sail 8a A1 4 with C1")
    view = seen(table)
    assert [(trace.ship, trace.end) for trace in view.ways] == [("A1", 144)]
    assert view.ship("C1").square == 140


def test_a_fleet_has_one_place() -> None:
    table = Table("A1@144 C1@140 B1@3", seats=4, chosen={"fleet_size": 2}, A="9a", B="Jb", C="7a")
    table.does("A", "sail 9a C1 4")
    assert [seat.rank for seat in seen(table).seats] == [1, 2, 1, 2]


def test_the_standing_is_the_same_for_everybody_and_the_hand_its_owners_own() -> None:
    table = Table("A1@40 B1@50", silver={"A": 2}, A="3a 9a+4", B="Jb")
    for seat in (None, 1, 2):
        assert GAME.standing(seen(table, seat), NAMES) == "B (Bea) 50 · A (Ann) 40"
    assert GAME.private_standing(seen(table, 1), NAMES) == "Your hand: 3, 9 (13), silver +2"
    assert GAME.private_standing(seen(table, 2), NAMES) == "Your hand: J"
    assert GAME.private_standing(seen(table), NAMES) == ""


def test_the_alt_text_tells_whose_turn_it_is_what_happened_and_what_lies_ahead() -> None:
    table = Table("A1@40 B1@36", tokens={"A1": "flag"}, A="7a 2a", B="9b 2b")
    table.does("A", "sail 7a A1 7")
    text = GAME.describe(seen(table), NAMES)
    assert text.startswith("King of Acrana’s ship race. Deck 1, deal 1, 22 cards left. B (Bea) to play.")
    assert "A (Ann) sailed 7 from 40 to 47." in text
    assert "A (Ann) 47 [flag], 1 card; B (Bea) 36, 2 cards." in text
    assert "Ahead of B1: reef 39, harbour 42, mutiny 45." in text


def test_labels_tell_where_a_play_leads() -> None:
    table = Table("A1@51 B1@57", seats=2, A="3a 4a 6a 6b+1 Ja", B="Jb")
    labels = {
        str(action): GAME.label(table.state, 1, action, len(action.path())).text
        for action in GAME.decisions(table.state)[0].actions
    }
    assert labels == {
        "sail 4a A1 squares 4": "4 · A1 to 55, treasure",
        "sail 6a A1 squares 6": "6 · A1 attacks B1 at 57",
        "sail 6b A1 squares 7": "6 (7) · A1 to 58, ship yard",
        "push_back 6a B1": "6 · push B1 to 50",
        "push_back 6b B1": "6 (7) · push B1 to 50",
        "becalm Ja": "J · lie becalmed",
    }


def hints(table: Table) -> dict[str, str]:
    """Return the hint of each possible choice's label."""
    named = [
        GAME.label(table.state, 1, action, len(action.path()))
        for action in GAME.decisions(table.state)[0].actions
    ]
    return {label.text: label.hint for label in named}


def test_a_whole_card_needs_no_hint_but_the_odds() -> None:
    told = {"7 · A1 to 47": "", "Q · A1 to 52, weather": "Weather: 4 of 6 bad."}
    assert hints(Table("A1@40", A="7a Qa", B="Jb")) == told


def test_a_hint_tells_how_much_of_a_card_is_left_for_other_ships() -> None:
    table = Table("A1@40 A2@50", chosen={"ships": 2}, A="2a", B="Jb")
    assert hints(table) == {
        "2 · A1 to 41": "1 of 2 squares.",
        "2 · A1 to 42, harbour": "Harbour: 3 of 6 bad.",
        "2 · A2 to 51": "1 of 2 squares.",
        "2 · A2 to 52, weather": "Weather: 4 of 6 bad.",
    }


def test_a_hint_tells_what_no_ship_can_use() -> None:
    table = Table("A1@27 B1@30 B2@30", chosen={"ships": 2}, A="8a", B="Jb")
    assert hints(table) == {"8 · A1 to 29": "2 of 8 squares, no ship can use 6."}


def test_a_label_tells_that_a_ship_will_find_no_room() -> None:
    table = Table("A1@40 A2@47 A3@47", chosen={"ships": 3}, A="7a", B="Jb")
    told = hints(table)
    assert told["7 · A1 to 46"] == "6 of 7 squares."
    assert told["7 · A1 to 46 (no room on 47)"] == ""


def test_a_hint_tells_what_a_convoy_costs() -> None:
    fleets: dict[str, str | int | bool] = {"fleet_size": 2, "ships": 2}
    table = Table("A1@40 C1@40 A2@60", seats=4, chosen=fleets, A="6a", B="Jb")
    told = hints(table)
    assert told["6 · A1, C1 to 42, harbour"] == "2 squares each, 4 of 6 squares. Harbour: 3 of 6 bad."
    assert told["6 · A1, C1 to 43"] == "3 squares each."


@pytest.mark.parametrize(
    ("roll", "labels"),
    [
        (1, ["Discard 4", "Discard 9 (11)"]),
        (3, ["4 sails 5", "9 (11) sails 12"]),
        (5, ["4 sails 6", "4 sails 5, 9 (11) sails 12", "9 (11) sails 13"]),
    ],
)
def test_labels_tell_what_becomes_of_cards(roll: int, labels: list[str]) -> None:
    table = Table("A1@22", A="4a 6a 9a+2", B="Jb")
    table.does("A", "sail 6a A1 6", f"table {roll}")
    actions = GAME.decisions(table.state)[0].actions
    assert [GAME.label(table.state, 1, action, len(action.path())).text for action in actions] == labels


def offered(table: Table) -> dict[str, str]:
    """Return a mapping from the notation of each offered choice to its label."""
    decision = GAME.decisions(table.state)[0]
    actions = decision.offered or decision.actions
    return {
        str(action): GAME.label(table.state, 1, action, len(action.path())).text
        for action in actions
        if not decision.outdone(action)
    }


def test_of_cards_that_are_alike_but_for_their_suits_one_is_offered() -> None:
    table = Table("A1@40", A="7a 7b", B="Jb")
    assert offered(table) == {"sail 7a A1 squares 7": "7 · A1 to 47"}
    assert len(GAME.decisions(table.state)[0].actions) == 2
    assert GAME.private_standing(seen(table, 1), NAMES) == "Your hand: 7♠, 7♥"


def test_cards_that_only_look_the_same_are_told_apart_by_their_suit() -> None:
    table = Table("A1@40", A="7a+2-1 7b+1", B="Jb")
    assert [*offered(table).values()] == ["7♠ (8) · A1 to 48", "7♥ (8) · A1 to 48"]


def test_of_sets_of_cards_that_are_alike_one_is_offered() -> None:
    table = Table("A1@22", A="4a 4b 6a 9a", B="Jb")
    table.does("A", "sail 6a A1 6", "table 1")
    assert [*offered(table).values()] == ["Discard 4", "Discard 9"]


def test_numbers_on_labels_are_those_of_the_squares_on_the_picture_of_who_chooses() -> None:
    table = Table("A1@40 B1@70", A="2a 6a 9a", B="Jb")
    shown = GAME.view_to_choose(table.state, 1)
    labels = {
        action: GAME.label(table.state, 1, action, len(action.path()))
        for action in GAME.decisions(table.state)[0].actions
    }
    assert shown.places == {42: 1, 46: 2, 49: 3}
    assert {str(action): label.number for action, label in labels.items()} == {
        "sail 2a A1 squares 2": 1,
        "sail 6a A1 squares 6": 2,
        "sail 9a A1 squares 9": 3,
        "push_back 6a B1": 0,
    }
    assert GAME.reach(shown) == "Your ships can come to 1: 42 with 2, 2: 46 with 6, 3: 49 with 9."


@pytest.mark.parametrize(("ships", "decks"), [(1, 12), (2, 24), (3, 36)])
def test_a_race_with_more_ships_may_use_more_decks(ships: int, decks: int) -> None:
    assert RaceOptions.model_validate({"ships": ships}).deck_limit == decks
    assert RaceOptions.model_validate({"ships": ships, "deck_limit": 5}).deck_limit == 5


def test_every_pair_of_dice_is_a_square_of_its_own_on_the_edge() -> None:
    squares = [edge_square(first, second) for first in range(1, 7) for second in range(1, 7)]
    assert squares == sorted(EDGE)
    assert len(EDGE) == 36


def test_the_chart_has_what_the_rules_name() -> None:
    assert set(BOARD.special["coast_guard"]) == {49, 83, 106}
    assert sorted(PIRATE_WATERS) == [65, 66, 67, 91, 92, 93, 121, 122, 123]
    assert BOARD.finish == 144


def test_a_command_suggests_cards_and_ships_as_their_owner_reads_them() -> None:
    table = Table("A1@22", A="7a 7b 9a+4", B="Jb")
    names = {
        value: GAME.value_name(table.state, 1, value) for value in ("7a", "7b", "9a", "7a,9a", "A1", "5")
    }
    assert names == {
        "7a": "7♠",
        "7b": "7♥",
        "9a": "9 (13)",
        "7a,9a": "7♠, 9 (13)",
        "A1": "A1 at 22 (weather)",
        "5": "5",
    }
