"""The Dangerous Sea, sections 5, 6, 9, 10 and 12: the course of a game from beginning to end.

One function is the course of the game. The function stops at each question.
"""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Protocol

from tests.second.dangerous_sea.legal import (
    Question,
    Refused,
    absent,
    check,
    choices,
    demandable,
    free_corners,
    landings,
)
from tests.second.dangerous_sea.notation import Action, read
from tests.second.dangerous_sea.sea import (
    CARDS,
    COMPASS,
    DEADLIEST_PLAGUE,
    DEFAULTS,
    GHOST_DICE,
    GHOST_STEPS,
    GOODS,
    HUNT,
    IDLE,
    RATION,
    READING_ORDER,
    ROCKS,
    SEASONS,
    SEEDS,
    SPREAD,
    STORM_ROLLS,
    TILES,
    YIELD,
    Battle,
    Sea,
    Ship,
    Tile,
    killed,
    may_be_stopped,
    neighbour,
    prizes,
    square,
)

Event = dict[str, Any]
"""An event: its name under `event`, and its fields with the names of section 9."""

Steps = Generator[None, None, None]
"""A part of the game's course. It stops while somebody is asked."""


class Chance(Protocol):
    """The source of dice and draws. Each roll and draw is requested under a label of section 8.1."""

    def roll(self, label: str, dice: int) -> list[int]:
        """Return a roll of `dice` dice."""
        ...

    def draw(self, label: str, left: Mapping[str, int]) -> str:
        """Return one of the kinds in `left`, which has the number of each kind."""
        ...

    def order(self, label: str, seats: int) -> list[int]:
        """Return the numbers from 1 to `seats`, shuffled."""
        ...


class Over(Exception):
    """The game has ended. Whatever is still pending is dropped."""


class ActiveLeft(Exception):
    """The active seat resigned, which ends its turn immediately."""


