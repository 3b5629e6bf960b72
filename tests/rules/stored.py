"""Stored matches: their journals, and what the database stored after every entry.

`python -m tests.rules.recorded` records new matches of every game whose current version has none. A file in
`stored/GAME/` has the rules' version in its name. A file never changes. The first line has the start of the
match. Each later line is an entry of its journal, with the stored fields that have changed, each as a digest.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from rules.engine.action import Resign
from rules.engine.chance import commitment
from rules.engine.entries import Redo, Substitute, TakeBack, Timeout, Undo
from rules.engine.entry import Actor, Entry, Opening
from rules.engine.game import AnyGame
from rules.engine.match import Advance, Match, open_match, options_data
from rules.engine.options import choose
from rules.engine.position import Position
from rules.engine.registry import game as find_game
from rules.engine.strengths import policies
from rules.engine.time_control import TimeControl
from rules.engine.verify import verify_journal

FOLDER = Path(__file__).parent / "stored"
FEWEST = 3
"""The minimum number of matches of each version."""

LENGTH = 50
"""The number of entries of each match."""

PACES = (TimeControl(turn=86_400, bank=7_200, increment=600), None)
"""The paces of the tables, in rotation."""

PLAYER, MASTER = Actor(role="seat", player="p1"), Actor(role="gm", player="p2")

Fields = dict[str, str]


def files() -> list[Path]:
    """Return all stored matches."""
    return sorted(FOLDER.glob("*/*.jsonl"))


def first_difference(file: Path) -> str:
    """Return the first difference between stored fields then and now; empty if there is none."""
    head, *lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    opening = Opening.model_validate(head["opening"])
    recorded, before = list[Fields](), Fields()
    for line in lines:
        before = {name: digest for name, digest in {**before, **line["stored"]}.items() if digest}
        recorded.append(before)

    def compared(advance: Advance) -> str:
        number, stored = advance.entry.number, _fields(advance.match.position)
        then = recorded[number - 1]
        names = sorted(name for name in {*then, *stored} if then.get(name) != stored.get(name))
        return f"Entry {number}: what is stored is other than it was: {', '.join(names)}." if names else ""

    journal = [Entry.model_validate(line["entry"]) for line in lines]
    seed = bytes.fromhex(head["seed"])
    return "; ".join(verify_journal(find_game(opening.game), opening, seed, journal, compared).problems)


def record(game: AnyGame, number: int) -> Iterator[str]:
    """Play a match with everything that people, clocks and game masters do, and yield its lines."""
    luck = Random(f"{game.slug} {number}")
    preset = game.presets[number % len(game.presets)]
    options = choose(game.options, preset.options)
    fewest, most = game.seat_range(options)
    seats, seed = min(most, fewest + number % 2), luck.randbytes(32)
    opening = Opening(
        match=f"STORED{number}", game=game.slug, rules_version=game.rules_version,
        options=options_data(game, options), players=tuple(f"p{seat}" for seat in range(1, seats + 1)),
        commitment=commitment(seed), at=1_000, host="p1", pace=PACES[number % len(PACES)],
    )  # fmt: skip
    yield json.dumps({"opening": json.loads(opening.text()), "seed": seed.hex()}, ensure_ascii=False)
    advance, before = open_match(game, opening, seed), Fields()
    for at in range(1, LENGTH + 1):
        stored = _fields(advance.match.position)
        changed = {
            name: stored.get(name, "")
            for name in sorted({*before, *stored})
            if before.get(name) != stored.get(name)
        }
        yield json.dumps({"entry": json.loads(advance.entry.text()), "stored": changed}, ensure_ascii=False)
        if not advance.match.position.awaited:
            break
        before, advance = stored, _next(advance.match, luck, 1_000 + 60 * at)


def _next(match: Match, luck: Random, at: int) -> Advance:
    """Return a random entry: usually an action, sometimes an entry of another kind."""
    dice, decision = luck.random(), luck.choice(match.decisions)
    behind = [step for step in match.within_reach() if step != match.position.head]
    if dice < 0.04:
        return match.enter(Timeout(decision.seat), Actor(role="timeout"), at)
    if dice < 0.16 and match.position.back:
        return match.enter(TakeBack(match.position.back_seat), PLAYER, at)
    if dice < 0.20 and behind:
        return match.enter(Undo(luck.choice(behind)), MASTER, at, "a slip")
    if dice < 0.24 and match.branches():
        return match.enter(Redo(luck.choice(match.branches()).end), MASTER, at, "it was right")
    if dice < 0.27:
        return match.enter(Substitute(decision.seat, f"p{at}"), MASTER, at, "a holiday")
    over_soon = match.position.last > LENGTH * 3 // 4
    free = [
        action
        for action in match.game.free_actions(match.shown, decision.seat)
        if over_soon or not isinstance(action, Resign)
    ]
    if dice < 0.33 and free:
        return match.act(decision.seat, luck.choice(free), PLAYER, at)
    policy = policies(match.game)["steady" if dice < 0.6 else "random"]
    return match.act(decision.seat, policy(match.game, match.state, decision, luck), PLAYER, at)


def _fields(position: Position) -> Fields:
    """Return the digests of those stored fields of a position that differ from their defaults."""
    stored = position.model_dump(mode="json", exclude_defaults=True)
    return {name: _digest(json.dumps(value, sort_keys=True)) for name, value in stored.items()}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def write_missing(game: AnyGame) -> Sequence[Path]:
    """Record matches of this version if there are none."""
    folder = FOLDER / game.slug
    if [*folder.glob(f"{game.rules_version}-*.jsonl")]:
        return ()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for number in range(1, FEWEST + 1):
        written.append(folder / f"{game.rules_version}-{number}.jsonl")
        written[-1].write_text("".join(f"{line}\n" for line in record(game, number)), encoding="utf-8")
    return written
