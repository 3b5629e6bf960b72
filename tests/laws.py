"""The laws that every game obeys, for tests with random games.

    @pytest.mark.parametrize("law", LAWS, ids=name_of)
    @settings(max_examples=20)
    @given(table=tables(GAME))
    def test_the_game_obeys(law: Law, table: Table) -> None:
        law(table)

A `Table` is a game with random options, seats and luck.
"""

import json
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from random import Random
from typing import Any, ClassVar, TypeAlias

from hypothesis import strategies as st

from rules.engine.action import Action, Resign, fields_of
from rules.engine.chance import Chance, QuickStream, commitment
from rules.engine.decision import Decision, PartialAnswer, ask
from rules.engine.entries import Redo, Substitute, Timeout, Undo
from rules.engine.entry import Actor, Entry, Opening
from rules.engine.errors import IllegalAction
from rules.engine.event import Decided, Event, TurnBegan, dump_event, told_to
from rules.engine.export import export
from rules.engine.forced_rolls import kinds_to_come
from rules.engine.form import MENU_LIMIT, Form, OneOf, Range, YesNo
from rules.engine.game import AnyGame, Options, State
from rules.engine.label import Label
from rules.engine.match import Advance, Match, open_match, options_data
from rules.engine.options import OptionValue, choose, settings
from rules.engine.policy import at_random
from rules.engine.position import Position
from rules.engine.rooms import Question, questions
from rules.engine.series import halt, is_moot
from rules.engine.strengths import policies
from rules.engine.strong import Search, strong
from rules.engine.texts import signs
from rules.engine.verify import verify
from tests.memory import nothing_remembered

PLAYER = Actor(role="seat", player="someone")
MASTER = Actor(role="gm", player="master")

MAX_CHOICE_LENGTH = 60
"""The maximum number of characters in an action's answers, joined by `/`, as in a control's id."""


@dataclass(frozen=True)
class Table:
    """A random game: its options and seats, and the luck behind all choices and dice."""

    game: AnyGame
    options: Options
    seats: int
    luck: int
    steps: int = 40

    def random(self) -> Random:
        """Return a source of choices, which are the same each time a law is tried."""
        return Random(self.luck)

    @cached_property
    def opened(self) -> Match:
        """The match at its start."""
        return open_match(self.game, self._opening, self._seed).match

    @cached_property
    def play(self) -> tuple[Advance, ...]:
        """Return the first entries of the game, by people who usually follow the rules and the clock."""
        random, match = self.random(), self.opened
        advances: list[Advance] = []
        while len(advances) < self.steps and match.position.awaited:
            advances.append(_random_entry(match, random))
            match = advances[-1].match
        return tuple(advances)

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """The match at its start and after every entry."""
        return (self.opened, *(advance.match for advance in self.play))

    def some(self, count: int) -> list[Match]:
        """Return a few positions of the match in progress, including the first."""
        going = [match for match in self.matches if not match.finished]
        return [going[0], *self.random().sample(going[1:], min(count, len(going) - 1))]

    def told(self, match: Match, seat: int | None) -> tuple[Event, ...]:
        """Return the events up to `match` that `seat` was told, or that everybody was told (`None`)."""
        told: list[Event] = []
        begun = 0
        for advance in self.play[: self.matches.index(match)]:
            told.append(Decided())
            for event in advance.events:
                if event.opens_turn:
                    begun = len(told)
                    told.append(TurnBegan())
                told.append(event)
        if begun and Decided() not in told[begun:]:
            # Before the first decision of a new turn, its events belong to the previous turn.
            del told[begun]
        return told_to(told, seat)

    @property
    def _seed(self) -> bytes:
        return self.luck.to_bytes(32, "big")

    @property
    def _opening(self) -> Opening:
        return Opening(
            match="LAWFUL",
            game=self.game.slug,
            rules_version=self.game.rules_version,
            options=options_data(self.game, self.options),
            players=tuple(f"player {seat}" for seat in range(1, self.seats + 1)),
            commitment=commitment(self._seed),
            at=0,
        )


