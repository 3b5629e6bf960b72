"""The texts of a battle for players: the despatches, the pages of help, and the guide."""

import re
from collections.abc import Mapping

import pytest

from rules.engine.event import Event, Story, told_together
from rules.engine.texts import signs
from rules.privateer import GAME
from rules.privateer.board import FILE
from rules.privateer.events import (
    STRENGTH,
    BattleOver,
    BattleStarted,
    Boarding,
    CardDrawn,
    DayUnclaimed,
    DayWon,
    DiceForfeited,
    DiceRolled,
    FleetDeployed,
    FleetSailed,
    FogLifted,
    GambitLapsed,
    GambitUsed,
    GameOver,
    Gold,
    GrudgeDeclined,
    GrudgeSails,
    MerchantBoarded,
    PlayerEliminated,
    PrizeScuttled,
    PrizeTaken,
    ReefRoll,
    RoundStarted,
    SeatResigned,
    ShipLost,
    ShipSailed,
    ShipSunk,
    ShotFired,
    StormMoved,
    TerrainDiscarded,
    TerrainDrawn,
    TerrainLaid,
    TerrainLevelSet,
    TerrainPlaced,
    ThirdShipDecided,
    TurnEnded,
    TurnSkipped,
    TurnStarted,
    WindBlew,
    WindSet,
)
from rules.privateer.fleets import FLEETS
from rules.privateer.tables import GAMBITS
from tests.texts import LAWS, Law, Played, Texts, filled, name_of, story_of


def sailed(die: int, steps: int, to: str | None) -> ShipSailed:
    return ShipSailed(ship="yellow3", seat=6, start="G13", to=to, dir="NW", die=die, steps=steps)


def shot(result: str, target: str | None = "G10", *, rake: bool = False) -> ShotFired:
    return ShotFired.model_validate(
        {"ship": "yellow3", "seat": 6, "start": "G13", "dir": "NW", "die": 5, "target": target}
        | {"result": result, "rake": rake}
    )


def lost(cause: str, seat: int | None) -> ShipLost:
    at = None if cause in {"fled", "blown_off"} else "G13"
    ship = "merchant" if seat is None else "yellow3"
    return ShipLost.model_validate({"ship": ship, "seat": seat, "hex": at, "cause": cause})


def boarding(*rolls: tuple[int, int]) -> Boarding:
    won = not rolls or rolls[-1][0] > rolls[-1][1]
    return Boarding(
        attacker="yellow3", defender="black2", attacking=6, defending=5, hex="G13",
        rolls=rolls, auto=not rolls, winner="yellow3" if won else "black2",
    )  # fmt: skip


def third_ship(reason: str, at: str | None) -> ThirdShipDecided:
    return ThirdShipDecided.model_validate({"fleet": "yellow", "seat": 6, "hex": at, "reason": reason})


def battle(number: int, *, duel: bool = False) -> BattleStarted:
    return BattleStarted(battle=number, battles=10, order=tuple(FLEETS), seat=6, duel=duel)


def scuttled(prize: str, *, paid: bool = True) -> PrizeScuttled:
    return PrizeScuttled(by="yellow3", seat=6, prize=prize, hex="G13", paid=paid)


def taken(prize: str) -> PrizeTaken:
    return PrizeTaken(by="yellow3", seat=6, prize=prize, new_ship="yellow2", hex="G13")


def wind(roll: int) -> WindBlew:
    return WindBlew(wind_from="NW", drift="SE", roll=roll, moved=(("red1", "G7", "H7"),))


def game_over(*ranking: tuple[int, ...], alone: bool = False) -> GameOver:
    return GameOver(ranking=ranking, gold=22, alone=alone)


TILES = ("volcano", "desert", "reef")