class Game:
    """One game. `opening` has the events of its beginning."""

    def __init__(
        self, options: Mapping[str, str | int], seats: int, chance: Chance, standing: Sea | None = None
    ) -> None:
        """Begin a new game. With `standing`, begin in that position, in the turn of the active seat."""
        self.options = {**DEFAULTS, **options}
        self.chance = chance
        self.sea = Sea({seat: Ship() for seat in range(1, seats + 1)})
        self.open: dict[int, Question] = {}
        self.ranking: list[tuple[int, int]] = []
        self.storms = 0
        self.told_allowance = 0
        self.events: list[Event] = []
        self.course = self._whole_game()
        if standing:
            self.put(standing)
        else:
            self._go_on()
        self.opening = self.events

    def put(self, sea: Sea) -> None:
        """Move to the position `sea`, in the turn of the active seat."""
        self.sea = sea
        self.open = {}
        self.told_allowance = sea.allowance
        self.course = self._seasons(begun=True)
        self._go_on()

    # Requests

    @property
    def finished(self) -> bool:
        return bool(self.ranking)

    def awaited(self) -> list[int]:
        """Return the seats that must decide now."""
        return sorted(seat for seat, question in self.open.items() if question.answer is None)

    def asked(self, seat: int) -> str:
        """Return the kind of the seat's decision."""
        return self.open[seat].kind

    def choices(self, seat: int) -> list[str]:
        """Return the possible answers of an awaited seat, in the order of the specification."""
        return choices(self.sea, seat, self.open[seat])

    def demandable(self, seat: int) -> dict[str, str]:
        """Return the ranges of the numbers that a winner may demand."""
        return demandable(self.sea, self.open[seat].battle)

    def may_stop(self, seat: int) -> bool:
        """Return whether a winner may stop the loser."""
        return may_be_stopped(self.sea, self.open[seat].battle.loser)

    def absent(self, seat: int) -> str:
        """Return what is done for an awaited seat that does not answer."""
        return absent(self.sea, seat, self.open[seat])

    def act(self, seat: int, notation: str) -> list[Event]:
        """Carry out an action of the seat. Raises Refused, or NoAction if the text is not an action."""
        action = read(notation)
        self._check(seat, action)
        self.events = []
        if action.name == "stance":
            self.sea.ships[seat].stance = action.word
            self._tell("stance_set", seat=f"P{seat}", policy=action.word)
        elif action.name == "resign":
            self._resign(seat)
        else:
            self.open[seat].answer = action
            self._go_on()
        return self.events

    def time_out(self, seat: int) -> list[Event]:
        """Let the time of an awaited seat run out."""
        question = self.open[seat]
        if question.kind == "main":
            self.events = []
            question.answer = Action("end_turn", "timeout")
            self._go_on()
            return self.events
        if question.kind != "landing":
            return self.act(seat, self.absent(seat))
        told: list[Event] = []
        while (now := self.open.get(seat)) and now.kind == "landing" and now.storm == question.storm:
            told += self.act(seat, self.absent(seat))
        return told

    def replace(self, seat: int) -> list[Event]:
        """Give the seat to a new player (section 12)."""
        self.events = []
        if self.sea.ships[seat].stance != "ask":
            self.sea.ships[seat].stance = "ask"
            self._tell("stance_set", seat=f"P{seat}", policy="ask")
        return self.events

    def _check(self, seat: int, action: Action) -> None:
        if self.finished:
            raise Refused("game_over")
        if self.sea.ships[seat].resigned:
            raise Refused("not_your_decision")
        if action.name in {"stance", "resign"}:
            return
        if seat not in self.awaited():
            raise Refused("not_your_decision")
        check(self.sea, seat, self.open[seat], action)

    # Progress

    def _go_on(self) -> None:
        try:
            next(self.course)
        except Over:
            self.open = {}

    def _tell(self, event: str, **fields: object) -> None:
        self.events.append({"event": event, **fields})

    def _ask(self, seat: int, question: Question) -> Generator[None, None, Action | None]:
        """Return the seat's answer; `None` if the question was cancelled because somebody resigned."""
        self.open[seat] = question
        while question.answer is None and self.open.get(seat) is question:
            yield
        self.open.pop(seat, None)
        if self.sea.active and self.sea.ships[self.sea.active].resigned:
            raise ActiveLeft
        return question.answer

    def _die(self, label: str) -> int:
        return self.chance.roll(label, 1)[0]

    def _draw_from(self, label: str, pile: Counter[str]) -> str:
        """Draw one of the remaining items, and remove it."""
        kind = self.chance.draw(label, dict(+pile))
        pile[kind] -= 1
        return kind

    def _tile(self) -> str:
        """Draw a tile. In a calm first season, a hazard comes only if no other tile is left."""
        bag = self.sea.bag
        harmless = Counter({kind: count for kind, count in bag.items() if kind not in {"rocky", "diseased"}})
        calm = self.options["calm_opening"] and self.sea.season == 1 and +harmless
        kind = self._draw_from("bag", harmless if calm else +bag)
        bag[kind] -= 1
        return kind

    # Section 5: setup

    def _whole_game(self) -> Steps:
        yield from self._set_up()
        yield from self._seasons(begun=False)

    def _set_up(self) -> Steps:
        sea, seats = self.sea, len(self.sea.ships)
        joined = list(range(1, seats + 1))
        order = self.chance.order("turn_order", seats) if self.options["turn_order"] == "random" else joined
        self._tell("turn_order_set", order=order)
        sea.pile = Counter(CARDS)
        if self.options["ghost_ship"] == "off":
            sea.pile["ghost"] = 0
        sea.bag = Counter(TILES)
        sea.bag["sea"] -= seats
        for seat in sea.ships:
            at = yield from self._start_of(seat)
            if at is None:
                continue
            sea.ships[seat].at = at
            sea.tiles[at] = Tile.fresh("sea")
            self._tell("start_chosen", seat=f"P{seat}", at=at)
            self._tell("tile_revealed", at=at, kind="sea", by=f"P{seat}", how="start")
        for _ in range(SEEDS):
            self._seed()
        sea.season = 1

    def _start_of(self, seat: int) -> Generator[None, None, str | None]:
        """Return the square on which a seat starts; `None` if the seat has resigned before."""
        corners = free_corners(self.sea)
        match self.options["start_positions"]:
            case "spread":
                return SPREAD[seat - 1]
            case "corners_random":
                return self.chance.draw("start", dict.fromkeys(corners, 1))
        if self.sea.ships[seat].resigned:
            return None
        if len(corners) == 1:
            return corners[0]
        answer = yield from self._ask(seat, Question("choose_start"))
        return answer.word if answer else None

    def _seed(self) -> None:
        kind = self._tile()
        while (at := self._any_square("seed")) in self.sea.tiles:
            self._tell("placement_rerolled", at=at)
        self._place(at, kind, None, "seed")

    def _any_square(self, what: str) -> str:
        column = sum(self.chance.roll(f"{what}_column", 2))
        return square(column, sum(self.chance.roll(f"{what}_row", 2)))

    # Section 6.1: tiles

    def _reveal(self, at: str, by: int, how: str) -> None:
        kind = self._tile() if self.sea.bag.total() else "sea"
        self._place(at, kind, f"P{by}", how)

    def _place(self, at: str, kind: str, by: str | None, how: str) -> None:
        self.sea.tiles[at] = Tile.fresh(kind)
        self._tell("tile_revealed", at=at, kind=kind, by=by, how=how)

    # Sections 6, 6.2 and 6.8: seasons

    def _seasons(self, *, begun: bool) -> Steps:
        """Play season after season. A season that has begun goes on in the turn of the active seat."""
        while True:
            if not begun:
                self._begin_season()
            for seat in self.sea.ships:
                if begun and seat == self.sea.active:
                    yield from self._turn(seat, begun=True)
                    begun = False
                elif not begun and not self.sea.ships[seat].resigned:
                    yield from self._turn(seat, begun=False)
            yield from self._ghost()
            yield from self._sea()
            if self.sea.season == self.options["max_seasons"]:
                self._finish("season_limit", [])
            self.sea.season += 1

    @property
    def _season(self) -> str:
        first = SEASONS.index(str(self.options["start_season"]))
        return SEASONS[(first + self.sea.season - 1) % 4]

    def _begin_season(self) -> None:
        number = self.sea.season
        self._tell("season_started", number=number, year=(number - 1) // 4 + 1, season=self._season)
        if self._season != "spring":
            return
        for at in READING_ORDER:
            tile = self.sea.tiles.get(at)
            if tile and tile.kind in GOODS and not tile.marker:
                tile.marker = True
                absorbs = self.options["spring_loose"] == "absorb"
                absorbed = min(tile.loose, YIELD[tile.kind]) if absorbs else 0
                tile.loose -= absorbed
                self._tell("island_replenished", at=at, kind=tile.kind, absorbed=absorbed)

    # Section 6.3: a player turn

    def _turn(self, seat: int, *, begun: bool) -> Steps:
        try:
            if not begun:
                self._begin_turn(seat)
            reason = yield from self._main(seat)
            self._feed(seat)
        except ActiveLeft:
            reason = "resigned"
        self.sea.active = 0
        self._tell("turn_ended", seat=f"P{seat}", reason=reason)

    def _begin_turn(self, seat: int) -> None:
        sea, ship = self.sea, self.sea.ships[seat]
        sea.active, sea.spent, sea.stopped, sea.battled = seat, 0, False, set()
        if ship.incapacitated:
            ship.incapacitated = False
            self._tell("captain_recovered", seat=f"P{seat}")
        self.told_allowance = sea.allowance
        self._tell("turn_started", seat=f"P{seat}", allowance=sea.allowance)

    def _main(self, seat: int) -> Generator[None, None, str]:
        """Run the main loop. Returns why the turn ended."""
        while True:
            action = yield from self._ask(seat, Question("main"))
            match action:
                case Action("end_turn", word):
                    return word or "done"
                case Action("sail" | "explore" as mode, direction):
                    ill = yield from self._move(seat, mode, direction)
                    if ill:
                        return "ill"
                case Action("attack", other):
                    yield from self._battle(seat, int(other[1:]))
                case Action():
                    self._do_freely(seat, action)

    def _do_freely(self, seat: int, action: Action) -> None:
        match action.name:
            case "look":
                self.sea.spent += 1
                self._reveal(neighbour(self.sea.ships[seat].at or "", action.word), seat, "look")
            case "harvest":
                self._harvest(seat)
            case "take_stone":
                self._take_stone(seat, "found")
            case "load":
                self._load(seat, action.amounts["amount"])
            case "scuttle":
                self._scuttle(seat, action.word, action.amounts["amount"])

    def _reweigh(self) -> None:
        """Update the active ship's allowance after a change of its cargo (section 6.3)."""
        sea = self.sea
        if sea.active and sea.allowance != self.told_allowance:
            before, self.told_allowance = self.told_allowance, sea.allowance
            self._tell(
                "allowance_changed",
                seat=f"P{sea.active}",
                before=before,
                after=sea.allowance,
                left=sea.left,
            )

    def _feed(self, seat: int) -> None:
        ship = self.sea.ships[seat]
        fed = min(ship.sailors, ship.food // RATION, ship.water // RATION)
        starved = ship.sailors - fed
        ship.food -= RATION * fed
        ship.water -= RATION * fed
        ship.sailors = fed
        self._tell("crew_fed", seat=f"P{seat}", fed=fed, starved=starved)

    # Section 7: goods and stones

    def _harvest(self, seat: int) -> None:
        ship, tile = self.sea.ships[seat], self.sea.tile_of(seat)
        tile.marker = False
        amount = YIELD[tile.kind]
        if tile.kind != "inhabited":
            amount = min(amount, ship.room)
        rest = YIELD[tile.kind] - amount
        tile.loose += rest
        _add(ship, GOODS[tile.kind], amount)
        self._tell("harvested", seat=f"P{seat}", at=ship.at, kind=tile.kind, amount=amount, left_loose=rest)
        self._reweigh()

    def _take_stone(self, seat: int, how: str) -> None:
        ship, tile = self.sea.ships[seat], self.sea.tile_of(seat)
        count, tile.stones = tile.stones, 0
        ship.stones += count
        self._tell("stone_taken", seat=f"P{seat}", at=ship.at, count=count, total=ship.stones)
        self._look_for_winner(how)

    def _load(self, seat: int, amount: int) -> None:
        ship, tile = self.sea.ships[seat], self.sea.tile_of(seat)
        tile.loose -= amount
        _add(ship, GOODS[tile.kind], amount)
        self._tell("loaded", seat=f"P{seat}", at=ship.at, what=GOODS[tile.kind], amount=amount)
        self._reweigh()

    def _scuttle(self, seat: int, what: str, amount: int) -> None:
        ship, tile = self.sea.ships[seat], self.sea.tile_of(seat)
        _add(ship, what, -amount)
        kept = GOODS.get(tile.kind) == what
        if kept:
            tile.loose += amount
        self._tell("scuttled", seat=f"P{seat}", at=ship.at, what=what, amount=amount, kept=kept)
        self._reweigh()

    # Section 6.4: arriving

    def _move(self, seat: int, mode: str, direction: str) -> Generator[None, None, bool]:
        """Sail or explore. Returns whether the captain fell ill."""
        sea = self.sea
        sea.spent += 1
        to = self._shift(seat, direction, mode)
        if mode == "explore":
            self._reveal(to, seat, mode)
        if self._meet_hazard(seat):
            return True
        others = [*range(seat + 1, len(sea.ships) + 1), *range(1, seat)]
        here = [
            other
            for other in others
            if other in sea.here(to) and other not in sea.battled and not sea.ships[other].incapacitated
        ]
        for other in here:
            yield from self._react(other)
        return False

    def _shift(self, seat: int, direction: str, mode: str) -> str:
        ship = self.sea.ships[seat]
        start = ship.at or ""
        ship.at = neighbour(start, direction)
        self._tell("ship_moved", seat=f"P{seat}", **{"from": start}, to=ship.at, mode=mode)
        return ship.at

    def _react(self, seat: int) -> Steps:
        ship, active = self.sea.ships[seat], self.sea.active
        if ship.resigned:
            return
        attacks = ship.stance == "fight"
        if ship.stance == "ask":
            answer = yield from self._ask(seat, Question("reaction"))
            if answer is None:
                return
            attacks = answer.word == "attack"
        if attacks:
            yield from self._battle(seat, active)
        else:
            self._tell("reaction_declined", seat=f"P{seat}", against=f"P{active}")

    # Section 6.5: hazards

    def _meet_hazard(self, seat: int) -> bool:
        """Let a hazard strike if there is one. Returns whether the captain fell ill."""
        match self.sea.tile_of(seat).kind:
            case "rocky":
                self._strike_rocks(seat)
            case "diseased":
                return self._catch_plague(seat)
        return False

    def _strike_rocks(self, seat: int) -> None:
        ship = self.sea.ships[seat]
        roll = self._die("rocky")
        food, water = ROCKS[roll]
        food, water = min(food, ship.food), min(water, ship.water)
        ship.food -= food
        ship.water -= water
        self._tell("rocks_struck", seat=f"P{seat}", at=ship.at, roll=roll, food_lost=food, water_lost=water)
        self._reweigh()

    def _catch_plague(self, seat: int) -> bool:
        ship = self.sea.ships[seat]
        roll = self._die("plague")
        where: dict[str, Any] = {"seat": f"P{seat}", "at": ship.at, "roll": roll}
        if roll > DEADLIEST_PLAGUE:
            self._tell("plague_escaped", **where)
            return False
        if ship.sailors:
            died = min(roll, ship.sailors)
            ship.sailors -= died
            self._tell("plague_struck", **where, died=died)
            return False
        own = seat == self.sea.active
        self._tell("captain_ill", **where, turn_ended=own)
        return own

    # Section 6.9: battles

    def _battle(self, attacker: int, defender: int) -> Steps:
        ships = self.sea.ships
        self.sea.battled.add(attacker if defender == self.sea.active else defender)
        ours = self.chance.roll("battle_attacker", ships[attacker].sailors + 1)
        theirs = self.chance.roll("battle_defender", ships[defender].sailors + 1)
        margin = abs(sum(ours) - sum(theirs))
        winner, loser = (attacker, defender) if sum(ours) > sum(theirs) else (defender, attacker)
        self._tell(
            "battle_fought",
            attacker=f"P{attacker}",
            defender=f"P{defender}",
            at=ships[attacker].at,
            attacker_dice=ours,
            defender_dice=theirs,
            winner=f"P{winner}" if margin else None,
            margin=margin,
        )
        if margin:
            yield from self._settle(Battle(winner, loser, margin))

    def _settle(self, battle: Battle) -> Steps:
        """Settle the prize."""
        demands = self.options["negotiation"] == "on"
        if prizes(self.sea, battle) == ["none"]:
            self._take_prize(battle, Action("spoils", "none"))
            return
        answer = yield from self._ask(battle.winner, Question("spoils", battle, demands=demands))
        if answer is not None and answer.name == "demand":
            agreed = yield from self._negotiate(battle, answer)
            if agreed is None or agreed:
                return
            answer = yield from self._ask(battle.winner, Question("spoils", battle))
        if answer is not None:
            self._take_prize(battle, answer)

    def _negotiate(self, battle: Battle, demand: Action) -> Generator[None, None, bool | None]:
        """Negotiate. Returns whether the loser agreed; `None` if one of the two resigned."""
        if demand.terms is None:
            raise ValueError(demand)
        names = {"winner": f"P{battle.winner}", "loser": f"P{battle.loser}"}
        terms = {**demand.terms, "promise": demand.terms["promise"].strip()}
        self._tell("deal_demanded", **names, terms=terms)
        answer = yield from self._ask(battle.loser, Question("deal_reply", battle))
        if answer is None:
            return None
        if answer.word == "insist":
            self._tell("deal_refused", **names)
            return False
        self._tell("deal_accepted", **names)
        given = {what: int(demand.terms[what]) for what in ("food", "water", "sailors", "stones")}
        self._hand_over(battle, "deal", given, demand.terms["kill"], stop=demand.terms["stop"])
        return True

    def _take_prize(self, battle: Battle, prize: Action) -> None:
        match prize.word:
            case "cargo":
                self._hand_over(battle, "cargo", prize.amounts, 0, stop=False)
            case "kill":
                self._hand_over(battle, "kill", {}, killed(self.sea, battle), stop=False)
            case "stone":
                self._hand_over(battle, "stone", {"stones": 1}, 0, stop=False)
            case kind:
                self._hand_over(battle, kind, {}, 0, stop=kind == "stop")

    def _hand_over(
        self, battle: Battle, kind: str, given: Mapping[str, int], died: int, *, stop: bool
    ) -> None:
        winner, loser = self.sea.ships[battle.winner], self.sea.ships[battle.loser]
        for what, amount in given.items():
            _add(winner, what, amount)
            _add(loser, what, -amount)
        loser.sailors -= died
        self.sea.stopped = self.sea.stopped or stop
        self._tell(
            "spoils_taken",
            winner=f"P{battle.winner}",
            loser=f"P{battle.loser}",
            kind=kind,
            **{what: given.get(what, 0) for what in ("food", "water", "sailors", "stones")},
            died=died,
            stopped=stop,
        )
        self._look_for_winner("deal" if kind == "deal" else "battle")
        self._reweigh()

    # Section 6.6: the Ghost Ship

    def _ghost(self) -> Steps:
        sea = self.sea
        if sea.ghost is None:
            return
        roll = self._die("ghost_move")
        if roll == IDLE:
            self._tell("ghost_idle", roll=roll)
            return
        if roll == HUNT:
            self._hunt()
        else:
            self._drift(roll)
        order = yield from self._order_of_attack(sea.here(sea.ghost))
        for seat in order:
            if sea.ghost is not None:
                self._haunt(seat)

    def _drift(self, roll: int) -> None:
        start = self.sea.ghost or ""
        squares = [neighbour(start, COMPASS[roll])]
        while len(squares) < GHOST_STEPS and not self.sea.here(squares[-1]):
            squares.append(neighbour(squares[-1], COMPASS[roll]))
        self.sea.ghost = squares[-1]
        self._tell("ghost_moved", roll=roll, **{"from": start}, to=squares[-1], squares=squares)

    def _hunt(self) -> None:
        start, lowest, rounds = self.sea.ghost, self.sea.staying, []
        while len(lowest) > 1:
            rolls = {seat: self._die("ghost_hunt") for seat in lowest}
            rounds.append({f"P{seat}": roll for seat, roll in rolls.items()})
            lowest = [seat for seat, roll in rolls.items() if roll == min(rolls.values())]
        self.sea.ghost = self.sea.ships[lowest[0]].at
        self._tell("ghost_hunt", rounds=rounds, target=f"P{lowest[0]}", **{"from": start}, to=self.sea.ghost)

    def _order_of_attack(self, attacked: Sequence[int]) -> Generator[None, None, list[int]]:
        """Return the attacked seats in their chosen order, without those that resign meanwhile."""
        asked = {seat: Question("ghost_order") for seat in attacked}
        left = [*attacked]
        if len(left) > 1:
            self.open |= asked
        while len(left) > 1 and any(asked[seat].answer is None for seat in left):
            yield
            left = [seat for seat in left if not self.sea.ships[seat].resigned]
        self.open.clear()
        if len(left) < 2:
            return left
        order = [
            seat for word in ("face", "wait") for seat in left if asked[seat].answer == Action("order", word)
        ]
        self._tell("ghost_order_set", order=[f"P{seat}" for seat in order])
        return order

    def _haunt(self, seat: int) -> None:
        """Let the Ghost Ship attack one ship."""
        sea, ship = self.sea, self.sea.ships[seat]
        ghost = self.chance.roll("ghost_dice", GHOST_DICE)
        ours = self.chance.roll("ghost_foe", ship.sailors + 1)
        margin = sum(ghost) - sum(ours)
        winner = "ghost" if margin > 0 else "ship" if margin < 0 else None
        self._tell("ghost_battle", seat=f"P{seat}", ghost_dice=ghost, ship_dice=ours, winner=winner)
        if margin > 0 and ship.sailors:
            ship.sailors -= 1
            self._tell("sailor_slain", seat=f"P{seat}")
        elif margin > 0:
            ship.incapacitated = True
            self._tell("captain_incapacitated", seat=f"P{seat}")
        elif margin < 0:
            self._tell("ghost_banished", by=f"P{seat}", at=sea.ghost)
            sea.ghost = None
            sea.pile += sea.discards
            sea.pile["ghost"] += 1
            sea.discards = Counter()
            self._tell("sea_deck_reshuffled", reason="ghost")

    # Section 6.7: the sea

    def _sea(self) -> Steps:
        sea, cards = self.sea, 2 if self._season == "winter" else 1
        for number in range(1, cards + 1):
            if not sea.pile.total():
                sea.pile, sea.discards = sea.discards, Counter()
                self._tell("sea_deck_reshuffled", reason="empty")
            card = self._draw_from("sea_card", sea.pile)
            self._tell("sea_card", card=card, number=number, of=cards)
            if card == "ghost":
                sea.ghost = self._any_square("ghost")
                self._tell("ghost_appeared", at=sea.ghost)
                continue
            if card == "storm":
                yield from self._storm()
            sea.discards[card] += 1

    def _storm(self) -> Steps:
        self.storms += 1
        rolls = [self._die("storm")]
        while rolls[-1] not in COMPASS and len(rolls) < STORM_ROLLS:
            rolls.append(self._die("storm"))
        direction = COMPASS.get(rolls[-1])
        self._tell("storm_rolled", rolls=rolls, direction=direction)
        if direction is None:
            return
        fleet = self.sea.staying
        for seat in fleet:
            self._shift(seat, direction, "storm")
        for seat in fleet:
            at = self.sea.ships[seat].at or ""
            if at not in self.sea.tiles:
                self._reveal(at, seat, "storm")
        for seat in fleet:
            self._meet_hazard(seat)
        for seat in fleet:
            yield from self._land(seat)

    def _land(self, seat: int) -> Steps:
        while not self.sea.ships[seat].resigned and landings(self.sea, seat):
            answer = yield from self._ask(seat, Question("landing", storm=self.storms))
            if answer is None:
                return
            if answer.word == "pass":
                self._tell("landing_passed", seat=f"P{seat}", at=self.sea.ships[seat].at)
                return
            if answer.word == "harvest":
                self._harvest(seat)
            else:
                self._take_stone(seat, "storm")

    # Sections 10 and 12: the end

    def _look_for_winner(self, how: str) -> None:
        for seat in self.sea.staying:
            stones = self.sea.ships[seat].stones
            if stones >= int(self.options["stones_to_win"]):
                self._tell("game_won", seat=f"P{seat}", stones=stones, how=how)
                self._finish("stones", [seat])

    def _finish(self, reason: str, winner: list[int]) -> None:
        """Rank everybody. Raises Over."""
        ships = self.sea.ships

        def worth(seat: int) -> tuple[int, ...]:
            ship = ships[seat]
            if ship.resigned:
                return 0, ship.resigned
            return 1, seat in winner, ship.stones, ship.sailors, ship.cargo

        for seat in sorted(ships, key=worth, reverse=True):
            place = 1 + sum(worth(other) > worth(seat) for other in ships)
            self.ranking.append((seat, place))
        ranking = [{"seat": f"P{seat}", "place": place} for seat, place in self.ranking]
        self._tell("game_ended", reason=reason, ranking=ranking)
        raise Over

    def _resign(self, seat: int) -> None:
        sea, ship = self.sea, self.sea.ships[seat]
        at, stones = ship.at, ship.stones
        if at is None:
            sea.bag["sea"] += 1
        else:
            sea.tiles[at].stones += stones
        gone = sum(bool(other.resigned) for other in sea.ships.values()) + 1
        sea.ships[seat] = Ship(food=0, water=0, stance=ship.stance, resigned=gone)
        self._tell("seat_resigned", seat=f"P{seat}", at=at, stones_dropped=stones)
        try:
            if len(sea.staying) == 1:
                self._finish("last_ship", sea.staying)
        except Over:
            self.open = {}
            return
        self._close_questions_of(seat)
        self._go_on()

    def _close_questions_of(self, seat: int) -> None:
        """Remove a resigning seat's own questions, and those of its battle and of its turn."""
        if seat == self.sea.active:
            self.open.clear()
        for asked, question in [*self.open.items()]:
            if seat in {asked, question.battle.winner, question.battle.loser}:
                del self.open[asked]


def _add(ship: Ship, what: str, amount: int) -> None:
    """Add to a ship's food, water, sailors or stones, or subtract from them."""
    setattr(ship, what, getattr(ship, what) + amount)
