"""Later entries never change earlier narration: of a turn in short, of an entry, or of a step in a list."""

import pytest

from bot.narration import narrator
from bot.narration.narrator import Narrator
from bot.sessions.recent_steps import Turn, told_in, turns_in
from bot.store.rows import EntryRow, Member
from rules.engine.event import TurnOver, dump_event
from rules.engine.game import AnyGame, Options
from rules.engine.match import Match
from rules.engine.options import OptionValue, choose
from rules.engine.registry import games
from tests.laws import Table

LATER = 8
"""The number of later positions from which a turn is narrated again."""

OPTIONS: dict[str, dict[str, OptionValue]] = {
    "port_flower": {"repellent": "coin"},
    "privateer": {"wind": "random"},
}


def one_more(game: AnyGame, options: Options) -> int:
    """Return one more than the minimum number of seats, if the options allow that."""
    fewest, most = game.seat_range(options)
    return min(fewest + 1, most)


def rows_of(table: Table) -> list[EntryRow]:
    """Return the stored rows of the entries on the current line."""
    counts = set(table.matches[-1].line())
    return [
        EntryRow(one.entry, tuple(map(dump_event, one.events)), table.game.turn(one.match.shown))
        for one in table.play
        if one.entry.number in counts
    ]


def tale(game: AnyGame, match: Match, turn: Turn) -> str:
    """Return the turn in short, as narrated from a position."""
    names = {seat: f"P{seat}" for seat in range(1, len(match.opening.players) + 1)}
    return game.tale(match.view(None, (*told_in(game, turn, None), TurnOver())), names)


def sentences(table: Table, match: Match, row: EntryRow) -> tuple[list[str], str]:
    """Return an entry as narrated from a position, and its step in a list."""
    members = {seat: Member(seat, seat, f"P{seat}") for seat in range(1, table.seats + 1)}
    teller = Narrator(table.game, match.shown, lambda _: members, "", {}, lambda _: 1)
    narrator._STEPS.clear()
    return teller.tell(row), teller.step(row)


@pytest.mark.parametrize("slug", games())
def test_an_entry_is_told_the_same_whatever_came_after_it(slug: str) -> None:
    game = games()[slug]
    for luck in range(3):
        chosen = choose(game.options, game.presets[luck].options)
        table = Table(game, chosen, one_more(game, chosen), luck, steps=90)
        for number, advance in enumerate(table.play):
            events = tuple(map(dump_event, advance.events))
            row = EntryRow(advance.entry, events, game.turn(advance.match.shown))
            first = sentences(table, advance.match, row)
            for later in (*table.play[number + 1 : number + 4], table.play[-1]):
                assert sentences(table, later.match, row) == first, (luck, row.entry.number)


@pytest.mark.needs("turns in short")
@pytest.mark.parametrize("slug", games())
def test_a_turn_that_is_over_is_told_in_short_the_same_whatever_came_after_it(slug: str) -> None:
    game, told = games()[slug], 0
    chosen = choose(game.options, OPTIONS.get(slug, {}))
    for luck in range(3):
        table = Table(game, chosen, one_more(game, chosen), luck, steps=60)
        after = {advance.entry.number: advance.match for advance in table.play}
        rows = rows_of(table)
        # An undo can remove the end or the beginning of a turn, so some turns are incomplete.
        for turn in (*turns_in(game, rows)[1:-1], *turns_in(game, rows[::3])[1:-1]):
            if not turn.parts:
                continue
            numbers = [number for number in after if number >= turn.last]
            first = tale(game, after[numbers[0]], turn)
            told += bool(first)
            for number in numbers[1 : LATER + 1]:
                assert tale(game, after[number], turn) == first, (luck, turn.last, number)
    assert told, f"`lately` of rules/{slug}/shown/caption.py never said a word of a turn."
