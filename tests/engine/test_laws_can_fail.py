"""Each law of `tests.laws` catches a game that breaks it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from random import Random

import pytest

from rules.engine.action import Action
from rules.engine.cache import Cache
from rules.engine.chance import Chance, Luck
from rules.engine.decision import Decision
from rules.engine.errors import HarbourmasterError, IllegalAction
from rules.engine.event import Event
from rules.engine.form import Form, Range
from rules.engine.game import AnyGame, Options, RollKind, State, View
from rules.engine.label import Label
from rules.engine.rooms import not_offered
from rules.engine.seat import Names
from tests import laws
from tests.engine.cove import Bribe, Cove, CoveOptions, CoveState, CoveView, Refuse, Stop
from tests.laws import Law, Table
from tests.market_game import Market, Trading
from tests.toy_game import Nim, NimState, Take, Taken, Taking

MOOD = count()


class Moody(Nim):
    """A game with different results of the same action."""

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        events = super().apply(state, seat, action, chance)
        state.left += next(MOOD) % 3
        return events


class Generous(Nim):
    """A game that offers an action and then refuses the action."""

    def decisions(self, state: NimState) -> list[Decision]:
        return (
            [Decision(state.turn, "take", lambda: [Take(buoys=n) for n in (1, 2, 3)])] if state.left else []
        )

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if action not in [Take(buoys=n) for n in (1, 2)]:
            raise not_offered(action)
        return super().apply(state, seat, action, chance)


class Whispering(Cove):
    """A game that reveals others' stowed cards on its controls."""

    def label(self, state: CoveState, seat: int, action: Action, depth: int) -> Label:
        return Label(str([boat.stowed for boat in state.boats]))


class Lax(Cove):
    """A game that lets a boat stow a card that is not in its hand."""

    def apply(self, state: CoveState, seat: int, action: Action, chance: Chance) -> list[Event]:
        try:
            return super().apply(state, seat, action, chance)
        except Exception:
            if action.kind == "stow":
                return []
            raise


class Clumsy(Cove):
    """A game that fails with an unexpected error instead of a refusal."""

    def canonical(self, state: CoveState, seat: int, action: Action) -> Action:
        if isinstance(action, Bribe) and action.coins > state.boat(seat).gold - 3:
            raise ZeroDivisionError
        return action


class Unfair(Cove):
    """A game whose form refuses the form's own example."""

    def decisions(self, state: CoveState) -> Sequence[Decision]:
        if state.agenda and isinstance(task := state.agenda[-1], Stop):
            form = Form(Bribe(coins=1), {"coins": Range(2, 3)})
            return [Decision(task.seat, "stop", lambda: [Refuse()], (form,))]
        return super().decisions(state)


class Secretive(Nim):
    """A game that declares its only roll impossible."""

    def may_roll(self, state: NimState, kind: RollKind) -> bool:
        return False


class Deaf(Nim):
    """A game that reads a typed line as another action."""

    def read(self, text: str) -> Action:
        action = super().read(text)
        return Take(buoys=1) if action == Take(buoys=2) else action


class Careless(Nim):
    """A game that declares that all amounts have the same result."""

    def decisions(self, state: NimState) -> list[Decision]:
        asked = super().decisions(state)
        return [replace(decision, comes_to=lambda _: "a handful") for decision in asked]


class Wordy(Take):
    def path(self) -> tuple[str, ...]:
        return ("take", "take " * 20, str(self.buoys))


class Longwinded(Nim):
    """A game whose answers do not fit into a control."""

    actions = (Wordy,)

    def decisions(self, state: NimState) -> list[Decision]:
        return [Decision(state.turn, "take", lambda: [Wordy(buoys=1)])] if state.left else []


class Named(Take):
    def path(self) -> tuple[str, ...]:
        return ("take", f"n{self.buoys}")


class Crowded(Nim):
    """A game in which a question has thirty answers."""

    actions = (Named,)

    def decisions(self, state: NimState) -> list[Decision]:
        actions = [Named(buoys=n) for n in range(1, 31)]
        return [Decision(state.turn, "take", lambda: actions)] if state.left > 0 else []


