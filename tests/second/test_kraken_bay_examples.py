"""The specification's worked examples (section 16), played by the second implementation of Kraken Bay."""

from collections.abc import Iterator, Sequence

import pytest

from tests.second.kraken_bay import Event, Game, Refused
from tests.second.kraken_bay.pieces import Bomb, Ship, Stray, Turn, fitted_out


class Dice:
    """The dice of a script: `cargo 6 1 scatter 2/5`, where `/5` is the number of sides."""

    def __init__(self, script: str) -> None:
        self.left = list(self.read(script))

    def read(self, script: str) -> Iterator[tuple[str, int, int | None]]:
        why = ""
        for word in script.split():
            if word[0].isalpha():
                why = word
                continue
            value, _, sides = word.partition("/")
            yield why, int(value), int(sides) if sides else None

    def __call__(self, sides: int, why: str) -> int:
        assert self.left, f"no die is left for {why}"
        name, value, of = self.left.pop(0)
        assert name == why
        assert of in {None, sides}
        assert 1 <= value <= sides
        return value


class Table:
    """A game in an example's position. `ships` are in turn order, and it is the first ship's turn."""

    def __init__(self, ships: dict[str, str], dice: str = "", **options: object) -> None:
        self.dice = Dice(dice)
        self.game = Game(options, len(ships), self.dice)
        self.game.ships = {name: fitted_out(name, seat) for seat, name in enumerate(ships, 1)}
        for name, space in ships.items():
            self.game.ships[name].space = space
        self.game.order = list(ships)
        self.game.round = 1
        self.game.turn = Turn(next(iter(ships)))

    def ship(self, name: str) -> Ship:
        return self.game.ships[name]

    def rolled(self, left: int, rolled: str = "move") -> None:
        assert self.game.turn is not None
        self.game.turn.rolled, self.game.turn.move_left = rolled, left

    def adrift(self, name: str, space: str) -> None:
        self.game.strays[name] = Stray("adrift", space)

    def towing(self, name: str, stray: str) -> None:
        self.ship(name).tow = stray
        self.game.strays[stray] = Stray("towed", self.ship(name).space)

    def bomb(self, kind: str, space: str, *, fused: bool = False) -> None:
        self.game.bombs_dropped += 1
        owner = "fisherman" if kind == "barrel" else "houseboat"
        self.game.bombs[space] = Bomb(kind, owner, fused, self.game.bombs_dropped)

    def play(self, *lines: str) -> list[Event]:
        """Play these actions one after the other, each for the asked player."""
        told: list[Event] = []
        for line in lines:
            told += self.game.act(self.game.awaited()[0], line)
        return told

    def rolls(self, script: str) -> None:
        self.dice.left += self.dice.read(script)

    def cargo(self, name: str) -> tuple[int, int, int]:
        ship = self.ship(name)
        return ship.crew, ship.ration, ship.treasure

    @property
    def left(self) -> int:
        assert self.game.turn is not None
        return self.game.turn.move_left

    @property
    def targets(self) -> list[str]:
        """The offered targets without duplicates."""
        lines = self.game.choices(self.game.awaited()[0])
        shots = [line.split()[1] for line in lines if line.startswith("attack ")]
        return list(dict.fromkeys(shots))

    @property
    def lines(self) -> list[str]:
        return self.game.choices(self.game.awaited()[0])

    def done(self) -> None:
        assert not self.dice.left, "dice were not asked for"


def told_of(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event["event"] == kind]


def code_of(table: Table, line: str) -> str:
    with pytest.raises(Refused) as refused:
        table.play(line)
    return refused.value.code


