"""The specification's worked examples (section 16), played by the second implementation of the game."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from tests.second.dangerous_sea import Event, Game, Refused, Sea, Ship, Tile
from tests.second.dangerous_sea.sea import CARDS, READING_ORDER, TILES

Throws = dict[str, list[Any]]


class Told:
    """The dice and draws of an example, by their labels."""

    def __init__(self, throws: Throws) -> None:
        self.throws = {label: [*values] for label, values in throws.items()}

    def roll(self, label: str, dice: int) -> list[int]:
        value = self.throws[label].pop(0)
        values = [value] if isinstance(value, int) else [*value]
        assert len(values) == dice, label
        return values

    def draw(self, label: str, left: Mapping[str, int]) -> str:
        kind: str = self.throws[label].pop(0)
        assert left[kind]
        return kind

    def order(self, label: str, seats: int) -> list[int]:
        return list(range(1, seats + 1))

    def spent(self) -> bool:
        return not any(self.throws.values())


def ship(at: str, stores: str = "50/50/0/0") -> Ship:
    food, water, sailors, stones = map(int, stores.split("/"))
    return Ship(at, food, water, sailors, stones)


def stand(
    ships: list[Ship],
    tiles: Mapping[str, Tile | str],
    throws: Throws | None = None,
    *,
    options: Mapping[str, str | int] | None = None,
    active: int = 1,
    spent: int = 0,
    season: int = 1,
    ghost: str | None = None,
    pile: Mapping[str, int] | None = None,
    discards: Mapping[str, int] | None = None,
) -> Game:
    """Return a game in somebody's turn. Ships are on the open sea where no tile is given."""
    known = dict.fromkeys([ship.at or "" for ship in ships], "sea") | {**tiles}
    sea = Sea(
        dict(enumerate(ships, 1)),
        {at: Tile.fresh(tile) if isinstance(tile, str) else tile for at, tile in known.items()},
        bag=Counter(TILES),
        pile=Counter(CARDS if pile is None else pile),
        discards=Counter(discards or {}),
        ghost=ghost,
        season=season,
        active=active,
        spent=spent,
    )
    return Game(options or {}, len(ships), Told(throws or {}), sea)


def after(game: Game, *deeds: str) -> list[Event]:
    """Return the events of actions by the asked players. `P2 resign` is an action by player 2."""
    told = []
    for deed in deeds:
        if deed.startswith("P"):
            told += game.act(int(deed[1]), deed[3:])
        else:
            told += game.act(game.awaited()[0], deed)
    return told


def stores(game: Game, seat: int) -> str:
    its = game.sea.ships[seat]
    return f"{its.food}/{its.water}/{its.sailors}/{its.stones}"


def names(events: list[Event]) -> list[str]:
    return [event["event"] for event in events]


def one(events: list[Event], name: str) -> dict[str, Any]:
    """Return the fields of the only event that is called `name`."""
    (found,) = [event for event in events if event["event"] == name]
    return {key: value for key, value in found.items() if key != "event"}


def refusal(game: Game, deed: str) -> str:
    with pytest.raises(Refused) as refused:
        after(game, deed)
    return refused.value.code


def until_sea(game: Game) -> list[Event]:
    """Let everybody end the turn. Returns the events afterwards."""
    told: list[Event] = []
    season = game.sea.season
    while game.sea.season == season and game.asked(game.awaited()[0]) == "main":
        told = after(game, "end_turn")
    return told


def test_x1_the_sea_is_round() -> None:
    game = stand([ship("A4"), ship("A1"), ship("B1")], dict.fromkeys(["L4", "K4", "J4"], "sea"))
    assert [event["to"] for event in after(game, *["sail W"] * 3)] == ["L4", "K4", "J4"]
    assert (game.sea.spent, game.sea.allowance, game.sea.left) == (3, 5, 2)


def test_x2_a_heavier_ship_is_slower() -> None:
    game = stand([ship("A1"), ship("D5", "190/200/0/0"), ship("A2"), ship("A3")], {"E5": "food"}, active=2)
    told = after(game, "sail E", "harvest")
    assert one(told, "harvested")["amount"] == 30
    assert one(told, "allowance_changed") == {"seat": "P2", "before": 4, "after": 3, "left": 2}


