"""The fullest states of games that do not reach them by random play."""

from collections.abc import Callable, Mapping
from random import Random

from rules.engine.game import State
from rules.kraken_bay.board import CELLS, RED, Space
from rules.kraken_bay.state import BayState
from rules.kraken_bay.tables import FLOATING


def fill(slug: str, state: State, luck: Random) -> None:
    """Fill a state with as many pieces as possible, if random play does not do this."""
    if slug in _FILLING:
        _FILLING[slug](state, luck)


def _fill_bay(state: State, luck: Random) -> None:
    """Set all off-course ships adrift, and add all chits."""
    if not isinstance(state, BayState):
        raise TypeError(f"{state} is no state of Kraken Bay")
    taken = {ship.at for ship in state.ships.values()} | set(state.bombs)
    quiet: list[Space] = [at for at in CELLS if at not in taken and at not in RED]
    luck.shuffle(quiet)
    for stray, at in zip(state.strays.values(), quiet, strict=False):
        stray.status, stray.at = "adrift", at
    dry = [at for at in CELLS if at not in state.bombs]
    luck.shuffle(dry)
    afloat = [chit for chit, most in FLOATING.items() for _ in range(most)]
    state.chits.update(zip(dry, afloat, strict=False))


_FILLING: Mapping[str, Callable[[State, Random], None]] = {"kraken_bay": _fill_bay}
