"""Compares Kraken Bay with its second program, in random games and from random positions.

`python -m tests.second.compare_kraken_bay DECISIONS LUCK`
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from random import Random
from typing import Any

from rules.engine.errors import IllegalAction
from rules.kraken_bay import GAME
from tests.second.beside import Difference, Ours
from tests.second.comparison import Rolls, Told, Twice, main
from tests.second.kraken_bay import Game, Refused, sea
from tests.second.kraken_bay.courses import suggested_course
from tests.second.kraken_bay.game import POWERS
from tests.second.kraken_bay.pieces import CHARACTERS, DEFAULTS, HOMES, STRAYS, Ship
from tests.second.kraken_bay.positions import scatter_everything
from tests.second.kraken_bay.words import BOARDS, read

WORTHY = {"tow": 30.0, "attack": 2.0, "front_guns": 4.0, "chain_shot": 4.0, "greed": 4.0, "cast_off": 0.3}
"""Choices that would be rare at random."""

NONSENSE = ("", "sail", "sail x", "sail a0", "sail a13", "sail t", "attack", "swim", "roll 6", "tow cruise")


def start(options: Mapping[str, Any], seats: int, rolls: Rolls) -> tuple[Game, Sequence[Told]]:
    game = Game(options, seats, rolls.die)
    return game, game.told


def ranking(game: Game) -> list[list[int]]:
    groups: dict[object, list[int]] = {}
    for row in game.ranking:
        groups.setdefault(row["place"], []).append(int(str(row["seat"])))
    return [*groups.values()]


def written(line: str) -> str:
    """Return the line as the second program understands it."""
    return repr(read(line))


def weigh(game: Game, seat: int, line: str) -> float:
    return WORTHY.get(line.split(maxsplit=1)[0], 1.0)


def typed(game: Game, seat: int, random: Random) -> str:
    """Return a line that is often legal."""
    makers = [a_choice, a_course, a_course, a_purpose, a_purpose, anything, anything, anything]
    line = random.choice(makers)(game, seat, random)
    return random.choice([line, line, line, line.upper(), line.replace(" board ", " board:")])


def a_choice(game: Game, seat: int, random: Random) -> str:
    return random.choice(game.choices(seat) or ["roll"])


def a_course(game: Game, seat: int, random: Random) -> str:
    """Return about as many steps as the ship has left. The steps usually exist."""
    if game.turn is None:
        return "sail a"
    ship = game.ships[game.turn.ship]
    space, heading, course = ship.space, ship.heading, []
    for _ in range(random.randint(1, max(1, game.turn.move_left + random.choice([-2, 0, 0, 0, 1])))):
        ways = sea.steps(space, heading)
        if ship.character == "explorer" and random.random() < 0.2:
            ways = sea.turns(space)
        step = random.choice([*ways])
        heading = -heading if step in {"ti", "to"} else heading
        course.append(random.choice(["a", "i", "o", "ti", "to"]) if random.random() < 0.03 else step)
        space = ways[step]
    return "sail " + random.choice(["", ",", " "]).join(counted(course, random))


def counted(course: Sequence[str], random: Random) -> list[str]:
    """Return the course with some of its repeated steps written with a count."""
    short: list[str] = []
    while course:
        same = next((n for n, step in enumerate(course) if step != course[0]), len(course))
        count = random.randint(1, same)
        short.append(course[0] + (str(count) if count > 1 else random.choice(["", "", "1"])))
        course = course[count:]
    return short


def a_purpose(game: Game, seat: int, random: Random) -> str:
    """Usually return the best course: home if a ship is in tow, otherwise to a ship adrift."""
    if game.turn is None or game.turn.rolled == "no":
        return a_choice(game, seat, random)
    ship = game.ships[game.turn.ship]
    goals = [stray.space for stray in game.strays.values() if stray.status == "adrift" and stray.space]
    if ship.tow is not None:
        goals = [HOMES[ship.character]]
    goals += [] if random.random() < 0.7 else ["H6", "G4", *game.chits, *game.bombs]
    for goal in random.sample(goals, len(goals)):
        course = suggested_course(game, ship, game.turn, goal)
        if course is not None:
            return f"sail {course}"
    return a_course(game, seat, random)


def anything(game: Game, seat: int, random: Random) -> str:
    """Return a random verb with random words. The verb usually fits the character."""
    if random.random() < 0.05:
        return random.choice(NONSENSE)
    if game.turn is None or random.random() < 0.03:
        return f"pick_character {random.choice([*CHARACTERS, 'bosun'])}"
    powers = [verb for verb, owners in POWERS.items() if game.turn.ship in owners or random.random() < 0.1]
    verb = random.choice(["roll", "attack", "attack", "tow", "cast_off", "end_turn", *powers, *powers])
    if verb == "drop_bomb":
        return verb + random.choice(["", " side behind", " side in", " side out"])
    return aimed(game, verb, random) if verb in {"attack", "chain_shot", "front_guns"} else verb


def aimed(game: Game, verb: str, random: Random) -> str:
    """Return a shot at anything."""
    target = random.choice(
        [*CHARACTERS, *STRAYS, *game.tentacles, random.choice(sea.spaces()), "kraken", "tub"]
    )
    if target[0] in sea.LANES and random.random() < 0.1:
        target = f"{sea.LANES.index(target[0]) + 1}{random.choice('-.')}{target[1:]}"
    line = f"{verb} {target}"
    if verb != "chain_shot" and random.random() < 0.2:
        line += f" board {random.choice(BOARDS)}"
    if verb == "attack" and random.random() < 0.2:
        line += f" secondary {random.choice(['fire', 'hold'])}"
    return line


# Common forms

SPECIFIED = {
    "first_player_drawn": {"ship"},
    "turn_started": {"ship"},
    "movement_rolled": {"ship", "dice", "bonus", "chained", "move"},
    "sailed": {"ship", "from", "to", "step"},
    "turned_about": {"ship", "heading"},
    "course_cut": {"ship", "left"},
    "shot": {"ship", "target", "weapon", "roll", "need", "hit"},
    "secondary_shot": {"ship", "target", "roll", "need", "hit"},
    "chained": {"ship", "by"},
    "cargo_dropped": {"owner", "type", "at"},
    "cargo_sunk": {"owner", "type", "reason"},
    "cargo_collected": {"ship", "type", "at"},
    "plague_struck": {"ship", "crew_lost"},
    "plague_cured": {"ship"},
    "greed_used": {"ship"},
    "kraken_hurt": {"by", "damage", "health"},
    "kraken_slain": {"by"},
    "bomb_dropped": {"ship", "kind", "at", "fused"},
    "tow_attached": {"ship", "tow"},
    "tow_slowed": {"ship", "move_left"},
    "tow_released": {"ship", "tow"},
    "ship_saved": {"ship", "rescued"},
    "turn_ended": {"ship", "auto"},
    "ration_eaten": {"ship"},
    "ship_eaten": {"ship", "round"},
    "ship_resigned": {"ship", "round"},
}
"""The fields of section 9, for events to which our program adds fields for sentences and pictures."""

RENAMED = {
    "start": "from",
    "bomb": "kind",
}
"""Our names of fields whose names are reserved in Python or in our engine."""


def retold(event: Told) -> Told:
    """Return the event with the fields and names of section 9."""
    kind = event["event"]
    told = {RENAMED.get(name, name): value for name, value in event.items()}
    if kind == "tentacle_killed" and "weapon" in told:
        told["with"] = told.pop("weapon")
    if kind == "game_started":
        bounty = told["options"].get("kraken_bounty")
        told["options"] = {**DEFAULTS, **told["options"], "kraken_bounty": bounty in {"on", True}}
    if kind in SPECIFIED:
        told = {name: value for name, value in told.items() if name in {"event", *SPECIFIED[kind]}}
    return told


def as_data(game: Game) -> dict[str, Any]:
    """Return the position as our state holds it."""
    return {
        "ships": {name: ship_data(game.ships[name]) for name in CHARACTERS if name in game.ships},
        "strays": {name: {"status": stray.status, "at": stray.space} for name, stray in game.strays.items()},
        "order": game.order,
        "round": game.round,
        "time": game.time,
        "health": game.health,
        "tentacles": sorted(game.tentacles),
        "chits": game.chits,
        "bombs": {space: asdict(bomb) for space, bomb in game.bombs.items()},
        "dropped": game.bombs_dropped,
    }


def ship_data(ship: Ship) -> dict[str, Any]:
    gone = ship.status != "in"
    return {
        "seat": ship.seat,
        "at": None if gone else ship.space,
        "heading": ship.heading,
        "crew": ship.crew,
        "ration": ship.ration,
        "treasure": ship.treasure,
        "tow": ship.tow,
        "trophies": ship.trophies,
        "saved": ship.saved,
        "damage": ship.damage,
        "slayer": ship.slayer,
        "chained": ship.chained and not gone,
        "status": ship.status,
        "left": ship.left if gone else None,
    }


def compare(state: Mapping[str, Any], game: Game) -> None:
    """Raise Difference unless both states are equal."""
    if not game.order:
        return
    ours = {**state, "tentacles": sorted(state["tentacles"])}
    for name, second in as_data(game).items():
        must_be_same(name, second, ours[name])
    if game.turn is not None:
        turn = asdict(game.turn)
        must_be_same("the turn", turn, {name: state["agenda"][-1][name] for name in turn})


def ask(ours: Ours, game: Game, random: Random) -> None:
    """Raise Difference unless our action `suggest_course` has the same course."""
    if game.turn is None:
        return
    ship, turn = game.now()
    goal = random.choice(sea.spaces())
    course = suggested_course(game, ship, turn, goal)
    state = GAME.state.model_validate(ours.state)
    try:
        found = str(GAME.resolve(state, ship.seat, GAME.read(f"sail_to {goal}")))
    except IllegalAction:
        found = ""
    must_be_same(f"the way to {goal}", f"sail {course}" if course else "", found)


def must_be_same(what: str, second: object, ours: object) -> None:
    if second != ours:
        raise Difference(f"{what}\n  second: {second}\n    ours: {ours}")


def scramble(ours: Ours, game: Game, random: Random) -> None:
    """Put both games into the same random position."""
    if game.turn is None:
        return
    scatter_everything(game, random)
    state = ours.state.model_dump(mode="json") | as_data(game)
    turns, turn = state["agenda"]
    turn |= asdict(game.turn)
    later = game.order[game.order.index(game.turn.ship) + 1 :]
    turns["ships"] = [name for name in later if game.ships[name].status == "in"]
    ours.state = GAME.state.model_validate(state)
    GAME.check(ours.state)


KRAKEN_TWICE = Twice(
    GAME,
    start=start,
    refused=(Refused,),
    ranking=ranking,
    typed=typed,
    written=written,
    retold=retold,
    weigh=weigh,
    compare=compare,
    ask=ask,
    scramble=scramble,
)


if __name__ == "__main__":
    main(KRAKEN_TWICE)