# An event for each key of the narration, with the longest values.
FACES: Mapping[str, Event] = {
    "card_drawn": CardDrawn(seat=6, fleet="yellow", number=3),
    "battle_started": battle(1),
    "battle_started_duel": battle(1, duel=True),
    "battle_started_next": battle(10),
    "wind_set": WindSet(wind_from="NW", drift="SE"),
    "fleet_deployed": FleetDeployed(fleet="yellow", seat=6, start="G12", second="G13"),
    "third_ship_bought": third_ship("bought", "G13"),
    "third_ship_granted": third_ship("granted", "G13"),
    "third_ship_declined": third_ship("declined", None),
    "third_ship_poor": third_ship("poor", None),
    "terrain_level": TerrainLevelSet(level="moderate", seat=6, tiles=12),
    "terrain_level_preset": TerrainLevelSet(level="moderate", seat=None, tiles=12),
    **{f"terrain_drawn_{tile}": TerrainDrawn.model_validate({"tile": tile, "seat": 6}) for tile in TILES},
    **{
        f"terrain_placed_{tile}": TerrainPlaced.model_validate({"tile": tile, "hex": "G13", "seat": 6})
        for tile in TILES
    },
    "terrain_laid": TerrainLaid(volcano=("G10",) * 4, desert=("G11",) * 4, reef=("G12",) * 4),
    "terrain_discarded": TerrainDiscarded(tile="volcano", seat=6),
    "round_started": RoundStarted(round=60),
    "round_started_quiet": RoundStarted(round=1, quiet=True),
    "turn_started": TurnStarted(fleet="yellow", seat=6, ships=3),
    "turn_started_last": TurnStarted(fleet="yellow", seat=6, ships=1),
    "turn_skipped": TurnSkipped(fleet="yellow", seat=6, reason="no_room"),
    "fog_lifted": FogLifted(fleet="yellow", seat=6),
    "grudge_sails": GrudgeSails(ship="yellow1", seat=6, hex="G13"),
    "grudge_declined": GrudgeDeclined(fleet="yellow", seat=6),
    "dice_rolled": DiceRolled(fleet="yellow", seat=6, sail=(2, 3, 4), cannon=(1, 2, 3, 4, 5)),
    "dice_rolled_sails": DiceRolled(fleet="yellow", seat=6, sail=(2, 3, 4, 3, 3, 4), cannon=()),
    **{
        f"gambit_used_{fleet.gambit}": GambitUsed(
            fleet=fleet.id,
            seat=6,
            gambit=fleet.gambit,
            detail="C4 to C5" if fleet.gambit == "steady_hand" else "",
        )
        for fleet in FILE.fleets
    },
    "gambit_lapsed": GambitLapsed(fleet="green", seat=6),
    "dice_forfeited": DiceForfeited(fleet="yellow", seat=6, sail=(2, 3), cannon=(1, 5)),
    "reef_safe": ReefRoll(ship="merchant", seat=None, hex="G13", roll=5, safe=True),
    "reef_holed": ReefRoll(ship="merchant", seat=None, hex="G13", roll=1, safe=False),
    **{f"ship_sailed_{strength}": sailed(die, die, "G10") for die, strength in STRENGTH.items()},
    "ship_sailed_short": sailed(4, 1, "G12"),
    "ship_sailed_off": sailed(4, 4, None),
    "fleet_sailed": FleetSailed(seat=6, moves=(sailed(4, 4, "G10"), sailed(3, 3, "G10"))),
    **{
        f"ship_lost_{cause}": lost(cause, 6)
        for cause in ("fled", "blown_off", "storm", "volcano", "desert", "reef", "withdrawn")
    },
    **{
        f"merchant_lost_{cause}": lost(cause, None)
        for cause in ("blown_off", "storm", "volcano", "desert", "reef")
    },
    **{f"shot_fired_{result}": shot(result) for result in ("hit", "fog", "truce", "volcano", "own", "empty")},
    "shot_fired_out": shot("out", None),
    "shot_raked": shot("hit", rake=True),
    "shot_raked_nothing": shot("out", None, rake=True),
    "ship_sunk": ShipSunk(ship="black2", by="yellow3", hex="G13", seat=6, owner=5),
    "ship_sunk_merchant": ShipSunk(ship="merchant", by="yellow3", hex="G13", seat=6, owner=None),
    "merchant_boarded": MerchantBoarded(ship="yellow3", seat=6, hex="G13"),
    "boarding_won": boarding((5, 2)),
    "boarding_lost": boarding((2, 5)),
    "boarding_won_after_ties": boarding((3, 3), (1, 1), (4, 4), (5, 2)),
    "boarding_lost_after_ties": boarding((3, 3), (1, 1), (4, 4), (2, 5)),
    "boarding_marines": boarding(),
    "prize_scuttled": scuttled("black2"),
    "prize_scuttled_merchant": scuttled("merchant"),
    "prize_scuttled_for_nothing": scuttled("merchant", paid=False),
    "prize_taken": taken("black2"),
    "prize_taken_merchant": taken("merchant"),
    **{
        f"gold_{reason}": Gold.model_validate({"seat": 6, "amount": 1, "reason": reason, "total": 22})
        for reason in ("gun", "scuttle", "marque", "marines")
    },
    **{f"wind_blew_{strength}": wind(roll) for roll, strength in STRENGTH.items()},
    "storm_begins": StormMoved(ring=6, begins=True),
    "storm_moved": StormMoved(ring=5, begins=False),
    "player_eliminated": PlayerEliminated(seats=(6,), fleets=("yellow", "black")),
    "player_eliminated_together": PlayerEliminated(seats=(5, 6), fleets=("yellow", "black")),
    "day_won": DayWon(seat=6, gold=10),
    "day_unclaimed": DayUnclaimed(),
    "battle_over_round_cap": BattleOver(battle=10, reason="round_cap", final=True),
    "battle_over_next": BattleOver(battle=9, reason="last_fleet", final=False),
    "seat_resigned": SeatResigned(seat=6),
    "game_over": game_over((6,), (5,)),
    "game_over_alone": game_over((6,), (5,), alone=True),
    "game_over_tied": game_over((5, 6)),
}

