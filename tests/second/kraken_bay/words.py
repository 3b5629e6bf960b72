"""The notation of actions (section 7): parsing a typed line."""

import re
from dataclasses import dataclass
from functools import cache

from tests.second.kraken_bay import sea

BOARDS = ("crew", "treasure", "ration")
SECONDARIES = ("fire", "hold")

NAMED = {
    "attack": ("board", "secondary"),
    "front_guns": ("board",),
    "drop_bomb": ("side",),
}
"""The optional fields of a verb."""

ONE_WORD = ("pick_character", "attack", "chain_shot", "front_guns")
"""The verbs followed by one required word."""

BARE = ("roll", "drop_bomb", "tow", "cast_off", "greed", "end_turn", "resign")


class Refused(Exception):
    """An action that the rules refuse, with the specification's code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Action:
    """A parsed line. `what` is the character or target. `course` has an entry for each step."""

    verb: str
    what: str = ""
    course: tuple[str, ...] = ()
    board: str | None = None
    secondary: str | None = None
    side: str = "behind"


@cache
def read(line: str) -> Action:
    """Parse a line. Raises Refused with `unknown_action` or `bad_course`."""
    words = line.lower().replace(":", " ").split()
    if not words:
        raise Refused("unknown_action")
    verb, rest = words[0], words[1:]
    if verb not in {*ONE_WORD, *BARE, "sail"} or (verb not in BARE and not rest):
        raise Refused("unknown_action")
    if verb == "sail":
        return Action(verb, course=read_course("".join(rest)))
    what = ""
    if verb in ONE_WORD:
        what, rest = read_target(rest[0]), rest[1:]
    fields = read_fields(verb, rest)
    return Action(
        verb,
        what,
        board=one_of(BOARDS, fields.get("board")),
        secondary=one_of(SECONDARIES, fields.get("secondary")),
        side=fields.get("side", "behind"),
    )


def read_fields(verb: str, words: list[str]) -> dict[str, str]:
    """Parse optional fields: a name and a value, each name at most once."""
    names, values = words[::2], words[1::2]
    known = NAMED.get(verb, ())
    if len(names) != len(values) or len(set(names)) != len(names) or not set(names) <= set(known):
        raise Refused("unknown_action")
    return dict(zip(names, values, strict=True))


def one_of(known: tuple[str, ...], value: str | None) -> str | None:
    if value is not None and value not in known:
        raise Refused("unknown_action")
    return value


def read_course(text: str) -> tuple[str, ...]:
    """Parse a course into one entry for each step. `a3` is three steps. Commas are ignored."""
    text = text.replace(",", "")
    course: list[str] = []
    place = 0
    while place < len(text):
        found = re.compile(r"(ti|to|a|i|o)([0-9]*)").match(text, place)
        if found is None:
            raise Refused("bad_course")
        count = int(found[2] or 1)
        if not 1 <= count <= 12:
            raise Refused("bad_course")
        course += [found[1]] * count
        place = found.end()
    if not course:
        raise Refused("bad_course")
    return tuple(course)


def read_target(word: str) -> str:
    """Return the name of a target, or a coordinate in canonical form: `c7`, `3-7` and `3.7` are C7."""
    found = re.fullmatch(r"([a-h])([0-9]+)|([1-8])[-.]([0-9]+)", word)
    if found is None:
        return word
    letter = found[1].upper() if found[1] else sea.LANES[int(found[3]) - 1]
    return f"{letter}{int(found[2] or found[4])}"