def test_x3_a_lighter_ship_is_faster() -> None:
    seas = {"G6": "sea"}
    game = stand(
        [ship("G7", "430/400/0/0"), ship("A1"), ship("A2"), ship("A3")],
        seas,
        {"bag": ["rocky"], "rocky": [6]},
    )
    told = after(game, "sail N", "explore N")
    assert one(told, "rocks_struck")["food_lost"] == 20
    assert one(told, "allowance_changed") == {"seat": "P1", "before": 2, "after": 3, "left": 1}
    assert stores(game, 1) == "410/380/0/0"


def test_x4_points_come_back() -> None:
    game = stand([ship("C3", "200/190/0/0"), ship("A1")], {"C3": "water"}, {"bag": ["sea"]}, spent=5)
    after(game, "harvest")
    assert refusal(game, "look N") == "no_action_points"
    after(game, "scuttle water 20")
    assert (game.sea.left, game.sea.tiles["C3"].loose) == (1, 20)
    after(game, "look N", "load 20")
    assert (stores(game, 1), game.sea.left) == ("200/220/0/0", 0)


def test_x5_scuttled_goods_stay_on_their_own_island() -> None:
    game = stand([ship("H8", "60/60/2/0"), ship("A1")], {"H8": Tile("food")})
    told = after(game, "scuttle water 30", "scuttle food 20", "scuttle sailors 1")
    assert [event["kept"] for event in told] == [False, True, False]
    assert (stores(game, 1), game.sea.tiles["H8"].loose) == ("40/30/1/0", 20)


@pytest.mark.parametrize(("option", "absorbed", "left"), [("absorb", 20, 0), ("stack", 0, 20)])
def test_x6_spring(option: str, absorbed: int, left: int) -> None:
    game = stand(
        [ship("A1"), ship("L12")],
        {"C3": Tile("water", loose=20)},
        {"sea_card": ["calm", "calm"]},
        options={"spring_loose": option},
        season=4,
    )
    told = until_sea(game)
    assert one(told, "island_replenished") == {"at": "C3", "kind": "water", "absorbed": absorbed}
    assert one(told, "season_started") == {"number": 5, "year": 2, "season": "spring"}
    assert (game.sea.tiles["C3"].marker, game.sea.tiles["C3"].loose) == (True, left)


def test_x7_a_full_hold() -> None:
    game = stand([ship("C3", "440/440/0/0"), ship("A1")], {"C3": "food"})
    told = after(game, "harvest")
    assert (one(told, "harvested")["amount"], one(told, "harvested")["left_loose"]) == (20, 10)
    assert refusal(game, "load 10") == "hold_full"


def test_x8_rocks_on_an_empty_hold() -> None:
    game = stand([ship("C3", "10/0/1/0"), ship("A1")], {"C2": "rocky"}, {"rocky": [6]})
    told = after(game, "sail N", "end_turn")
    assert (one(told, "rocks_struck")["food_lost"], one(told, "rocks_struck")["water_lost"]) == (10, 0)
    assert one(told, "crew_fed") == {"seat": "P1", "fed": 0, "starved": 1}


def test_x9_plague() -> None:
    game = stand([ship("C3", "80/80/2/0"), ship("A1")], {}, {"bag": ["diseased"], "plague": [4]})
    assert one(after(game, "explore N"), "plague_struck")["died"] == 2
    game = stand([ship("C3", "80/80/2/0"), ship("A1")], {}, {"bag": ["diseased"], "plague": [5]})
    assert "plague_escaped" in names(after(game, "explore N"))


def test_x10_a_captain_ill() -> None:
    ships = [ship("A1"), ship("E6"), ship("F6")]
    told = after(stand(ships, {"F6": "diseased"}, {"plague": [3]}, active=2, spent=1), "sail E")
    assert names(told) == ["ship_moved", "captain_ill", "crew_fed", "turn_ended", "turn_started"]
    assert (told[1]["turn_ended"], told[3]["reason"], told[4]["seat"]) == (True, "ill", "P3")