@st.composite
def tables(draw: st.DrawFn, game: AnyGame, steps: int = 40) -> Table:
    """Tables of a game with random options."""
    chosen: dict[str, OptionValue] = {}
    for setting in settings(game.options):
        if draw(st.booleans()):
            values: st.SearchStrategy[OptionValue] = st.integers(setting.low, setting.high)
            if setting.values:
                values = st.sampled_from([*setting.values])
            chosen[setting.name] = draw(values)
    options = choose(game.options, chosen)
    seats = draw(st.integers(*game.seat_range(options)))
    luck = draw(st.integers(0, 2**32))
    return Table(game, options, seats, luck, steps)


def _random_entry(match: Match, random: Random) -> Advance:
    """Return a random entry: an asked or a free action, rarely a timeout or a change of players."""
    game, state, at = match.game, match.state, match.position.last
    decision = random.choice(game.decisions(state))
    dice = random.random()
    if dice < 0.05:
        return match.enter(Timeout(decision.seat), MASTER, at)
    if dice < 0.07:
        return match.enter(
            Substitute(random.randint(1, len(match.position.players)), f"newcomer {at}"), MASTER, at
        )
    if dice < 0.15:
        seat = random.randint(1, len(match.position.players))
        free = [a for a in game.free_actions(state, seat) if not isinstance(a, Resign) or dice < 0.08]
        if free:
            return match.act(seat, random.choice(free), PLAYER, at)
    return match.act(decision.seat, at_random(game, state, decision, random), PLAYER, at)


def random_action(decision: Decision, random: Random) -> Action:
    """Return one of the legal actions. If there are only forms, return a form."""
    return random.choice(decision.actions or [form.action for form in decision.forms])


def fill(form: Form, random: Random) -> Action:
    """Return a form with random values in its blanks."""
    values: dict[str, object] = form.action.model_dump(by_alias=True)
    for name, blank in form.blanks.items():
        if isinstance(blank, Range):
            values[name] = random.randrange(blank.low, blank.high + 1, blank.step)
        elif isinstance(blank, YesNo | OneOf):
            values[name] = random.choice(blank.suggestions) if isinstance(blank, OneOf) else True
        else:
            values[name] = random.choice(["aye", "no, “never”!", 'by "the" sea \\', "from\nhere"])[
                : blank.limit
            ]
    return type(form.action).model_validate(values)


# Journal


def replay_equals_live(table: Table) -> None:
    """Every earlier position can be visited again, and the verification of the journal finds no problems."""
    last = table.matches[-1]
    assert verify(last).problems == ()
    assert verify(last).rolls_checked == verify(last).rolls
    for match in table.some(5):
        if match.journal is not None and match.journal[-1].moves:
            again = last.at(match.position.head)
            assert again.position.state == match.position.state
            assert again.position.players == match.position.players


def undo_then_redo_changes_nothing(table: Table) -> None:
    """Going to any position and back leads to the same place."""
    match = _unfinished(table)
    for to in _points_behind(match, table.random(), 4):
        undone = match.enter(Undo(to), MASTER, 0, "why").match
        again = undone.enter(Redo(), MASTER, 0).match
        for name in ("head", "state", "line", "free", "forced", "players"):
            assert getattr(again.position, name) == getattr(match.position, name)
        assert verify(again).problems == ()


def the_same_action_after_an_undo_meets_the_same_dice(table: Table) -> None:
    """Nobody gets a second roll by an undo."""
    match = _unfinished(table)
    for to in _points_behind(match, table.random(), 4):
        back = match.enter(Undo(to), MASTER, 0, "why").match
        entries = match.journal or ()
        steps = [entry for entry in entries if entry.parent == to and entry.kind == "act" and entry.moves]
        for entry in steps[:1]:
            outside = [
                e for e in entries if e.number > entry.number and (e.standing or e.kind == "substitute")
            ]
            again = back.act(entry.seat, back.game.read(entry.what), PLAYER, 0)
            if not outside:
                assert again.entry.rolls == entry.rolls
                assert again.entry.state == entry.state


# Actions


def what_is_rolled_could_have_been_forced(table: Table) -> None:
    """The game lists every roll before the roll happens, and allows the values that are rolled."""
    for before, advance in zip(table.matches, table.play, strict=False):
        coming = kinds_to_come(table.game, before.shown)
        for roll in advance.entry.rolls:
            kinds = [kind for kind in coming if kind.label == roll.label and kind.count == len(roll.values)]
            assert kinds, f"{roll} was not to be expected"
            assert any(all(map(kind.may_show, roll.values)) for kind in kinds), roll
            assert not roll.seat or not all(kind.table for kind in kinds), f"{roll} is somebody's own"