def test_v1_a_whole_first_round() -> None:
    table = Table({"captain": "A12", "fisherman": "A2", "pirate": "A4", "explorer": "A8", "houseboat": "A10"})
    table.game.tentacles = {"A3", "B2", "B8", "D3"}
    table.rolls("move 2 2 cargo 6 1 scatter 1/5 2/4")
    table.play("roll", "sail iaii")
    assert table.ship("captain").space == "D4"
    assert table.game.chits == {"A1": "treasure", "C1": "ration"}
    table.play("end_turn")
    table.rolls("move 1 4 cargo 5 3 scatter 1/3 1/2")
    table.play("roll", "sail aiaaa", "drop_bomb")
    assert not table.game.bombs["B6"].fused
    table.play("end_turn")
    table.rolls("move 3 2 attack 7 cargo 5 scatter 3/3 2/2 cargo 2 4 scatter 1/3 1/2")
    table.play("roll", "sail aa", "attack fisherman board:crew", "sail aii")
    table.play("end_turn")
    table.rolls("move 6 5 attack 6 cargo 3 5 scatter 2/3 2/2")
    table.play("roll", "sail iia", "sail toa", "attack pirate", "sail aia3a")
    assert table.ship("explorer").space == "C4"
    table.play("end_turn")
    table.rolls("move 5 3 attack 4")
    table.play("roll", "sail aaii", "attack D3", "sail a", "drop_bomb")
    table.rolls("cargo 1 3 scatter 1/5 1/4 smoke_lane 2 smoke_hour 5 6")
    table.rolls("cargo 2 6 scatter 1/5 1/4 cargo 1 6 scatter 1/5 1/4 cargo 3 3")
    told = table.play("sail oao")
    table.done()
    assert told_of(told, "turn_ended") == [{"event": "turn_ended", "ship": "houseboat", "auto": True}]
    drifted = [(event["unit"], event["to"]) for event in told_of(told, "drifted")]
    assert drifted == [
        ("captain", "F12"),
        ("explorer", "B11"),
        ("pirate", "E5"),
        ("fisherman", "D3"),
        ("houseboat", "C2"),
    ]
    assert [table.cargo(name) for name in table.game.order] == [
        (6, 3, 6),
        (3, 1, 1),
        (3, 2, 4),
        (6, 3, 6),
        (3, 3, 5),
    ]
    assert table.ship("explorer").heading == -1
    assert (table.game.time, table.game.round) == (14, 2)


def test_v2_hungry_and_cured_mid_turn() -> None:
    table = Table({"merchant": "C5"}, "tow_move 4 attack 3 secondary 5")
    table.ship("merchant").ration = 0
    table.game.tentacles, table.game.chits = {"D6"}, {"C6": "ration"}
    table.play("roll")
    assert table.left == 6
    table.play("attack D6")
    assert code_of(table, "attack D6") == "no_action_left"
    table.play("sail a")
    assert (table.cargo("merchant")[1], table.left) == (1, 5)
    assert "attack D6" in table.lines


def test_v3_cured_at_the_start() -> None:
    table = Table({"captain": "A1", "merchant": "C5"}, "move 4 3")
    table.ship("merchant").ration = 0
    table.game.chits = {"C5": "ration"}
    table.rolled(0)
    table.game.tentacles = {"A1"}
    table.play("end_turn", "roll")
    assert table.left == 7


@pytest.mark.parametrize(
    ("ship", "space", "heading", "steps"),
    [
        ("captain", "G4", 1, {"a": "G6", "i": "H6", "o": "F5"}),
        ("captain", "F4", 1, {"a": "F5", "o": "E5"}),
        ("captain", "F3", 1, {"a": "F4", "i": "G4", "o": "E4"}),
        ("captain", "H4", 1, {"a": "H6", "o": "G6"}),
        ("captain", "A12", 1, {"a": "A1", "i": "B1"}),
        ("captain", "G12", 1, {"a": "G2", "i": "H2", "o": "F1"}),
        ("explorer", "F3", -1, {"a": "F2", "i": "G2", "o": "E2", "to": "E3"}),
        ("explorer", "F4", 1, {"a": "F5", "o": "E5", "ti": "G4", "to": "E4"}),
    ],
)
def test_v4_steps(ship: str, space: str, heading: int, steps: dict[str, str]) -> None:
    found = {}
    for step in ("a", "i", "o", "ti", "to"):
        table = Table({ship: space})
        table.ship(ship).heading = heading
        table.rolled(2)
        if f"sail {step}" in table.lines:
            table.play(f"sail {step}")
            found[step] = table.ship(ship).space
    assert found == steps


