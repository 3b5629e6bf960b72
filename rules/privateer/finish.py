"""The ends of battles and of the game (sections 6.12 and 10)."""

from collections.abc import Mapping

from rules.engine.outcome import Account, Merit, Outcome, ranked
from rules.engine.wording import counted
from rules.privateer.events import BattleOver, DayUnclaimed, DayWon, GameOver, PlayerEliminated
from rules.privateer.play import Play
from rules.privateer.state import BattleEnd, NextBattle, PrivateerState
from rules.privateer.tables import GOLD


def check_battle(play: Play) -> None:
    """Eliminate players without ships, and end the battle if at most one player is left (section 6.12)."""
    state = play.state
    if not state.fighting:
        return
    left = state.in_battle()
    _eliminate(play, left)
    if len(left) == 1:
        end_battle(play, "last_fleet", next(iter(left)))
    elif not left:
        end_battle(play, "no_fleets")


def settle(play: Play) -> None:
    """Check whether the battle is over, unless a prize is open (section 6.12)."""
    if play.state.prize is None:
        check_battle(play)


def _eliminate(play: Play, left: set[int]) -> None:
    """Eliminate all players who are not in `left`, as one group."""
    state = play.state
    known = set(state.eliminated())
    beaten = [seat for seat in state.seats_in_order() if seat not in left and seat not in known]
    if beaten:
        state.elimination.append(beaten)
        fleets = tuple(fleet for seat in beaten for fleet in state.fleets_of(seat))
        play.tell(PlayerEliminated(seats=tuple(beaten), fleets=fleets))


def end_battle(play: Play, reason: BattleEnd, winner: int | None = None) -> None:
    """End the battle, and pay the `winner`, if any. Begin the next battle or end the game."""
    state = play.state
    state.day = winner
    if winner is None:
        play.tell(DayUnclaimed())
    else:
        gold = GOLD.day * state.battle
        play.tell(DayWon(seat=winner, gold=gold))
        play.pay(winner, gold, "day")
    final = state.battle == state.options.battles or len(state.staying) == 1
    play.tell(BattleOver(battle=state.battle, reason=reason, final=final))
    if final:
        end_game(play, "alone" if len(state.staying) == 1 else reason)
    else:
        play.go_to(NextBattle())


def end_game(play: Play, reason: str) -> None:
    """End the game and rank the seats."""
    state = play.state
    play.go_to()
    result = state.result = Outcome(reason=reason, ranking=ranking(state))
    gold = state.seat(result.winners[0]).gold
    play.tell(GameOver(ranking=result.ranking, gold=gold, alone=reason == "alone"))


_EARNED: Mapping[str, str] = {
    "earlier": "earned earlier",
    "start": "to begin with",
    "third_ship": "for a third ship",
    "gun": "for hits",
    "scuttle": "for scuttled ships",
    "marque": "by letter of marque",
    "marines": "by marines",
    "day": "for days won",
}
"""The sources of doubloons in words. `earlier` is from games of rules before version 4."""

_LASTED = (
    *(f"last ship lost {nth}" for nth in ("first", "second", "third", "fourth", "fifth", "sixth")),
    "never afloat",
)
"""Words for each value of `_survival`, whose -1 selects the last item."""


def account(state: PrivateerState, seat: int) -> Account:
    """Return the criteria for a seat's place, gold first (section 10)."""
    return Account([Merit(-1, "gave up")]) if state.seat(seat).resigned else _earnings(state, seat)


def _earnings(state: PrivateerState, seat: int) -> Account:
    """Return the criteria: gold, then winning the last battle, ships beaten, and survival (section 10)."""
    player, won = state.seat(seat), seat == state.day
    gold = Merit(player.gold, counted(player.gold, "doubloon"))
    beaten, survival = counted(player.hulls, "ship"), _survival(state, seat)
    lasted = "still afloat" if survival >= len(state.elimination) else _LASTED[survival]
    merits = [
        gold,
        Merit(won, "the last day won" if won else "the last day lost"),
        Merit(player.hulls, f"{beaten} beaten"),
    ]
    parts = [f"{amount} {_EARNED[source]}" for source, amount in player.earned.items() if amount]
    return Account([*merits, Merit(survival, lasted)], parts)


def ranking(state: PrivateerState) -> tuple[tuple[int, ...], ...]:
    """Return groups of seats with equal rank, best first. Seats that resigned come last."""
    seats = range(1, len(state.seats) + 1)
    return tuple(ranked(seats, lambda seat: (not state.seat(seat).resigned, *_earnings(state, seat).order)))


def _survival(state: PrivateerState, seat: int) -> int:
    """Return 0 for seats eliminated first in the latest battle, and more for seats eliminated later or never.

    Return -1 for a seat that resigned before the battle.
    """
    groups = state.elimination
    if seat not in state.seats_in_order():
        return -1
    return next((place for place, group in enumerate(groups) if seat in group), len(groups))