def every_legal_action_applies(table: Table) -> None:
    """Every offered action can be done, keeps the invariants and is written readably."""
    random = table.random()
    for match in table.some(8):
        for seat in range(1, table.seats + 1):
            legal = match.game.legal_actions(match.state, seat)
            for action in random.sample(legal, min(8, len(legal))):
                after = match.act(seat, action, PLAYER, 0).match
                after.game.check(after.state)


def everything_else_is_refused_and_changes_nothing(table: Table) -> None:
    """An action that is not offered raises IllegalAction and nothing else, for every seat."""
    random = table.random()
    known = _actions_seen(table)
    for match in table.some(6):
        state = match.state
        for seat in range(1, table.seats + 1):
            legal = set(match.game.legal_actions(state, seat))
            decision = match.game.decision_of(state, seat)
            forms = decision.forms if decision else ()
            for action in [*random.sample(known, min(8, len(known))), Foreign()]:
                if _is_meant(match, seat, action, legal, forms):
                    continue
                refusal = _refusal(match, seat, action)
                assert refusal is not None, f"seat {seat} did {action}, which was not offered"
                assert refusal.code
                assert refusal.message.endswith((".", "?", "!"))
                assert match.state == state
                _says_you(match, seat, refusal.message)


def _says_you(match: Match, seat: int, told: str) -> None:
    """A text never mentions its own reader by name, but says “you”."""
    own = match.game.seat_name(match.state, seat)
    assert not re.search(rf"(?<!“)\b{re.escape(own)}\b (is|has|can|may|must|[a-z]+s)\b", told), told


def what_is_listed_is_what_is_accepted(table: Table) -> None:
    """A room accepts an action of another position if and only if the room lists the action."""
    known = [action for action in _actions_seen(table) if action.by_players and not action.free]
    for match in table.some(8):
        state = match.state
        for question in questions(state) if match.game.rooms else ():
            listed, forms = set(question.actions(state)), question.forms(state)
            for action in known:
                meant = _accepted(question, state, action)
                if meant is None:
                    assert action not in listed, f"{action} is listed and refused"
                else:
                    offered = meant in listed or any(form.admits(meant) for form in forms)
                    assert offered, f"{meant} is not listed, and accepted"


def _accepted(question: Question[Any, Any, Any], state: State, action: Action) -> Action | None:
    """Return the action in its canonical form, if the room accepts it."""
    try:
        meant = question.canonical(state, action)
        if not question.takes(state, meant):
            return None
        question.check(state, meant)
    except IllegalAction:
        return None
    return meant


def forms_are_filled_in_as_they_say(table: Table) -> None:
    """A filled form can be read back, has labels, and is done or refused with a reason."""
    random = table.random()
    for match in table.matches:
        for decision in () if match.finished else match.game.decisions(match.state):
            for form in decision.forms:
                assert set(form.blanks) <= set(fields_of(type(form.action)))
                assert form.admits(form.action)
                action = fill(form, random)
                assert form.admits(action)
                assert match.game.read(str(action)) == action
                refusal = _refusal(match, decision.seat, action)
                if refusal is not None:
                    assert refusal.message.endswith((".", "?", "!"))
                    continue
                for depth in range(1, len(decision.path(action)) + 1):
                    assert match.game.label(match.state, decision.seat, action, depth).text


def notation_reads_back(table: Table) -> None:
    """Every action is one line. Typing this line means the same action."""
    for match in table.some(12):
        for action in _offered(match):
            line = str(action)
            assert match.game.read(line) == action
            assert line.splitlines() == [line]


def choices_fit_into_menus(table: Table) -> None:
    """No step of a question has too many answers, and every action can be reached.

    If all actions are in one menu, they look different.
    """
    random = table.random()
    for match in table.some(8):
        for decision in match.game.decisions(match.state):
            offered = (*decision.shortcuts, *decision.actions)
            assert len({decision.path_of(action) for action in offered}) == len(offered)
            for action in random.sample(offered, min(6, len(offered))):
                path = decision.path_of(action)
                assert len("/".join(path)) <= MAX_CHOICE_LENGTH
                assert not any("/" in answer or "\n" in answer or not answer for answer in path)
                _walk(match, decision, action, path)
            for action in random.sample(decision.offered, min(6, len(decision.offered))):
                _look_into_menus(decision, decision.path_of(action))
            if 1 < len(decision.offered) <= MENU_LIMIT:
                _look_different(match, decision)