def test_v5_arcs_and_front_guns() -> None:
    ships = {"pirate": "B7", "captain": "B9", "merchant": "B6", "explorer": "C8"}
    table = Table(ships, "front 5 cargo 1 scatter 2/5 1/4")
    table.game.tentacles = {"A6", "C6"}
    assert table.targets == ["merchant", "explorer", "A6", "C6"]
    assert [line for line in table.lines if line.startswith("front_guns")] == [
        "front_guns captain board crew",
        "front_guns captain board treasure",
        "front_guns captain board ration",
    ]
    table.play("front_guns captain board:treasure")
    assert table.cargo("captain") == (7, 4, 6)
    assert table.game.chits == {"A9": "treasure", "A8": "ration"}
    table.done()
    table = Table(ships, firing_arc="broadside")
    table.game.tentacles = {"A6", "C6"}
    assert table.targets == ["explorer", "A6", "C6"]
    assert code_of(table, "front_guns captain") == "out_of_arc"


def test_v6_red_arcs() -> None:
    table = Table({"captain": "G4", "merchant": "F3", "pirate": "F6"})
    table.game.tentacles = {"F5", "F2"}
    assert table.targets == ["merchant", "F5", "kraken"]
    table = Table({"captain": "F5", "merchant": "G4", "pirate": "G6"})
    assert table.targets == ["pirate", "merchant"]


def test_v7_the_merchant() -> None:
    table = Table({"merchant": "D2"}, "attack 2 secondary 6")
    table.rolled(4)
    table.game.tentacles, table.game.chits = {"C3"}, {"D3": "treasure", "D4": "treasure"}
    table.play("attack C3")
    assert table.ship("merchant").trophies == 1
    table.play("sail a2", "greed")
    assert table.cargo("merchant")[2] == 8
    assert code_of(table, "greed") == "no_action_left"


def test_v8_born_enemies_rerolls_and_the_cap() -> None:
    table = Table({"fisherman": "H10"}, "attack 6 tentacle_lane 2 tentacle_hour 3 4 tentacle_lane 5")
    table.rolls(
        "tentacle_hour 2 4 tentacle_lane 5 tentacle_hour 5 5 tentacle_lane 1 tentacle_hour 1 1 attack 9"
    )
    table.game.health = 9
    table.game.tentacles = {"A6", "A9", "B3", "B7", "C4", "C11", "D5", "D8", "E9", "F2"}
    table.bomb("smoke", "E6")
    table.play("attack kraken")
    assert (table.game.health, {"E10", "A2"} <= table.game.tentacles) == (7, True)
    told = table.play("attack kraken")
    assert (table.game.health, len(told_of(told, "no_tentacle_left"))) == (5, 2)
    table.done()


def test_v9_the_kill_and_ties() -> None:
    table = Table({"fisherman": "G6", "pirate": "A4", "captain": "A12"}, "attack 8")
    fisherman, pirate, captain = (table.ship(name) for name in table.game.order)
    fisherman.crew, fisherman.treasure, fisherman.trophies, fisherman.saved = 2, 3, 2, ["cruise"]
    pirate.crew, pirate.treasure, captain.crew, captain.treasure = 8, 1, 4, 9
    table.game.health = 1
    told = table.play("attack kraken")
    assert [event["event"] for event in told] == ["shot", "kraken_hurt", "kraken_slain", "game_over"]
    ranking = [(row["place"], row["ship"], row["score"]) for row in table.game.ranking]
    assert ranking == [(1, "pirate", 17), (2, "captain", 17), (3, "fisherman", 17)]


def test_v10_dropping_onto_an_occupied_space_and_fuses() -> None:
    table = Table({"fisherman": "C6", "captain": "C3"})
    table.game.chits = {"C5": "crew"}
    table.bomb("barrel", "C4")
    table.play("drop_bomb")
    assert table.game.bombs["C3"].fused
    table = Table({"fisherman": "C6", "captain": "C3"}, "cargo 4 5 scatter 4/7 1/6")
    table.game.tentacles, table.game.time = {"D9"}, 1
    for space in ("C3", "D9", "B5"):
        table.bomb("barrel", space, fused=True)
    table.game.turn = Turn("captain", rolled="move")
    table.ship("captain").ration = 0
    told = table.play("end_turn")
    assert table.game.chits == {"C2": "crew", "B2": "treasure"}
    assert table.ship("fisherman").trophies == 1
    assert not table.game.bombs["B5"].fused
    assert (told[-1]["reason"], told_of(told, "drifted")) == ("time", [])
    table.done()


