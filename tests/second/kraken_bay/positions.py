"""Random positions: rare combinations that keep the invariants of section 6.3."""

from random import Random

from tests.second.kraken_bay import sea
from tests.second.kraken_bay.game import Game
from tests.second.kraken_bay.pieces import (
    BOMBS,
    HOMES,
    MOST_BOMBS,
    MOST_FLOATING,
    STRAYS,
    Bomb,
    Ship,
    Stray,
    Turn,
)


def scatter_everything(game: Game, random: Random) -> None:
    """Move everything in the bay, and change the turn order."""
    crowded = random.random() < 0.5
    spaces = sea.spaces()
    if crowded:
        # In a small area there is more to hit, to block and to run into.
        middle = random.randint(1, 12)
        spaces = [space for space in spaces if (sea.hour(space) - middle) % 12 < 5]
    random.shuffle(game.order)
    scatter_ships(game, random, spaces)
    scatter_things(game, random, spaces)
    if random.random() < 0.2:
        await_whirlpool(game, random)
    random_tracks(game, random)
    random_turn(game, random)


def scatter_ships(game: Game, random: Random, spaces: list[str]) -> None:
    ships = game.in_play()
    for ship, space in zip(ships, random.sample(spaces, len(ships)), strict=True):
        ship.space = space
        if ship.character == "explorer":
            ship.heading = random.choice([1, -1])
        ship.crew, ship.treasure = random.choice([0, 1, 5]), random.choice([0, 1, 5])
        ship.ration = random.choice([0, 1, 1, 3])
        ship.trophies = random.randint(0, 3)
        ship.chained = random.random() < 0.2
    for ship in game.ships.values():
        ship.saved, ship.tow = [], None
    free = random.sample(spaces, len(STRAYS))
    for name, space in zip(STRAYS, free, strict=True):
        status = random.choice(["waiting", "adrift", "adrift", "towed", "saved", "eaten"])
        game.strays[name] = Stray(status)
        if status == "saved":
            random.choice([*game.ships.values()]).saved.append(name)
        elif status in {"adrift", "towed"}:
            game.strays[name] = Stray("adrift", space)
    for name, stray in game.strays.items():
        towers = [ship for ship in ships if ship.tow is None and game.stray_at(ship.space) in {None, name}]
        if stray.status == "adrift" and towers and random.random() < 0.4:
            tower = random.choice(towers)
            tower.tow, game.strays[name] = name, Stray("towed", tower.space)
            if random.random() < 0.4:
                bring_near_home(game, tower, random)


def bring_near_home(game: Game, tower: Ship, random: Random) -> None:
    """Move a towing ship so near to its home that a few steps or the whirlpool bring the tow home."""
    space = sea.named("A", sea.hour(HOMES[tower.character]) + random.choice([-2, -1, 1, 2]))
    if not game.ship_at(space) and not game.stray_at(space):
        game.put(tower.character, space)


def scatter_things(game: Game, random: Random, spaces: list[str]) -> None:
    ground = [space for space in spaces if not sea.is_red(space) and sea.hour(space) != 1]
    most = int(str(game.options["max_tentacles"]))
    game.tentacles = set(random.sample(ground, min(len(ground), random.randint(0, most))))
    game.chits, game.bombs = {}, {}
    if random.random() < 0.1:
        # Red lanes without room for a bomb.
        game.chits = dict.fromkeys(filter(sea.is_red, sea.spaces()), "ration")
    for kind, most_of_it in MOST_FLOATING.items():
        limit = most_of_it - list(game.chits.values()).count(kind)
        free = [space for space in sea.spaces() if space not in game.chits]
        # Sometimes all items are in the bay, so that lost items sink.
        count = random.choice([0, 3, 6, limit - 1, limit])
        game.chits.update(dict.fromkeys(random.sample(free, min(count, len(free) - 20)), kind))
    taken = [ship.space for ship in game.in_play()]
    taken += [stray.space for stray in game.strays.values() if stray.space is not None]
    for owner, kind in BOMBS.items():
        if owner in game.ships:
            for _ in range(random.choice([0, 2, 5, MOST_BOMBS])):
                lay_bomb(game, kind, owner, random.choice(random.choice([spaces, taken or spaces])), random)


def await_whirlpool(game: Game, random: Random) -> None:
    """Prepare a whirlpool in which smoke relocates off-course ships while a tow drifts home."""
    tower = random.choice(game.in_play())
    tow, *others = random.sample(STRAYS, len(STRAYS))
    for ship in game.ships.values():
        ship.tow, ship.saved = None, []
    game.strays = {name: Stray() for name in STRAYS}
    tower.tow, game.strays[tow] = tow, Stray("towed", tower.space)
    bring_near_home(game, tower, random)
    game.chits, game.bombs, game.tentacles = {}, {}, set()
    red = [space for space in sea.spaces() if sea.is_red(space) and not game.ship_at(space)]
    for name, space in zip(others, random.sample(red, len(others)), strict=True):
        game.strays[name] = Stray("adrift", space)
    for name in [*others, tower.character]:
        before = sea.ahead(game.space_of(name), -1)
        if "houseboat" in game.ships and game.is_empty(before):
            lay_bomb(game, "smoke", "houseboat", before, random)
    last = [name for name in game.order if game.ships[name].status == "in"][-1]
    game.turn = Turn(last)


def lay_bomb(game: Game, kind: str, owner: str, space: str, random: Random) -> None:
    """Lay a bomb. Live bombs lie only on empty spaces. Fused bombs lie on any space, as ships drop them."""
    if space in game.bombs:
        return
    game.chits.pop(space, None)
    occupied = bool(game.ship_at(space) or game.stray_at(space) or space in game.tentacles)
    game.bombs_dropped += 1
    game.bombs[space] = Bomb(kind, owner, occupied or random.random() < 0.3, game.bombs_dropped)


def random_tracks(game: Game, random: Random) -> None:
    last = game.round + game.time
    game.time = random.choice([1, random.randint(1, last - 1), random.randint(1, last - 1)])
    game.round = last - game.time
    game.health = random.choice([1, 2, 3, 10])


def random_turn(game: Game, random: Random) -> None:
    ship, turn = game.now()
    turn.rolled = random.choice(["no", "move", "move", "tow_move"])
    turn.move_left = 0 if turn.rolled == "no" else random.choice([0, 1, 2, 3, 5, 8, 12])
    turn.actions_used = random.choice([0, 0, 1])
    turn.turned = ship.character == "explorer" and random.random() < 0.3
    turn.secondary_used = ship.character == "merchant" and random.random() < 0.3
    turn.greed_credit = random.choice([0, 1, 2]) if ship.character == "merchant" else 0
    if game.choices(ship.seat) == ["end_turn"]:
        # A turn in which nothing else is possible would have ended automatically.
        turn.rolled, turn.move_left = "no", 0
