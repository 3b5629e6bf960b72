"""The Dangerous Sea played twice at once: by our rules, and by those in `tests/second/dangerous_sea`.

    python -m tests.second.compare_dangerous_sea 100000 --seed 1

plays that many decisions in random games and from random positions, and stops at the first difference.
"""

import re
import sys
from argparse import ArgumentParser
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from random import Random
from typing import Any

from rules.engine.chance import Roll
from rules.engine.outcome import Outcome
from rules.engine.registry import game as find_game
from tests.second.beside import Happened, Ours, Tale
from tests.second.dangerous_sea import Event, Game, Sea, Ship
from tests.second.dangerous_sea.anywhere import anywhere
from tests.second.dangerous_sea.sea import CARDS, CORNERS, GOODS, TILES, neighbour

SLUG = "dangerous_sea"
VALUES: dict[str, tuple[str | int, ...]] = {
    "turn_order": ("random", "joined"),
    "start_positions": ("corners", "corners_random", "spread"),
    "stones_to_win": (3, 4, 5),
    "max_seasons": (0, 12, 16, 20, 24, 32, 40),
    "start_season": ("spring", "summer", "autumn", "winter"),
    "negotiation": ("on", "off"),
    "ghost_ship": ("on", "off"),
    "spring_loose": ("stack", "absorb"),
}
WEIGHTS = {"sail": 8, "explore": 6, "harvest": 8, "take_stone": 8, "attack": 12, "scuttle": 1, "demand": 12}
"""How much likelier than others some actions are chosen."""
PROMISES = (
    *("peace", "  I leave Your waters  ", "  ", "x" * 200, "x" * 201),
    *("peace, stop true", "food 10 for you", 'I say "kill 1"', "it's Ünï ☠"),
)
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(/(\d+))?")
NOTHING = re.compile(r"0\.\.0\b")
TIMED = {"main", "landing"}
"""Where being absent is an action of its own with us: what comes of it is compared."""
TIMED_OUT, OTHERWISE = 0.05, 0.03
WHOLE_GAMES = 0.3
LONGEST = 400
"""Decisions of a whole game, ten times those from a random position; then another is begun."""


class Replayed:
    """The dice of the second program: those that ours rolled, in the same order and under the same labels."""

    def __init__(self, tale: Tale) -> None:
        self.tale = tale
        self.rolls: deque[Roll] = deque()

    def roll(self, label: str, dice: int) -> list[int]:
        rolled = self._next(label, "1 to 6", dice)
        self.tale.agree("faces", (1, 6), (rolled.low, rolled.high))
        return [int(value) for value in rolled.values]

    def draw(self, label: str, left: Mapping[str, int]) -> str:
        drawn = self._next(label, str(left), 1)
        self.tale.agree(f"what is drawn from for {label}", dict(left), Counter(drawn.of.split()))
        return str(drawn.values[0])

    def order(self, label: str, seats: int) -> list[int]:
        """Ours draws one player after the other from those who are left."""
        order: list[int] = []
        for _ in range(seats):
            drawn = self._next(label, "a player", 1)
            left = [seat for seat in range(1, seats + 1) if seat not in order]
            among = [int(word) for word in drawn.of.split()] or [*range(drawn.low, drawn.high + 1)]
            self.tale.agree("players left", left, among)
            order.append(int(drawn.values[0]))
        return order

    def _next(self, label: str, what: str, values: int) -> Roll:
        if not self.rolls:
            self.tale.agree("the next roll", f"{label} ({what})", None)
        rolled = self.rolls.popleft()
        self.tale.agree("the next roll", (label, values), (rolled.label, len(rolled.values)))
        return rolled