def test_v11_smoke_in_ones_own_turn() -> None:
    table = Table(
        {"pirate": "C4", "captain": "D7"}, "smoke_lane 5 smoke_hour 4 5 smoke_lane 4 smoke_hour 3 4"
    )
    table.rolls("smoke_hour 2 3 cargo 3 6 scatter 1/7 6/6")
    table.bomb("smoke", "C5")
    table.bomb("smoke", "E9")
    table.game.tentacles, table.game.chits = {"D5"}, {"D5": "treasure"}
    table.rolled(6)
    told = table.play("sail aaa")
    assert table.cargo("pirate") == (4, 3, 5)
    assert table.game.chits == {"C4": "crew", "E6": "treasure"}
    assert told_of(told, "course_cut") == [{"event": "course_cut", "ship": "pirate", "left": 5}]
    table.done()


def test_v12_plague() -> None:
    table = Table({"captain": "C4", "houseboat": "D4"})
    table.game.chits = {"C5": "plague", "D5": "plague"}
    table.rolled(1)
    table.play("sail a")
    assert table.cargo("captain")[0] == 0
    table.game.turn = Turn("houseboat", rolled="move", move_left=1)
    table.play("sail a")
    assert table.cargo("houseboat")[0] == 6
    assert not table.game.chits


def test_v13_attaching() -> None:
    table = Table({"explorer": "D8", "captain": "A12"}, "tow_move 1 scatter 3/6 1/5")
    table.adrift("container", "C9")
    table.game.tentacles = {"B11"}
    table.rolled(7)
    table.play("sail o", "tow")
    assert table.left == 4
    table.play("sail aoa")
    assert table.game.chits == {"B10": "treasure", "A10": "treasure"}
    assert (table.ship("explorer").space, table.left) == ("B12", 1)


def test_v14_delivering() -> None:
    table = Table({"captain": "C9"}, "tow_move 1")
    table.towing("captain", "cruise")
    table.play("roll", "sail o2a")
    assert (table.ship("captain").saved, table.ship("captain").tow, table.left) == (["cruise"], None, 4)


def test_v15_attacking_a_tow() -> None:
    table = Table({"houseboat": "D6", "captain": "C7"}, "attack 5 scatter 2/5 3/4 attack 4")
    table.towing("captain", "plague")
    assert table.targets == ["captain", "plague"]
    table.play("attack plague", "attack captain")
    assert table.game.chits == {"B7": "plague", "C6": "plague"}
    table.done()


def end_of_round(table: Table) -> list[Event]:
    last = table.game.order[-1]
    table.game.turn = Turn(last, rolled="move", actions_used=2)
    return table.play("end_turn")


def test_v16_entry() -> None:
    table = Table({"captain": "B3", "pirate": "A1"})
    table.game.time = 14
    told = end_of_round(table)
    drifted = [(event["unit"], event["to"]) for event in told_of(told, "drifted")]
    assert drifted == [("captain", "D11"), ("pirate", "C9"), ("container", "C9")]
    assert told_of(told, "drifted")[-1]["path"] == ["A12", "A11", "B11", "B10", "B9", "C9"]


def test_v17_mouth_and_rescue() -> None:
    table = Table({"captain": "G6", "pirate": "H8", "merchant": "F4"}, "smoke_lane 3 smoke_hour 2 2")
    table.towing("captain", "plague")
    captain = table.ship("captain")
    captain.trophies, captain.saved = 2, ["supply"]
    table.game.time, table.game.round = 9, 7
    table.bomb("smoke", "H6")
    told = end_of_round(table)
    about = [event for event in told if event["event"] in {"drifted", "offcourse_eaten", "ship_eaten"}]
    assert [(event["event"], event.get("unit"), event.get("to")) for event in about] == [
        ("drifted", "pirate", "C4"),
        ("drifted", "captain", "MOUTH"),
        ("offcourse_eaten", None, None),
        ("ship_eaten", None, None),
        ("drifted", "merchant", "H10"),
    ]
    assert table.game.score(captain) == 5


