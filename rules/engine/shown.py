"""The common parts of the views, captions and alt texts of all games."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from pydantic import BaseModel

from rules.engine.data import Data
from rules.engine.game import State, View
from rules.engine.options import changed
from rules.engine.outcome import Outcome
from rules.engine.rooms import questions
from rules.engine.seat import Names
from rules.engine.wording import ELLIPSIS, clipped

ALT_TEXT = 1024
"""The maximum number of characters in an alt text: Discord's limit."""


class ViewPart(Data):
    """A part of a view, such as a ship, a seat or the turn in progress."""

    @classmethod
    def of(cls, *sources: object, **values: object) -> Self:
        """Return the part with these values. Other fields come from the first source that has them."""
        return cls(**_filled(cls, sources, values))


class GameView(View):
    """A view with the fields that games share. The `awaited` seats must make a decision of the kind `asked`.

    `options` are the options that differ from their defaults. `reason` is why the game ended (`None` while it
    goes on). `ranking` lists the groups of equal rank, best first, and is empty while the game goes on.
    """

    awaited: list[int]
    asked: str = ""
    options: dict[str, str]
    reason: str | None
    ranking: list[list[int]]

    @classmethod
    def of(cls, state: State, **values: object) -> Self:
        """Return the view with these values. Other fields come from the state or the options."""
        asked, result, options = questions(state), _result(state), vars(state)["options"]
        told = {
            "awaited": [question.whose(state) for question in asked],
            "asked": asked[0].kind(state) if asked else "",
            "options": changed(options),
            "reason": result.reason if result else None,
            "ranking": result.ranking if result else (),
            **values,
        }
        return cls(**_filled(cls, (state, options), told))

    @property
    def lead(self) -> int | None:
        """The seat that the title names: the winner, or the first awaited seat; `None` if neither exists."""
        if self.ranking:
            return self.ranking[0][0]
        return self.awaited[0] if self.awaited else None


def _filled(
    shown: type[BaseModel], sources: Iterable[object], values: Mapping[str, object]
) -> dict[str, Any]:
    """Return `values`, and each other field of `shown` from the first source that has it."""
    found = {**values}
    for source in sources:
        for name in shown.model_fields:
            if name not in found and hasattr(source, name):
                found[name] = getattr(source, name)
    return found


def places_of(state: State) -> dict[int, int]:
    """Return the final place of each seat; empty before the game is over."""
    result = _result(state)
    return result.places() if result else {}


def alt_text(*sentences: str) -> str:
    """Join sentences into an alt text. A text that is too long is cut after a word."""
    text = " ".join(filter(None, sentences))
    return text if len(text) <= ALT_TEXT else text[: ALT_TEXT - 1].rpartition(" ")[0] + ELLIPSIS


def with_name(mark: str, name: str, longest: int) -> str:
    """Return a seat's mark followed by the player's name, if `name` is not empty: `Red (Ann)`."""
    return f"{mark} ({clipped(name, longest)})" if name else mark


def called(seat: int, names: Names) -> str:
    """Return the name of a seat's player, or else `Seat 2`."""
    return names.get(seat, f"Seat {seat}")


def _result(state: State) -> Outcome | None:
    result: Outcome | None = vars(state)["result"]
    return result