def shortcuts_mean_something_legal(table: Table) -> None:
    """A shortcut means a possible action, can be read back, and is not listed among the actions."""
    random = table.random()
    for match in table.some(8):
        for decision in match.game.decisions(match.state):
            _answered_for_good(match, decision)
            for action in random.sample(decision.shortcuts, min(6, len(decision.shortcuts))):
                assert action not in decision.actions
                assert match.game.read(str(action)) == action
                meant = match.game.canonical(match.state, decision.seat, action)
                assert isinstance(meant, action.stands_for)
                assert match.act(decision.seat, action, PLAYER, 0).entry.what == str(meant)
                _spelled_out(match, decision, action)


def _answered_for_good(match: Match, decision: Decision) -> None:
    """A permanent answer is legal, and so is its order. The order leaves the question open."""
    seat, at, asked = decision.seat, match.position.last, match.awaits(decision.seat)
    for answer, order in decision.always().items():
        assert answer in decision.actions
        assert order.standing
        assert order in match.game.free_actions(match.state, seat)
        ordered = match.act(seat, order, PLAYER, at).match
        assert ordered.awaits(seat) == asked
        assert ordered.act(seat, answer, PLAYER, at).match.awaits(seat) != asked


def _spelled_out(match: Match, decision: Decision, action: Action) -> None:
    """A shortcut is done completely: nothing stops it before its end."""
    parts = [*match.game.spelled(match.state, decision.seat, action)]
    while parts:
        part = parts.pop(0)
        done = match.act(decision.seat, part, PLAYER, 0)
        before, match = match, done.match
        why = halt(decision.seat, before, match, done.events, ())
        if why is not None:
            assert not parts or is_moot(why, part, parts), f"{action} stops before {parts}: {why}"
            return


def what_comes_to_the_same_leads_to_equal_positions(table: Table) -> None:
    """Answers with the same result lead to equal positions, so offering one of them is enough."""
    for match in table.some(8):
        for decision in match.game.decisions(match.state):
            come_to_the_same(match.game, match.state, decision)


def come_to_the_same(game: AnyGame, state: State, decision: Decision) -> int:
    """With the same luck, compare answers that have the same result. Returns the number of comparisons."""
    groups: dict[Hashable, list[Action]] = {}
    for action in (*decision.actions, *decision.shortcuts):
        groups.setdefault(decision.comes_to(action), []).append(action)
    stored, merged = state.model_dump_json(), [group for group in groups.values() if len(group) > 1]
    for same in merged:
        first, *others = (_after(game, stored, decision.seat, action) for action in same)
        for action, other in zip(same[1:], others, strict=True):
            assert other == first, f"{same[0]} and {action} are said to come to the same"
    return sum(len(same) - 1 for same in merged)


def _after(game: AnyGame, stored: str, seat: int, action: Action) -> str:
    state = game.load_state(stored)
    luck, turn = Chance(QuickStream(Random(1))), game.turn(state)
    for part in game.spelled(state, seat, action):
        if game.turn(state) == turn:
            game.apply(state, seat, game.canonical(state, seat, part), luck)
    return str(state.model_dump_json())


def _walk(match: Match, decision: Decision, action: Action, path: Sequence[str]) -> None:
    possible = (*decision.shortcuts, *decision.actions)
    found: PartialAnswer | Action = ask(possible, (), decision.path_of)
    for depth in range(1, len(path) + 1):
        found = ask(possible, path[:depth], decision.path_of)
        label = match.game.label(match.state, decision.seat, action, depth)
        assert label.text
        assert len(_words(match, label)) <= 80
        assert len(label.hint) <= 100
        assert len(label.warning) <= 100
    assert action == (found.complete if isinstance(found, PartialAnswer) else found)


def _look_into_menus(decision: Decision, path: Sequence[str]) -> None:
    """No step of the path to an offered action has too many answers."""
    for depth in range(len(path)):
        found = ask(decision.offered, path[:depth], decision.path_of)
        if isinstance(found, PartialAnswer):
            numbers = all(answer.lstrip("-").isdecimal() for answer in found.answers)
            assert numbers or len(found.answers) <= MENU_LIMIT, found.answers