def test_x11_reactions_and_a_stop() -> None:
    game = stand(
        [ship("C3", "80/80/1/0"), ship("C2", "50/50/2/0"), ship("C2")],
        {},
        {"battle_attacker": [[4, 5, 2]], "battle_defender": [[6, 3]]},
        spent=1,
    )
    after(game, "sail N", "react attack")
    assert game.choices(2) == [
        "spoils cargo food 0..20/10 water 0..20/10",
        *("spoils kill", "spoils stop", "spoils none", "demand"),
    ]
    after(game, "spoils stop", "P3 react hold")
    assert refusal(game, "sail S") == "ship_stopped"
    assert refusal(game, "attack P2") == "already_battled"
    assert {"look N", "attack P3"} <= {*game.choices(1)}


def test_x12_a_prize_of_cargo() -> None:
    throws: Throws = {"battle_attacker": [6], "battle_defender": [2]}
    game = stand([ship("C3"), ship("C3", "10/50/0/0")], {}, throws)
    after(game, "attack P2")
    assert refusal(game, "spoils cargo food 20 water 20") == "bad_amount"
    assert refusal(game, "spoils cargo food 0 water 30") == "bad_amount"
    after(game, "spoils cargo food 10 water 30")
    assert (stores(game, 1), stores(game, 2)) == ("60/80/0/0", "0/20/0/0")


@pytest.mark.parametrize(("winner", "loser", "died"), [(1, 4, 3), (4, 1, 1)])
def test_x13_killing(winner: int, loser: int, died: int) -> None:
    throws: Throws = {"battle_attacker": [[6] * (winner + 1)], "battle_defender": [[1] * (loser + 1)]}
    game = stand([ship("C3", f"50/50/{winner}/0"), ship("C3", f"50/50/{loser}/0")], {}, throws)
    assert one(after(game, "attack P2", "spoils kill"), "spoils_taken")["died"] == died


def test_x14_a_demand_refused() -> None:
    throws: Throws = {"battle_attacker": [[4, 2]], "battle_defender": [3]}
    game = stand([ship("C3", "50/50/1/1"), ship("C3", "30/20/0/2")], {}, throws)
    told = after(game, "attack P2", "demand stones 2", "reply insist")
    assert names(told) == ["battle_fought", "deal_demanded", "deal_refused"]
    assert refusal(game, "demand stones 1") == "demand_unavailable"
    assert [choice.split()[1] for choice in game.choices(1)] == ["cargo", "stone", "none"]
    after(game, "spoils stone")
    assert (stores(game, 1), stores(game, 2)) == ("50/50/1/2", "30/20/0/1")


def test_x15_a_demand_accepted() -> None:
    throws: Throws = {"battle_attacker": [[1, 1, 1, 1]], "battle_defender": [[1, 1, 3]]}
    game = stand([ship("C3", "60/90/3/0"), ship("C3", "100/40/2/0")], {}, throws)
    told = after(game, "attack P2", "demand food 20 water -10 sailors 1 kill 1 stop true", "reply accept")
    assert one(told, "spoils_taken") == {
        "winner": "P2",
        "loser": "P1",
        "kind": "deal",
        "food": 20,
        "water": -10,
        "sailors": 1,
        "stones": 0,
        "died": 1,
        "stopped": True,
    }
    assert (stores(game, 1), stores(game, 2)) == ("40/100/1/0", "120/30/3/0")
    assert game.sea.stopped


def test_x16_a_draw() -> None:
    throws: Throws = {"battle_attacker": [[3, 4]], "battle_defender": [[2, 5]]}
    game = stand([ship("C3", "50/50/1/0"), ship("C3", "50/50/1/0")], {}, throws)
    assert one(after(game, "attack P2"), "battle_fought")["winner"] is None
    assert refusal(game, "attack P2") == "already_battled"
    after(game, "end_turn")
    assert "attack P1" in game.choices(2)


