"""Compares The Dangerous Sea with its second program, in random games and from random positions.

`python -m tests.second.compare_dangerous_sea DECISIONS LUCK`
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Any

from rules.dangerous_sea import GAME
from rules.engine.outcome import Outcome
from tests.second.beside import Difference, Ours
from tests.second.comparison import Rolls, Told, Twice, main
from tests.second.dangerous_sea import Game, NoAction, Refused, Sea, Ship
from tests.second.dangerous_sea.anywhere import anywhere
from tests.second.dangerous_sea.sea import CARDS, CORNERS, GOODS, TILES, neighbour

WORTHY = {"sail": 8, "explore": 6, "harvest": 8, "take_stone": 8, "attack": 12, "scuttle": 1, "demand": 12}
"""The weights of some choices, compared with others."""
TO_OTHERS = 40
"""The weight of sailing to other ships."""

PROMISES = (
    *("peace", "  I leave Your waters  ", "  ", "x" * 200, "x" * 201),
    *("peace, stop true", "food 10 for you", 'I say "kill 1"', "it's Ünï ☠"),
)
AMOUNTS = (0, 1, 2, 3, 5, 6, 7, 10, 20, 30, 40, -10, -1, 900, 910)
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(/(\d+))?")
TIMED = {"main", "landing"}
"""Absences that are separate actions in our game. Only their results can be compared."""


class Thrown:
    """The dice of the second program: our dice, with the same number of possibilities."""

    def __init__(self, rolls: Rolls) -> None:
        self.rolls = rolls

    def roll(self, label: str, dice: int) -> list[int]:
        return (
            [self.rolls.die(6, label)] if dice == 1 else [int(die) for die in self.rolls.values(label, dice)]
        )

    def draw(self, label: str, left: Mapping[str, int]) -> str:
        drawn = self.rolls.whole(label)
        if Counter(drawn.of.split()) != left:
            raise Difference(f"the second draws {label} from {left}, ours from {Counter(drawn.of.split())}")
        return str(drawn.values[0])

    def order(self, label: str, seats: int) -> list[int]:
        """Return the order of the seats, which our game draws one by one from those that remain."""
        order: list[int] = []
        for _ in range(seats):
            drawn = self.rolls.whole(label)
            left = [seat for seat in range(1, seats + 1) if seat not in order]
            among = [int(word) for word in drawn.of.split()] or [*range(drawn.low, drawn.high + 1)]
            if among != left:
                raise Difference(f"the second draws {label} from {left}, ours from {among}")
            order.append(int(drawn.values[0]))
        return order


class Joined:
    """The second program with our seat numbers, which follow the order of joining."""

    def __init__(self, options: Mapping[str, Any], seats: int, rolls: Rolls) -> None:
        switches = {
            name: "on" if value else "off" for name, value in options.items() if isinstance(value, bool)
        }
        self.options = {**options, **switches}
        self.game = Game(self.options, seats, Thrown(rolls))
        self.order: list[int] = self.game.opening[0]["order"]
        """Return the seats of P1, P2, ..."""

    @property
    def finished(self) -> bool:
        return self.game.finished

    @property
    def sea(self) -> Sea:
        return self.game.sea

    def captain(self, seat: int) -> int:
        return self.order.index(seat) + 1

    def told(self, events: Sequence[Told]) -> list[Told]:
        return [seated(event, self.order) for event in events]

    def awaited(self) -> list[int]:
        return [self.order[captain - 1] for captain in self.game.awaited()]

    def all_choices(self, seat: int) -> list[str]:
        """Return all choices. Amounts with only one value are not blanks in our game, except for jettison."""
        return [
            choice if choice.startswith("scuttle") else RANGE.sub(only, choice)
            for choice in self.game.choices(self.captain(seat))
        ]

    def choices(self, seat: int) -> list[str]:
        return [choice for choice in self.all_choices(seat) if not has_blank(choice)]

    def act(self, seat: int, notation: str) -> Sequence[Told]:
        return self.told(self.game.act(self.captain(seat), notation))

    def time_out(self, seat: int) -> Sequence[Told]:
        return self.told(self.game.time_out(self.captain(seat)))

    def replace(self, seat: int) -> Sequence[Told]:
        return self.told(self.game.replace(self.captain(seat)))


def start(options: Mapping[str, Any], seats: int, rolls: Rolls) -> tuple[Joined, Sequence[Told]]:
    joined = Joined(options, seats, rolls)
    return joined, joined.told(joined.game.opening)


def ranking(joined: Joined) -> list[list[int]]:
    places = groupby(joined.game.ranking, key=lambda ranked: ranked[1])
    return [[joined.order[captain - 1] for captain, _ in group] for _, group in places]


# Random choices and lines


def only(found: re.Match[str]) -> str:
    return found[1] if found[1] == found[2] else found[0]


def has_blank(choice: str) -> bool:
    return choice == "demand" or RANGE.search(choice) is not None


def blanks(joined: Joined, seat: int) -> list[str]:
    """Return the seat's choices with blanks, written like our forms."""
    choices = [choice for choice in joined.all_choices(seat) if has_blank(choice)]
    return [as_a_form(joined, seat, choice) for choice in choices]


