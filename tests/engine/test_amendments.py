"""Amendments: changing the state in a situation that the rules do not foresee, without revealing secrets."""

import json
from itertools import islice
from random import Random
from typing import TypeAlias

import pytest
from pydantic import JsonValue

from rules.acrana import turn
from rules.engine.amendments import Amendment
from rules.engine.entries import Amend, End, Force, MakePlan, Note, Redo, TakeBack, Undo
from rules.engine.entry import Entry
from rules.engine.errors import HarbourmasterError, NotNow
from rules.engine.export import export
from rules.engine.game import AnyGame, State
from rules.engine.match import Match
from rules.engine.registry import games
from rules.engine.verify import verify
from tests.amendments import accepted, goes_on_to_its_end, played_on, some_amendment
from tests.engine.cove import CoveState
from tests.engine.table import ANN, MASTER, act, cove, does, journal, nim, plays, stow
from tests.fair_dice.test_whole_games import EVERY_GAME, begun
from tests.laws import random_action as any_action
from tests.laws import redrawn


def replacing(path: str, value: object) -> str:
    return json.dumps([{"op": "replace", "path": path, "value": value}])


def wanted(match: Match, patch: str, onlooker: int | None = None, *, sees_all: bool = True) -> Amendment:
    return match.amendment(patch, onlooker, sees_all=sees_all)


def amend(match: Match, path: str, value: object) -> Match:
    return match.enter(Amend.of(wanted(match, replacing(path, value))), MASTER, 300, "a loan").match


def gold(match: Match, seat: int) -> int:
    assert isinstance(match.state, CoveState)
    return match.state.boat(seat).gold


def last(match: Match) -> Entry:
    return journal(match)[-1]


def test_an_amendment_is_an_entry_that_says_what_it_changed_and_where() -> None:
    before = cove()
    after = amend(before, "/boats/1/gold", 9)
    assert gold(after, 2) == 9
    entry = last(after)
    assert (entry.kind, entry.reason, entry.label, entry.veiled) == ("amend", "a loan", "", False)
    assert entry.what == '[{"op":"replace","path":"/boats/1/gold","value":9}]'
    assert entry.stood == last(before).state
    (change,) = entry.changes
    assert (change.part, change.before, change.after, change.seat) == (("boats", "1", "gold"), "4", "9", 2)
    assert verify(after).problems == ()


def test_an_amendment_is_undone_and_brought_back_exactly() -> None:
    before = does(cove(), 1, "lantern")
    after = amend(before, "/boats/1/gold", 9)
    back = after.enter(Undo(before.position.head), MASTER, 301, "wrong").match
    assert (back.position.state, back.position.amended) == (before.position.state, 0)
    forth = back.enter(Redo(), MASTER, 302).match
    assert (forth.position.state, forth.position.amended) == (after.position.state, 1)
    assert verify(forth).problems == ()


def test_standing_orders_given_after_an_amendment_stay_when_it_is_undone() -> None:
    ordered = does(amend(cove(), "/boats/1/gold", 9), 1, "order always")
    back = ordered.enter(Undo(1), MASTER, 301).match
    assert isinstance(back.state, CoveState)
    assert (gold(back, 2), back.state.boat(1).policy) == (4, "always")
    assert verify(back).problems == ()


def test_nobody_takes_back_past_an_amendment() -> None:
    match = plays(nim(), "1 take 3")
    assert match.position.back_seat == 1
    after = amend(match, "/left", 8)
    with pytest.raises(NotNow, match="only your own last action"):
        after.enter(TakeBack(1), ANN, 301)


def test_after_an_amendment_everybody_is_asked_anew_and_plans_are_given_up() -> None:
    match = cove().enter(MakePlan(2, "stow 1"), ANN, 200).match
    after = amend(match, "/round", 2)
    assert not after.position.plans
    asked = zip(match.position.awaited, after.position.awaited, strict=True)
    assert all(old.stamp < new.stamp for old, new in asked)