@pytest.mark.parametrize(
    ("before", "fed", "starved", "left"),
    [("20/50/3/0", 2, 1, "0/30/2/0"), ("30/0/1/0", 0, 1, "30/0/0/0")],
)
def test_x17_feeding(before: str, fed: int, starved: int, left: str) -> None:
    game = stand([ship("C3", before), ship("A1")], {})
    assert one(after(game, "end_turn"), "crew_fed") == {"seat": "P1", "fed": fed, "starved": starved}
    assert stores(game, 1) == left


def test_x18_a_storm_ridden_out() -> None:
    throws: Throws = {"sea_card": ["storm"], "storm": [5, 6, 5]}
    game = stand([ship("C3"), ship("A1")], {}, throws, season=3)
    told = until_sea(game)
    assert one(told, "storm_rolled") == {"rolls": [5, 6, 5], "direction": None}
    assert game.sea.discards == {"storm": 1}


def test_x19_a_storm_with_everything() -> None:
    ships = [ship("L4"), ship("F9", "50/50/1/0"), ship("F9", "30/60/0/0")]
    throws: Throws = {"sea_card": ["storm"], "storm": [6, 2], "bag": ["rocky"], "rocky": [4, 1]}
    game = stand(ships, {"A4": "food"}, throws, season=2)
    told = until_sea(game)
    assert one(told, "tile_revealed") == {"at": "G9", "kind": "rocky", "by": "P2", "how": "storm"}
    assert [stores(game, seat) for seat in (2, 3)] == ["40/20/1/0", "20/60/0/0"]
    assert game.awaited() == [1]
    after(game, "land harvest")
    assert (stores(game, 1), game.sea.season) == ("80/50/0/0", 3)


def test_x20_winter() -> None:
    throws: Throws = {"sea_card": ["ghost", "calm"], "ghost_column": [[3, 4]], "ghost_row": [[6, 6]]}
    game = stand([ship("C3"), ship("G12")], {"B2": Tile("food")}, throws, season=4)
    told = until_sea(game)
    assert one(told, "ghost_appeared") == {"at": "G12"}
    assert "ghost_battle" not in names(told)
    assert game.sea.tiles["B2"].marker


def test_x21_the_ghost_is_banished() -> None:
    ships = [ship("B6", "50/50/1/0"), ship("H1"), ship("B6", "60/60/2/0")]
    throws: Throws = {
        "ghost_move": [2],
        "ghost_dice": [[3, 3, 2, 1]],
        "ghost_foe": [[4, 4, 3]],
        "sea_card": ["calm"],
    }
    pile = Counter(calm=2, storm=4)
    game = stand(ships, {}, throws, ghost="K6", pile=pile, discards=Counter(calm=3))
    moved = until_sea(game)
    assert one(moved, "ghost_moved")["squares"] == ["L6", "A6", "B6"]
    told = after(game, "P1 order wait", "P3 order face")
    assert one(told, "ghost_order_set") == {"order": ["P3", "P1"]}
    assert names(told)[1:4] == ["ghost_battle", "ghost_banished", "sea_deck_reshuffled"]
    assert +game.sea.pile == {"calm": 4, "storm": 4, "ghost": 1}
    assert len([name for name in names(told) if name == "ghost_battle"]) == 1


def test_x22_x23_the_hunt() -> None:
    ships = [ship("D8"), ship("D9"), ship("D9", "50/50/1/0")]
    throws: Throws = {
        "ghost_move": [5],
        "ghost_hunt": [2, 2, 5, 4, 1],
        "ghost_dice": [[5, 5, 4, 3], [1, 2, 2, 3]],
        "ghost_foe": [6, [4, 4]],
        "sea_card": ["calm"],
    }
    game = stand(ships, {}, throws, ghost="A1", pile=Counter(calm=5))
    assert one(until_sea(game), "ghost_hunt") == {
        "rounds": [{"P1": 2, "P2": 2, "P3": 5}, {"P1": 4, "P2": 1}],
        "target": "P2",
        "from": "A1",
        "to": "D9",
    }
    told = after(game, "P2 order wait", "P3 order wait")
    assert one(told, "captain_incapacitated") == {"seat": "P2"}
    assert game.sea.ghost == "D9"
    after(game, "sail S")
    assert game.awaited() == [3]
    after(game, "react hold")
    assert refusal(game, "attack P2") == "captain_out"
    assert "captain_recovered" in names(after(game, "end_turn"))
    assert {"attack P1", "attack P3"} <= {*game.choices(2)}


