"""The texts of a race for players: the herald's sentences, the pages of help, and the guide."""

import re
from collections.abc import Mapping
from typing import get_args

import pytest

from rules.acrana import GAME
from rules.acrana.board import KIND_NAMES, KINDS, Kind
from rules.acrana.cards import PlayUse
from rules.acrana.events import (
    Battle,
    BlockadeFormed,
    BlockadeLifted,
    CardPlayed,
    CardSailed,
    CardsChanged,
    CardsDiscarded,
    CardsDrawn,
    ConvoyFormed,
    ConvoyParted,
    CrossedEdge,
    DamageRepaired,
    DealerDrawn,
    DeckShuffled,
    DeferredResolved,
    DrawnSeen,
    EffectDeferred,
    EffectWasted,
    GameEnded,
    GameStarted,
    HandsDealt,
    HandSeen,
    Idled,
    ModifierApplied,
    OneCardNextDeal,
    PirateAttack,
    PiratesChanged,
    PiratesEvaded,
    PlayerResigned,
    ShipCastOff,
    ShipDrifted,
    ShipFinished,
    ShipHeld,
    ShipSailed,
    ShipSentHome,
    SilverGained,
    SquaresLost,
    SquareSpent,
    Stuck,
    TableRolled,
    TokenGained,
    TokenLost,
    TokenUsed,
    TurnStarted,
)
from rules.acrana.tables import TableName
from rules.engine.event import Event
from tests.texts import LAWS, LONGEST_NAME, Law, Played, Texts, filled, name_of, signs, story_of

SHIP = "H3"
PAIR = ["H2", "H3"]
PARTNERS = ["D3", "H3"]
ALL_CARDS = ["10a", "10b", "10c", "10d", "Qa"]
REEF = 132
PIRATES = 122
ROLLS = range(1, 7)
SAILING_USES: tuple[PlayUse, ...] = ("sail", "push_back", "back_partner")
TABLES = [table for table in get_args(TableName) if table != "pirates"]


def ended(*winners: int, reason: str = "finished", shared: bool = False) -> GameEnded:
    ranking = (winners, (3,))
    return GameEnded.model_validate(
        {"winners": winners, "reason": reason, "ranking": ranking, "shared": shared}
    )


def played(use: str) -> CardPlayed:
    return CardPlayed.model_validate(
        {"seat": 8, "card": "10d", "shown": "10 (18)", "use": use, "points": 20},
    )


def discarded(cause: str, left: int = 1) -> CardsDiscarded:
    return CardsDiscarded.model_validate({"seat": 8, "cards": ALL_CARDS, "cause": cause, "left": left})


def drifted(cause: str, start: int, end: int, *dice: int) -> ShipDrifted:
    return ShipDrifted.model_validate(
        {"ship": SHIP, "start": start, "end": end, "cause": cause, "dice": dice, "crowded": end + 1}
    )


def changed(cause: str) -> PiratesChanged:
    return PiratesChanged.model_validate({"start": 5, "end": 6, "cause": cause})


def fought(roll: int) -> Battle:
    return Battle(attackers=[SHIP], defenders=["G3"], at=PIRATES, roll=roll, rerolled=[])


def fought_in_convoy(roll: int) -> Battle:
    return Battle(attackers=PARTNERS, defenders=["C3", "G3"], at=PIRATES, roll=roll, rerolled=[2, 6, 2])


def rolled(table: TableName, roll: int) -> TableRolled:
    return TableRolled(ship=SHIP, at=REEF, table=table, roll=roll)