class Player:
    """Chooses at random, but so that much happens; and thinks of what may not be done."""

    def __init__(self, luck: Random, seats: int) -> None:
        self.luck = luck
        self.seats = seats

    def choose(self, second: Game, seat: int) -> str:
        """One of a seat's choices, its blanks filled in."""
        choices = second.choices(seat)
        weights = [self._weight(choice, second.sea, seat) for choice in choices]
        chosen = self.luck.choices(choices, weights)[0]
        if chosen == "demand" and self.luck.random() < 0.7:
            spans = second.demandable(seat).items()
            some = [f"{what} {span}" for what, span in spans if self.luck.random() < 0.5]
            chosen = " ".join(["demand", *(some or ["promise peace"])])
        return self.filled(chosen)

    def _weight(self, choice: str, sea: Sea, seat: int) -> int:
        name, _, word = choice.partition(" ")
        if name == "sail" and sea.here(neighbour(sea.ships[seat].at or "", word)):
            return 40
        return WEIGHTS.get(name, 3)

    def filled(self, choice: str) -> str:
        if choice == "demand":
            return self.demand()
        food = RANGE.search(choice)
        if choice.startswith("spoils cargo") and food:
            chosen = self._within(food)
            cap = int(food[1]) + int(RANGE.findall(choice)[1][1])
            return f"spoils cargo food {chosen} water {cap - chosen}"
        return RANGE.sub(lambda found: str(self._within(found)), choice)

    def demand(self) -> str:
        """Terms that may be fair, or not at all."""
        terms = {
            "food": self.luck.choice((10, 10, -10, 30, 40, -300, 900, 5)),
            "water": self.luck.choice((20, 10, -10, -20, 300, -880, 890)),
            "sailors": self.luck.choice((1, 1, -1, -1, 2, -3, 6)),
            "stones": self.luck.choice((1, 1, -1, 2, -2)),
            "kill": self.luck.choice((1, 1, 2, 3, -1)),
        }
        often = self.luck.choice((0.1, 0.3, 0.7))
        words = [f"{name} {amount}" for name, amount in terms.items() if self.luck.random() < often]
        if self.luck.random() < 0.15:
            words.append("stop true")
        if self.luck.random() < 0.1:
            words.append(f"promise {self.luck.choice(PROMISES)}")
        nothing = self.luck.choice(("stones 1", "stop false", "food 0 kill 0", ""))
        return " ".join(["demand", *(words or [nothing])]).strip()

    def anything(self, asked: str) -> str:
        """Some action, legal or not, rather often one of those that answer what is asked."""
        if asked == "spoils":
            text = self.prize()
        elif asked == "main" and self.luck.random() < 0.7:
            text = self._deed()
        else:
            text = self.luck.choice((self._deed(), self.prize(), self._answer()))
        return text.upper() if self.luck.random() < 0.1 else text

    def _deed(self) -> str:
        return self.luck.choice(
            (
                f"{self.luck.choice(('sail', 'explore', 'look'))} {self.luck.choice('NESW')}",
                self.luck.choice(("harvest", "take_stone", "end_turn")),
                f"load {self._amount()}",
                f"scuttle {self.luck.choice(('food', 'water', 'sailors'))} {self._amount()}",
                f"attack P{self.luck.randint(1, self.seats)}",
            )
        )

    def _answer(self) -> str:
        return self.luck.choice(
            (
                f"choose_start {self.luck.choice((*CORNERS, 'B2', 'l1'))}",
                f"react {self.luck.choice(('attack', 'hold'))}",
                f"reply {self.luck.choice(('accept', 'insist'))}",
                f"order {self.luck.choice(('face', 'wait'))}",
                f"land {self.luck.choice(('harvest', 'take_stone', 'pass'))}",
                self.luck.choice(("stance hold", "resign")),
            )
        )

    def prize(self) -> str:
        return self.luck.choice(
            (
                f"spoils {self.luck.choice(('kill', 'stone', 'stop', 'none'))}",
                f"spoils cargo food {self._amount()} water {self._amount()}",
                self.demand(),
            )
        )

    def _amount(self) -> int:
        return self.luck.choice((0, 1, 2, 3, 5, 6, 7, 10, 20, 30, 40, -10, -1, 900, 910))

    def _within(self, found: re.Match[str]) -> int:
        return self.luck.choice(range(int(found[1]), int(found[2]) + 1, int(found[4] or 1)))