def _look_different(match: Match, decision: Decision) -> None:
    """Whole actions in one menu look different."""
    seen: dict[tuple[str, str], Action] = {}
    for action in decision.offered:
        label = match.game.label(match.state, decision.seat, action, len(decision.path(action)))
        first = seen.setdefault((_words(match, label), label.hint), action)
        assert first == action, f"“{label.text}” stands for {first} and for {action}"


def _words(match: Match, label: Label) -> str:
    """Return a label's text where its sign cannot be shown."""
    return label.in_words(signs(match.game)[label.sign]) if label.sign else label.text


# Absence


def timeouts_always_apply(table: Table) -> None:
    """The clock can act for every awaited seat. The notation of the clock's action means the same action."""
    for match in table.some(12):
        for awaited in match.position.awaited:
            action = match.game.timeout(match.state, awaited.seat)
            assert type(action) in match.game.actions
            assert match.game.read(str(action)) == action
            after = match.enter(Timeout(awaited.seat), MASTER, 0).match
            after.game.check(after.state)


def resigning_works_in_any_state(table: Table) -> None:
    """A seat that may resign can resign, and is not asked anything any more."""
    for match in table.some(8):
        for seat in range(1, table.seats + 1):
            if Resign() in match.game.free_actions(match.state, seat):
                after = match.act(seat, Resign(), PLAYER, 0).match
                after.game.check(after.state)
                assert after.awaits(seat) is None
                assert Resign() not in after.game.free_actions(after.state, seat)


def players_can_be_replaced_at_any_time(table: Table) -> None:
    """A new player can take over a seat at any time, and the game goes on."""
    for match in table.some(8):
        for seat in range(1, table.seats + 1):
            after = match.enter(Substitute(seat, "newcomer"), MASTER, 0).match
            after.game.check(after.state)
            assert [a.seat for a in after.position.awaited] == [a.seat for a in match.position.awaited]


# State


def invariants_hold(table: Table) -> None:
    """After every entry the state is valid and can be stored, and until the end a seat is awaited."""
    for match in table.matches:
        state = match.state
        match.game.check(state)
        assert state.model_dump_json() == match.position.state
        decisions = match.game.decisions(state)
        assert bool(decisions) != match.finished
        seats = [decision.seat for decision in decisions]
        assert len(set(seats)) == len(seats)
        assert set(seats) <= set(range(1, table.seats + 1))
        assert all(decision.actions or decision.forms for decision in decisions)


def events_can_be_stored_and_told(table: Table) -> None:
    """Every event is one that the game declares, and is plain data."""
    for advance in table.play:
        for event in advance.events:
            assert type(event) in table.game.events
            data = json.loads(json.dumps(dump_event(event)))
            assert data.pop("event") == event.kind
            assert type(event).model_validate(data) == event
            event.story()


def texts_keep_their_limits(table: Table) -> None:
    """Alt text, headline and similar texts fit into their places."""
    names = {seat: f"Captain {seat} of the Long Name, Esq." for seat in range(1, table.seats + 1)}
    for match in table.some(8):
        state = match.state
        for seat in (None, 1):
            view = match.game.view(state, seat, table.told(match, seat))
            assert view.game == match.game.slug
            assert type(view).model_validate_json(view.model_dump_json()) == view
            assert 0 < len(match.game.describe(view, names)) <= 1024
            assert len(match.game.standing(view, names)) <= 1000
            assert len(match.game.private_standing(view, names)) <= (1000 if seat else 0)
        assert len(match.game.headline(state)) <= 100
        marks = [match.game.seat_mark(state, seat) for seat in range(1, table.seats + 1)]
        assert len({*marks}) == len(marks)
        assert all(0 < len(mark) <= 2 for mark in marks)
        for decision in match.game.decisions(state):
            assert 0 < len(match.game.prompt(state, decision)) <= 200


def looking_changes_nothing(table: Table) -> None:
    """Views, choices and texts do not change a state, so all of them may share one state."""
    for match in table.some(8):
        game, state = match.game, match.state
        for seat in range(1, table.seats + 1):
            game.view(state, seat, table.told(match, seat))
            game.legal_actions(state, seat)
            game.seat_name(state, seat)
            game.seat_mark(state, seat)
            game.evaluate(state, seat)
        for decision in game.decisions(state):
            for action in decision.actions:
                game.label(state, decision.seat, action, len(decision.path(action)))
            game.prompt(state, decision)
            game.view_to_choose(state, decision.seat, table.told(match, decision.seat))
            game.timeout(state, decision.seat)
        game.view(state, None)
        game.turn(state)
        game.headline(state)
        game.outcome(state)
        assert state.model_dump_json() == match.position.state