def listed(joined: Joined, seat: int) -> list[str]:
    """Return all choices in the order of section 7."""
    return [as_a_form(joined, seat, choice) for choice in joined.all_choices(seat)]


def as_a_form(joined: Joined, seat: int, choice: str) -> str:
    return demand_form(joined, seat) if choice == "demand" else choice


def demand_form(joined: Joined, seat: int) -> str:
    spans = joined.game.demandable(joined.captain(seat)).items()
    words = [f"{what} {span}" for what, span in spans if not re.match(r"0\.\.0\b", span)]
    if joined.game.may_stop(joined.captain(seat)):
        words.append("stop yes|no")
    return " ".join(["demand", *words, "promise (up to 200 letters)"])


def weigh(joined: Joined, seat: int, choice: str) -> float:
    name, _, word = choice.partition(" ")
    at = joined.sea.ships[joined.captain(seat)].at or ""
    if name == "sail" and joined.sea.here(neighbour(at, word)):
        return TO_OTHERS
    return WORTHY.get(name, 3)


def filled(joined: Joined, seat: int, choice: str, random: Random) -> str:
    """Return the choice with numbers in its blanks."""

    def within(found: re.Match[str]) -> str:
        return str(random.choice(range(int(found[1]), int(found[2]) + 1, int(found[4] or 1))))

    if choice.startswith("demand"):
        if random.random() < 0.3:
            return demand(random)
        spans = joined.game.demandable(joined.captain(seat)).items()
        some = [f"{what} {span}" for what, span in spans if random.random() < 0.5]
        choice = " ".join(["demand", *(some or ["promise peace"])])
    if choice.startswith("spoils cargo") and has_blank(choice):
        (least, most), (_, water) = [(int(found[1]), int(found[2])) for found in RANGE.finditer(choice)]
        food = random.randrange(least, most + 1, 10)
        return f"spoils cargo food {food} water {least + water - food}"
    return RANGE.sub(within, choice)


def typed(joined: Joined, seat: int, random: Random) -> str:
    """Return some action, legal or not, often one that answers the question."""
    question = joined.game.open.get(joined.captain(seat))
    asked = question.kind if question else ""
    makers = {"spoils": [prize], "main": [deed, deed, deed, prize, answer]}.get(asked, [deed, prize, answer])
    text = random.choice(makers)(random)
    return text.upper() if random.random() < 0.1 else text


def deed(random: Random) -> str:
    return random.choice(
        (
            f"{random.choice(('sail', 'explore', 'look'))} {random.choice('NESW')}",
            random.choice(("harvest", "take_stone", "end_turn")),
            f"load {random.choice(AMOUNTS)}",
            f"scuttle {random.choice(('food', 'water', 'sailors'))} {random.choice(AMOUNTS)}",
            f"attack P{random.randint(1, 4)}",
        )
    )


def prize(random: Random) -> str:
    return random.choice(
        (
            f"spoils {random.choice(('kill', 'stone', 'stop', 'none'))}",
            f"spoils cargo food {random.choice(AMOUNTS)} water {random.choice(AMOUNTS)}",
            demand(random),
        )
    )


def answer(random: Random) -> str:
    return random.choice(
        (
            f"choose_start {random.choice((*CORNERS, 'B2', 'l1'))}",
            f"react {random.choice(('attack', 'hold'))}",
            f"reply {random.choice(('accept', 'insist'))}",
            f"order {random.choice(('face', 'wait'))}",
            f"land {random.choice(('harvest', 'take_stone', 'pass'))}",
            f"stance {random.choice(('ask', 'fight', 'hold'))}",
        )
    )


def demand(random: Random) -> str:
    """Return terms that may be fair or unfair."""
    terms = {
        "food": random.choice((10, 10, -10, 30, 40, -300, 900, 5)),
        "water": random.choice((20, 10, -10, -20, 300, -880, 890)),
        "sailors": random.choice((1, 1, -1, -1, 2, -3, 6)),
        "stones": random.choice((1, 1, -1, 2, -2)),
        "kill": random.choice((1, 1, 2, 3, -1)),
    }
    often = random.choice((0.1, 0.3, 0.7))
    words = [f"{name} {amount}" for name, amount in terms.items() if random.random() < often]
    if random.random() < 0.15:
        words.append("stop true")
    if random.random() < 0.1:
        words.append(f"promise {random.choice(PROMISES)}")
    nothing = random.choice(("stones 1", "stop false", "food 0 kill 0", ""))
    return " ".join(["demand", *(words or [nothing])]).strip()


def absent(joined: Joined, seat: int) -> str:
    captain = joined.captain(seat)
    return "" if joined.game.asked(captain) in TIMED else joined.game.absent(captain)


# Common forms

