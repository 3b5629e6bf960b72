"""`./harbour simulate GAME`: play whole games without Discord and print statistics."""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev

from bot.cli import parser_of
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame, Options
from rules.engine.options import BadOption, choose
from rules.engine.registry import game as find_game
from rules.engine.simulate import Playout, Shipwreck, play_out
from rules.engine.strengths import policies

NORMAL_95 = 1.96
"""95 % of a normal distribution lie within this many standard deviations of the mean."""


@dataclass(frozen=True)
class Runs:
    """The parameters of a simulation. The seed and a game's number determine all luck in the game."""

    game: AnyGame
    options: Options
    seats: int
    policies: tuple[str, ...]
    seed: int
    first: int
    games: int
    events: bool

    def seating(self, number: int) -> tuple[str, ...]:
        """Return the policy of each seat in game `number`. Policies move to the next seat with each game."""
        names = [self.policies[seat % len(self.policies)] for seat in range(self.seats)]
        turned = (number - 1) % self.seats
        return (*names[-turned:], *names[:-turned]) if turned else tuple(names)


def run(arguments: list[str]) -> int:
    """Play the games and print statistics. Return 1 if a game failed. Raises HarbourmasterError."""
    plan = _plan(arguments)
    players = ", ".join(plan.policies)
    print(f"{plan.game.title}: {plan.games} games with {plan.seats} seats, {players}, seed {plan.seed}")
    playouts: list[Playout] = []
    seconds: list[float] = []
    for number in range(plan.first, plan.first + plan.games):
        began = time.process_time()
        try:
            playouts.append(_one(plan, number))
        except Shipwreck as wreck:
            print(f"Game {number} of seed {plan.seed} broke: {wreck.message}", file=sys.stderr)
            print(f"The same game again: --seed {plan.seed} --first {number} --games 1", file=sys.stderr)
            return 1
        seconds.append(time.process_time() - began)
    print("\n".join(_report(plan, playouts, seconds)))
    if plan.events:
        print("\n".join(_happenings(playouts)))
    return 0


def _plan(arguments: list[str]) -> Runs:
    parser = parser_of("simulate", "Play whole games without Discord and print statistics.")
    parser.add_argument("game", help="the game's name, such as port_flower")
    parser.add_argument("--seats", type=int, default=0, help="the number of players (default: the fewest)")
    parser.add_argument("--games", type=int, default=20, help="how many games (default 20)")
    parser.add_argument(
        "--policy",
        default="random",
        help="the policies: random, easy, steady, strong, or one of the game's own; several, with"
        " commas, change seats from game to game",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument("--seed", type=int, default=1, help="the source of all luck (default 1)")
    parser.add_argument("--first", type=int, default=1, help="the number of the first game (default 1)")
    parser.add_argument("--events", action="store_true", help="also count the events of a game")
    chosen = parser.parse_args(arguments)
    game = find_game(chosen.game)
    options = choose(game.options, dict(map(_option, chosen.option)))
    fewest, most = game.seat_range(options)
    seats = chosen.seats or fewest
    if not fewest <= seats <= most:
        raise HarbourmasterError(f"With these options {game.title} is for {fewest} to {most} players.")
    if chosen.games < 1:
        raise HarbourmasterError("--games is how many games are played: at least 1.")
    players, there = tuple(chosen.policy.split(",")), policies(game)
    for name in players:
        if name not in there:
            raise HarbourmasterError(f"There is no policy “{name}”. Choose one of: {', '.join(there)}.")
    return Runs(game, options, seats, players, chosen.seed, chosen.first, chosen.games, chosen.events)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadOption(f"Write an option as name=value, not “{text}”.")
    return name, value


def _one(plan: Runs, number: int) -> Playout:
    luck = Random(f"{plan.seed}/{number}")  # noqa: S311 - simulated dice only
    there = policies(plan.game)
    players = [there[name] for name in plan.seating(number)]
    return play_out(plan.game, plan.options, plan.seats, players, luck)


def _report(plan: Runs, playouts: Sequence[Playout], seconds: Sequence[float]) -> list[str]:
    decisions = sum(playout.decisions for playout in playouts)
    wins = Counter[int]()
    for playout in playouts:
        wins.update(playout.outcome.winners if playout.outcome else ())
    endings = Counter(playout.outcome.reason for playout in playouts if playout.outcome)
    rounds = [playout.rounds for playout in playouts]
    return [
        f"{'':22}{'mean':>9}{'±':>9}{'95 %':>9}{'max':>9}",
        _row("decisions", [playout.decisions for playout in playouts]),
        _row("… with a choice", [playout.choices for playout in playouts]),
        *([_row(plan.game.rounds, rounds)] if any(rounds) else []),
        _row("turns", [playout.turns for playout in playouts]),
        _row("… with a choice", [playout.chosen_turns for playout in playouts]),
        _row("turns of each seat", [playout.turns / plan.seats for playout in playouts]),
        _row("decisions in a turn", [playout.decisions / max(1, playout.turns) for playout in playouts]),
        *(_row(name, [playout.counted.get(name, 0) for playout in playouts]) for name in _counted(playouts)),
        _row("seconds (CPU)", seconds),
        f"{'decisions a second':22}{decisions / max(sum(seconds), 1e-9):9.0f}",
        f"{'endings':22}{_counts(endings)}",
        f"{'wins, shared or alone':22}" + _counts({f"seat {n}": wins[n] for n in range(1, plan.seats + 1)}),
        *_rivals(plan, playouts),
    ]


def _rivals(plan: Runs, playouts: Sequence[Playout]) -> Iterator[str]:
    """Yield a line per policy with its share of wins and the 95 % confidence interval."""
    if len(set(plan.policies)) == 1:
        return
    won = dict.fromkeys(plan.policies, 0.0)
    for number, playout in enumerate(playouts, plan.first):
        winners = playout.outcome.winners if playout.outcome else ()
        for seat in winners:
            won[plan.seating(number)[seat - 1]] += 1 / len(winners)
    for name in won:
        low, high = share_bounds(won[name], len(playouts))
        share = won[name] / len(playouts)
        yield f"{name:22}wins {won[name]:g} of {len(playouts)}: {share:.0%} ({low:.1%} to {high:.1%})"


def share_bounds(won: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share (Wilson's interval)."""
    share, spread = won / games, NORMAL_95**2 / games
    middle = share + spread / 2
    half = NORMAL_95 * sqrt(share * (1 - share) / games + spread / games / 4)
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def _happenings(playouts: Sequence[Playout]) -> list[str]:
    """Return a row for each kind of event, in alphabetical order."""
    kinds = sorted({kind for playout in playouts for kind in playout.happened})
    return [_row(kind, [playout.happened[kind] for playout in playouts]) for kind in kinds]


def _counted(playouts: Sequence[Playout]) -> list[str]:
    """Return the names of the game's own counts, in order of first appearance."""
    return [*dict.fromkeys(name for playout in playouts for name in playout.counted)]


def _row(name: str, values: Sequence[float]) -> str:
    """Return a row with the mean, its standard error, the 95th percentile, and the maximum."""
    ordered = sorted(values)
    late = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    noise = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{name:22}{fmean(values):9.2f}{noise:9.2f}{late:9.2f}{ordered[-1]:9.2f}"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.items())