class Pair:
    """Both programs in the same game."""

    def __init__(self, luck: Random, name: str, *, in_the_midst: bool) -> None:
        self.luck = luck
        self.options = {name: luck.choice(values) for name, values in VALUES.items()}
        seats = luck.choice((2, 3, 4))
        self.player = Player(luck, seats)
        self.tale = Tale(f"{name}: {seats} seats, {self.options}")
        self.replayed = Replayed(self.tale)
        self.done: Counter[str] = Counter()
        """How often what was done, for the reader's trust."""
        self.ours, begun = Ours.begun(find_game(SLUG), self.options, seats, luck)
        self.order: list[int] = self.ours.state.model_dump()["order"]
        """Who plays P1, P2, ...: our seats stay in the order of joining."""
        if in_the_midst:
            sea = anywhere(self.options, seats, luck)
            self.ours.put(given_of(sea, self.order))
            self.second = Game(self.options, seats, self.replayed, sea)
            self.tale.opening += f"\nfrom {sea}"
        else:
            self.replayed.rolls.extend(begun.rolls)
            self.second = Game(self.options, seats, self.replayed)
            self._same(begun, self.second.opening)

    def play(self, decisions: int) -> int:
        """Play on, to the end or for so many decisions. Returns how many there were."""
        for number in range(decisions):
            if self.second.finished:
                self._compare_end()
                return number
            self._compare_position()
            self._try_something()
            self._do_something()
            self.done["decisions"] += 1
        return decisions

    def _ours(self, seat: int) -> int:
        return self.order[seat - 1]

    def _captain(self, seat: int) -> int:
        return self.order.index(seat) + 1

    def _compare_position(self) -> None:
        """Who is asked, for what, and what is done for those who do not answer."""
        awaited = sorted(self._captain(seat) for seat in self.ours.awaited())
        self.tale.agree("awaited", self.second.awaited(), awaited)
        for seat in self.second.awaited():
            choices = [settled(choice) for choice in self.second.choices(seat)]
            blank = [choice for choice in choices if RANGE.search(choice) or choice == "demand"]
            ours = self.ours.choices(self._ours(seat))
            self.tale.agree(f"choices of P{seat}", [c for c in choices if c not in blank], ours.whole)
            self.tale.agree(f"blanks of P{seat}", blank, [shortened(form) for form in ours.blanks])
            if "demand" in blank:
                spans = self.second.demandable(seat).items()
                some = {what: span for what, span in spans if not NOTHING.match(span)}
                self.tale.agree("what may be demanded", some, ranges_of(ours.blanks[-1]))
            if self.second.asked(seat) not in TIMED:
                self.tale.agree(
                    f"absent P{seat}", self.second.absent(seat), str(self.ours.absent(self._ours(seat)))
                )
        table = self.ours.state.model_dump(mode="json")
        for what, there in table_of(self.second.sea, self.order).items():
            self.tale.agree(what, there, sorted(table[what]) if what == "harvested" else table[what])

    def _try_something(self) -> None:
        """What is refused, and with which code."""
        seats = self.second.awaited() * 2
        if self.luck.random() < 0.3:
            seats.append(self.luck.randint(1, self.player.seats))
        for seat in seats:
            text = self.player.anything(self.second.asked(seats[0]))
            refusal = self.second.refusal(seat, text)
            self.tale.agree(f"refusal of P{seat} {text}", refusal, self.ours.refusal(self._ours(seat), text))
            self.done[f"refused: {refusal}" if refusal else "not refused"] += 1

    def _do_something(self) -> None:
        seat = self.luck.choice(self.second.awaited())
        in_turn = self.second.asked(seat) == "main"
        chance = self.luck.random() * (1 if in_turn else 0.3)
        if chance < TIMED_OUT:
            self._time_out(seat)
        elif chance < TIMED_OUT + OTHERWISE:
            leaving = 0.1 if in_turn else 0.6
            self._do_otherwise(self.luck.randint(1, self.player.seats), leaving)
        else:
            self._act(seat, self.player.choose(self.second, seat))

    def _do_otherwise(self, seat: int, leaving: float) -> None:
        """What may be done at any time."""
        if self.second.sea.ships[seat].resigned:
            return
        if self.luck.random() < leaving:
            self._act(seat, "resign")
        elif self.luck.random() < 0.3:
            self.tale.lines.append(f"P{seat} is replaced")
            self._happens(self.ours.replace(self._ours(seat)), lambda: self.second.replace(seat))
        else:
            self._act(seat, f"stance {self.luck.choice(('ask', 'fight', 'hold'))}")

    def _act(self, seat: int, text: str) -> None:
        self.tale.lines.append(f"P{seat} {text}")
        refusal = self.second.refusal(seat, text)
        self.tale.agree("refusal", refusal, self.ours.refusal(self._ours(seat), text))
        if not refusal:
            self._happens(self.ours.act(self._ours(seat), text), lambda: self.second.act(seat, text))

    def _time_out(self, seat: int) -> None:
        self.tale.lines.append(f"P{seat} does not answer")
        self._happens(self.ours.time_out(self._ours(seat)), lambda: self.second.time_out(seat))

    def _happens(self, ours: Happened, second: Callable[[], list[Event]]) -> None:
        self.tale.lines.append("  " + "; ".join(f"{roll.label} {roll.values}" for roll in ours.rolls))
        self.replayed.rolls.extend(ours.rolls)
        self._same(ours, second())

    def _same(self, ours: Happened, events: Sequence[Event]) -> None:
        told = [as_specified(event, self.order) for event in ours.events]
        self.done.update(kind_of(event) for event in told)
        for number, event in enumerate(events):
            self.tale.agree("event", event, told[number] if number < len(told) else None)
        self.tale.agree("further events", [], told[len(events) :])
        self.tale.agree("rolls left", [], [*self.replayed.rolls])

    def _compare_end(self) -> None:
        outcome = self.ours.game.outcome(self.ours.state)
        places = {self._captain(seat): place for seat, place in outcome.places().items()} if outcome else None
        self.tale.agree("places", dict(self.second.ranking), places)
        for seat in range(1, self.player.seats + 1):
            for text in ("resign", "stance hold", self.player.anything("main")):
                refusal = self.second.refusal(seat, text)
                self.tale.agree(
                    f"refusal of P{seat} {text}", refusal, self.ours.refusal(self._ours(seat), text)
                )