# An event for each key of the narration, with the longest values.
FACES: Mapping[str, Event] = {
    "game_started": GameStarted(players=8, ships=3, fleets=[[seat] for seat in range(1, 9)], options={}),
    "game_started_fleets": GameStarted(players=8, ships=3, fleets=[[1, 3, 5, 7], [2, 4, 6, 8]], options={}),
    "dealer_drawn": DealerDrawn(seat=8),
    "deck_shuffled_first": DeckShuffled(deck_no=1, dealer=8),
    "deck_shuffled": DeckShuffled(deck_no=36, dealer=8),
    "hands_dealt": HandsDealt(deal_no=3, counts=[0, 5, 5], leader=8),
    "hands_dealt_uneven": HandsDealt(deal_no=3, counts=[0, 1, 5], leader=8),
    "hand_seen": HandSeen(seat=8, cards=ALL_CARDS),
    "turn_started": TurnStarted(seat=8),
    "idled": Idled(seats=[2, 3, 2], cards=["8a", "10b", "Kc"]),
    "stuck": Stuck(seat=8),
    "player_resigned": PlayerResigned(seat=8),
    "game_ended_finished": ended(8),
    "game_ended_finished_fleet": ended(2, 4),
    "game_ended_deck_limit": ended(8, reason="deck_limit"),
    "game_ended_deck_limit_fleet": ended(2, 4, reason="deck_limit"),
    "game_ended_tied": ended(2, 4, reason="deck_limit", shared=True),
    "game_ended_last_left": ended(8, reason="last_left"),
    "game_ended_last_left_fleet": ended(2, 4, reason="last_left"),
    **{
        f"card_played_{use}": played(use)
        for use in ("sail", "cast_off", "over_edge", "push_back", "becalm", "back_partner")
    },
    "cards_discarded": discarded("kraken"),
    "cards_discarded_hand": discarded("kraken", left=0),
    **{f"cards_discarded_{cause}": discarded(cause) for cause in ("stuck", "declined", "resigned")},
    "modifier_bonus": ModifierApplied(seat=8, amount=4, cards=2),
    "modifier_penalty": ModifierApplied(seat=8, amount=-3, cards=1),
    "cards_changed": CardsChanged(seat=8, cards=["10 (18)", "Q (16)"]),
    "damage_repaired": DamageRepaired(seat=8),
    "effect_wasted": EffectWasted(seat=8),
    "silver_gained": SilverGained(seat=8, amount=2, total=12),
    "cards_drawn": CardsDrawn(seat=8, count=2),
    "cards_drawn_none": CardsDrawn(seat=8, count=0),
    "drawn_seen": DrawnSeen(seat=8, cards=["10", "Q"]),
    "one_card_next_deal": OneCardNextDeal(seat=8),
    "ship_cast_off": ShipCastOff(ship=SHIP),
    "ship_sailed": ShipSailed(ships=[SHIP], start=PIRATES, end=REEF, squares=10),
    "ship_sailed_short": ShipSailed(ships=[SHIP], start=PIRATES, end=REEF, squares=12),
    "convoy_sailed": ShipSailed(ships=PARTNERS, start=PIRATES, end=REEF, squares=10),
    "card_sailed": CardSailed(ship=SHIP, seat=8, shown="10 (12)", start=1, end=13),
    "squares_lost": SquaresLost(seat=8, squares=12),
    "over_edge_ahead": CrossedEdge(ship=SHIP, start=7, dice=(6, 6), end=106),
    "over_edge_astern": CrossedEdge(ship=SHIP, start=106, dice=(1, 6), end=7),
    "over_edge_same": CrossedEdge(ship=SHIP, start=106, dice=(6, 6), end=106),
    "drifted_weather": drifted("weather", REEF, PIRATES, 6, 4),
    "drifted_battle_ahead": drifted("battle", PIRATES, PIRATES + 1),
    "drifted_battle_astern": drifted("battle", PIRATES, PIRATES - 1),
    **{
        f"drifted_{cause}": drifted(cause, REEF, PIRATES)
        for cause in ("reef", "navy", "push", "backed", "war")
    },
    "ship_held": ShipHeld(ship=SHIP, at=REEF, cause="reef"),
    "sent_home": ShipSentHome(ship=SHIP, at=REEF, cause="reef"),
    "sent_home_battle": ShipSentHome(ship=SHIP, at=REEF, cause="battle", by="G3"),
    "ship_finished": ShipFinished(ship=SHIP, left=1),
    "flotilla_finished": ShipFinished(ship=SHIP, left=0),
    **{f"battle_{roll}": fought(roll) for roll in ROLLS},
    **{f"convoy_battle_{roll}": fought_in_convoy(roll) for roll in ROLLS},
    **{f"{table}_{roll}": rolled(table, roll) for table in TABLES for roll in ROLLS},
    "reef_by_map": TableRolled(ship=SHIP, at=REEF, table="reef", roll=5, by_map=True),
    **{f"pirates_{roll}": PirateAttack(ship=SHIP, vessel=6, at=PIRATES, roll=roll) for roll in ROLLS},
    "square_spent": SquareSpent(ship=SHIP, at=47),
    "pirates_evaded_none": PiratesEvaded(ship=SHIP, reason="none"),
    "pirates_evaded_busy": PiratesEvaded(ship=SHIP, reason="busy"),
    **{
        f"pirates_changed_{cause}": changed(cause)
        for cause in ("sunk", "prize", "coast_guard", "navy", "reshuffle")
    },
    "escort_gained": TokenGained(ship=SHIP, token="escort", at=REEF),
    "escort_used": TokenUsed(ship=SHIP, token="escort", at=PIRATES),
    "escort_lost": TokenLost(ship=SHIP, token="escort", at=PIRATES),
    "flag_gained": TokenGained(ship=SHIP, token="flag", at=REEF),
    "flag_used": TokenUsed(ship=SHIP, token="flag", at=REEF),
    "reef_map_gained": TokenGained(ship=SHIP, token="reef_map", at=REEF),
    "reef_map_used": TokenUsed(ship=SHIP, token="reef_map", at=REEF),
    "effect_deferred_square": EffectDeferred(ship=SHIP, mark="square", at=REEF),
    "effect_deferred_pirates": EffectDeferred(ship=SHIP, mark="pirates", at=PIRATES),
    "deferred_square": DeferredResolved(ship=SHIP, mark="square", at=REEF),
    "deferred_pirates": DeferredResolved(ship=SHIP, mark="pirates", at=PIRATES),
    "blockade_formed": BlockadeFormed(at=REEF, ships=PAIR),
    "blockade_lifted": BlockadeLifted(at=REEF, ships=PAIR),
    "convoy_formed": ConvoyFormed(at=PIRATES, ships=PARTNERS),
    "convoy_parted": ConvoyParted(at=PIRATES, ships=PARTNERS),
}