class Mute(Nim):
    """A game whose controls reveal too much."""

    def label(self, state: NimState, seat: int, action: Action, depth: int) -> Label:
        return Label("take " * 20)


class Impatient(Nim):
    """A game that does an illegal action for absent players."""

    def timeout(self, state: NimState, seat: int) -> Action:
        return Take(buoys=3)


class Sticky(Cove):
    """A game that asks resigned seats."""

    def decisions(self, state: CoveState) -> list[Decision]:
        asked = super().decisions(state)
        stay = [
            Decision(seat, "stay", lambda: [Refuse()])
            for seat, boat in enumerate(state.boats, 1)
            if asked and not boat.active and all(decision.seat != seat for decision in asked)
        ]
        return [*asked, *stay]


class Greedy(Cove):
    """A game that takes a new player's gold."""

    def replace(self, state: CoveState, seat: int) -> Sequence[Event]:
        state.boat(seat).gold = -1
        return ()


class Forgetful(Nim):
    """A game without decisions and without a result."""

    def decisions(self, state: NimState) -> Sequence[Decision]:
        return super().decisions(state) if state.left > 1 else ()


class Rumour(Taken):
    kind = "rumour"


class Gossip(Nim):
    """A game with an undeclared event."""

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        super().apply(state, seat, action, chance)
        return [Rumour(seat=seat, buoys=1, drifted=0)]


class Endless(Nim):
    """A game that never ends, because it adds buoys again."""

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        events = super().apply(state, seat, action, chance)
        state.left = 12
        return events


class Rambling(Nim):
    """A game whose description of the board is too long."""

    def describe(self, view: View, names: Names) -> str:
        return "sea " * 300


class Fidgety(Nim):
    """A game that changes the state when it shows the state."""

    def headline(self, state: NimState) -> str:
        state.left += 1
        return "Look!"


class Outlook(View):
    left: int


LEFT: Cache[int, int] = Cache()


class Dozing(Nim):
    """A game that caches the number of buoys by the turn alone."""

    def view(self, state: NimState, seat: int | None, told: object = ()) -> Outlook:
        left = LEFT.get(state.turn)
        if left is None:
            left = LEFT[state.turn] = state.left
        return Outlook(game="nim", left=left)


@dataclass(frozen=True)
class Sight:
    turn: int
    left: int = field(compare=False)


@cache
def _seen(sight: Sight) -> Outlook:
    return Outlook(game="nim", left=sight.left)


class Daydreaming(Nim):
    """A game that caches the number of buoys in a function."""

    def view(self, state: NimState, seat: int | None, told: object = ()) -> Outlook:
        return _seen(Sight(state.turn, state.left))


class OpenHanded(Cove):
    """A game that shows all cards to everybody."""

    def view(self, state: CoveState, seat: int | None, told: Sequence[Event] = ()) -> CoveView:
        hands = [boat.hand for boat in state.boats]
        return super().view(state, seat, told).model_copy(update={"hands": hands})


class Chatty(Cove):
    """A game that asks openly for a secret choice."""

    def decisions(self, state: CoveState) -> list[Decision]:
        return [Decision(d.seat, d.kind, d.find, d.forms) for d in super().decisions(state)]


class Peeking(Cove):
    """A game that keeps hidden cards instead of drawing them again."""

    def redraw(self, state: CoveState, seat: int | None, luck: Luck) -> None:
        first = state.boats[0].hand
        super().redraw(state, seat, luck)
        if first[0] == "6":
            state.boats[-1].policy = "never"


class Hasty(Cove):
    """A game whose cheap player uses hidden data."""

    def quick(self, state: CoveState, decision: Decision, luck: Luck) -> Action | None:
        actions = decision.actions
        return actions[sum(state.model_dump_json().encode()) % len(actions)] if actions else None


class Rash(Nim):
    """A game whose cheap player makes an illegal choice."""

    def quick(self, state: NimState, decision: Decision, luck: Luck) -> Action | None:
        return Take(buoys=state.left + 1)