def test_v18_no_room() -> None:
    table = Table({"captain": "E8", "pirate": "E9", "merchant": "D9"}, "cargo 2 2 scatter 1/5 1/4")
    table.game.tentacles = {"F4"}
    told = end_of_round(table)
    drifted = [(event["unit"], event["to"], event["held"]) for event in told_of(told, "drifted")]
    assert drifted == [("captain", "G4", False), ("pirate", "F5", True), ("merchant", "E5", True)]
    assert table.game.chits == {"E3": "ration", "E4": "ration"}


def test_v19_chain_shot_as_a_trap() -> None:
    table = Table({"explorer": "F5", "captain": "G4"}, "attack 5 7 move 1 2")
    table.rolled(0)
    table.play("chain_shot captain", "chain_shot captain")
    table.play("roll")
    assert table.left == 1
    assert [line for line in table.lines if line.startswith("sail")] == ["sail a", "sail i"]
    assert code_of(table, "sail o") == "blocked_by_ship"


def test_v20_chits_run_out() -> None:
    table = Table({"captain": "C7"}, "attack 6 scatter 1/5")
    table.adrift("container", "D7")
    # 17 chits float far from all ships.
    far = [f"{lane}{hour}" for lane in "AB" for hour in range(1, 9)] + ["A12"]
    table.game.chits = dict.fromkeys(far, "treasure")
    told = table.play("attack container")
    assert table.game.chits["C6"] == "treasure"
    assert [event["reason"] for event in told_of(told, "cargo_sunk")] == ["supply"]


def test_v21_setup_rerolls() -> None:
    script = "first_player 1/2 tentacle_lane 1 tentacle_hour 2 2 tentacle_lane 1 tentacle_hour 3 3"
    for lane in range(2, 7):
        script += f" tentacle_lane {lane} tentacle_hour 1 1 tentacle_lane {lane} tentacle_hour 1 2"
    script += " tentacle_lane 2 tentacle_hour 2 2"
    game = Game({}, 2, Dice(script))
    game.act(1, "pick_character captain")
    told = game.act(2, "pick_character pirate")
    assert told_of(told, "tentacle_placed")[0]["at"] == "A6"


def test_v22_safe_course() -> None:
    table = Table({"captain": "F3", "pirate": "E4"})
    table.rolled(5)
    table.game.tentacles, table.game.chits = {"E5", "D6"}, {"C7": "plague"}
    table.bomb("barrel", "B8")
    assert table.game.absent(1) == "sail aaooo"


def test_v23_final_ranking() -> None:
    table = Table({"houseboat": "A10", "explorer": "A8", "pirate": "A4", "merchant": "A6"})
    for name, crew, treasure in (("merchant", 5, 8), ("pirate", 6, 6)):
        table.ship(name).crew, table.ship(name).treasure = crew, treasure
    for name, left, saved in (("explorer", 12, []), ("houseboat", 9, ["cruise"])):
        ship = table.ship(name)
        ship.status, ship.left, ship.trophies, ship.saved = "eaten", left, 1, saved
    table.game.time = 1
    table.game.turn = Turn("merchant", rolled="move")
    table.play("end_turn")
    ranked = [row["ship"] for row in table.game.ranking]
    assert ranked == ["pirate", "merchant", "explorer", "houseboat"]


def test_v24_held_fire_and_a_hungry_tow() -> None:
    table = Table({"merchant": "C8"}, "move 3 2 attack 1 2 secondary 6")
    table.ship("merchant").ration = 1
    table.adrift("supply", "C9")
    table.game.tentacles = {"B8", "D8"}
    table.play("roll", "attack B8 secondary:hold", "attack D8")
    assert table.game.tentacles == {"B8"}
    table = Table({"merchant": "C8"}, "tow_move 4")
    table.ship("merchant").ration = 0
    table.adrift("supply", "C9")
    table.play("roll", "sail a", "tow")
    assert (table.left, table.ship("merchant").tow) == (5, "supply")


def test_v25_absent_in_the_red_water() -> None:
    table = Table({"pirate": "G4"})
    table.rolled(1)
    table.game.time = 5
    table.game.tentacles = {"F5"}
    assert table.game.absent(1) == "sail o"
    table.game.time = 1
    assert table.game.absent(1) == "sail a"
