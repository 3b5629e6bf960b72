"""The end of a game and its ranking (section 10)."""

from rules.dangerous_sea.events import GameEnd, GameEnded, GameWon, WinHow, rune_stones
from rules.dangerous_sea.state import SeaState
from rules.engine.outcome import Account, Merit, Outcome, ranked
from rules.engine.rooms import Play


def has_won(play: Play[SeaState], seat: int, how: WinHow) -> bool:
    """End the game if the seat has enough stones. Return whether the game is over."""
    stones = play.state.ship(seat).stones
    if stones < play.state.options.stones_to_win:
        return False
    play.tell(GameWon(seat=seat, stones=stones, how=how))
    end_game(play, "stones", seat)
    return True


def end_game(play: Play[SeaState], reason: GameEnd, winner: int | None = None) -> None:
    """Clear the agenda, rank all seats, and announce the end."""
    state = play.state
    play.go_to()
    result = state.result = Outcome(reason=reason, ranking=ranking(state, winner))
    stones = state.ship(result.winners[0]).stones
    play.tell(GameEnded(reason=reason, ranking=result.ranking, stones=stones))


def account(state: SeaState, seat: int) -> Account:
    """Return the criteria for the seat's place: stones, then sailors, then cargo (section 10)."""
    ship = state.ship(seat)
    if seat in state.gone:
        return Account([Merit(-1, "gave up")])
    sailors, cargo = f"{ship.sailors} sailor{'' if ship.sailors == 1 else 's'}", f"{ship.cargo} cargo"
    stones = Merit(ship.stones, rune_stones(ship.stones))
    return Account([stones, Merit(ship.sailors, sailors), Merit(ship.cargo, cargo)], [sailors, cargo])


def ranking(state: SeaState, winner: int | None) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each place: the winner, then other seats by `account`, then seats that resigned.

    The later a seat resigned, the better its place.
    """
    first = [] if winner is None else [(winner,)]
    others = (seat for seat in state.staying if seat != winner)
    groups = ranked(others, lambda seat: account(state, seat).order)
    return (*first, *groups, *((seat,) for seat in reversed(state.gone)))
