"""Play: the first entry of a match, actions of seats, and the rules' answers for absent players."""

from abc import ABC, abstractmethod
from dataclasses import field
from typing import Self

from pydantic import ValidationError

from rules.engine.action import Action, Resign
from rules.engine.chance import Chance
from rules.engine.entries.draft import Carried, Changed, EntryDraft, counted
from rules.engine.entry import Actor, Entry, Opening
from rules.engine.errors import IllegalAction, JournalDiffers, NotNow, flaw
from rules.engine.game import AnyGame, Options, State
from rules.engine.position import Plan, Position
from rules.engine.situation import RIVALS_STAY, Situation


class Start(EntryDraft):
    """The first entry, which sets up the game."""

    while_paused = False
    asks_again = True


def beginning(game: AnyGame, opening: Opening) -> Position:
    """Return the position before the first entry."""
    start = opening.hash()
    return Position(
        head=0, last=0, chain=start, state="", line=start, players=opening.players,
        stamps=(0,) * len(opening.players), rules=game.rules_version, office=opening.office,
    )  # fmt: skip


def options_of(game: AnyGame, opening: Opening) -> Options:
    """Return the options of a match. Raises JournalDiffers if the game does not know the options."""
    try:
        options: Options = game.options.model_validate(opening.options)
    except ValidationError as error:
        raise JournalDiffers(
            f"The options of this match do not fit the rules of {game.title}.", flaw(error)
        ) from error
    return options


def begun(game: AnyGame, opening: Opening, chance: Chance) -> Changed:
    """Return the first state of a match, and the events of its setup. Raises JournalDiffers."""
    began: Changed = game.start(options_of(game, opening), len(opening.players), chance)
    return began


class _Played(EntryDraft, ABC, abstract=True):
    """An action of a seat, chosen by a player, a game master or the rules.

    `plan` is the entry of the plan that the action carries out. `overtime` is the number of seconds that the
    action uses of the seat's time bank, by default from `Situation.overtimes`.
    """

    while_paused = False
    plays_on = True

    seat: int
    plan: int = field(default=0, kw_only=True)
    overtime: int | None = field(default=None, kw_only=True)

    @abstractmethod
    def chosen(self, game: AnyGame, state: State) -> Action:
        """Return the action. Raises NotNow if no action is possible."""

    def holds(self, match: Situation) -> dict[str, object]:
        return {"seat": self.seat, "plan": self.plan}

    def carry_out(self, match: Situation, blank: Entry) -> Carried:
        match.must_have(self.seat)
        game, state = match.game, match.state
        action = game.resolve(state, self.seat, self.chosen(game, state))
        overtime = dict(match.overtimes).get(self.seat, 0) if self.overtime is None else self.overtime
        held = {
            **self.holds(match),
            "what": str(action),
            "veiled": action.secret,
            "free": action.free,
            "standing": action.standing,
            "overtime": 0 if action.free else overtime,
        }
        entry = blank.model_copy(update=held)
        chance = match.chance(entry)
        return Carried(entry, state, game.apply(state, self.seat, action, chance), chance)

    @classmethod
    def change(cls, game: AnyGame, state: State, entry: Entry, chance: Chance) -> Changed:
        return state, game.apply(state, entry.seat, game.read(entry.what), chance)

    @classmethod
    def keeps(cls, seat: int, entry: Entry) -> bool:
        return entry.seat != seat or entry.free

    @classmethod
    def drops(cls, plan: Plan, entry: Entry) -> bool:
        """Drop the plan if it is carried out or, unless it waits, if its seat decides something else."""
        if entry.seat != plan.seat:
            return False
        return plan.entry == entry.plan or (entry.decides and not entry.plan and not plan.waits)


class Act(_Played):
    """An action that somebody chose for a seat."""

    action: Action

    def check(self, match: Situation, actor: Actor) -> None:
        """Refuse actions that only timeouts perform. A game master who plays cannot resign for a rival."""
        if not self.action.by_players:
            raise IllegalAction("not_allowed", "Only the clock does that. Choose one of the actions offered.")
        if isinstance(self.action, Resign) and self.seat in match.rivals_of(actor):
            raise NotNow(RIVALS_STAY)

    def chosen(self, game: AnyGame, state: State) -> Action:
        return self.action

    @classmethod
    def repeated(cls, game: AnyGame, entry: Entry) -> Self:
        return cls(entry.seat, game.read(entry.what), plan=entry.plan, overtime=entry.overtime)

    @classmethod
    def drops(cls, plan: Plan, entry: Entry) -> bool:
        """Drop a plan as `_Played` does, and also drop all plans of a seat that resigns."""
        return super().drops(plan, entry) or (entry.what == Resign.kind and entry.seat == plan.seat)

    @classmethod
    def shows_presence(cls, entry: Entry) -> bool:
        return entry.actor.role == "seat"


class Timeout(_Played):
    """The answer of the rules for a seat that did not answer."""

    def chosen(self, game: AnyGame, state: State) -> Action:
        """Return the rules' action for an absent player. Raises NotNow if nothing is asked of the seat."""
        if game.decision_of(state, self.seat) is None:
            raise NotNow("Nothing is asked of that seat now, so there is nothing to skip.")
        return game.timeout(state, self.seat)

    @classmethod
    def repeated(cls, game: AnyGame, entry: Entry) -> Self:
        """Return a draft without the action. The action is computed again, so no journal can forge it."""
        return cls(entry.seat, overtime=entry.overtime)

    @classmethod
    def missed(cls, old: tuple[int, ...], entry: Entry) -> tuple[int, ...]:
        """Count the missed answer, unless a game master skipped the seat."""
        return counted(old, entry.seat, old[entry.seat - 1] + 1) if entry.actor.role == "timeout" else old