def try_on(law: Law, game: AnyGame) -> None:
    options = CoveOptions() if isinstance(game, Cove) else Options()
    for luck in range(12):
        law(Table(game, options, 3, luck))


@pytest.mark.parametrize(
    ("law", "game"),
    [
        (laws.replay_equals_live, Moody()),
        (laws.undo_then_redo_changes_nothing, Moody()),
        (laws.the_same_action_after_an_undo_meets_the_same_dice, Moody()),
        (laws.what_is_rolled_could_have_been_forced, Secretive()),
        (laws.every_legal_action_applies, Generous()),
        (laws.everything_else_is_refused_and_changes_nothing, Lax()),
        (laws.everything_else_is_refused_and_changes_nothing, Clumsy()),
        (laws.forms_are_filled_in_as_they_say, Unfair()),
        (laws.notation_reads_back, Deaf()),
        (laws.choices_fit_into_menus, Longwinded()),
        (laws.choices_fit_into_menus, Crowded()),
        (laws.choices_fit_into_menus, Mute()),
        (laws.what_comes_to_the_same_leads_to_equal_positions, Careless()),
        (laws.timeouts_always_apply, Impatient()),
        (laws.resigning_works_in_any_state, Sticky()),
        (laws.players_can_be_replaced_at_any_time, Greedy()),
        (laws.invariants_hold, Forgetful()),
        (laws.events_can_be_stored_and_told, Gossip()),
        (laws.texts_keep_their_limits, Rambling()),
        (laws.looking_changes_nothing, Fidgety()),
        (laws.answers_do_not_depend_on_what_was_worked_out_before, Dozing()),
        (laws.answers_do_not_depend_on_what_was_worked_out_before, Daydreaming()),
        (laws.nothing_hidden_leaks, OpenHanded()),
        (laws.nothing_hidden_leaks, Chatty()),
        (laws.nothing_hidden_leaks, Whispering()),
        (laws.what_is_redrawn_depends_on_what_is_seen_alone, Peeking()),
        (laws.quick_players_do_what_is_legal, Hasty()),
        (laws.quick_players_do_what_is_legal, Rash()),
        (laws.every_game_ends, Endless()),
    ],
    ids=lambda part: getattr(part, "__name__", type(part).__name__),
)
def test_a_game_that_breaks_a_law_is_caught(law: Law, game: AnyGame) -> None:
    with pytest.raises((AssertionError, HarbourmasterError, ZeroDivisionError)):
        try_on(law, game)


def test_a_player_that_looks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(game: AnyGame, state: State, decision: Decision, luck: Random) -> Action:
        return decision.actions[sum(state.model_dump_json().encode()) % len(decision.actions)]

    monkeypatch.setattr(laws, "policies", lambda _: {"looking": look})
    with pytest.raises(AssertionError):
        try_on(laws.players_of_the_bot_s_own_do_not_look, Cove())


def _accept(room: Taking, state: NimState, action: Take) -> None:
    """Accept every action."""


def _refuse(room: Taking, state: NimState, action: Take) -> None:
    raise IllegalAction("moody", "Not today.")


@pytest.mark.parametrize(
    ("check", "why"), [(_accept, "is not listed, and accepted"), (_refuse, "is listed and refused")]
)
def test_a_room_that_checks_something_else_than_it_lists_is_caught(
    check: Callable[[Taking, NimState, Take], None], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(Nim(), Options(), 3, luck=1)
    # Near the end of a complete game, few buoys are left, so that not every `take` is listed.
    assert table.matches[-1].finished
    monkeypatch.setattr(Taking, "check", check)
    with pytest.raises(AssertionError, match=why):
        laws.what_is_listed_is_what_is_accepted(table)


def test_a_form_without_labels_for_what_is_filled_in_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(Market(), Options(), 2, luck=1)
    laws.forms_are_filled_in_as_they_say(table)
    monkeypatch.setattr(Trading, "labels", lambda room, state, action: (Label("Trade"),))
    with pytest.raises(TypeError, match="Return a label for each of them, also for what a form fills in"):
        laws.forms_are_filled_in_as_they_say(table)