# What is one and the same, in our words and in those of the specification


RENAMED = {
    "tile_revealed": {"tile": "kind"},
    "island_replenished": {"island": "kind"},
    "harvested": {"island": "kind"},
    "spoils_taken": {"prize": "kind"},
    "ship_moved": {"start": "from"},
    "ghost_moved": {"start": "from"},
    "ghost_hunt": {"start": "from"},
}
OURS_ALONE = {"turn_order_set": {"drawn"}, "turn_started": {"captain"}, "game_ended": {"stones"}}
SEATS = {"seat", "by", "against", "attacker", "defender", "winner", "loser", "target"}
TABLE = (
    "ships",
    "tiles",
    "harvested",
    "loose",
    "stones",
    "bag",
    "draw",
    "discard",
    "ghost",
    "season",
    "gone",
)


def as_specified(event: Event, order: Sequence[int]) -> Event:
    """An event of ours with the fields that section 9 names."""
    name = event["event"]
    names = RENAMED.get(name, {})
    told: Event = {
        names.get(key, key): captain(order, value) if key in SEATS and isinstance(value, int) else value
        for key, value in event.items()
        if key not in OURS_ALONE.get(name, ())
    }
    match name:
        case "game_ended":
            places = Outcome(reason="", ranking=told["ranking"]).places()
            ranked = sorted(places, key=lambda seat: (places[seat], order.index(seat)))
            told["ranking"] = [{"seat": captain(order, seat), "place": places[seat]} for seat in ranked]
        case "ghost_hunt":
            rounds = [{captain(order, seat): roll for seat, roll in rolled} for rolled in told["rounds"]]
            told["rounds"] = rounds
        case "ghost_order_set":
            told["order"] = [captain(order, seat) for seat in told["order"]]
    return told


