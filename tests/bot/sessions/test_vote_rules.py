"""Whatever is asked, answered and done, the open question follows from the journal."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import get_args

from bot.sessions import vote_rules
from bot.sessions.undo_path import steps_between
from bot.store.rows import EntryRow, GameRow, Member
from rules.engine.entries import Agree, AskFor, Propose, Refuse, Substitute, TakeBack, draft_for
from rules.engine.entry import Actor, Matter
from rules.engine.errors import HarbourmasterError
from rules.engine.event import dump_event
from rules.engine.match import SYSTEM, Advance, Match, open_match
from rules.engine.position import Position
from tests.engine.cove import COVE
from tests.engine.table import SEED, opening

MATTERS: tuple[Matter, ...] = get_args(Matter)


class Table:
    """A row, its match and its journal, without a store."""

    def __init__(self) -> None:
        begun = open_match(COVE, opening(COVE, 3).model_copy(update={"players": ("1", "2", "3")}), SEED)
        members = tuple(Member(seat, seat, f"player {seat}") for seat in (1, 2, 3))
        self.match: Match = begun.match
        self.row = GameRow(
            "HM1", 1, 1, "cove", "running", 1, 0, 0, members=members, opening=begun.match.opening
        )
        self.journal: list[EntryRow] = []
        self.enter(self.row, begun)

    def enter(self, row: GameRow, advance: Advance) -> None:
        """Apply an entry as a table does. The entry may settle the open question."""
        entry = advance.entry
        vote = row.vote if entry.kind == "propose" else vote_rules.after(row.vote, row, entry)
        position: Position = advance.match.position
        self.row = replace(row, vote=vote, position=position, status=position.status)
        self.match = advance.match
        self.journal.append(EntryRow(entry, tuple(dump_event(event) for event in advance.events)))
        if vote is not None and vote.moot and not self.match.finished:
            self.enter(self.row, self.match.enter(Refuse(0, vote_rules.label(vote), "moot"), SYSTEM, 0))


def test_the_open_question_follows_from_the_journal_whatever_happens() -> None:
    asked, settled = set[str](), set[str]()
    for luck in range(20):
        chance, table = random.Random(luck), Table()
        for _ in range(60):
            before = table.row.vote
            try:
                one_more(table, chance)
            except (HarbourmasterError, IndexError):
                continue
            vote, entry = table.row.vote, table.journal[-1].entry
            found = vote_rules.question(table.row, table.journal)
            assert (vote and vote._replace(name="")) == found
            asked |= {vote.matter} if vote else set()
            if before and vote is None and entry.kind not in {"refuse", "agree"}:
                settled.add(before.matter)
                assert entry.kind in {before.matter, "substitute"}
    assert asked == {*MATTERS}
    assert settled == {*MATTERS}


def one_more(table: Table, chance: random.Random) -> None:
    """Make one more entry of any kind. Raises an error if the entry is forbidden."""
    match, row, vote = table.match, table.row, table.row.vote
    seat = chance.choice([1, 2, 3])
    actor = Actor(role="seat", player=match.position.players[seat - 1])
    awaited = [one.seat for one in match.position.awaited]
    ways: list[Callable[[], tuple[GameRow, Advance]]] = [
        lambda: (row, match.act(awaited[0], chance.choice(match.legal_actions(awaited[0])[:-1]), actor, 0)),
        lambda: (row, match.enter(TakeBack(seat), actor, 0)),
        lambda: (row, match.enter(Substitute(seat, str(seat)), actor, 0)),
    ]
    if vote is None:
        ways = [*ways, *[lambda: asks(table, seat, actor, chance)] * 3]
    else:
        last = vote_rules.label(vote)
        ways += [
            *[lambda: done(table, actor)] * 2,
            lambda: (row, match.enter(Agree(seat, last), actor, 0)),
            lambda: (row, match.enter(Refuse(chance.choice([0, seat]), last), actor, 0)),
        ]
    table.enter(*chance.choice(ways)())


def asks(table: Table, seat: int, actor: Actor, chance: random.Random) -> tuple[GameRow, Advance]:
    match, row, matter = table.match, table.row, chance.choice(MATTERS)
    others = tuple(one for one in (1, 2, 3) if one != seat)
    if matter == "seat":
        return vote_rules.asking(row, match, match.enter(Propose(seat, "9", asked=others), actor, 0), "Nine")
    goal = chance.choice(match.line()[:-1]) if matter == "undo" else 0
    turn = table.journal[goal - 1].turn if goal else ""
    advance = match.enter(AskFor(matter, seat, asked=others, to=goal), actor, 0)
    return vote_rules.asking(row, match, advance, f"player {seat}", turn)


def done(table: Table, actor: Actor) -> tuple[GameRow, Advance]:
    vote = table.row.vote
    assert vote is not None
    if vote.matter == "seat":
        return table.row, table.match.enter(Substitute(vote.seat, str(vote.seat)), actor, 0)
    return table.row, table.match.enter(draft_for(vote.matter, vote.goal), actor, 0)


def steps(table: Table, goal: int) -> Sequence[EntryRow]:
    return steps_between(table.journal, goal, table.match.position.head)


def test_who_is_asked_about_an_undo_does_not_tell_who_has_chosen_in_secret() -> None:
    table = Table()
    secret = any(decision.secret for decision in table.match.decisions)
    for seat in (1, 2):
        actor = Actor(role="seat", player=str(seat))
        table.enter(table.row, table.match.act(seat, table.match.legal_actions(seat)[0], actor, 0))
        touched = vote_rules.touched(COVE, steps(table, 1), (1, 2, 3), in_secret=secret)
        assert touched == {1, 2, 3}
