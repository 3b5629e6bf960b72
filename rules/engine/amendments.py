"""Amendments: a game master changes the state where no rule helps.

An amendment is a JSON patch of the state. The new state must fit the game's model and keep the game's
invariants, and the game must be over or able to go on. Everybody can read the changes except changes of
hidden values. A value is hidden from an onlooker if it can differ between states that look the same to the
onlooker (`Game.redraw`).
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from pydantic import JsonValue, ValidationError

from rules.engine.agenda import agenda_of
from rules.engine.chance import Chance, QuickStream
from rules.engine.errors import HarbourmasterError, NotNow
from rules.engine.game import AnyGame, State
from rules.engine.patch import (
    BadPatch,
    Difference,
    Edit,
    StatePath,
    at,
    compact,
    differences,
    patched,
    read_patch,
    written,
)

HIDDEN = "hidden"
"""The label of an `amend` entry that changed something hidden."""

IMAGINED = 6
"""The number of states, indistinguishable to an onlooker, that are compared to find hidden values."""

AHEAD = 500
"""The maximum number of timeouts tried from an amended state. Every round ends earlier."""

_NOT_SEEN = (
    "That touches what is hidden from you. Only a game master who may see it can change it. Choose something"
    " that is visible."
)

FIXED = "options"
"""The field of the state that no amendment may change: the game's options."""


@dataclass(frozen=True)
class Amendment:
    """The effect of an amendment: the changes in order, and the patch that makes them.

    `told` are the changes that everybody may read, and the seats in `of` know at least one hidden change.
    """

    changes: tuple[Difference, ...]
    told: tuple[Difference, ...]
    of: tuple[int, ...]

    @property
    def patch(self) -> str:
        """The changes as a JSON patch in one line, as the journal stores it."""
        return written(self.changes)

    @property
    def hides(self) -> bool:
        """Whether the amendment changes anything that is not public."""
        return len(self.told) < len(self.changes)


def amendment(
    game: AnyGame, stored: str, seats: int, patch: str, onlooker: int | None, *, sees_all: bool
) -> Amendment:
    """Return the effect of a patch on a stored state. Raises BadPatch, or NotNow with the reason.

    `onlooker` is the seat whose view the author of the patch has, or `None` for the public view. Unless
    `sees_all` is true, the author may change only what is in that view, and refusals reveal nothing else.
    """
    edits = read_patch(patch)
    if not sees_all:
        # A refusal that comes from an imagined state reveals nothing about the true state.
        imagined = _imagined(game, stored, onlooker, 0).model_dump_json()
        seen, then = _tried(game, imagined, edits, seats)
        if _hidden(game, imagined, then, seen, onlooker):
            raise NotNow(_NOT_SEEN)
        # The steps `copy` and `test` would read the true state, so steps that only set values replace them.
        edits = read_patch(written(seen))
    try:
        changes, after = _tried(game, stored, edits, seats)
    except (BadPatch, NotNow) as refusal:
        if sees_all:
            raise
        raise NotNow("That conflicts with something that is hidden from you.") from refusal
    hidden = _hidden(game, stored, after, changes, None)
    if not sees_all and hidden & _hidden(game, stored, after, changes, onlooker):
        raise NotNow(_NOT_SEEN)
    known = (seat for seat in range(1, seats + 1) if hidden)
    return Amendment(
        changes=changes,
        told=tuple(change for change in changes if change.part not in hidden),
        of=tuple(seat for seat in known if hidden - _hidden(game, stored, after, changes, seat)),
    )


def _tried(
    game: AnyGame, stored: str, edits: Sequence[Edit], seats: int
) -> tuple[tuple[Difference, ...], str]:
    """Return the changes that these steps make in a state, and the changed state. Raises BadPatch, NotNow."""
    old = json.loads(stored)
    state = amended(game, stored, edits)
    after = state.model_dump_json()
    # The game's model may have written a value differently, for example `1.0` as `1`.
    changes = tuple(differences(old, json.loads(after)))
    if not changes:
        raise NotNow("That changes nothing: the state has these values already.")
    _must_stand(game, state, after, seats)
    return tuple(_with_seat(game, change) for change in changes), after


def amended(game: AnyGame, stored: str, edits: Sequence[Edit]) -> State:
    """Return the state after a patch. Raises BadPatch or NotNow if the result is not a valid state."""
    data = json.loads(stored)
    now = patched(data, edits)
    if not isinstance(now, dict) or compact(now.get(FIXED)) != compact(data.get(FIXED)):
        raise NotNow(
            "The options are those the game began with. End it, and begin another with other options."
        )
    try:
        state: State = game.load_state(compact(now))
    except ValidationError as error:
        flaw = error.errors()[0]
        where = " · ".join(map(str, flaw["loc"]))
        raise NotNow(f"No game can be in that state: {where}: {flaw['msg']}. Nothing was changed.") from error
    return state


