"""A game from its first pick to its ranking (sections 5 to 7, 10 and 12)."""

from collections.abc import Iterator, Mapping

from tests.second.kraken_bay import sea
from tests.second.kraken_bay.bay import Bay, Event, Roll
from tests.second.kraken_bay.courses import course_fault, safe_course
from tests.second.kraken_bay.pieces import (
    ATTACK_DIE,
    BOMBS,
    CHARACTERS,
    CHART,
    DEFENCE,
    ENTRIES,
    HOMES,
    MOST_BOMBS,
    STRAYS,
    TOW_BONUS,
    Bomb,
    Ship,
    Stray,
    Turn,
    fitted_out,
)
from tests.second.kraken_bay.words import BOARDS, SECONDARIES, Action, Refused, read

POWERS = {
    "chain_shot": ("explorer",),
    "front_guns": ("pirate",),
    "drop_bomb": ("fisherman", "houseboat"),
    "greed": ("merchant",),
}
"""The powers that only one character has."""

COSTS_AN_ACTION = {"attack", "chain_shot", "front_guns", "drop_bomb", "tow", "greed"}

__all__ = ["Event", "Game"]


class Game(Bay):
    """One game. `told` has the events of the latest action or, before any action, of the setup."""

    def __init__(self, options: Mapping[str, object], seats: int, roll: Roll) -> None:
        super().__init__(options, roll)
        self.seats = seats
        self.picks: dict[int, str] = {}
        self.gave_up: set[int] = set()
        """The seats that resigned before there were ships."""
        self.order: list[str] = []
        self.finished = False
        self.ranking: list[dict[str, object]] = []
        first = self.options["first_player"]
        if first != "random" and not 1 <= int(str(first)) <= seats:
            raise ValueError(f"There is no seat {first}.")
        self.tell("game_started", options=self.options, seats=seats)
        if self.options["calm_opening"]:
            self.take_character(1, "captain")
        if self.options["characters"] == "random":
            for seat in self.still_to_pick():
                self.take_character(seat, self.drawn_character())
        self.set_up_when_picked()

    # Questions

    def awaited(self) -> list[int]:
        if self.finished:
            return []
        if self.turn is not None:
            return [self.ships[self.turn.ship].seat]
        return self.still_to_pick()[:1]

    def choices(self, seat: int) -> list[str]:
        """Return the legal actions, in the order of section 7."""
        if seat not in self.awaited():
            return []
        if self.turn is None:
            return [f"pick_character {name}" for name in self.free_characters()]
        return [*self.legal_lines()]

    def legal_lines(self) -> Iterator[str]:
        return (line for line in self.candidates() if self.fault(read(line)) is None)

    def candidates(self) -> Iterator[str]:
        """Yield all actions that could be legal in a turn, in the order of section 7."""
        ship, turn = self.now()
        yield "roll"
        yield from (f"sail {step}" for step in ("a", "i", "o", "ti", "to"))
        targets = [
            *CHARACTERS,
            *STRAYS,
            *sorted(self.tentacles, key=sea.in_order),
            "kraken",
        ]
        for verb in ("attack", "chain_shot", "front_guns"):
            for target in targets:
                if verb != "chain_shot" and ship.character == "pirate" and target in CHARACTERS:
                    yield from (f"{verb} {target} board {board}" for board in BOARDS)
                elif verb == "attack" and ship.character == "merchant" and not turn.secondary_used:
                    yield from (f"{verb} {target} secondary {secondary}" for secondary in SECONDARIES)
                else:
                    yield f"{verb} {target}"
        yield "drop_bomb"
        yield from (f"drop_bomb side {side}" for side in ("in", "out"))
        yield from ("tow", "cast_off", "greed", "end_turn")

    def act(self, seat: int, notation: str) -> list[Event]:
        """Carry out an action and everything automatic after it. Raises Refused; then nothing has changed."""
        if self.finished:
            raise Refused("game_over")
        if notation.strip().lower() == "resign":
            return self.resign(seat)
        if seat not in self.awaited():
            raise Refused("not_your_turn")
        action = read(notation)
        if (action.verb == "pick_character") != (self.turn is None):
            raise Refused("wrong_decision")
        fault = self.pick_fault(action.what) if self.turn is None else self.fault(action)
        if fault is not None:
            raise Refused(fault)
        self.told = []
        if self.turn is None:
            self.take_character(seat, action.what)
            self.set_up_when_picked()
        else:
            self.carry_out(action)
            self.end_turn_that_is_empty()
        return self.told

    def absent(self, seat: int) -> str:
        """Return the next automatic action of an absent seat. A turn may need several automatic actions."""
        if seat not in self.awaited():
            raise Refused("not_your_turn")
        if self.turn is None:
            return f"pick_character {self.drawn_character()}"
        if self.turn.rolled == "no":
            return "roll"
        ship, turn = self.now()
        course = safe_course(self, ship, turn)
        return f"sail {course}" if course else "end_turn"

    def time_out(self, seat: int) -> list[Event]:
        """Do everything for a seat that does not answer, to the end of its turn or of its pick."""
        told: list[Event] = []
        turn = self.turn
        told += self.act(seat, self.absent(seat))
        while turn is not None and self.turn is turn:
            told += self.act(seat, self.absent(seat))
        return told

    def replace(self, seat: int) -> None:
        """Give the seat to a new user. Nothing else changes."""

    # Setup

    def still_to_pick(self) -> list[int]:
        taken = {*self.picks, *self.gave_up}
        return [seat for seat in range(1, self.seats + 1) if seat not in taken]

    def free_characters(self) -> list[str]:
        return [name for name in CHARACTERS if name not in self.picks.values()]

    def drawn_character(self) -> str:
        free = self.free_characters()
        return free[0] if len(free) == 1 else free[self.roll(len(free), "character") - 1]

    def pick_fault(self, name: str) -> str | None:
        if name not in CHARACTERS:
            return "unknown_character"
        return None if name in self.free_characters() else "character_taken"

    def take_character(self, seat: int, name: str) -> None:
        self.picks[seat] = name
        self.tell("character_assigned", seat=seat, character=name)

    def set_up_when_picked(self) -> None:
        if not self.still_to_pick():
            self.set_up()

    def set_up(self) -> None:
        """Set up everything after the characters, up to the first turn."""
        self.ships = {name: fitted_out(name, seat) for seat, name in self.picks.items()}
        around = [ship.character for ship in self.in_play()]
        first = self.first_player(around)
        if self.options["turn_order"] == "counterclockwise":
            around.reverse()
        place = around.index(first)
        self.order = around[place:] + around[:place]
        for _ in range(12):
            self.tentacles.add(at := self.first_place_for_tentacle())
            self.tell("tentacle_placed", at=at)
        self.begin_round()

    def first_player(self, around: list[str]) -> str:
        chosen = self.options["first_player"]
        if chosen != "random" and int(str(chosen)) in self.picks:
            return self.picks[int(str(chosen))]
        if len(around) == 1:
            return around[0]
        drawn = around[self.roll(len(around), "first_player") - 1]
        self.tell("first_player_drawn", ship=drawn)
        return drawn

    def first_place_for_tentacle(self) -> str:
        homes = {HOMES[name] for name in self.ships}
        while True:
            space = sea.named(self.roll_lane("tentacle"), self.roll_hour("tentacle"))
            if space not in self.tentacles and space not in homes:
                return space

    # Turns and rounds

    def now(self) -> tuple[Ship, Turn]:
        """Return the ship whose turn it is, and the data of its turn."""
        assert self.turn is not None, "nobody's turn"
        return self.ships[self.turn.ship], self.turn

    def begin_round(self) -> None:
        self.round += 1
        self.tell("round_started", round=self.round, time=self.time)
        self.begin_turn(next(name for name in self.order if self.ships[name].status == "in"))

    def begin_turn(self, name: str) -> None:
        self.turn = Turn(name)
        self.tell("turn_started", ship=name)
        self.collect(self.ships[name])

    def end_turn(self, *, auto: bool) -> None:
        ship, _ = self.now()
        self.tell("turn_ended", ship=ship.character, auto=auto)
        self.turn = None

    def go_on_after(self, name: str) -> None:
        """Begin the turn of the next ship in the turn order, or end the round."""
        later = self.order[self.order.index(name) + 1 :]
        following = next((other for other in later if self.ships[other].status == "in"), None)
        if following is None:
            self.end_round()
        else:
            self.begin_turn(following)

    def end_turn_that_is_empty(self) -> None:
        """End the turn automatically if nothing else is left to do."""
        # Ending the turn is the last action on the list.
        if self.turn is not None and next(self.legal_lines()) == "end_turn":
            name = self.turn.ship
            self.end_turn(auto=True)
            self.go_on_after(name)

    def end_round(self) -> None:
        self.fuses()
        every = int(str(self.options["ration_upkeep"]))
        if every and self.round % every == 0:
            for ship in (self.ships[name] for name in self.order):
                if ship.status == "in" and ship.ration:
                    ship.ration -= 1
                    self.tell("ration_eaten", ship=ship.character)
        self.time -= 1
        self.tell("time_passed", time=self.time)
        if self.time == 0:
            self.end_game("time")
            return
        newcomer = ENTRIES[str(self.options["length"])].get(self.time)
        if newcomer is not None and self.strays[newcomer].status != "waiting":
            newcomer = None
        if newcomer is not None:
            self.tell("offcourse_entered", name=newcomer)
        self.vortex(newcomer)
        if self.is_decided():
            self.end_game("last_ship")
        else:
            self.begin_round()

    def is_decided(self) -> bool:
        """Return whether too few ships are left to go on."""
        return len(self.in_play()) <= (1 if self.seats > 1 else 0)

    # Legal actions

    def fault(self, action: Action) -> str | None:
        """Return the refusal if the ship whose turn it is may not do `action`, or None."""
        ship, turn = self.now()
        return self.power_fault(ship, turn, action) or self.fault_of_its_own(ship, turn, action)

    def fault_of_its_own(self, ship: Ship, turn: Turn, action: Action) -> str | None:
        """Return the refusal by a verb's own conditions."""
        fault: str | None
        match action.verb:
            case "roll":
                fault = "already_rolled" if turn.rolled != "no" else None
            case "sail":
                fault = self.sail_fault(ship, turn, action)
            case "end_turn":
                fault = self.end_fault(ship, turn)
            case "cast_off":
                fault = "not_towing" if ship.tow is None else None
            case "drop_bomb":
                fault = self.bomb_fault(ship, action.side)
            case "tow":
                fault = self.tow_fault(ship)
            case "greed":
                fault = "no_credit" if turn.greed_credit == 0 else None
            case _:
                fault = self.shot_fault(ship, action)
        return fault

    def power_fault(self, ship: Ship, turn: Turn, action: Action) -> str | None:
        """Return the refusal if the power is another character's, or if no action is left for the power."""
        powers = POWERS.get(action.verb, CHARACTERS)
        if (
            ship.character not in powers
            or (action.board is not None and ship.character != "pirate")
            or (action.secondary is not None and ship.character != "merchant")
        ):
            return "not_your_power"
        allowance = 2 if ship.ration else 1
        if action.verb in COSTS_AN_ACTION and turn.actions_used >= allowance:
            return "no_action_left"
        return None

    def sail_fault(self, ship: Ship, turn: Turn, action: Action) -> str | None:
        return "not_rolled" if turn.rolled == "no" else course_fault(self, ship, turn, action.course)

    def end_fault(self, ship: Ship, turn: Turn) -> str | None:
        if turn.rolled == "no":
            return "not_rolled"
        if self.options["movement"] == "up_to":
            return None
        can_sail = any(course_fault(self, ship, turn, [step]) is None for step in "aio")
        return "must_sail" if can_sail else None

    def target_space(self, target: str) -> str | None:
        """Return a target's space, or None if there is no such target. For `kraken`, return the mouth."""
        if target in self.ships:
            return self.ships[target].space if self.ships[target].status == "in" else None
        if target in self.strays:
            return self.strays[target].space
        if target == "kraken":
            return sea.MOUTH
        return target if target in self.tentacles else None

    def shot_fault(self, ship: Ship, action: Action) -> str | None:
        target = action.what
        space = self.target_space(target)
        if space is None:
            return "no_such_target"
        if target in {ship.character, ship.tow}:
            return "own_target"
        if action.verb == "chain_shot" and target not in self.ships:
            return "wrong_target"
        if action.verb == "front_guns" and target == "kraken":
            return "wrong_target"
        return None if space in self.reach(ship, action.verb) else "out_of_arc"

    def reach(self, ship: Ship, verb: str) -> frozenset[str]:
        kind = str(self.options["firing_arc"])
        if verb == "front_guns":
            return sea.front(ship.space, ship.heading, kind)
        return sea.arc(ship.space, kind) | ({sea.MOUTH} if sea.is_red(ship.space) else set())

    def bomb_fault(self, ship: Ship, side: str) -> str | None:
        if self.bomb_start(ship, side) is None:
            return "no_such_side"
        kind = BOMBS[ship.character]
        if sum(bomb.kind == kind for bomb in self.bombs.values()) >= MOST_BOMBS:
            return "no_bomb_left"
        return "no_space_for_bomb" if self.bomb_space(ship, side) is None else None

    def bomb_start(self, ship: Ship, side: str) -> str | None:
        if side == "behind":
            return sea.ahead(ship.space, -ship.heading)
        letter = sea.lane(ship.space)
        if self.options["bomb_side"] != "any":
            return None
        if side == "in" and letter != "H":
            return sea.pulled_in(ship.space)
        outer = sea.neighbour(letter, -1)
        if side == "out" and outer is not None:
            return sea.named(outer, sea.hour(ship.space))
        return None

    def bomb_space(self, ship: Ship, side: str) -> str | None:
        """Return the space where the bomb ends: further back while a chit or a bomb is in the way."""
        start = space = self.bomb_start(ship, side)
        while space is not None and (space in self.chits or space in self.bombs):
            space = sea.ahead(space, -ship.heading)
            if space in {start, ship.space}:
                return None
        return space

    def tow_fault(self, ship: Ship) -> str | None:
        if ship.tow is not None:
            return "already_towing"
        return "nothing_to_tow" if self.stray_at(ship.space, ("adrift",)) is None else None

    # Carrying out actions

    def carry_out(self, action: Action) -> None:
        ship, turn = self.now()
        if action.verb in COSTS_AN_ACTION:
            turn.actions_used += 1
        match action.verb:
            case "roll":
                self.roll_for_movement(ship, turn)
            case "sail":
                self.sail(ship, turn, action.course)
            case "attack" | "chain_shot" | "front_guns":
                self.shoot(ship, turn, action)
            case "drop_bomb":
                self.drop_bomb(ship, action.side)
            case "tow":
                self.attach(ship, turn)
            case "cast_off":
                self.cast_off(ship)
            case "greed":
                ship.treasure += 1
                turn.greed_credit -= 1
                self.tell("greed_used", ship=ship.character)
            case "end_turn":
                self.end_turn(auto=False)
                self.go_on_after(ship.character)

    def roll_for_movement(self, ship: Ship, turn: Turn) -> None:
        slow = ship.tow is not None or ship.ration == 0
        turn.rolled = "tow_move" if slow else "move"
        dice = [self.roll(6, turn.rolled) for _ in range(1 if slow else 2)]
        bonus = TOW_BONUS[ship.character] if slow else 0
        chained, ship.chained = ship.chained, False
        turn.move_left = max(0, sum(dice) + bonus - (2 if chained else 0))
        self.tell(
            "movement_rolled",
            ship=ship.character,
            dice=dice,
            bonus=bonus,
            chained=chained,
            move=turn.move_left,
        )

    def sail(self, ship: Ship, turn: Turn, course: tuple[str, ...]) -> None:
        for number, step in enumerate(course, 1):
            turn.move_left -= 1
            start = ship.space
            if step in {"ti", "to"}:
                to = sea.turns(start)[step]
                ship.heading, turn.turned = -ship.heading, True
                self.tell("turned_about", ship=ship.character, heading=ship.heading)
            else:
                to = sea.steps(start, ship.heading)[step]
            self.tell("sailed", **{"ship": ship.character, "from": start, "to": to, "step": step})
            if self.enter(ship.character, to, own_turn=True):
                if number < len(course):
                    self.tell("course_cut", ship=ship.character, left=turn.move_left)
                return

    def shoot(self, ship: Ship, turn: Turn, action: Action) -> None:
        target = action.what
        need = DEFENCE["tentacle" if target in self.tentacles else target]
        weapon = {"attack": "gun", "front_guns": "front", "chain_shot": "chain"}[action.verb]
        sides, die = (6, "front") if weapon == "front" else (ATTACK_DIE[ship.character], "attack")
        roll = self.roll(sides, die)
        hit = roll >= need
        about: dict[str, object] = {"ship": ship.character, "target": target}
        self.tell("shot", **about, weapon=weapon, roll=roll, need=need, hit=hit)
        second = ship.character == "merchant" and not turn.secondary_used and action.secondary != "hold"
        if not hit and second:
            turn.secondary_used = True
            roll = self.roll(6, "secondary")
            hit = roll >= need
            self.tell("secondary_shot", **about, roll=roll, need=need, hit=hit)
        if hit:
            self.strike(ship, action)

    def strike(self, ship: Ship, action: Action) -> None:
        target = action.what
        if action.verb == "chain_shot":
            self.ships[target].chained = True
            self.tell("chained", ship=target, by=ship.character)
        elif target in self.ships:
            self.strike_ship(ship, self.ships[target], action.board)
        elif target in self.strays:
            self.stray_loses(target, {self.in_front_of(ship.character), self.in_front_of(target)})
        elif target == "kraken":
            self.strike_kraken(ship)
        else:
            self.tentacles.remove(target)
            ship.trophies += 1
            self.tell("tentacle_killed", **{"by": ship.character, "at": target, "with": "gun"})

    def strike_ship(self, ship: Ship, target: Ship, board: str | None) -> None:
        """Let the target itself lose cargo, even if it has a tow."""
        banned = {self.in_front_of(ship.character), self.in_front_of(target.character)}
        aboard = [kind for kind in BOARDS if self.cargo(target, kind)]
        if ship.character == "pirate" and aboard:
            chosen = board if board in aboard else aboard[0]
            items = [chosen, CHART[self.roll(6, "cargo")]]
        else:
            items = [CHART[die] for die in self.two_cargo_dice()]
        for kind in items:
            self.lose_item(target, kind, banned)

    def strike_kraken(self, ship: Ship) -> None:
        damage = min(self.health, 2 if ship.character == "fisherman" else 1)
        self.health -= damage
        ship.damage += damage
        self.tell("kraken_hurt", by=ship.character, damage=damage, health=self.health)
        if self.health == 0:
            ship.slayer = True
            self.tell("kraken_slain", by=ship.character)
            self.end_game("kraken")
            return
        for _ in range(damage):
            self.place_tentacle()

    def drop_bomb(self, ship: Ship, side: str) -> None:
        at = self.bomb_space(ship, side)
        assert at is not None, "no space for a bomb"
        fused = bool(self.ship_at(at) or self.stray_at(at) or at in self.tentacles)
        kind = BOMBS[ship.character]
        self.bombs_dropped += 1
        self.bombs[at] = Bomb(kind, ship.character, fused, self.bombs_dropped)
        self.tell("bomb_dropped", ship=ship.character, kind=kind, at=at, fused=fused)

    def attach(self, ship: Ship, turn: Turn) -> None:
        tow = self.stray_at(ship.space, ("adrift",))
        assert tow is not None, "nothing to tow"
        ship.tow = tow
        self.strays[tow].status = "towed"
        self.tell("tow_attached", ship=ship.character, tow=tow)
        if ship.space == HOMES[ship.character]:
            self.deliver(ship)
        elif turn.rolled == "move" and turn.move_left > 0:
            most = self.roll(6, "tow_move") + TOW_BONUS[ship.character]
            turn.move_left = min(turn.move_left, most)
            self.tell("tow_slowed", ship=ship.character, move_left=turn.move_left)

    def cast_off(self, ship: Ship) -> None:
        assert ship.tow is not None, "not towing"
        tow, ship.tow = ship.tow, None
        self.strays[tow] = Stray("adrift", ship.space)
        self.tell("tow_released", ship=ship.character, tow=tow)

    # Leaving

    def resign(self, seat: int) -> list[Event]:
        if self.order:
            ship = next((ship for ship in self.ships.values() if ship.seat == seat), None)
            if ship is None or ship.status != "in":
                raise Refused("not_in_play")
            self.told = []
            self.ship_leaves(ship)
        else:
            if seat in self.gave_up:
                raise Refused("not_in_play")
            self.told = []
            self.seat_leaves(seat)
        return self.told

    def seat_leaves(self, seat: int) -> None:
        """Let somebody resign while characters are picked."""
        self.gave_up.add(seat)
        self.tell("ship_resigned", ship=self.picks.pop(seat, None), round=0)
        if self.seats - len(self.gave_up) <= (1 if self.seats > 1 else 0):
            self.end_game("last_ship")
        else:
            self.set_up_when_picked()

    def ship_leaves(self, ship: Ship) -> None:
        if ship.tow is not None:
            self.cast_off(ship)
        ship.status, ship.left, ship.chained = "resigned", self.round, False
        self.tell("ship_resigned", ship=ship.character, round=self.round)
        own_turn = self.turn is not None and self.turn.ship == ship.character
        if own_turn:
            self.end_turn(auto=True)
        if self.is_decided():
            self.end_game("last_ship")
        elif own_turn:
            self.go_on_after(ship.character)
        else:
            self.end_turn_that_is_empty()

    # The end

    def end_game(self, reason: str) -> None:
        self.finished, self.turn = True, None
        self.ranking = self.ranked()
        self.tell("game_over", reason=reason, ranking=self.ranking)

    def score(self, ship: Ship) -> int:
        score = ship.trophies + 3 * len(ship.saved) + (5 if ship.slayer else 0)
        if self.options["kraken_bounty"] in {"on", True}:
            score += ship.damage
        return score + (2 * ship.crew + ship.treasure if ship.status == "in" else 0)

    def rank_key(self, seat: int) -> tuple[int, ...]:
        """Return a sort key, the best first. Seats with equal keys share a place."""
        ship = next((ship for ship in self.ships.values() if ship.seat == seat), None)
        if ship is None:
            return (1, 0, 0) if seat in self.gave_up else (0, 0, 0, 0, 0)
        score = self.score(ship)
        if ship.status == "in":
            return 0, -score, -ship.crew, -ship.treasure, -len(ship.saved)
        return 1, -ship.left, -score

    def ranked(self) -> list[dict[str, object]]:
        keys = {seat: self.rank_key(seat) for seat in range(1, self.seats + 1)}
        rows: list[dict[str, object]] = []
        for seat in sorted(keys, key=lambda seat: (keys[seat], seat)):
            ship = next((ship for ship in self.ships.values() if ship.seat == seat), None)
            rows.append(
                {
                    "place": 1 + sum(key < keys[seat] for key in keys.values()),
                    "seat": seat,
                    "ship": ship.character if ship else self.picks.get(seat),
                    "score": self.score(ship) if ship else 0,
                    "status": ship.status if ship else "resigned" if seat in self.gave_up else "in",
                }
            )
        return rows
