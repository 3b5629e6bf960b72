"""The narration of a voyage."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from rules.dangerous_sea import GAME
from rules.dangerous_sea.board import KINDS
from rules.dangerous_sea.events import (
    AllowanceChanged,
    BattleFought,
    CalmSeason,
    CaptainIll,
    CaptainIncapacitated,
    CaptainRecovered,
    ChartFilled,
    CrewFed,
    DealAccepted,
    DealDemanded,
    DealRefused,
    Deed,
    Fight,
    GameEnded,
    GameWon,
    GhostAppeared,
    GhostBanished,
    GhostBattle,
    GhostFight,
    GhostHunted,
    GhostIdle,
    GhostMoved,
    GhostOrderSet,
    Harvested,
    IslandReplenished,
    LandingPassed,
    Loaded,
    PlacementRerolled,
    PlagueEscaped,
    PlagueStruck,
    ReactionDeclined,
    RocksStruck,
    SailorSlain,
    Scuttled,
    SeaCard,
    SeaDeckReshuffled,
    SeasonStarted,
    SeatResigned,
    ShipMoved,
    SpoilsTaken,
    StanceSet,
    StartChosen,
    StoneTaken,
    StormBlew,
    StormRolled,
    TileRevealed,
    TurnEnded,
    TurnOrderSet,
    TurnStarted,
    Voyage,
)
from rules.dangerous_sea.state import Terms
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event, OfEach, SeatName, StoryValue, Woven, told_together
from rules.engine.policy import steady
from tests.texts import LAWS, Law, Played, Texts, name_of, story_of


def fought(winner: int | None) -> BattleFought:
    defence = (6, 6) if winner == 3 else (1, 1)
    return BattleFought(
        attacker=4, defender=3, at="L12", attacker_dice=(4, 5, 6, 6, 6, 6), defender_dice=defence,
        winner=winner, margin=31 if winner else 0,
    )  # fmt: skip


def haunted(winner: str | None) -> GhostBattle:
    return GhostBattle.model_validate(
        {"seat": 4, "ghost_dice": (6, 6, 6, 6), "ship_dice": (6, 6, 6, 6, 6, 6), "winner": winner}
    )


def ended(reason: str, *ranking: tuple[int, ...]) -> GameEnded:
    return GameEnded.model_validate({"reason": reason, "ranking": ranking, "stones": 5})


TERMS = Terms(food=-450, water=20, sailors=1, stones=2, kill=2, stop=True, promise="peace")
EMPTY = Terms(promise="peace")

# An event for each key of the narration, with the longest values.
FACES: Mapping[str, Event] = {
    "turn_order_set": TurnOrderSet(order=(4, 3, 2, 1), drawn=False),
    "turn_order_set_drawn": TurnOrderSet(order=(4, 3, 2, 1), drawn=True),
    "start_chosen": StartChosen(seat=4, at="L12"),
    "tile_revealed_seed": TileRevealed(at="L12", tile="stone", by=None, how="seed"),
    "chart_filled": ChartFilled(squares=("L9", "L10", "L11", "L12"), tiles=("inhabited",) * 4),
    **{f"tile_revealed_{kind}": TileRevealed(at="L12", tile=kind, by=4, how="look") for kind in KINDS},
    "season_started": SeasonStarted(number=24, year=6, season="autumn"),
    "turn_started": TurnStarted(seat=4, captain="P4", allowance=4),
    "captain_recovered": CaptainRecovered(seat=4),
    "ship_moved": ShipMoved(seat=4, start="L11", to="L12", mode="sail"),
    "ship_moved_explore": ShipMoved(seat=4, start="L11", to="L12", mode="explore"),
    "ship_moved_storm": ShipMoved(seat=4, start="L11", to="L12", mode="storm"),
    "allowance_changed_up": AllowanceChanged(seat=4, before=3, after=4, left=2),
    "allowance_changed_down": AllowanceChanged(seat=4, before=4, after=3, left=1),
    "crew_fed": CrewFed(seat=4, fed=5, starved=0),
    "crew_fed_starved": CrewFed(seat=4, fed=2, starved=3),
    "turn_ended": TurnEnded(seat=4, reason="timeout"),
    "harvested_food": Harvested(seat=4, at="L12", island="food", amount=30, left_loose=0),
    "harvested_water": Harvested(seat=4, at="L12", island="water", amount=30, left_loose=0),
    "harvested_inhabited": Harvested(seat=4, at="L12", island="inhabited", amount=1, left_loose=0),
    "harvested_part": Harvested(seat=4, at="L12", island="water", amount=10, left_loose=20),
    "stone_taken": StoneTaken(seat=4, at="L12", count=2, total=4),
    "loaded": Loaded(seat=4, at="L12", what="sailors", amount=2),
    "scuttled_kept": Scuttled(seat=4, at="L12", what="water", amount=450, kept=True),
    "scuttled_lost": Scuttled(seat=4, at="L12", what="water", amount=450, kept=False),
    **{
        f"rocks_struck_{roll}": RocksStruck(seat=4, at="L12", roll=roll, food_lost=20, water_lost=20)
        for roll in range(1, 7)
    },
    "rocks_struck_empty": RocksStruck(seat=4, at="L12", roll=6, food_lost=0, water_lost=0),
    **{f"plague_struck_{roll}": PlagueStruck(seat=4, at="L12", roll=roll, died=roll) for roll in range(1, 5)},
    "plague_escaped": PlagueEscaped(seat=4, at="L12", roll=5),
    "captain_ill": CaptainIll(seat=4, at="L12", roll=3, turn_ended=True),
    "captain_ill_storm": CaptainIll(seat=4, at="L12", roll=3, turn_ended=False),
    "reaction_declined": ReactionDeclined(seat=4, against=3),
    "battle_fought_attacker": fought(4),
    "battle_fought_defender": fought(3),
    "battle_fought_draw": fought(None),
    **{
        f"fight_{who}": Fight(
            battle=fought(winner),
            terms=Terms(food=20),
            granted=False,
            spoils=SpoilsTaken(winner=winner, loser=7 - winner, prize="cargo", food=100, water=120),
        )
        for who, winner in (("attacker", 4), ("defender", 3))
    },
    "deal_demanded": DealDemanded(winner=4, loser=3, terms=TERMS),
    "deal_accepted": DealAccepted(winner=4, loser=3),
    "deal_refused": DealRefused(winner=4, loser=3),
    "spoils_taken_cargo": SpoilsTaken(winner=4, loser=3, prize="cargo", food=100, water=120),
    "spoils_taken_kill": SpoilsTaken(winner=4, loser=3, prize="kill", died=3),
    "spoils_taken_stone": SpoilsTaken(winner=4, loser=3, prize="stone", stones=1),
    "spoils_taken_stop": SpoilsTaken(winner=4, loser=3, prize="stop", stopped=True),
    "spoils_taken_none": SpoilsTaken(winner=4, loser=3, prize="none"),
    "spoils_taken_deal": SpoilsTaken(winner=4, loser=3, prize="deal", food=20),
    "ghost_appeared": GhostAppeared(at="L12"),
    "ghost_moved": GhostMoved(roll=4, start="L12", to="K12", squares=("L12", "K12")),
    "ghost_idle": GhostIdle(roll=6),
    "ghost_hunt": GhostHunted(rounds=(((3, 1), (4, 1)), ((3, 2), (4, 1))), target=4, start="A12", to="L12"),
    "ghost_hunt_here": GhostHunted(rounds=(((3, 1), (4, 2)),), target=3, start="L12", to="L12"),
    "ghost_order_set": GhostOrderSet(order=(4, 3)),
    "ghost_battle_ghost": haunted("ghost"),
    "ghost_battle_ship": haunted("ship"),
    "ghost_battle_draw": haunted(None),
    "ghost_fight_ghost": GhostFight(battle=haunted("ghost"), end=CaptainIncapacitated.outcome),
    "ghost_fight_ship": GhostFight(battle=haunted("ship"), end=GhostBanished(by=4, at="L12").outcome),
    "sailor_slain": SailorSlain(seat=4),
    "captain_incapacitated": CaptainIncapacitated(seat=4),
    "ghost_banished": GhostBanished(by=4, at="L12"),
    "sea_card_calm": SeaCard(card="calm", number=1, of=2),
    "calm_season": CalmSeason(number=24, year=6, season="autumn"),
    "sea_card_ghost": SeaCard(card="ghost", number=1, of=2),
    "storm_rolled": StormRolled(rolls=(5, 6, 3), direction="S"),
    "storm_rolled_ridden_out": StormRolled(rolls=(5, 6, 5), direction=None),
    "voyage": Voyage(
        seat=4,
        deeds=(Deed("sails to", "L11"), Deed("explores", "L12 (Rocky Island)"), Deed("is spared by", by=3)),
    ),
    "storm_blew": StormBlew(
        rolls=(6, 3), direction="S", ships={1: "to L10 (💎 Rune Stone Island)", 2: "to L1"}
    ),
    "landing_passed": LandingPassed(seat=4, at="L12"),
    "stance_set_ask": StanceSet(seat=4, policy="ask"),
    "stance_set_fight": StanceSet(seat=4, policy="fight"),
    "stance_set_hold": StanceSet(seat=4, policy="hold"),
    "seat_resigned": SeatResigned(seat=4, at=None, stones_dropped=0),
    "seat_resigned_stones": SeatResigned(seat=4, at="L12", stones_dropped=2),
    "game_ended_stones": ended("stones", (4,), (3,)),
    "game_ended_season_limit": ended("season_limit", (4,), (3,)),
    "game_ended_season_limit_tied": ended("season_limit", (3, 4)),
    "game_ended_last_ship": ended("last_ship", (4,), (3,)),
}

# The gaps that every sentence must have, because spectators may not see the picture.
FIGHT = {"attacker", "defender", "at", "attack", "defence", "attacker_dice", "defender_dice"}
DUEL = {"attacker", "defender", "at", "attack", "defence"}
TOLD: Mapping[str, set[str]] = {
    "start_chosen": {"seat", "at"},
    "tile_revealed_seed": {"at", "tile"},
    "chart_filled": {"told"},
    "storm_blew": {"rolls", "direction", "told"},
    "calm_season": {"number", "year", "season"},
    **{f"fight_{who}": {*DUEL, "margin", "end"} for who in ("attacker", "defender")},
    **{key: {"seat", "ghost", "ship", "end"} for key in FACES if key.startswith("ghost_fight")},
    **{f"tile_revealed_{kind}": {"seat", "at"} for kind in KINDS},
    "season_started": {"number", "year", "season"},
    "turn_started": {"seat", "allowance"},
    "voyage": {"seat", "told"},
    **{key: {"seat", "start", "to"} for key in FACES if key.startswith("ship_moved")},
    "crew_fed_starved": {"seat", "crew", "starved"},
    **{key: {"seat", "at", "amount"} for key in FACES if key.startswith("harvested")},
    **{key: {"seat", "at", "goods"} for key in FACES if key.startswith(("loaded", "scuttled"))},
    "stone_taken": {"seat", "at", "stones", "total"},
    **{key: {"seat", "at", "roll"} for key in FACES if key.startswith(("rocks", "plague", "captain_ill"))},
    "battle_fought_attacker": {*FIGHT, "margin"},
    "battle_fought_defender": {*FIGHT, "margin"},
    "battle_fought_draw": FIGHT,
    "deal_demanded": {"winner", "loser", "terms"},
    "spoils_taken_cargo": {"winner", "loser", "cargo"},
    "spoils_taken_kill": {"winner", "loser", "died"},
    "ghost_moved": {"start", "to", "roll"},
    "ghost_hunt": {"start", "to", "target"},
    "ghost_hunt_here": {"to", "target"},
    **{key: {"seat", "ghost", "ship"} for key in FACES if key.startswith("ghost_battle")},
    "storm_rolled": {"direction", "rolls"},
    "game_ended_stones": {"winner", "stones", "ranks"},
}

TEXTS = Texts(
    GAME,
    faces=FACES,
    told=TOLD,
    untold=(
        PlacementRerolled(at="L12"),
        IslandReplenished(at="L12", island="food", absorbed=0),
        SeaDeckReshuffled(reason="empty"),
        SeaCard(card="storm", number=1, of=2),
        GameWon(seat=4, stones=5, how="found"),
    ),
    frequent={
        "voyage": 12,
        "ship_moved": 10,
        "tile_revealed_sea": 8,
        "ship_moved_explore": 7,
        "turn_started": 7,
        "ship_moved_storm": 6,
        "crew_fed": 6,
        "harvested_food": 5,
        "harvested_water": 5,
        "season_started": 4,
        "calm_season": 6,
        "storm_blew": 6,
        "tile_revealed_food": 4,
        "tile_revealed_water": 4,
    },
    games={
        "as published": Played(4, {}, 100),
        "short": Played(2, {"stones_to_win": 3, "start_positions": "spread", "max_seasons": 12}, 100),
        "winter": Played(3, {"start_season": "winter", "turn_order": "joined"}, 100),
    },
)


@pytest.mark.parametrize("law", LAWS, ids=name_of)
def test_the_texts_obey(law: Law) -> None:
    law(TEXTS)


def sentences(*events: Event) -> list[str]:
    """Return the narration of events in their first wording, with seats as numbers."""
    stories = [story for event in told_together(events) if (story := event.story()) is not None]
    return [
        TEXTS.lines[story.key][0].format(**{gap: in_plain(value) for gap, value in story.gaps.items()})
        for story in stories
    ]


def in_plain(value: StoryValue) -> str | int:
    if isinstance(value, OfEach):
        return ", ".join(f"P{seat} {what}" for seat, what in value)
    if isinstance(value, Woven):
        return "".join(f"P{one}" if isinstance(one, SeatName) else one for one in value)
    return f"P{int(value)}" if isinstance(value, SeatName) else str(value)


def test_a_storm_with_all_that_it_shows_is_one_sentence() -> None:
    moves = [ShipMoved(seat=seat, start="B3", to=f"B{seat}", mode="storm") for seat in (4, 1, 2)]
    seen = [TileRevealed(at=f"B{seat}", tile="stone", by=seat, how="storm") for seat in (4, 2)]
    struck = RocksStruck(seat=4, at="B4", roll=1, food_lost=0, water_lost=0)
    rolled = StormRolled(rolls=(5, 1), direction="N")
    storm, rocks = sentences(SeaCard(card="storm", number=1, of=1), rolled, *moves, *seen, struck)
    ships = "P4 to B4 (💎 Rune Stone Island), P1 to B1, P2 to B2 (💎 Rune Stone Island)"
    assert storm == f"🌩️ A storm (5, 1) blows all ships one square north: {ships}."
    assert "B4" in rocks
    assert sentences(StormRolled(rolls=(5, 5, 6), direction=None))[0].endswith("nobody moves.")


def test_after_a_calm_only_the_season_is_news() -> None:
    season = SeasonStarted(number=5, year=2, season="spring")
    (told,) = sentences(SeaCard(card="calm", number=1, of=1), season)
    assert told == "A calm sea, and **season 5** begins: spring of year 2."
    assert len(sentences(SeaCard(card="ghost", number=1, of=1), season)) == 2


def test_each_of_two_calm_cards_is_told() -> None:
    season = SeasonStarted(number=5, year=2, season="spring")
    calm = [SeaCard(card="calm", number=number, of=2) for number in (1, 2)]
    assert sentences(*calm, season) == [
        "The sea: calm. Nothing happens.",
        "A calm sea, and **season 5** begins: spring of year 2.",
    ]


def test_what_is_known_beforehand_is_one_sentence() -> None:
    squares = [TileRevealed(at=at, tile="food", by=None, how="seed") for at in ("A1", "B2", "C3")]
    again = PlacementRerolled(at="A1")
    (known,) = told_together([squares[0], again, squares[1], again, again, squares[2]])
    assert known.gaps()["told"] == "Food Island at A1, Food Island at B2 and Food Island at C3"


def test_what_a_ship_does_and_suffers_is_one_sentence_with_its_dice() -> None:
    (told,) = sentences(
        ShipMoved(seat=1, start="D4", to="D5", mode="sail"),
        ShipMoved(seat=1, start="D5", to="D6", mode="sail"),
        ReactionDeclined(seat=2, against=1),
        ShipMoved(seat=1, start="D6", to="D7", mode="explore"),
        TileRevealed(at="D7", tile="stone", by=1, how="explore"),
        StoneTaken(seat=1, at="D7", count=1, total=2),
        TileRevealed(at="C7", tile="rocky", by=1, how="look"),
        ShipMoved(seat=1, start="D7", to="C7", mode="sail"),
        RocksStruck(seat=1, at="C7", roll=5, food_lost=10, water_lost=10),
    )
    assert told == (
        "P1 sails to D6, is spared by P2, explores D7 (💎 Rune Stone Island), takes a rune stone (2 now),"
        " looks at C7 (Rocky Island), sails to C7 and loses 10 food and 10 water on the rocks (die 5)."
    )


def test_all_who_spare_a_ship_are_named() -> None:
    (told,) = sentences(
        ShipMoved(seat=1, start="D4", to="D5", mode="sail"),
        *(ReactionDeclined(seat=seat, against=1) for seat in (2, 3)),
        CrewFed(seat=1, fed=1, starved=0),
    )
    assert told == "P1 sails to D5, is spared by P2 and P3 and feeds 1 sailor."


def test_a_long_turn_is_several_sentences_and_nothing_of_it_is_lost() -> None:
    seen = [TileRevealed(at=f"A{row}", tile="inhabited", by=1, how="look") for row in range(1, 13)]
    told = sentences(*seen)
    assert len(told) > 1
    assert all(len(sentence) < 250 for sentence in told)
    assert all(f"A{row} " in " ".join(told) for row in range(1, 13))


def test_another_ship_begins_another_sentence() -> None:
    one = ShipMoved(seat=1, start="D4", to="D5", mode="sail")
    other = ShipMoved(seat=2, start="A1", to="A2", mode="sail")
    assert told_together([one, other]) == [one, other]
    assert told_together([one, Harvested(seat=2, at="A2", island="food", amount=30, left_loose=0)])[0] == one


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            Harvested(seat=1, at="B2", island="food", amount=10, left_loose=20),
            "harvests 10 food at B2 (20 stay there)",
        ),
        (Harvested(seat=1, at="B2", island="inhabited", amount=1, left_loose=0), "recruits a sailor at B2"),
        (Loaded(seat=1, at="B2", what="water", amount=20), "loads 20 water at B2"),
        (Scuttled(seat=1, at="B2", what="sailors", amount=1, kept=False), "puts 1 sailor overboard at B2"),
        (PlagueStruck(seat=1, at="B2", roll=2, died=2), "loses 2 sailors to the plague at B2 (die 2)"),
        (PlagueEscaped(seat=1, at="B2", roll=5), "escapes the plague at B2 (die 5)"),
        (
            CaptainIll(seat=1, at="B2", roll=3, turn_ended=True),
            "falls ill at B2 with no sailor aboard (die 3), which ends the turn",
        ),
        (AllowanceChanged(seat=1, before=6, after=5, left=2), "has 5 points a turn instead of 6 (2 left)"),
        (CrewFed(seat=1, fed=2, starved=1), "feeds 2 sailors; 1 sailor starves"),
    ],
)  # fmt: skip
def test_whatever_happens_to_a_ship_has_its_words_in_a_longer_sentence(event: Event, words: str) -> None:
    look = TileRevealed(at="C3", tile="food", by=1, how="look")
    (told,) = sentences(look, event)
    assert told == f"P1 looks at C3 (Food Island) and {words}."


def test_a_battle_is_one_sentence_with_what_the_winner_makes_of_it() -> None:
    battle = BattleFought(
        attacker=1, defender=2, at="B2", attacker_dice=(2,), defender_dice=(3, 2), winner=2, margin=3
    )
    demand, insists = DealDemanded(winner=2, loser=1, terms=Terms(food=10)), DealRefused(winner=2, loser=1)
    fight = "⚔️ P2 beats off P1 at B2, 5 (3, 2) to 2, by 3, and"
    assert sentences(battle, demand) == [f"{fight} demands 10 food."]
    paid = SpoilsTaken(winner=2, loser=1, prize="deal", food=10)
    assert sentences(battle, demand, DealAccepted(winner=2, loser=1), paid) == [
        f"{fight} is granted 10 food."
    ]
    killed = SpoilsTaken(winner=2, loser=1, prize="kill", died=2)
    assert sentences(battle, demand, insists, killed) == [
        f"{fight} demands 10 food in vain and kills 2 sailors."
    ]
    stopped = SpoilsTaken(winner=2, loser=1, prize="stop", stopped=True)
    assert sentences(battle, stopped) == [f"{fight} stops the ship for this turn."]


def test_a_battle_with_the_ghost_ship_is_one_sentence_with_what_comes_of_it() -> None:
    lost = GhostBattle(seat=1, ghost_dice=(2, 2, 3, 4), ship_dice=(6,), winner="ghost")
    assert sentences(lost, SailorSlain(seat=1)) == [
        "👻 The Ghost Ship beats P1, 11 (2, 2, 3, 4) to 6: it takes a sailor."
    ]
    won = GhostBattle(seat=1, ghost_dice=(1, 1, 1, 1), ship_dice=(6,), winner="ship")
    assert sentences(won, GhostBanished(by=1, at="B2")) == [
        "👻 P1 beats the Ghost Ship, 6 to 4 (1, 1, 1, 1): it is banished from B2!"
    ]


def test_who_spares_an_arriving_ship_does_not_suffer_that() -> None:
    state, _ = GAME.start(GAME.options(), 2, Chance(QuickStream(Random(1))))
    assert [*GAME.befalls(state, ReactionDeclined(seat=1, against=2))] == [2]


def test_no_sentence_is_heard_more_than_four_times_in_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "tries", 40)
    luck = Random(1)
    chance = Chance(QuickStream(luck))
    state, happened = GAME.start(GAME.options(), 3, chance)
    while decisions := GAME.decisions(state):
        seat, action = decisions[0].seat, steady(GAME, state, decisions[0], luck)
        happened += GAME.apply(state, seat, GAME.canonical(state, seat, action), chance)
    stories = (event.story() for event in told_together(happened))
    told = Counter(story.key for story in stories if story is not None)
    assert {key: times for key, times in told.items() if times > 4 * len(TEXTS.lines[key])} == {}


@pytest.mark.parametrize("terms", [TERMS, EMPTY])
def test_a_demand_is_told_in_words(terms: Terms) -> None:
    story = DealDemanded(winner=4, loser=3, terms=terms).story()
    assert story is not None
    told = story.gaps["terms"]
    assert isinstance(told, str)
    assert "“peace”" in told
    assert told.endswith(", for 450 food") == (terms is TERMS)


@pytest.mark.parametrize(
    ("event", "gap", "told"),
    [
        (RocksStruck(seat=1, at="A1", roll=6, food_lost=0, water_lost=20), "lost", "20 water"),
        (SpoilsTaken(winner=1, loser=2, prize="cargo", food=30), "cargo", "30 food"),
        (SpoilsTaken(winner=1, loser=2, prize="cargo", food=30, water=10), "cargo", "30 food and 10 water"),
        (CrewFed(seat=1, fed=0, starved=2), "crew", "nobody"),
        (ended("season_limit", (1,), (2,)), "stones", "5 rune stones"),
        (GameEnded(reason="season_limit", ranking=((1,), (2,)), stones=1), "stones", "a rune stone"),
    ],
)
def test_what_there_is_none_of_is_not_counted(event: Event, gap: str, told: str) -> None:
    assert story_of(event).gaps[gap] == told


@pytest.mark.parametrize(
    ("key", "effect"),
    [
        ("battle_fought_attacker", "The higher sum wins, equal sums are a draw"),
        ("battle_fought_draw", "The higher sum wins, equal sums are a draw"),
        ("ghost_battle_ghost", "The higher sum wins, equal sums are a draw"),
        ("plague_escaped", "Die 5: nobody falls ill; it takes a 4 or less"),
        ("captain_ill", "Die 3: a 4 or less takes sailors; where there are none, the captain falls ill"),
    ],
)
def test_battles_and_the_plague_say_what_was_needed(key: str, effect: str) -> None:
    assert story_of(FACES[key]).effect == effect
