"""The end of a game and its ranking (section 10)."""

from itertools import groupby

from rules.dangerous_sea.events import GameEnd, GameEnded, GameWon, WinHow, rune_stones
from rules.dangerous_sea.state import SeaState
from rules.engine.outcome import Account, Merit, Outcome
from rules.engine.rooms import Play


def has_won(play: Play[SeaState], seat: int, how: WinHow) -> bool:
    """End the game if that seat, which has just gained stones, has enough of them."""
    stones = play.state.ship(seat).stones
    if stones < play.state.options.stones_to_win:
        return False
    play.tell(GameWon(seat=seat, stones=stones, how=how))
    end_game(play, "stones", seat)
    return True


def end_game(play: Play[SeaState], reason: GameEnd, winner: int | None = None) -> None:
    """End the game: pending records are dropped, and everybody is ranked."""
    state = play.state
    play.go_to()
    result = state.result = Outcome(reason=reason, ranking=ranking(state, winner))
    stones = state.ship(result.winners[0]).stones
    play.tell(GameEnded(reason=reason, ranking=result.ranking, stones=stones))


def account(state: SeaState, seat: int) -> Account:
    """Section 10: the basis of a place: the stones, then sailors, then cargo."""
    ship = state.ship(seat)
    if seat in state.gone:
        return Account([Merit(-1, "gave up")])
    sailors, cargo = f"{ship.sailors} sailor{'' if ship.sailors == 1 else 's'}", f"{ship.cargo} cargo"
    stones = Merit(ship.stones, rune_stones(ship.stones))
    return Account([stones, Merit(ship.sailors, sailors), Merit(ship.cargo, cargo)], [sailors, cargo])


def ranking(state: SeaState, winner: int | None) -> tuple[tuple[int, ...], ...]:
    """The winner, the others by stones, sailors and cargo, then those who resigned, the latest first."""
    first = [] if winner is None else [(winner,)]
    others = [seat for seat in state.staying if seat != winner]

    def merit(seat: int) -> tuple[int, int, int]:
        ship = state.ship(seat)
        return -ship.stones, -ship.sailors, -ship.cargo

    # A stable sort: equal places stay in turn order.
    groups = [tuple(group) for _, group in groupby(sorted(others, key=merit), key=merit)]
    return (*first, *groups, *((seat,) for seat in reversed(state.gone)))
