"""The Dangerous Sea, section 7: the notation of actions."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypedDict

from tests.second.dangerous_sea.sea import STEPS


class NoAction(Exception):
    """Text that is not an action. The specification has no code for this refusal."""


class Terms(TypedDict):
    """A winner's demand (section 7.2). The loser gives the positive numbers."""

    food: int
    water: int
    sailors: int
    stones: int
    kill: int
    stop: bool
    promise: str


@dataclass(frozen=True)
class Action:
    """An action: its name, its one word (a square, a direction, a choice), and its numbers."""

    name: str
    word: str = ""
    amounts: dict[str, int] = field(default_factory=dict)
    terms: Terms | None = None


WORDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("sail", "explore", "look"), tuple(STEPS)),
    **dict.fromkeys(("harvest", "take_stone", "end_turn", "resign"), ("",)),
    "attack": ("P1", "P2", "P3", "P4"),
    "react": ("attack", "hold"),
    "spoils": ("kill", "stone", "stop", "none"),
    "reply": ("accept", "insist"),
    "order": ("face", "wait"),
    "land": ("harvest", "take_stone", "pass"),
    "stance": ("ask", "fight", "hold"),
}
"""The actions with one word or none, and their words."""


def read(text: str) -> Action:
    """Parse an action. Raises NoAction."""
    name, _, rest = text.strip().partition(" ")
    name = name.lower()
    if name == "demand":
        return Action(name, terms=_terms(rest))
    words = rest.lower().split()
    if name in NUMBERED and len(words) >= 1:
        return NUMBERED[name](name, words)
    word = next((known for known in WORDS.get(name, ()) if known.lower() == " ".join(words)), None)
    if name == "spoils" and words[:1] == ["cargo"]:
        return _cargo(words[1:])
    if word is None:
        raise NoAction(text)
    return Action(name, word)


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise NoAction(word) from None


def _start(name: str, words: list[str]) -> Action:
    return Action(name, "".join(words).upper())


def _load(name: str, words: list[str]) -> Action:
    return Action(name, amounts={"amount": _number(" ".join(words))})


def _scuttle(name: str, words: list[str]) -> Action:
    if words[0] not in {"food", "water", "sailors"}:
        raise NoAction(" ".join(words))
    return Action(name, words[0], {"amount": _number(" ".join(words[1:]))})


NUMBERED: dict[str, Callable[[str, list[str]], Action]] = {
    "choose_start": _start,
    "load": _load,
    "scuttle": _scuttle,
}


def _cargo(words: list[str]) -> Action:
    if words[::2] != ["food", "water"] or len(words) != 4:
        raise NoAction(" ".join(words))
    return Action("spoils", "cargo", {"food": _number(words[1]), "water": _number(words[3])})


def _terms(text: str) -> Terms:
    terms = Terms(food=0, water=0, sailors=0, stones=0, kill=0, stop=False, promise="")
    while text := text.strip():
        name, _, text = text.partition(" ")
        value, _, rest = text.strip().partition(" ")
        match name.lower():
            case "promise":
                terms["promise"], rest = text.strip(), ""
            case "stop":
                if value.lower() not in {"true", "false"}:
                    raise NoAction(value)
                terms["stop"] = value.lower() == "true"
            case "food" | "water" | "sailors" | "stones" | "kill" as number:
                terms[number] = _number(value)
            case _:
                raise NoAction(name)
        text = rest
    return terms


def across(low: int, high: int, step: int) -> str:
    """Return a range of numbers: lowest, highest and step."""
    return f"{low}..{high}" + (f"/{step}" if step != 1 else "")