RENAMED = {
    "tile_revealed": {"tile": "kind"},
    "island_replenished": {"island": "kind"},
    "harvested": {"island": "kind"},
    "spoils_taken": {"prize": "kind"},
    "ship_moved": {"start": "from"},
    "ghost_moved": {"start": "from"},
    "ghost_hunt": {"start": "from"},
}
"""Our names of fields whose names are reserved in Python or in our engine."""
OURS_ALONE = {"turn_order_set": {"drawn"}, "turn_started": {"captain"}, "game_ended": {"stones"}}
SEATS = {"seat", "by", "against", "attacker", "defender", "winner", "loser", "target"}


def seated(event: Told, order: Sequence[int]) -> Told:
    """Return an event of the second program with our seats instead of P1, P2, ..."""

    def seat_of(captain: Any) -> Any:  # noqa: ANN401 - nobody, or the ghost, may stand there too
        known = isinstance(captain, str) and captain[:1] == "P"
        return order[int(captain[1:]) - 1] if known else captain

    told = {key: seat_of(value) if key in SEATS else value for key, value in event.items()}
    match event["event"]:
        case "game_ended":
            told["ranking"] = {seat_of(row["seat"]): row["place"] for row in event["ranking"]}
        case "ghost_hunt":
            told["rounds"] = [
                [[seat_of(captain), roll] for captain, roll in rolls.items()] for rolls in event["rounds"]
            ]
        case "ghost_order_set":
            told["order"] = [seat_of(captain) for captain in event["order"]]
    return told


def retold(event: Told) -> Told:
    """Return the event with the fields and names of section 9."""
    name = event["event"]
    names, more = RENAMED.get(name, {}), OURS_ALONE.get(name, set())
    told: Told = {names.get(key, key): value for key, value in event.items() if key not in more}
    if name == "game_ended" and isinstance(told["ranking"], list):
        told["ranking"] = Outcome.model_validate({"reason": "", "ranking": told["ranking"]}).places()
    return told


def as_data(joined: Joined) -> dict[str, Any]:
    """Return everything on the table, as our state contains it."""
    sea, order = joined.sea, joined.order
    ships = {order[captain - 1]: ship for captain, ship in sea.ships.items()}
    gone = [seat for seat, ship in ships.items() if ship.resigned]
    return {
        "ships": [ship_data(ships[seat]) for seat in sorted(ships)],
        "tiles": {at: tile.kind for at, tile in sea.tiles.items()},
        "harvested": sorted(at for at, tile in sea.tiles.items() if tile.kind in GOODS and not tile.marker),
        "loose": {at: tile.loose for at, tile in sea.tiles.items() if tile.loose},
        "stones": {at: tile.stones for at, tile in sea.tiles.items() if tile.stones},
        "bag": {kind: sea.bag[kind] for kind in TILES},
        "draw": {card: sea.pile[card] for card in CARDS},
        "discard": {card: sea.discards[card] for card in CARDS},
        "ghost": sea.ghost,
        "season": sea.season,
        "gone": sorted(gone, key=lambda seat: ships[seat].resigned),
    }


def ship_data(ship: Ship) -> dict[str, Any]:
    return {
        "at": ship.at,
        "food": ship.food,
        "water": ship.water,
        "sailors": ship.sailors,
        "stones": ship.stones,
        "stance": ship.stance,
        "out": ship.incapacitated,
    }


IN_ADVANCE = {"demands", "landings", "ghost"}
"""Permanent answers are a feature of our program, not a rule (section 7.1). The second program lacks them."""


def compare(state: Mapping[str, Any], joined: Joined) -> None:
    """Raise Difference unless both states are equal."""
    ships = [{key: ship[key] for key in ship if key not in IN_ADVANCE} for ship in state["ships"]]
    ours = {**state, "ships": ships, "harvested": sorted(state["harvested"])}
    for name, second in as_data(joined).items():
        if second != ours[name]:
            raise Difference(f"{name}\n  second: {second}\n    ours: {ours[name]}")


def scramble(ours: Ours, joined: Joined, random: Random) -> None:
    """Put both games into the same random position, during somebody's turn."""
    joined.game.put(anywhere(joined.options, len(joined.order), random))
    sea, order = joined.sea, joined.order
    season = {"task": "season", "seats": order[sea.active :], "haunted": False, "cards": 0}
    turn = {
        "task": "turn",
        "seat": order[sea.active - 1],
        "spent": sea.spent,
        "stopped": sea.stopped,
        "fought": sorted(order[captain - 1] for captain in sea.battled),
    }
    ours.put({**as_data(joined), "agenda": [season, turn]})


SEA_TWICE = Twice(
    GAME,
    start=start,
    refused=(Refused, NoAction),
    ranking=ranking,
    typed=typed,
    retold=retold,
    weigh=weigh,
    blanks=blanks,
    listed=listed,
    filled=filled,
    absent=absent,
    compare=compare,
    scramble=scramble,
)


if __name__ == "__main__":
    main(SEA_TWICE)