PRIVATE = ("hand_seen", "cards_changed", "drawn_seen")

# The gaps that every sentence must have, because spectators may not see the picture.
TOLD = {
    "dealer_drawn": {"seat"},
    "deck_shuffled": {"deck_no", "dealer"},
    "hands_dealt": {"cards", "leader"},
    "hands_dealt_uneven": {"cards", "leader"},
    "turn_started": {"seat"},
    "stuck": {"seat"},
    "idled": {"told"},
    "game_ended_finished": {"winner", "ranks"},
    "game_ended_deck_limit": {"winner", "ranks"},
    "game_ended_last_left": {"winner", "ranks"},
    "card_played_sail": {"seat", "card", "points"},
    "card_played_cast_off": {"seat", "card"},
    "card_played_over_edge": {"seat", "card"},
    "card_played_push_back": {"seat", "card", "points"},
    "card_played_becalm": {"seat", "card"},
    "card_played_back_partner": {"seat", "card", "points"},
    "cards_discarded": {"seat", "cards", "left"},
    "cards_discarded_hand": {"seat", "cards"},
    "cards_discarded_stuck": {"seat", "cards", "left"},
    "cards_discarded_declined": {"seat", "cards", "left"},
    "modifier_bonus": {"seat", "amount", "times"},
    "modifier_penalty": {"seat", "amount", "cards"},
    "silver_gained": {"seat", "amount", "total"},
    "cards_drawn": {"seat", "count"},
    "ship_cast_off": {"ship", "port"},
    "ship_sailed": {"ship", "start", "end", "squares"},
    "ship_sailed_short": {"ship", "start", "end", "squares"},
    "convoy_sailed": {"ship", "start", "end", "squares"},
    "card_sailed": {"seat", "card", "ship", "start", "end"},
    "squares_lost": {"seat", "squares"},
    "over_edge_ahead": {"ship", "start", "end", "label"},
    "over_edge_astern": {"ship", "start", "end", "label"},
    "over_edge_same": {"ship", "end", "label"},
    "drifted_reef": {"ship", "start", "end"},
    "drifted_weather": {"ship", "start", "end", "rolled"},
    "drifted_navy": {"ship", "start", "end"},
    "drifted_push": {"ship", "seat", "start", "end"},
    "drifted_backed": {"ship", "seat", "start", "end"},
    "drifted_war": {"ship", "seat", "start", "end"},
    "drifted_battle_ahead": {"ship", "start", "end"},
    "drifted_battle_astern": {"ship", "start", "end"},
    "ship_held": {"ship", "at"},
    "sent_home": {"ship", "seat", "at", "port"},
    "sent_home_battle": {"ship", "seat", "at", "port", "by", "by_seat"},
    "ship_finished": {"ship", "seat", "left"},
    "flotilla_finished": {"ship", "seat"},
    "square_spent": {"ship", "seat", "at"},
    "pirates_evaded_none": {"ship", "seat"},
    "pirates_evaded_busy": {"ship", "seat"},
    "effect_deferred_square": {"ship", "seat", "at"},
    "effect_deferred_pirates": {"ship", "seat", "at"},
    "deferred_square": {"ship", "seat", "at"},
    "deferred_pirates": {"ship", "seat", "at"},
    "blockade_formed": {"ship", "other", "seat", "at"},
    "blockade_lifted": {"ship", "other", "at"},
    "convoy_formed": {"ship", "other", "seat", "other_seat", "at"},
    "convoy_parted": {"ship", "other", "at"},
    **{
        f"battle_{roll}": {"attacker", "attacker_seat", "defender", "defender_seat", "at", "rolled"}
        for roll in ROLLS
    },
    **{f"convoy_battle_{roll}": {"attacker", "defender", "at", "rolled"} for roll in ROLLS},
    **{f"{table}_{roll}": {"ship", "roll"} for table in TABLES for roll in ROLLS},
    **{f"pirates_{roll}": {"ship", "vessel", "at", "roll"} for roll in ROLLS},
    **{f"pirates_changed_{cause}": {"start", "end"} for cause in ("sunk", "prize", "navy", "reshuffle")},
    **{f"{token}_gained": {"ship", "seat"} for token in ("escort", "flag", "reef_map")},
    **{f"{token}_used": {"ship", "at"} for token in ("escort", "flag", "reef_map")},
}

