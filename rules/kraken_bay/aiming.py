"""The checks of a shot (section 7), and the cargo that the Pirate's target loses first."""

from collections.abc import Collection

from rules.kraken_bay.actions import Attack, FrontGuns
from rules.kraken_bay.board import RED, Character, Space
from rules.kraken_bay.cargo import first_choice
from rules.kraken_bay.events import capital
from rules.kraken_bay.gunnery import target_space
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import CARDS, CARGO, KRAKEN, Cargo, as_character, title_of


def must_be(character: Character, turn: Turn) -> None:
    """Raise IllegalAction unless the active ship is `character`."""
    if turn.ship != character:
        raise refusal("not_your_power", whose=f"the {CARDS[character].title}")


def must_be_target(state: BayState, ship: Character, target: str) -> None:
    """Raise IllegalAction if `target` is not on the board, or is `ship` or its tow."""
    if target_space(state, target) is None:
        raise refusal("no_such_target", name=target)
    if target in {ship, state.ships[ship].tow}:
        raise refusal("own_target")


def must_bear(state: BayState, ship: Character, target: str, spaces: Collection[Space]) -> None:
    """Raise IllegalAction if a target is not on `spaces`, or for the kraken outside the red water."""
    bears = state.here(ship) in RED if target == KRAKEN else target_space(state, target) in spaces
    if not bears:
        raise refusal("out_of_arc", target=capital(title_of(target)))


def boarders(state: BayState, shot: Attack | FrontGuns) -> Cargo | None:
    """Return the cargo that the Pirate's target loses first; `None` unless it is a player's ship (R41)."""
    target = as_character(shot.target)
    if target is None or target not in state.ships:
        return None
    return shot.board or first_choice(state, target) or CARGO[0]
