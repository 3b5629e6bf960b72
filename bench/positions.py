"""Positions for measurements, from many matches of every game."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from bench.budgets import largest_table
from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream, commitment
from rules.engine.decision import Decision
from rules.engine.entry import Actor, Opening
from rules.engine.errors import HarbourmasterError
from rules.engine.event import Decided, Event
from rules.engine.game import AnyGame, Options, State
from rules.engine.match import Match, open_match, options_data
from rules.engine.options import OptionValue, Setting, choose, settings
from rules.engine.policy import Policy
from rules.engine.registry import games
from rules.kraken_bay.board import CELLS, RED, Space
from rules.kraken_bay.state import BayState
from rules.kraken_bay.tables import FLOATING

PLAYER = Actor(role="seat", player="somebody")

STEPS = 300
"""The maximum number of steps of a match, because some random games would take very long."""


def game_in(channel: int) -> AnyGame:
    """Return the game in a channel. Consecutive channels have different games."""
    known = list(games().values())
    return known[channel % len(known)]


def random_table(game: AnyGame, luck: Random) -> tuple[Options, int]:
    """Return random options and a random number of seats that the options allow."""
    while True:
        chosen = {setting.name: _any(setting, luck) for setting in settings(game.options)}
        options = choose(game.options, chosen)
        seats = luck.randint(*game.seat_range(options))
        try:
            game.start(options, seats, Chance(QuickStream(luck)))
        except HarbourmasterError:
            continue
        return options, seats


def largest_table_of(game: AnyGame) -> tuple[Options, int]:
    """Return the options and the number of seats with which the game's states grow largest."""
    table = largest_table(game.slug)
    if table is None:
        return game.options(), game.seat_range(game.options())[1]
    return choose(game.options, table.options), table.seats


def _any(setting: Setting, luck: Random) -> OptionValue:
    return luck.choice([*setting.values]) if setting.values else luck.randint(setting.low, setting.high)


@dataclass
class Playing:
    """A game whose state is changed in place, decision by decision."""

    game: AnyGame
    state: State
    luck: Random
    told: list[Event] = field(default_factory=list)

    @classmethod
    def begin(cls, game: AnyGame, options: Options, seats: int, luck: Random) -> "Playing":
        """Begin a new game."""
        state, told = game.start(options, seats, Chance(QuickStream(luck)))
        return cls(game, state, luck, told)

    @property
    def decision(self) -> Decision | None:
        """The open decision; `None` if the game is over."""
        decisions = self.game.decisions(self.state)
        return self.luck.choice(decisions) if decisions else None

    def go_on(self, decision: Decision, policy: Policy) -> None:
        """Carry out the policy's choice."""
        action = policy(self.game, self.state, decision, self.luck)
        canonical = self.game.canonical(self.state, decision.seat, action)
        events = self.game.apply(self.state, decision.seat, canonical, Chance(QuickStream(self.luck)))
        self.told += [Decided(), *events]


def at_its_fullest(game: AnyGame, luck: Random) -> Playing:
    """Return a new game at its largest table. In Kraken Bay, fill the bay, because random play does not."""
    playing = Playing.begin(game, *largest_table_of(game), luck)
    if isinstance(playing.state, BayState):
        _fill(playing.state, luck)
    return playing


def _fill(bay: BayState, luck: Random) -> None:
    """Set all off-course ships adrift, and add all chits, because random play does not do this."""
    taken = {ship.at for ship in bay.ships.values()} | set(bay.bombs)
    quiet: list[Space] = [at for at in CELLS if at not in taken and at not in RED]
    luck.shuffle(quiet)
    for stray, at in zip(bay.strays.values(), quiet, strict=False):
        stray.status, stray.at = "adrift", at
    dry = [at for at in CELLS if at not in bay.bombs]
    luck.shuffle(dry)
    afloat = [chit for chit, most in FLOATING.items() for _ in range(most)]
    bay.chits.update(zip(dry, afloat, strict=False))


def games_at_once(game: AnyGame, count: int, luck: Random) -> Iterator[Playing]:
    """Yield `count` matches in turn until all are over: one at the largest table, others at random tables.

    The caller carries out a decision after each yield.
    """
    playing = [Playing.begin(game, *random_table(game, luck), luck) for _ in range(count - 1)]
    playing.append(at_its_fullest(game, luck))
    while playing:
        yield from playing
        playing = [one for one in playing if one.game.outcome(one.state) is None]


@dataclass(frozen=True)
class Act:
    """A match and a legal action of a seat."""

    match: Match
    seat: int
    action: Action


def acts(game: AnyGame, count: int, luck: Random) -> list[Act]:
    """Return the actions of `count` random matches."""
    found: list[Act] = []
    for number in range(count):
        match = new_match(game, *random_table(game, luck), number)
        for _ in range(STEPS):
            if match.finished:
                break
            act = random_act(match, luck)
            found.append(act)
            match = match.act(act.seat, act.action, PLAYER, 0).match
    return found


def random_act(match: Match, luck: Random) -> Act:
    """Return a random legal action."""
    decision = luck.choice(match.decisions)
    action = luck.choice(decision.actions or [form.action for form in decision.forms])
    return Act(match, decision.seat, action)


def new_match(game: AnyGame, options: Options, seats: int, number: int) -> Match:
    """Return a new match without its journal, as a bot keeps matches in memory."""
    seed = number.to_bytes(32, "big")
    opening = Opening(
        match=f"BENCH{number}",
        game=game.slug,
        rules_version=game.rules_version,
        options=options_data(game, options),
        players=tuple(f"player {seat}" for seat in range(1, seats + 1)),
        commitment=commitment(seed),
        at=0,
    )
    opened = open_match(game, opening, seed).match
    return Match(game, opening, seed, opened.position)