TEXTS = Texts(
    GAME,
    faces=FACES,
    told=TOLD,
    frequent={"turn_started": 6, "ship_sailed": 6, "card_sailed": 6},
    games={
        "as printed": Played(3, {}, 240),
        "flotillas": Played(2, {"ships": 3, "cards_per_turn": 2}, 240),
        "fleets": Played(4, {"fleet_size": 2, "ships": 2, "first_launch": "free"}, 240),
        "to the letter": Played(8, {"fleet_size": 4, "convoy_defence": "printed", "win": "first_ship"}, 240),
    },
)
LINES, PAGES = TEXTS.lines, TEXTS.pages

every_key = pytest.mark.parametrize("key", LINES)


@pytest.mark.parametrize("law", LAWS, ids=name_of)
def test_the_texts_obey(law: Law) -> None:
    law(TEXTS)


def test_only_what_a_hand_holds_is_told_in_private() -> None:
    assert {key for key, event in FACES.items() if event.private} == set(PRIVATE)


@pytest.mark.parametrize("table", [*TABLES, "pirates", "battle"])
def test_a_table_has_one_sign_for_all_its_results(table: str) -> None:
    assert len({tuple(signs(line)) for roll in ROLLS for line in LINES[f"{table}_{roll}"]}) == 1


@every_key
def test_no_sentence_counts_one_squares(key: str) -> None:
    counts = (
        r"\{(points|squares|count|left|cards|amount|total|ships|start|end)\} (squares|cards|ships|vessels)"
    )
    for line in LINES[key]:
        assert key == "pirates_changed_prize" or not re.search(counts, line), line