FREQUENT = ("turn_started", "dice_rolled", "ship_sailed_fair", "shot_fired_empty", "shot_fired_hit")

# The gaps that every sentence must have, because spectators may not see the picture.
MOVE = {"ship", "start", "dir", "die"}
FIGHT = {"attacker", "defender", "hex"}
TOLD: Mapping[str, set[str]] = {
    "card_drawn": {"seat", "fleet", "number", "gambit"},
    "battle_started": {"seat", "order"},
    "battle_started_next": {"seat", "order", "battle"},
    "wind_set": {"wind_from", "drift"},
    "fleet_deployed": {"seat", "fleet", "start", "second"},
    "third_ship_bought": {"seat", "fleet", "hex"},
    "terrain_laid": {"volcano", "desert", "reef"},
    **{f"terrain_placed_{tile}": {"seat", "hex"} for tile in TILES},
    "turn_started": {"seat", "fleet", "ships"},
    "turn_started_last": {"seat", "fleet"},
    "grudge_sails": {"seat", "ship", "hex"},
    "dice_rolled": {"dice"},
    "dice_rolled_sails": {"dice"},
    "dice_forfeited": {"fleet", "dice"},
    **{key: {"seat", "fleet", "gambit"} for key in FACES if key.startswith("gambit_used")},
    "reef_safe": {"ship", "hex", "roll"},
    "reef_holed": {"ship", "hex", "roll"},
    **{f"ship_sailed_{strength}": {*MOVE, "to"} for strength in STRENGTH.values()},
    "ship_sailed_short": {*MOVE, "to", "steps"},
    "ship_sailed_off": MOVE,
    "fleet_sailed": {"told"},
    **{key: {"ship", "seat"} for key in FACES if key.startswith("ship_lost")},
    **{f"shot_fired_{result}": {*MOVE, "target"} for result in ("hit", "fog", "truce", "own", "empty")},
    **dict.fromkeys(("shot_fired_out", "shot_fired_volcano", "shot_raked", "shot_raked_nothing"), MOVE),
    "ship_sunk": {"ship", "by", "hex", "seat", "owner"},
    "merchant_boarded": {"seat", "ship", "hex"},
    "boarding_won": {*FIGHT, "attack", "defence"},
    "boarding_lost": {*FIGHT, "attack", "defence"},
    "boarding_won_after_ties": {*FIGHT, "rolls"},
    "boarding_lost_after_ties": {*FIGHT, "rolls"},
    "boarding_marines": FIGHT,
    "prize_scuttled": {"seat", "by", "prize", "hex"},
    "prize_taken": {"seat", "by", "prize", "new_ship", "hex"},
    **{key: {"seat", "amount", "total"} for key in FACES if key.startswith("gold")},
    **{key: {"wind_from", "drift", "roll", "moved"} for key in FACES if key.startswith("wind_blew")},
    "storm_begins": {"ring"},
    "storm_moved": {"ring"},
    "player_eliminated": {"seat", "fleets"},
    "day_won": {"seat", "gold"},
    "game_over": {"winner", "gold", "ranks"},
    "game_over_alone": {"winner", "gold", "ranks"},
    "game_over_tied": {"gold", "ranks"},
}