def test_x24_seeding() -> None:
    throws: Throws = {
        "bag": ["rocky", "sea", "sea", "sea"],
        "seed_column": [[6, 6], [2, 3], [1, 1], [1, 1], [1, 1]],
        "seed_row": [[6, 6], [1, 1], [6, 6], [6, 5], [6, 4]],
    }
    game = Game({}, 2, Told(throws))
    after(game, "choose_start A1")
    assert game.choices(2) == ["choose_start L1", "choose_start A12", "choose_start L12"]
    assert refusal(game, "choose_start A1") == "bad_square"
    told = after(game, "choose_start l12")
    assert one(told, "placement_rerolled") == {"at": "L12"}
    assert game.sea.tiles["E2"].kind == "rocky"


def test_x25_winning_in_anothers_turn() -> None:
    throws: Throws = {"battle_attacker": [5], "battle_defender": [1]}
    game = stand([ship("C3", "70/70/0/2"), ship("C2", "40/40/0/4")], {}, throws)
    told = after(game, "sail N", "react attack", "spoils stone")
    assert names(told)[-3:] == ["spoils_taken", "game_won", "game_ended"]
    assert told[-2] == {"event": "game_won", "seat": "P2", "stones": 5, "how": "battle"}
    assert game.ranking == [(2, 1), (1, 2)]
    assert refusal(game, "P1 resign") == "game_over"


def test_x26_resigning() -> None:
    game = stand([ship("J8"), ship("A1"), ship("J9", "70/20/2/2")], {"J9": "food"})
    told = after(game, "P3 resign", "sail S")
    assert one(told, "seat_resigned") == {"seat": "P3", "at": "J9", "stones_dropped": 2}
    assert {"harvest", "take_stone"} <= {*game.choices(1)}
    assert one(after(game, "take_stone"), "stone_taken")["count"] == 2
    assert game.sea.allowance == 5


def test_x27_the_season_limit() -> None:
    ships = [ship("C3", "80/40/1/3"), ship("A1", "60/90/1/3"), ship("H1", "450/450/0/2")]
    game = stand(ships, {}, {"sea_card": ["calm", "calm"]}, season=24)
    told: list[Event] = []
    while not game.finished:
        told = after(game, "end_turn")
    assert one(told, "game_ended")["reason"] == "season_limit"
    assert game.ranking == [(2, 1), (1, 2), (3, 3)]


def test_x28_an_absent_winner() -> None:
    throws: Throws = {"battle_attacker": [1], "battle_defender": [[6, 2]]}
    game = stand([ship("C3", "30/50/0/0"), ship("C3", "50/50/1/0")], {}, throws)
    after(game, "attack P2")
    assert game.absent(2) == "spoils cargo food 30 water 40"


def test_x29_an_empty_pile() -> None:
    throws: Throws = {"sea_card": ["calm"], "ghost_move": [6]}
    discards = Counter(calm=5, storm=4)
    game = stand([ship("C3"), ship("A1")], {}, throws, season=2, ghost="H7", pile={}, discards=discards)
    told = until_sea(game)
    assert one(told, "sea_deck_reshuffled") == {"reason": "empty"}
    assert (game.sea.pile.total(), game.sea.discards) == (8, {"calm": 1})


def test_x30_an_attack_on_the_first_move() -> None:
    throws: Throws = {"battle_attacker": [4], "battle_defender": [3]}
    game = stand([ship("A1"), ship("L1")], {}, throws)
    after(game, "sail W", "react hold", "attack P2", "spoils cargo food 10 water 0")
    assert (stores(game, 1), stores(game, 2)) == ("60/50/0/0", "40/50/0/0")


def test_squares_are_listed_row_by_row() -> None:
    assert READING_ORDER[:2] == ("A1", "B1")
    assert READING_ORDER[-1] == "L12"