def answers_do_not_depend_on_what_was_worked_out_before(table: Table) -> None:
    """A cached result has a key with everything that it depends on."""
    # This law checks only one position, because it is slow.
    match = table.random().choice([match for match in table.matches if not match.finished])
    remembered = _answers(match, match.decisions)
    with nothing_remembered("rules", type(match.game).__module__):
        assert _answers(match, match.game.decisions(match.state)) == remembered


def _answers(match: Match, decisions: Sequence[Decision]) -> list[object]:
    """Return everything that is offered and seen."""
    game, state, seats = match.game, match.state, range(1, len(match.position.players) + 1)
    return [
        *((decision.seat, decision.kind, tuple(decision.actions)) for decision in decisions),
        *(tuple(game.free_actions(state, seat)) for seat in seats),
        *(game.view(state, seat) for seat in (None, *seats)),
        *(game.view_to_choose(state, decision.seat) for decision in decisions),
    ]


def nothing_hidden_leaks(table: Table) -> None:
    """Two states that differ only in what an onlooker cannot see look the same to that onlooker."""
    random = table.random()
    for match in table.some(8):
        for onlooker in (None, *range(1, table.seats + 1)):
            other = redrawn(match, onlooker, random)
            _look_the_same(match, other, onlooker, table.told(match, onlooker))
            _go_on_the_same(match, other, onlooker, random)


def redrawn(match: Match, onlooker: int | None, random: Random) -> State:
    """Return the match's state after a redraw of everything hidden from the onlooker (None: the public)."""
    state = match.state
    match.game.redraw(state, onlooker, random)
    return state


def what_is_redrawn_depends_on_what_is_seen_alone(table: Table) -> None:
    """If two states look the same to an onlooker, the same redraw of hidden things makes them equal."""
    random = table.random()
    for match in table.some(8):
        for onlooker in (None, *range(1, table.seats + 1)):
            luck = random.random()
            other = redrawn(match, onlooker, random)
            match.game.redraw(other, onlooker, Random(luck))
            assert other == redrawn(match, onlooker, Random(luck))


def players_of_the_bot_s_own_do_not_look(table: Table) -> None:
    """The bot makes the same moves in two games that differ only in what its seat cannot see."""
    random = table.random()
    for match in table.some(4):
        for decision in match.game.decisions(match.state)[:1]:
            other = redrawn(match, decision.seat, random)
            again = match.game.decision_of(other, decision.seat)
            assert again is not None
            # With a small budget, the strong player reads the same data in a hundredth of the time.
            brief = {"strong": strong(Search(actions=30, candidates=2))}
            for policy in {**policies(match.game), **brief}.values():
                luck = random.random()
                chosen = policy(match.game, match.state, decision, Random(luck))
                assert policy(match.game, other, again, Random(luck)) == chosen


def quick_players_do_what_is_legal(table: Table) -> None:
    """A cheap player's choice in playouts is legal, and does not depend on hidden things."""
    random = table.random()
    for match in table.some(8):
        for decision in match.game.decisions(match.state):
            state, luck = match.state, random.random()
            before = state.model_dump_json()
            chosen = match.game.quick(state, decision, Random(luck))
            assert state.model_dump_json() == before
            other = redrawn(match, decision.seat, random)
            again = match.game.decision_of(other, decision.seat)
            assert again is not None
            assert match.game.quick(other, again, Random(luck)) == chosen
            if chosen is not None:
                meant = match.game.canonical(state, decision.seat, chosen)
                match.game.apply(state, decision.seat, meant, Chance(QuickStream(random)))