def test_the_same_patch_of_another_state_is_found() -> None:
    entries = [*journal(amend(cove(), "/boats/1/gold", 9))]
    match = does(cove(), 1, "lantern")
    moved = entries[-1].model_copy(update={"stood": "0" * 64})
    broken = cove().with_journal(journal(cove()))
    assert match.position.head != broken.position.head
    after = amend(cove(), "/boats/1/gold", 9)
    lying = Match(after.game, after.opening, after.seed, after.position, (*entries[:-1], moved))
    assert verify(lying).problems


REFUSED = {
    "nothing": (replacing("/round", 1), "changes nothing"),
    "what the model does not know": (replacing("/boats/0/policy", "perhaps"), "No game can be in that state"),
    "what the game began with": (json.dumps([{"op": "add", "path": "/options", "value": {}}]), "began with"),
    "a seat less": (json.dumps([{"op": "remove", "path": "/boats/1"}]), "one record for each seat"),
    "a seat that is not there": (replacing("/agenda/1/seat", 3), "The rules cannot go on|nobody has"),
    "a question without answers": (replacing("/boats/0/hand", []), "nobody would be asked|go on"),
}


@pytest.mark.parametrize(("patch", "told"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused_and_changes_nothing(patch: str, told: str) -> None:
    match = cove()
    with pytest.raises(HarbourmasterError, match=told):
        wanted(match, patch)
    assert match == cove()


def test_an_invariant_says_itself_what_it_forbids() -> None:
    privateer = begun(games()["privateer"], Random(1))
    with pytest.raises(NotNow, match=r"No game can be in that state: somebody owes gold\."):
        wanted(privateer, replacing("/seats/0/gold", -1))


Steps: TypeAlias = list[dict[str, JsonValue]]

TASK_TWICE: Steps = [{"op": "copy", "from": "/agenda/0", "path": "/agenda/-"}]
BOMB: dict[str, JsonValue] = {"kind": "smoke", "owner": "houseboat", "fused": False, "number": 1}
NOBODY_S: Steps = [
    {"op": "add", "path": "/bombs/C9", "value": BOMB},
    {"op": "replace", "path": "/dropped", "value": 1},
]
UNDROPPED: Steps = [
    {"op": "add", "path": "/bombs/C9", "value": {**BOMB, "kind": "barrel", "owner": "fisherman"}}
]

HOLES: dict[str, tuple[str, Steps, str]] = {
    "a bomb of nobody's": ("kraken_bay", NOBODY_S, "belongs to no ship"),
    "a bomb of later": ("kraken_bay", UNDROPPED, "nobody has dropped yet"),
    "too many rounds": (
        "kraken_bay",
        [{"op": "replace", "path": "/round", "value": 4}],
        "more rounds",
    ),
    "a ship without captain": (
        "kraken_bay",
        [{"op": "replace", "path": "/ships/captain/seat", "value": 0}],
        "has no captain",
    ),
    "a vessel and no ship": (
        "acrana",
        [{"op": "replace", "path": "/pirates/0/engages", "value": ["Z9"]}],
        "a ship that there is not",
    ),
    "a leader of no seat": (
        "acrana",
        [{"op": "replace", "path": "/leader", "value": 0}],
        "a seat is named that does not exist",
    ),
    "one battle more": ("privateer", [{"op": "replace", "path": "/battle", "value": 9}], "out of bounds"),
    "a first player of no seat": (
        "port_flower",
        [{"op": "replace", "path": "/first_seat", "value": 9}],
        "a seat is missing",
    ),
    "a seat that left twice over": (
        "dangerous_sea",
        [{"op": "add", "path": "/gone/-", "value": 9}],
        "who was not there",
    ),
    "the same twice": ("privateer", TASK_TWICE, "done twice"),
}
"""Amendments that were once accepted, but sooner or later broke the game."""


@pytest.mark.parametrize("hole", HOLES)
def test_what_would_break_a_game_later_is_refused_at_once(hole: str) -> None:
    slug, steps, told = HOLES[hole]
    match = begun(games()[slug], Random(1))
    if slug == "kraken_bay":
        match = in_the_bay(match)
    with pytest.raises(NotNow, match=told):
        wanted(match, json.dumps(steps))


def in_the_bay(match: Match) -> Match:
    """Return Kraken Bay after the set-up, without the Houseboat."""
    while not json.loads(match.position.state)["round"]:
        seat = match.decisions[0].seat
        action = next(one for one in match.legal_actions(seat) if "houseboat" not in str(one))
        match = match.act(seat, action, ANN, 0).match
    return match


def test_an_amendment_is_tried_to_the_end_of_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """New hands are dealt after all cards are played, which is many answers later."""
    match = begun(games()["acrana"], Random(1))
    assert wanted(match, replacing("/seats/0/silver", 2)).told
    monkeypatch.setattr(turn, "deal", _breaks)
    with pytest.raises(NotNow, match="The rules cannot go on from there"):
        wanted(match, replacing("/seats/0/silver", 2))


@pytest.mark.needs("rounds", "invariants")
@pytest.mark.parametrize("slug", games())
def test_an_amendment_is_tried_into_the_round_or_season_after_this_one(
    monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    game, reached = games()[slug], set[str]()
    check = type(game).check_whole

    def noted(game: AnyGame, state: State) -> None:
        reached.add(game.round(state))
        check(game, state)

    match = begun(game, Random(f"{slug} calm"))
    monkeypatch.setattr(type(game), "check_whole", noted)
    assert some_amendment(match, Random(1), 60) is not None
    # The set-up is not a round.
    assert len(reached - {""}) == 2


def _breaks(race: object) -> None:
    raise KeyError(race)


@pytest.mark.needs("invariants")
@pytest.mark.parametrize("slug", games())
def test_a_game_with_any_amendment_that_is_accepted_goes_on_to_its_end(slug: str) -> None:
    random = Random(f"{slug} bold")
    match = played_on(begun(games()[slug], random), random, 40)
    found = [*islice(accepted(match, random, 60), 3)]
    assert found
    for amendment in found:
        after = match.enter(Amend.of(amendment), MASTER, 0, "a test").match
        goes_on_to_its_end(after, random, absent=True)
        goes_on_to_its_end(after, random, absent=False)


def test_a_match_that_is_over_is_not_amended() -> None:
    over = cove().enter(End(), MASTER, 300, "a storm").match
    with pytest.raises(NotNow, match="over"):
        wanted(over, replacing("/round", 2))


# Hidden things


def hand_of(match: Match, seat: int, card: str) -> str:
    assert isinstance(match.state, CoveState)
    held = [card, *match.state.boat(seat).hand[1:]]
    return replacing(f"/boats/{seat - 1}/hand", held)


def another_card(match: Match, seat: int) -> str:
    assert isinstance(match.state, CoveState)
    return next(card for card in "123456" if card not in match.state.boat(seat).hand)


def test_of_what_is_hidden_everybody_reads_whose_it_is_and_never_what() -> None:
    match = cove()
    card = another_card(match, 2)
    found = wanted(match, hand_of(match, 2, card))
    assert (found.told, found.of, found.hides) == ((), (2,), True)
    after = match.enter(Amend.of(found), MASTER, 300, "a torn card").match
    entry = last(after)
    assert (entry.label, entry.asked, entry.veiled, entry.secret) == ("hidden", (2,), True, False)
    line = json.loads(export(after.opening, journal(after), None).splitlines()[-1])
    assert line == {
        "number": 2, "kind": "amend", "role": "gm", "player": "master", "label": "hidden", "asked": [2],
        "reason": "a torn card", "at": 300,
    }  # fmt: skip


def test_what_lies_open_is_told_beside_what_is_hidden() -> None:
    match = cove()
    both = json.loads(hand_of(match, 2, another_card(match, 2))) + json.loads(replacing("/boats/1/gold", 9))
    found = wanted(match, json.dumps(both))
    assert ([change.part[-1] for change in found.told], found.of) == (["gold"], (2,))
    deck = wanted(match, json.dumps([{"op": "remove", "path": "/deck/0"}]))
    assert (deck.told, deck.of) == ((), ())


def test_nobody_changes_what_they_may_not_see() -> None:
    match = cove()
    others = hand_of(match, 2, another_card(match, 2))
    for onlooker in (None, 1):
        with pytest.raises(NotNow, match="hidden from you"):
            wanted(match, others, onlooker, sees_all=False)
    assert wanted(match, others, 2, sees_all=False).of == (2,)
    assert wanted(match, replacing("/boats/1/gold", 9), 1, sees_all=False).told


@pytest.mark.parametrize("patch", ["policy", "hand", "stowed", "gold", "round"])
def test_what_somebody_is_answered_depends_only_on_what_they_see(patch: str) -> None:
    match = act(cove(), 1, stow(cove(), 1)).match
    patches = {
        "policy": replacing("/boats/1/policy", "always"),
        "hand": replacing("/boats/1/hand", ["1", "1", "1"]),
        "stowed": json.dumps([{"op": "copy", "from": "/boats/1/hand/0", "path": "/boats/0/stowed"}]),
        "gold": replacing("/boats/1/gold", 7),
        "round": replacing("/round", 9),
    }

    def answer(state: str) -> str:
        other = Match(
            match.game, match.opening, match.seed, match.position.model_copy(update={"state": state})
        )
        try:
            found = other.amendment(patches[patch], 1, sees_all=False)
        except HarbourmasterError as refusal:
            return refusal.message
        return repr(found)

    answers = {answer(redrawn(match, 1, Random(luck)).model_dump_json()) for luck in range(6)}
    assert len(answers) == 1


def test_the_same_change_of_what_is_hidden_is_told_the_same_whatever_is_hidden() -> None:
    match, told = cove(3), set()
    for luck in range(6):
        state = redrawn(match, None, Random(luck))
        assert isinstance(state, CoveState)
        state.boat(2).hand = ["1", "2", "3"]
        stands = match.position.model_copy(update={"state": state.model_dump_json()})
        other = Match(match.game, match.opening, match.seed, stands, match.journal)
        found = wanted(other, replacing("/boats/1/hand", ["6", "6", "6"]))
        after = other.enter(Amend.of(found), MASTER, 300, "torn").match
        told.add(export(after.opening, journal(after), None).splitlines()[-1])
    assert len(told) == 1


# In all games


LONGEST = 300
"""The number of entries in further games, if a game was too short to try everything."""


@pytest.mark.needs("invariants")
@pytest.mark.parametrize("slug", EVERY_GAME)
def test_any_mixture_with_amendments_replays_as_it_went(slug: str) -> None:
    random, kinds, left, amendments = Random(f"{slug} mixture"), set[str](), 90, 0
    wanted = {"amend", "undo", "act"}
    while left > 0 or (left > -LONGEST and not wanted <= kinds):
        match, amended = mixed(begun(EVERY_GAME[slug], random), random, max(left, 30))
        left -= match.position.last
        amendments += amended
        kinds |= {entry.kind for entry in journal(match)}
        assert verify(match).problems == ()
        stored = [Entry.model_validate_json(entry.text()) for entry in journal(match)]
        assert match.with_journal(stored).journal == journal(match)
        line = match.line()
        assert match.position.amended == sum(journal(match)[step - 1].kind == "amend" for step in line)
    assert wanted <= kinds
    assert amendments > 4


def mixed(match: Match, random: Random, most: int) -> tuple[Match, int]:
    """Return the match after `most` entries of all kinds, or at its end, and the number of amendments."""
    amendments = 0
    while not match.finished and match.position.last < most:
        dice, at = random.random(), match.position.last
        if dice < 0.2 and (found := some_amendment(match, random)):
            before = match.position.state
            match = match.enter(Amend.of(found), MASTER, at, "a test").match
            amendments += 1
            assert match.position.awaited or match.finished
            assert match.enter(Undo(match.line()[-2]), MASTER, at).match.position.state == before
        elif dice < 0.3 and len(match.line()) > 3:
            match = match.enter(Undo(random.choice(match.line()[-4:-1])), MASTER, at, "a test").match
        elif dice < 0.35 and match.branches():
            match = match.enter(Redo(random.choice(match.branches()).end), MASTER, at).match
        elif dice < 0.4:
            match = match.enter(Note(), MASTER, at, "a test").match
        elif dice < 0.45 and match.game.rolls:
            kind = match.game.rolls[-1]
            try:
                values = [kind.sides[0]] * kind.count
                match = match.enter(Force(values, kind.label), MASTER, at, "a test").match
            except NotNow:
                continue
        else:
            decision = random.choice(match.decisions)
            match = match.act(decision.seat, any_action(decision, random), ANN, at).match
    return match, amendments