TEXTS = Texts(
    GAME,
    faces=FACES,
    told=TOLD,
    untold=(TurnEnded(fleet="red"),),
    frequent=dict.fromkeys(FREQUENT, 5),
    games={
        "as published": Played(4, {}, 60),
        "weather": Played(3, {"wind": "random", "storm": "both", "storm_round": 3, "battles": 3}, 60),
        "duel": Played(2, {"mode": "duel", "battles": 2, "terrain": "absurd", "terrain_setup": "auto"}, 60),
        "grudges": Played(
            6, {"grudge": True, "marque": True, "desperation": True, "opening_truce": "on"}, 60
        ),
    },
)
LINES, PAGES = TEXTS.lines, TEXTS.pages

every_face = pytest.mark.parametrize(("key", "event"), FACES.items(), ids=FACES)
every_key = pytest.mark.parametrize("key", LINES)


@pytest.mark.parametrize("law", LAWS, ids=name_of)
def test_the_texts_obey(law: Law) -> None:
    law(TEXTS)


@every_face
def test_a_single_thing_is_not_told_in_the_plural(key: str, event: Event) -> None:
    ones = {gap: 1 for gap, value in story_of(event).gaps.items() if type(value) is int}
    story = Story(key, {**story_of(event).gaps, **ones})
    if key in {"turn_started", "terrain_level", "terrain_level_preset"}:  # these numbers are never 1
        return
    for line in LINES[key]:
        assert not re.search(r"\b1 (ships|doubloons|tiles|hexes|rounds|rings)\b", filled(line, story)), line


@every_key
def test_only_dice_are_set_like_typing(key: str) -> None:
    # In code, the narrator's backslashes before a colon or a full stop would be visible.
    for line in LINES[key]:
        assert set(re.findall("`([^`]*)`", line)) <= {"{dice}"}, line


def test_the_guide_explains_every_gambit_with_its_fleet() -> None:
    for fleet in FILE.fleets:
        assert (
            f"- **{GAMBITS[fleet.gambit].title}** ({fleet.number}, {fleet.id.title()})"
            in PAGES["gambits"].text
        )


def test_the_publisher_is_named() -> None:
    assert "Articles of War: Privateer © Sewage Treatment Games" in PAGES["credit"].text


def test_an_arrow_shows_where_the_wind_drives_ships() -> None:
    found = {**WindSet(wind_from="NW", drift="SE").signs(), **wind(3).signs()}
    assert found == {"drift": ("wind_se",), "roll": ("die_s3",)}
    assert {one for signs_of_gap in found.values() for one in signs_of_gap} <= signs(GAME).keys()


def test_moves_one_after_the_other_are_told_in_one_sentence_each_ship_with_its_course() -> None:
    first = ShipSailed(ship="red1", seat=1, start="G9", to="G6", dir="N", die=3, steps=3)
    second = ShipSailed(ship="red2", seat=1, start="E9", to="E11", dir="S", die=2, steps=2)
    third = ShipSailed(ship="red1", seat=1, start="G6", to="I4", dir="NE", die=2, steps=2)
    (together,) = told_together([first, second, third])
    assert together.gaps()["told"] == "Red 1 N 3, NE 2 to I4 and Red 2 S 2 to E11"


@pytest.mark.parametrize("changes", [{"to": None}, {"steps": 1}, {"seat": 2, "ship": "blue1"}])
def test_a_move_that_went_otherwise_has_a_sentence_of_its_own(changes: dict[str, object]) -> None:
    first = ShipSailed(ship="red1", seat=1, start="G9", to="G6", dir="N", die=3, steps=3)
    other = first.model_copy(update=changes)
    assert told_together([first, other]) == [first, other]