def _look_the_same(match: Match, other: State, onlooker: int | None, told: Sequence[Event]) -> None:
    game, state = match.game, match.state
    assert game.view(other, onlooker, told) == game.view(state, onlooker, told)
    assert (game.turn(other), game.headline(other)) == (game.turn(state), game.headline(state))
    asked = zip(game.decisions(state), game.decisions(other), strict=True)
    for one, two in asked:
        assert (one.seat, one.kind, one.secret, one.clock) == (two.seat, two.kind, two.secret, two.clock)
        assert game.prompt(other, two) == game.prompt(state, one)
        if one.seat == onlooker:
            seen = game.view_to_choose(state, onlooker, told)
            assert game.view_to_choose(other, onlooker, told) == seen
        if not one.secret or one.seat == onlooker:
            assert (one.actions, one.forms) == (two.actions, two.forms)
        if one.seat == onlooker:
            for action in one.actions[:12]:
                for depth in range(1, len(one.path(action)) + 1):
                    assert game.label(other, onlooker, action, depth) == game.label(
                        state, onlooker, action, depth
                    )
    if onlooker is not None:
        assert game.free_actions(other, onlooker) == game.free_actions(state, onlooker)


def _go_on_the_same(match: Match, other: State, onlooker: int | None, random: Random) -> None:
    """An action without rolls and reveals shows the onlooker the same events in the match and in `other`.

    Only actions with equal labels in both states are compared, because a label may show hidden things.
    """
    game = match.game
    for decision in game.decisions(match.state):
        again, seat = game.decision_of(other, decision.seat), decision.seat
        both = [action for action in decision.actions if again and action in again.actions]
        reads = (
            action
            for action in random.sample(both, len(both))
            if _read(game, other, decision, action) == _read(game, match.state, decision, action)
        )
        action = next(reads, None)
        if action is None:
            continue
        one, rolls = _try(match, match.state, seat, action)
        two, others = _try(match, other, seat, action)
        if not rolls and not others and not any(event.reveals for event in (*one, *two)):
            assert _seen(one, onlooker) == _seen(two, onlooker)


def _read(game: AnyGame, state: State, decision: Decision, action: Action) -> list[Label]:
    """Return the labels of an answer for the seat that may give it."""
    depths = range(1, len(decision.path(action)) + 1)
    return [game.label(state, decision.seat, action, depth) for depth in depths]


def _try(match: Match, state: State, seat: int, action: Action) -> tuple[list[Event], int]:
    copy = match.game.load_state(state.model_dump_json())
    chance = Chance(QuickStream(Random(0)))
    return match.game.apply(copy, seat, action, chance), len(chance.rolls)


def _seen(events: Sequence[Event], onlooker: int | None) -> list[Event]:
    return [event for event in events if not event.private or getattr(event, "seat", None) == onlooker]


def what_can_be_taken_back_told_nothing(table: Table) -> None:
    """A seat that may take an action back has learned nothing hidden from it.

    If other things had been hidden, everything would look the same after the action.
    """
    random = table.random()
    for match, advance in zip(table.matches, table.play, strict=False):
        entry, after = advance.entry, advance.match
        if entry.kind != "act" or not entry.moves or after.position.back_seat != entry.seat:
            continue
        other = redrawn(match, entry.seat, random)
        chance = Chance(QuickStream(Random(0)))
        events = match.game.apply(other, entry.seat, match.game.read(entry.what), chance)
        for onlooker in (None, entry.seat):
            assert _seen(events, onlooker) == _seen(advance.events, onlooker)
            _look_the_same(after, other, onlooker, table.told(after, onlooker))


def secrets_leave_no_public_trace(table: Table) -> None:
    """A secret action does not count in public, notifies nobody, and changes no other seat's question."""
    before: Position = table.opened.position
    for advance in table.play:
        after = advance.match.position
        if advance.entry.secret:
            assert after.public == before.public
            assert not [event for event in advance.events if not event.private]
            others = [[a for a in p.awaited if a.seat != advance.entry.seat] for p in (before, after)]
            assert others[0] == others[1]
        before = after


def files_for_everybody_tell_nothing_hidden(table: Table) -> None:
    """The export of a running game does not depend on secret actions, rolls and draws."""
    journal = [advance.entry for advance in table.play]
    known = export(table.opened.opening, journal, None)
    others = [otherwise(entry) for entry in journal]
    assert export(table.opened.opening, others, None) == known
    # In a game without the secret entries, only the hashes of later entries would differ.
    if not any(entry.kind in {"undo", "redo"} or any(r.force for r in entry.rolls) for entry in journal):
        noticed = [entry for entry in others if not entry.secret]
        assert export(table.opened.opening, noticed, None) == known


