"""The bay: the spaces, and their neighbours and ranges (section 3)."""

from functools import cache

LANES = "ABCDEFGH"
RED = "GH"
MOUTH = "MOUTH"


def lane(space: str) -> str:
    return space[0]


def hour(space: str) -> int:
    return int(space[1:])


def named(letter: str, clock: int) -> str:
    """Return the space of a lane at an hour of the clock. The hour 0 means 12, and 13 means 1."""
    return f"{letter}{(clock - 1) % 12 + 1}"


def spaces() -> list[str]:
    return [
        named(letter, clock)
        for letter in LANES
        for clock in range(1, 13)
        if letter not in RED or clock % 2 == 0
    ]


def in_order(space: str) -> tuple[str, int]:
    """Return a sort key: A to H, then 1 to 12."""
    return lane(space), hour(space)


def is_red(space: str) -> bool:
    return lane(space) in RED


def neighbour(letter: str, inwards: int) -> str | None:
    """Return the next lane inwards (+1) or outwards (-1)."""
    place = LANES.index(letter) + inwards
    return LANES[place] if 0 <= place < len(LANES) else None


# Section 3.3: sailing. The heading is +1 clockwise, -1 counter-clockwise.


def ahead(space: str, heading: int) -> str:
    """Return the `a` space, directly in front. With the reverse `heading`, it is directly behind."""
    return named(lane(space), hour(space) + heading * (2 if is_red(space) else 1))


def steps(space: str, heading: int) -> dict[str, str]:
    """Return where `a`, `i` and `o` lead, if they exist."""
    letter, clock = lane(space), hour(space)
    found = {"a": ahead(space, heading)}
    inner, outer = neighbour(letter, 1), neighbour(letter, -1)
    if letter == "F":
        if clock % 2 == 1:
            found["i"] = named("G", clock + heading)
    elif letter == "G":
        found["i"] = named("H", clock + 2 * heading)
    elif inner is not None:
        found["i"] = named(inner, clock + heading)
    if letter == "H":
        found["o"] = named("G", clock + 2 * heading)
    elif outer is not None:
        found["o"] = named(outer, clock + heading)
    return found


def turns(space: str) -> dict[str, str]:
    """Return where `ti` and `to` lead, if they exist."""
    letter, clock = lane(space), hour(space)
    found = {}
    inner, outer = neighbour(letter, 1), neighbour(letter, -1)
    if inner is not None and not (letter == "F" and clock % 2 == 1):
        found["ti"] = named(inner, clock)
    if outer is not None:
        found["to"] = named(outer, clock)
    return found


# Sections 3.2 and 3.4: touching, and the range of guns.


def touching(space: str) -> list[str]:
    """Return all spaces that share a side or a corner, A to H, then 1 to 12."""
    letter, clock = lane(space), hour(space)
    if letter == "F":
        inner = [clock] if clock % 2 == 0 else [clock - 1, clock + 1]
        found = {named("F", clock - 1), named("F", clock + 1)}
        found |= {named("E", clock + by) for by in (-1, 0, 1)}
        found |= {named("G", other) for other in inner}
    elif letter == "G":
        found = {named("F", clock + by) for by in (-1, 0, 1)}
        found |= {named("G", clock - 2), named("G", clock + 2)}
        found |= {named("H", clock + by) for by in (-2, 0, 2)}
    elif letter == "H":
        found = {named("H", clock - 2), named("H", clock + 2)}
        found |= {named("G", clock + by) for by in (-2, 0, 2)}
    else:
        lanes = [near for by in (-1, 0, 1) if (near := neighbour(letter, by)) is not None]
        found = {named(near, clock + by) for near in lanes for by in (-1, 0, 1)} - {space}
    return sorted(found, key=in_order)


@cache
def arc(space: str, kind: str) -> frozenset[str]:
    """Return the spaces in the range of an ordinary shot with the given `firing_arc`."""
    found = frozenset({space, *touching(space)})
    return found - {ahead(space, 1), ahead(space, -1)} if kind == "broadside" else found


def front(space: str, heading: int, kind: str) -> frozenset[str]:
    """Return the spaces in the range of Front Guns."""
    first = ahead(space, heading)
    return frozenset({first} if kind == "broadside" else {first, ahead(first, heading)})


# Section 3.5: the vortex.


def pulled_in(space: str) -> str:
    letter, clock = lane(space), hour(space)
    inner = neighbour(letter, 1)
    if inner is None:
        return MOUTH
    if letter == "F" and clock % 2 == 1:
        return named(inner, clock - 1)
    return named(inner, clock)


def drift_path(space: str) -> list[str]:
    path: list[str] = []
    for way in ("back", "back", "in", "back", "back", "in"):
        space = ahead(space, -1) if way == "back" else pulled_in(space)
        path.append(space)
        if space == MOUTH:
            break
    return path