def redrawn(game: AnyGame, stored: str, onlooker: int | None) -> dict[str, JsonValue]:
    """Return a state, as plain data, in which everything hidden from the onlooker is drawn again."""
    data: dict[str, JsonValue] = _imagined(game, stored, onlooker, 0).model_dump(mode="json")
    return data


def hidden_parts(
    game: AnyGame, stored: str, parts: Iterable[StatePath], onlooker: int | None
) -> set[StatePath]:
    """Return the `parts` that are hidden from the onlooker."""
    first, *others = [
        _imagined(game, stored, onlooker, luck).model_dump(mode="json") for luck in range(IMAGINED)
    ]
    return {part for part in parts if any(_stands(other, part) != _stands(first, part) for other in others)}


def _hidden(
    game: AnyGame, before: str, after: str, changes: Sequence[Difference], onlooker: int | None
) -> frozenset[StatePath]:
    """Return the parts of these changes that are hidden from the onlooker, before or after the change."""
    parts = [change.part for change in changes]
    found = set[StatePath]()
    for stored in (before, after):
        truth = json.loads(stored)
        for luck in range(IMAGINED):
            imagined = _imagined(game, stored, onlooker, luck).model_dump(mode="json")
            found.update(part for part in parts if _stands(imagined, part) != _stands(truth, part))
    return frozenset(found)


def _imagined(game: AnyGame, stored: str, onlooker: int | None, luck: int) -> State:
    state: State = game.load_state(stored)
    game.redraw(state, onlooker, Random(luck))  # noqa: S311 - nothing is rolled
    return state


def _stands(data: JsonValue, part: StatePath) -> str:
    """Return the value of a part as JSON; empty if the part does not exist."""
    try:
        return compact(at(data, part))
    except BadPatch:
        return ""


def _with_seat(game: AnyGame, change: Difference) -> Difference:
    head, *rest = change.part
    return change.model_copy(update={"seat": int(rest[0]) + 1}) if rest and head == game.seated else change


def _must_stand(game: AnyGame, state: State, stored: str, seats: int) -> None:
    """Raise NotNow unless the state is valid, and the game is over or can go on from it."""
    if game.seated and len(getattr(state, game.seated)) != seats:
        raise NotNow(
            f"“{game.seated}” has one record for each seat: nobody can be added or taken away there."
        )
    names = {seat: f"Captain {seat}" for seat in range(1, seats + 1)}
    try:
        game.check_whole(state)
        _must_do_all_once(state)
        over = game.outcome(state) is not None
        decisions = game.decisions(state)
        asked = [decision.seat for decision in decisions]
        answerable = all(decision.actions or decision.forms for decision in decisions)
        for seat in (None, *range(1, seats + 1)):
            game.describe(game.view(state, seat), names)
        if not over:
            _try_on(game, stored)
    except AssertionError as broken:
        raise NotNow(f"No game can be in that state: {broken}. Nothing was changed.") from broken
    except HarbourmasterError as refusal:
        raise NotNow(f"The game could not go on from there: {refusal.message}") from refusal
    except Exception as error:
        # The rules were not written for such a state, so any error is possible.
        raise NotNow(
            "The rules cannot go on from there. Nothing was changed; look at the part and its value again.",
            f"{type(error).__name__}: {error}",
        ) from error
    if not set(asked) <= {*names}:
        raise NotNow("A seat that does not exist would then be asked. Nothing was changed.")
    if over == bool(asked) or len(set(asked)) < len(asked) or not answerable:
        raise NotNow("Nobody would then be asked anything, and nobody would have won. Nothing was changed.")


def _must_do_all_once(state: State) -> None:
    """Raise NotNow if the agenda holds the same record twice. No rule causes this."""
    agenda = [repr(task) for task in agenda_of(state)]
    if len(set(agenda)) < len(agenda):
        raise NotNow("the same would be done twice.")


def _try_on(game: AnyGame, stored: str) -> None:
    """Play on with timeouts until the current round or, during the set-up, the first round has ended."""
    state: State = game.load_state(stored)
    begun = ""
    for luck in range(AHEAD):
        asked = game.decisions(state)
        if not asked or (begun and game.round(state) != begun):
            return
        begun = begun or game.round(state)
        action = game.resolve(state, asked[0].seat, game.timeout(state, asked[0].seat))
        game.apply(state, asked[0].seat, action, Chance(QuickStream(Random(luck))))  # noqa: S311 - tried only
        game.check_whole(state)
