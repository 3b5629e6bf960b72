"""The end of a game, and the score of each player (section 10)."""

from collections.abc import Iterator

from rules.engine.outcome import Account, Merit, Outcome, ranked
from rules.engine.wording import counted
from rules.kraken_bay.events import GameOver, Placing
from rules.kraken_bay.play import Play
from rules.kraken_bay.state import BayState, Ending, ShipState, ShipStatus
from rules.kraken_bay.tables import SCORE


def score_of(state: BayState, ship: ShipState) -> int:
    """Return a ship's points, without crew and treasure if the ship is gone (R48)."""
    points = SCORE.tentacle * ship.trophies + SCORE.saved * len(ship.saved) + SCORE.slayer * ship.slayer
    if state.options.kraken_bounty:
        points += ship.damage
    if ship.status == "in":
        points += SCORE.crew * ship.crew + SCORE.treasure * ship.treasure
    return points


def account(state: BayState, seat: int) -> Account:
    """Return the criteria for a seat's place: its points, then the tie-breaks (section 10, R50)."""
    ship = state.ship_of(seat)
    if ship is None:
        return Account([Merit(-1, "gave up")])
    points = counted(score_of(state, ship), "point")
    if ship.status != "in":
        gone = "eaten" if ship.status == "eaten" else "gave up"
        return Account([Merit(-1, f"{gone} in round {ship.left}, {points}")], [*_deeds(state, ship)])
    crew, treasure = f"{ship.crew} crew", f"{ship.treasure} treasure"
    saved = f"{counted(len(ship.saved), 'ship')} saved"
    return Account(
        [
            Merit(score_of(state, ship), points),
            Merit(ship.crew, crew),
            Merit(ship.treasure, treasure),
            Merit(len(ship.saved), saved),
        ],
        [
            f"{SCORE.crew * ship.crew} for {crew}",
            f"{SCORE.treasure * ship.treasure} for treasure",
            *_deeds(state, ship),
        ],
    )


def _deeds(state: BayState, ship: ShipState) -> Iterator[str]:
    if ship.trophies:
        yield f"{SCORE.tentacle * ship.trophies} for tentacles"
    if ship.saved:
        yield f"{SCORE.saved * len(ship.saved)} for {counted(len(ship.saved), 'ship')} saved"
    if ship.slayer:
        yield f"{SCORE.slayer} for the kraken"
    if state.options.kraken_bounty and ship.damage:
        yield f"{ship.damage} for blows to {'it' if ship.slayer else 'the kraken'}"


def end_game(play: Play, reason: Ending) -> None:
    """End the game and rank the seats."""
    state = play.state
    play.go_to()
    groups = ranked(range(1, len(state.seats) + 1), lambda seat: _order(state, seat))
    state.result = Outcome(reason=reason, ranking=tuple(groups))
    placings = (_placing(state, seat, place) for seat, place in state.result.places().items())
    play.tell(GameOver(reason=reason, ranking=tuple(placings)))


def _order(state: BayState, seat: int) -> tuple[float, ...]:
    """Return a sort key, which is greater for better seats.

    Ships that are gone rank below ships in play, and higher the later they left (R48). Seats that resigned
    before they had a ship rank last.
    """
    ship = state.ship_of(seat)
    if ship is None:
        return (not state.seat(seat).resigned,)
    if ship.status == "in":
        return True, *account(state, seat).order
    return False, ship.left or 0, score_of(state, ship)


def _placing(state: BayState, seat: int, place: int) -> Placing:
    own, ship = state.seat(seat), state.ship_of(seat)
    score = score_of(state, ship) if ship else 0
    status: ShipStatus = ship.status if ship else "resigned" if own.resigned else "in"
    return Placing(place=place, seat=seat, ship=own.character, score=score, status=status)