def kind_of(event: Event) -> str:
    """What happened, and how it came about."""
    how = next((event[key] for key in ("how", "reason", "mode", "kind") if key in event), None)
    return f"{event['event']} {how or ''}".strip()


def captain(order: Sequence[int], seat: int) -> str:
    """What the specification calls a seat of ours."""
    return f"P{order.index(seat) + 1}"


def table_of(sea: Sea, order: Sequence[int]) -> dict[str, Any]:
    """What lies on the table, as a state of ours holds it."""
    tiles, ships = sea.tiles, {order[seat - 1]: ship for seat, ship in sea.ships.items()}
    islands = [at for at, tile in tiles.items() if tile.kind in GOODS]
    gone = [seat for seat, ship in ships.items() if ship.resigned]
    return {
        "ships": [ship_of(ships[seat]) for seat in sorted(ships)],
        "tiles": {at: tile.kind for at, tile in tiles.items()},
        "harvested": sorted(at for at in islands if not tiles[at].marker),
        "loose": {at: tile.loose for at, tile in tiles.items() if tile.loose},
        "stones": {at: tile.stones for at, tile in tiles.items() if tile.stones},
        "bag": {kind: sea.bag[kind] for kind in TILES},
        "draw": {card: sea.pile[card] for card in CARDS},
        "discard": {card: sea.discards[card] for card in CARDS},
        "ghost": sea.ghost,
        "season": sea.season,
        "gone": sorted(gone, key=lambda seat: ships[seat].resigned),
    }


def ship_of(ship: Ship) -> dict[str, Any]:
    return {
        "at": ship.at,
        "food": ship.food,
        "water": ship.water,
        "sailors": ship.sailors,
        "stones": ship.stones,
        "stance": ship.stance,
        "out": ship.incapacitated,
    }


def given_of(sea: Sea, order: Sequence[int]) -> dict[str, Any]:
    """A position as scenario files give it."""
    season = {"task": "season", "seats": order[sea.active :], "haunted": False, "cards": 0}
    turn = {
        "task": "turn",
        "seat": order[sea.active - 1],
        "spent": sea.spent,
        "stopped": sea.stopped,
        "fought": sorted(order[seat - 1] for seat in sea.battled),
    }
    return {**table_of(sea, order), "agenda": [season, turn]}


def settled(choice: str) -> str:
    """An amount of which there is only one is no blank to us."""
    return RANGE.sub(lambda found: found[1] if found[1] == found[2] else found[0], choice)


def shortened(form: str) -> str:
    """A form as the second program writes it."""
    return "demand" if form.startswith("demand ") else form


def ranges_of(form: str) -> dict[str, str]:
    """The numbers of a form and their ranges."""
    return dict(re.findall(r"(\w+) (-?\d+\.\.-?\d+(?:/\d+)?)", form))


# The command


def compare(decisions: int, seed: int) -> Counter[str]:
    """So many decisions in games and positions drawn from the seed. Returns how often what was done."""
    done: Counter[str] = Counter()
    left = decisions
    for number in count():
        if left <= 0:
            return done
        name = f"seed {seed}, game {number}"
        luck = Random(name)
        whole = luck.random() < WHOLE_GAMES
        pair = Pair(luck, name, in_the_midst=not whole)
        left -= pair.play(min(left, LONGEST if whole else LONGEST // 10))
        done += pair.done
    return done


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("decisions", type=int)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    done = compare(chosen.decisions, chosen.seed)
    sys.stdout.write("\n".join(f"{number:8} {what}" for what, number in done.most_common()) + "\n")


if __name__ == "__main__":
    main()