def otherwise(entry: Entry) -> Entry:
    """Return the entry as it would be in a game that looks the same to everybody."""
    rolls = tuple(roll.model_copy(update={"values": ("?",)}) if roll.secret else roll for roll in entry.rolls)
    what = "something else" if entry.veiled or entry.secret else entry.what
    return entry.model_copy(update={"what": what, "rolls": rolls, "state": "0" * 64, "before": "1" * 64})


def every_game_ends(table: Table, limit: int = 20_000) -> None:
    """Random play ends. This law is not among `LAWS`, because it plays complete games."""
    game, random = table.game, table.random()
    state = table.opened.state
    chance = Chance(QuickStream(random))
    for _ in range(limit):
        decisions = game.decisions(state)
        if not decisions:
            break
        decision = random.choice(decisions)
        game.apply(state, decision.seat, at_random(game, state, decision, random), chance)
    outcome = game.outcome(state)
    assert outcome is not None
    ranked = sorted(seat for group in outcome.ranking for seat in group)
    assert ranked == sorted(set(ranked))
    assert set(ranked) <= set(range(1, table.seats + 1))


Law: TypeAlias = Callable[[Table], None]


def _once_a_table(law: Law) -> Law:
    """Return a law that skips tables for which it held before, because Hypothesis draws some tables again."""
    held: set[Table] = set()

    @wraps(law)
    def tried(table: Table) -> None:
        if table not in held:
            law(table)
            held.add(replace(table))

    return tried


LAWS: tuple[Law, ...] = tuple(
    map(
        _once_a_table,
        (
            replay_equals_live,
            undo_then_redo_changes_nothing,
            the_same_action_after_an_undo_meets_the_same_dice,
            what_is_rolled_could_have_been_forced,
            every_legal_action_applies,
            everything_else_is_refused_and_changes_nothing,
            what_is_listed_is_what_is_accepted,
            forms_are_filled_in_as_they_say,
            notation_reads_back,
            choices_fit_into_menus,
            shortcuts_mean_something_legal,
            what_comes_to_the_same_leads_to_equal_positions,
            timeouts_always_apply,
            resigning_works_in_any_state,
            players_can_be_replaced_at_any_time,
            invariants_hold,
            events_can_be_stored_and_told,
            texts_keep_their_limits,
            looking_changes_nothing,
            answers_do_not_depend_on_what_was_worked_out_before,
            nothing_hidden_leaks,
            what_is_redrawn_depends_on_what_is_seen_alone,
            players_of_the_bot_s_own_do_not_look,
            quick_players_do_what_is_legal,
            what_can_be_taken_back_told_nothing,
            secrets_leave_no_public_trace,
            files_for_everybody_tell_nothing_hidden,
        ),
    )
)


def name_of(law: Law) -> str:
    """Return a law's name as a test id."""
    return law.__name__


# Pieces


class Foreign(Action):
    """An action of no game."""

    kind: ClassVar[str] = "foreign"


def _unfinished(table: Table) -> Match:
    return [match for match in table.matches if not match.finished][-1]


def _points_behind(match: Match, random: Random, count: int) -> list[int]:
    behind = match.line()[:-1]
    return random.sample(behind, min(count, len(behind)))


def _refusal(match: Match, seat: int, action: Action) -> IllegalAction | None:
    try:
        match.act(seat, action, PLAYER, 0)
    except IllegalAction as refusal:
        return refusal
    return None


def _offered(match: Match) -> Iterator[Action]:
    for seat in range(1, len(match.position.players) + 1):
        yield from match.game.legal_actions(match.state, seat)


def _actions_seen(table: Table) -> list[Action]:
    seen = {action: None for match in table.some(6) for action in _offered(match)}
    played = {a: None for advance in table.play if (a := _action_of(table.game, advance))}
    return [*{**seen, **played}]


def _action_of(game: AnyGame, advance: Advance) -> Action | None:
    return game.read(advance.entry.what) if advance.entry.kind in {"act", "timeout"} else None


def _is_meant(match: Match, seat: int, action: Action, legal: set[Action], forms: Sequence[Form]) -> bool:
    """Return whether the action means an offered action."""
    try:
        meant = match.game.resolve(match.state, seat, action)
    except IllegalAction:
        return False
    return meant.by_players and (meant in legal or any(form.admits(meant) for form in forms))