# The same events with the number one in all gaps.
SINGLE: Mapping[str, Event] = {
    "game_started": GameStarted(players=2, ships=1, fleets=[[1], [2]], options={}),
    "game_started_fleets": GameStarted(players=4, ships=1, fleets=[[1, 3], [2, 4]], options={}),
    "hands_dealt": HandsDealt(deal_no=3, counts=[0, 1, 1], leader=8),
    **{
        f"card_played_{use}": CardPlayed(seat=8, card="Ad", shown="A", use=use, points=1)
        for use in SAILING_USES
    },
    "modifier_bonus": ModifierApplied(seat=8, amount=5, cards=1),
    "modifier_penalty": ModifierApplied(seat=8, amount=-3, cards=1),
    "cards_drawn": CardsDrawn(seat=8, count=1),
    "ship_sailed": ShipSailed(ships=[SHIP], start=PIRATES, end=PIRATES + 1, squares=1),
    "squares_lost": SquaresLost(seat=8, squares=1),
    **{
        f"drifted_{cause}": drifted(cause, PIRATES, PIRATES - 1)
        for cause in ("reef", "navy", "push", "backed", "war")
    },
}


@pytest.mark.parametrize("key", SINGLE)
def test_one_of_a_thing_is_told_as_one(key: str) -> None:
    story = story_of(SINGLE[key])
    assert story.key == key
    for line in LINES[key]:
        assert not re.search(r"\b1 (squares|cards|ships|times)\b", filled(line, story)), line


def test_a_bonus_tells_how_often_and_not_on_how_many_cards() -> None:
    for line in LINES["modifier_bonus"]:
        assert "twice" in filled(line, story_of(FACES["modifier_bonus"]))


@pytest.mark.parametrize(
    ("end", "told"),
    [(PIRATES, "122 (pirate waters; no room on 123)"), (PIRATES - 2, "120 (no room on 121)")],
)
def test_a_ship_that_drifts_further_for_want_of_room_says_so(end: int, told: str) -> None:
    for line in LINES["drifted_push"]:
        assert told in filled(line, story_of(drifted("push", REEF, end)))


def test_a_ship_that_finds_room_says_nothing_of_it() -> None:
    moved = ShipDrifted(ship=SHIP, start=REEF, end=PIRATES, cause="push")
    assert all("room" not in filled(line, story_of(moved)) for line in LINES["drifted_push"])


def test_the_edge_tells_where_there_was_no_room_and_nothing_else() -> None:
    for dice, end, told in (((6, 2), 81, " 81"), ((6, 2), 80, " 80 (no room on 81)")):
        crossed = CrossedEdge(ship=SHIP, start=14, dice=dice, end=end)
        for line in LINES["over_edge_ahead"]:
            assert told in filled(line, story_of(crossed))
            assert ("room" in filled(line, story_of(crossed))) == (end == 80)


@every_key
def test_a_gap_is_never_shown_as_code_where_its_escapes_would_show(key: str) -> None:
    assert all("`" not in line for line in LINES[key])


def test_a_turn_begins_in_few_words() -> None:
    story = story_of(TurnStarted(seat=8))
    assert all(len(filled(line, story)) - len(LONGEST_NAME) <= 40 for line in LINES["turn_started"])


def test_the_dice_that_did_not_count_in_a_battle_are_told() -> None:
    for line in LINES["convoy_battle_4"]:
        assert "2 (again), 6 (again), 2 (again), 4" in filled(line, story_of(fought_in_convoy(4)))


@pytest.mark.parametrize("kind", [kind for kind in KIND_NAMES if kind in TABLES])
def test_the_guide_knows_where_a_table_is_met(kind: Kind) -> None:
    squares = [str(number) for number, here in enumerate(KINDS) if here == kind]
    assert squares
    assert f"- {KIND_NAMES[kind]}: {', '.join(squares)}\n" in PAGES["special-squares"].text


EXAMPLES = re.findall(
    r"`((?:sail|sail_on|cast_off|over_edge|push_back|becalm|choose_cards) [^`]+)`", PAGES["commands"].text
)


@pytest.mark.parametrize("line", EXAMPLES)
def test_a_line_shown_in_the_guide_can_be_typed(line: str) -> None:
    assert GAME.read(line).kind == line.split(maxsplit=1)[0]


def test_the_guide_shows_lines_to_type() -> None:
    assert len(EXAMPLES) >= 8


def test_the_source_is_named() -> None:
    assert "World Anvil" in PAGES["credit"].text
    assert "Red Sunrise" in PAGES["credit"].text
