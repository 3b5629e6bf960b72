"""What players read of a voyage: the narration."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from rules.dangerous_sea import GAME
from rules.dangerous_sea.board import KINDS
from rules.dangerous_sea.events import (
    AllowanceChanged,
    BattleFought,
    CaptainIll,
    CaptainIncapacitated,
    CaptainRecovered,
    ChartFilled,
    CrewFed,
    DealAccepted,
    DealDemanded,
    DealRefused,
    GameEnded,
    GameWon,
    GhostAppeared,
    GhostBanished,
    GhostBattle,
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
    ShipsBlown,
    SpoilsTaken,
    StanceSet,
    StartChosen,
    StoneTaken,
    StormRolled,
    TileRevealed,
    TurnEnded,
    TurnOrderSet,
    TurnStarted,
    Voyage,
)
from rules.dangerous_sea.state import Terms
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event, told_together
from rules.engine.policy import greedy
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

# Every face of every event, with values as long as they come.
FACES: Mapping[str, Event] = {
    "turn_order_set": TurnOrderSet(order=(4, 3, 2, 1), drawn=False),
    "turn_order_set_drawn": TurnOrderSet(order=(4, 3, 2, 1), drawn=True),
    "start_chosen": StartChosen(seat=4, at="L12"),
    "tile_revealed_seed": TileRevealed(at="L12", tile="stone", by=None, how="seed"),
    **{
        f"chart_filled_{how}": ChartFilled.model_validate(
            {"squares": ("L9", "L10", "L11", "L12"), "tiles": ("inhabited",) * 4, "how": how}
        )
        for how in ("seed", "storm")
    },
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
    "sailor_slain": SailorSlain(seat=4),
    "captain_incapacitated": CaptainIncapacitated(seat=4),
    "ghost_banished": GhostBanished(by=4, at="L12"),
    "sea_card_calm": SeaCard(card="calm", number=1, of=2),
    "sea_card_storm": SeaCard(card="storm", number=1, of=2),
    "sea_card_ghost": SeaCard(card="ghost", number=1, of=2),
    "storm_rolled": StormRolled(rolls=(5, 6, 3), direction="S"),
    "storm_rolled_ridden_out": StormRolled(rolls=(5, 6, 5), direction=None),
    "voyage": Voyage(
        seat=4, deeds=(("sail", "L11", None), ("explore", "L12", "rocky"), ("look", "A12", "sea"))
    ),
    "ships_blown": ShipsBlown(seats=(1, 2, 3, 4), squares=("L9", "L10", "L11", "L12")),
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

# What a spectator without a picture needs to hear, in every single sentence.
FIGHT = {"attacker", "defender", "at", "attack", "defence", "attacker_dice", "defender_dice"}
TOLD: Mapping[str, set[str]] = {
    "start_chosen": {"seat", "at"},
    "tile_revealed_seed": {"at", "tile"},
    **{key: {"told"} for key in FACES if key.startswith("chart_filled")},
    "ships_blown": {"told"},
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


def test_a_storm_and_what_is_known_beforehand_are_told_in_one_line_each() -> None:
    moves = [ShipMoved(seat=seat, start="B3", to=f"B{seat}", mode="storm") for seat in (4, 1, 2)]
    seen = [TileRevealed(at=f"B{seat}", tile="rocky", by=seat, how="storm") for seat in (4, 2)]
    rolled, struck = (
        StormRolled(rolls=(1,), direction="N"),
        RocksStruck(seat=4, at="B4", roll=1, food_lost=0, water_lost=0),
    )
    blown = told_together([rolled, *moves, *seen, struck])
    assert [event.kind for event in blown] == ["storm_rolled", "ships_blown", "chart_filled", "rocks_struck"]
    assert blown[1].gaps()["told"] == ((4, "to B4"), (1, "to B1"), (2, "to B2"))
    assert blown[2].gaps()["told"] == "Rocky Island at B4 and Rocky Island at B2"
    assert told_together(moves[:1]) == moves[:1]
    squares = [TileRevealed(at=at, tile="food", by=None, how="seed") for at in ("A1", "B2", "C3")]
    again = PlacementRerolled(at="A1")
    (known,) = told_together([squares[0], again, squares[1], again, again, squares[2]])
    assert known.gaps()["told"] == "Food Island at A1, Food Island at B2 and Food Island at C3"


def test_the_way_of_a_ship_is_told_in_one_sentence_and_a_rune_stone_by_itself() -> None:
    steps = [
        ShipMoved(seat=1, start="D4", to="D5", mode="sail"),
        ShipMoved(seat=1, start="D5", to="D6", mode="sail"),
        ShipMoved(seat=1, start="D6", to="D7", mode="explore"),
        TileRevealed(at="D7", tile="food", by=1, how="explore"),
        TileRevealed(at="E7", tile="sea", by=1, how="look"),
        TileRevealed(at="C7", tile="rocky", by=1, how="look"),
    ]
    (told,) = told_together(steps)
    looks = "looks at E7 (Open Sea) and C7 (Rocky Island)"
    assert told.gaps()["told"] == f"sails to D6, explores D7 (Food Island) and {looks}"
    stone = TileRevealed(at="D7", tile="stone", by=1, how="explore")
    assert told_together([steps[2], stone]) == [steps[2], stone]
    other = ShipMoved(seat=2, start="A1", to="A2", mode="sail")
    assert told_together([steps[0], other]) == [steps[0], other]


def test_no_sentence_is_heard_more_than_four_times_in_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "tries", 40)
    luck = Random(1)
    chance = Chance(QuickStream(luck))
    state, happened = GAME.start(GAME.options(), 3, chance)
    while decisions := GAME.decisions(state):
        seat, action = decisions[0].seat, greedy(GAME, state, decisions[0], luck)
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
