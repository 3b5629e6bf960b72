"""Checks every roll of complete games of all kinds with a program that knows no game.

`check.py` was written from docs/fair-dice.md alone. The program gets only the file from `/game export`.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from rules.engine import entries
from rules.engine.action import Resign
from rules.engine.chance import commitment
from rules.engine.entry import Actor, Entry, EntryKind, Opening
from rules.engine.errors import NotNow
from rules.engine.export import export, read
from rules.engine.game import AnyGame
from rules.engine.match import SYSTEM, TIMEOUT, Match, open_match, options_data
from rules.engine.options import choose
from rules.engine.registry import games
from rules.engine.time_control import TimeControl
from rules.engine.verify import verify_journal
from tests.amendments import some_amendment
from tests.engine.cove import COVE
from tests.laws import random_action

PROGRAM = Path(__file__).with_name("check.py")
PAGE = Path(__file__).parents[2] / "docs" / "fair-dice.md"
MASTER = Actor(role="gm", player="99")

EVERY_GAME = {**games(), "cove": COVE}
"""All games, and a test game in which free actions roll dice."""

CHOSEN: dict[str, dict[str, int | str | bool]] = {
    "port_flower": {"round_limit": 12},
    "acrana": {"first_launch": "free", "win": "first_ship"},
    "cove": {"rounds": 4},
}
"""Options that make games neither too long nor too short."""

LONGEST = 600
"""The number of entries after which a game is ended."""

GAMES = [(slug, number) for slug in EVERY_GAME for number in range(6)]


@cache
def whole_game(slug: str, number: int) -> Match:
    """Return a complete game with all deeds of game masters. A game that is too long is ended."""
    game, random = EVERY_GAME[slug], Random(f"{slug} {number} tide")
    match = besides(begun(game, random))
    while not match.finished and match.position.last < LONGEST:
        match = one_more(match, random)
    return (
        match if match.finished else match.enter(entries.End(), MASTER, match.position.last, "a test").match
    )


def begun(game: AnyGame, random: Random) -> Match:
    options = choose(game.options, CHOSEN.get(game.slug, {}))
    fewest, most = game.seat_range(options)
    seats = min(most, fewest + 1)
    seed = random.randbytes(32)
    opening = Opening(
        match="HM7KPX",
        game=game.slug,
        rules_version=game.rules_version,
        options=options_data(game, options),
        players=tuple(str(100 + seat) for seat in range(seats)),
        commitment=commitment(seed),
        at=1_790_000_000,
        presses=tuple(str(random.getrandbits(60)) for _ in range(seats + 1)),
        pace=TimeControl(turn=86_400),
    )
    return open_match(game, opening, seed).match


def one_more(match: Match, random: Random) -> Match:
    """Return the match after one more entry: usually a move, sometimes anything else."""
    decision = random.choice(match.game.decisions(match.state))
    seat, at = decision.seat, match.position.last
    player = Actor(role="seat", player=match.position.players[seat - 1])
    dice = random.random()
    try:
        if dice < 0.18:
            return random.choice(MASTERLY)(match, random)
        if dice < 0.2:
            return match.enter(entries.Timeout(seat), TIMEOUT, at).match
        if dice < 0.27:
            free = [a for a in match.game.free_actions(match.state, seat) if a != Resign()]
            return match.act(seat, random.choice(free), player, at).match
        if dice < 0.3 and (found := some_amendment(match, Random(dice))):
            return match.enter(entries.Amend.of(found), MASTER, at, "a test").match
    except (NotNow, IndexError):
        pass
    return match.act(seat, random_action(decision, random), player, at).match


def besides(match: Match) -> Match:
    """Return the match after entries that do not change the game."""
    drafts = (
        entries.Propose(1, "400"),
        entries.Agree(1),
        entries.Refuse(1),
        entries.AskFor("pause", 1, asked=(1,)),
        entries.Refuse(0, "pause", "moot"),
        entries.MakePlan(1, "resign", waits=True),
        entries.Tried(1, "nothing"),
        entries.Extend(0, 60),
        entries.Absent(1),
        entries.Back(1),
        entries.Note(),
        entries.Announce(),
        entries.Appoint("eve"),
        entries.Dismiss("eve"),
        entries.Appoint("eve"),
        entries.Handover("ann"),
        entries.Lock(),
        entries.Unlock(),
        entries.SetClock(TimeControl(turn=600)),
        entries.LookAt(1),
        entries.Pause(),
        entries.Resume(),
    )
    for draft in drafts:
        match = match.enter(draft, MASTER, 0, "a test").match
        if match.plans_of(1):
            match = match.enter(entries.Unplan(match.plans_of(1)[-1]), MASTER, 0).match
    return match.enter(entries.Restore(0), SYSTEM, 0).match


def undone(match: Match, random: Random) -> Match:
    return match.enter(entries.Undo(random.choice(match.line()[-8:-1] or (1,))), MASTER, 0, "a test").match


def redone(match: Match, random: Random) -> Match:
    left = match if match.branches() else undone(match, random)
    return left.enter(entries.Redo(random.choice(left.branches()).end), MASTER, 0).match


def unforced(match: Match) -> Match:
    return match.enter(entries.Unforce(match.forced[-1]), MASTER, 0, "a test").match


def forced(match: Match, random: Random) -> Match:
    kind = random.choice(match.game.rolls)
    values = [random.choice(kind.sides) for _ in range(kind.count)]
    return match.enter(
        entries.Force(values, kind.label if random.random() < 0.7 else ""), MASTER, 0, "a test"
    ).match


MASTERLY: tuple[Callable[[Match, Random], Match], ...] = (
    undone,
    redone,
    lambda match, random: (
        undone(match, random).enter(entries.Fresh(), MASTER, 0, "a “test”\u2028 with ends of lines").match
    ),
    forced,
    lambda match, random: unforced(forced(match, random)),
    lambda match, random: (
        match.enter(entries.Substitute(1, str(random.randint(200, 300))), MASTER, 0, "a test").match
    ),
    lambda match, _: besides(match),
)
"""Deeds of game masters, which are not always possible."""


def written(match: Match) -> str:
    return export(match.opening, match.journal or (), match.public_seed())


def checked(tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Return the program's output about a file. The program has no access to the project's code."""
    file = tmp_path / "game.jsonl"
    file.write_bytes(text.encode())
    return subprocess.run(
        [sys.executable, "-I", str(PROGRAM), str(file)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.needs("invariants")
@pytest.mark.parametrize("slug", EVERY_GAME)
def test_in_these_games_everything_happens(slug: str) -> None:
    wanted, journal, number = {*get_args(EntryKind)} - {"rules", "end"}, list[Entry](), 0
    # If games are short, more games are needed for every kind of entry.
    while number < 6 or (wanted - {entry.kind for entry in journal} and len(journal) < 10 * LONGEST):
        journal += whole_game(slug, number).journal or ()
        number += 1
    assert {entry.kind for entry in journal} >= wanted
    assert any(roll.force is not None for entry in journal for roll in entry.rolls)


def test_these_games_have_every_kind_of_roll() -> None:
    matches = [whole_game(slug, number) for slug in EVERY_GAME for number in range(6)]
    journal = [entry for match in matches for entry in match.journal or ()]
    rolls = [roll for entry in journal for roll in entry.rolls]
    assert {roll.secret for roll in rolls} == {True, False}
    assert {bool(roll.of) for roll in rolls} == {True, False}
    assert any(entry.free and entry.rolls for entry in journal)


def test_the_page_names_every_kind_of_entry() -> None:
    (kinds,) = [row for row in PAGE.read_text().splitlines() if row.startswith("| `kind` |")]
    assert {*re.findall("`(.+?)`", kinds)} == {"kind", *get_args(EntryKind)}


@pytest.mark.needs("invariants")
@pytest.mark.parametrize(("slug", "number"), GAMES)
def test_every_roll_of_a_whole_game_can_be_checked_by_anyone(slug: str, number: int, tmp_path: Path) -> None:
    match = whole_game(slug, number)
    rolls = [roll for entry in match.journal or () for roll in entry.rolls]
    forces = sum(roll.force is not None for roll in rolls)
    found = checked(tmp_path, written(match))
    counted = f"{len(match.journal or ())} entries, {len(rolls)} rolls, {forces} of them forced"
    assert found.stdout == f"{counted}: all as they must be\n"
    assert found.returncode == 0


@pytest.mark.needs("invariants")
@pytest.mark.parametrize(("slug", "number"), GAMES)
def test_our_own_check_finds_the_same(slug: str, number: int) -> None:
    match = whole_game(slug, number)
    opening, journal, seed = read(written(match))
    found = verify_journal(match.game, opening, seed, journal)
    assert found.problems == ()
    assert found.rolls_checked == found.rolls
    assert (opening, journal, seed) == (match.opening, match.journal, match.seed)


@pytest.mark.needs("invariants")
@pytest.mark.parametrize("slug", EVERY_GAME)
def test_every_roll_that_was_changed_is_found(slug: str, tmp_path: Path) -> None:
    match, random = whole_game(slug, 0), Random(1)
    journal = match.journal or ()
    open_to_change = [
        (entry.number, place)
        for entry in journal
        for place, roll in enumerate(entry.rolls)
        if roll.force is None and len(set(roll.of.split())) != 1 and (roll.of or roll.low < roll.high)
    ]
    for number, place in random.sample(open_to_change, 5):
        roll = journal[number - 1].rolls[place]
        sides = roll.of.split() or [*range(roll.low, roll.high + 1)]
        other = next(side for side in sides if str(side) != str(roll.values[0]))
        rolls = [*journal[number - 1].rolls]
        rolls[place] = roll.model_copy(update={"values": (other, *roll.values[1:])})
        changed = journal[number - 1].model_copy(update={"rolls": tuple(rolls)})
        found = checked(tmp_path, written_anew(match, changed))
        assert found.stdout.startswith(f"roll {place} of entry {number}: ")
        assert found.returncode == 1


def written_anew(match: Match, changed: Entry) -> str:
    """Return the file with a changed entry, and all later hashes adapted."""
    before, lines = match.opening.hash(), [match.opening.text()]
    for entry in match.journal or ():
        now = (changed if entry.number == changed.number else entry).model_copy(update={"before": before})
        lines.append(now.text())
        before = now.hash()
    return "\n".join([*lines, json.dumps({"seed": match.seed.hex()}), ""])


def test_another_seed_and_a_line_that_is_missing_are_found(tmp_path: Path) -> None:
    lines = written(whole_game("cove", 0)).split("\n")
    other = [*lines[:-2], json.dumps({"seed": bytes(32).hex()}), ""]
    assert checked(tmp_path, "\n".join(other)).stdout == "the seed is not the promised one\n"
    missing = [*lines[:5], *lines[6:]]
    assert checked(tmp_path, "\n".join(missing)).stdout == "entry 5 is missing\n"
    first = lines[1].replace('"kind":"start"', '"kind":"start","reason":"none"')
    assert "does not follow" in checked(tmp_path, "\n".join([lines[0], first, *lines[2:]])).stdout


def test_dice_can_be_checked_over_a_change_of_the_rules(tmp_path: Path) -> None:
    match = begun(COVE, Random(1))
    while not match.finished:
        if match.position.last == 8:
            older = match.position.model_copy(update={"rules": 0})
            match = replace(match, position=older).renew(0).match
        decision = match.decisions[0]
        match = match.act(decision.seat, random_action(decision, Random(1)), MASTER, 0, "a test").match
    assert "rules" in {entry.kind for entry in match.journal or ()}
    assert checked(tmp_path, written(match)).stdout.endswith("all as they must be\n")
