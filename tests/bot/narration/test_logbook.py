"""What everybody may read about a game, and when."""

from dataclasses import replace

import pytest

from bot.narration import logbook
from bot.narration.narrator import Narrator
from bot.sessions.journal_checks import Checked
from bot.store.rows import EntryRow, GameStatus
from rules.engine.chance import Roll
from rules.engine.entries import End, Force
from rules.engine.match import Match
from rules.engine.verify import verify
from tests.bot.store.samples import entry, post, running
from tests.engine.table import MASTER, nim, plays
from tests.toy_game import Nim

DEALT = Roll(
    label="card", seat=1, low=1, high=3, values=("3h",), of="2h 3h Ka", natural=("Ka",), force=1, secret=True
)
"""A card that a game master forced."""


def audit(status: GameStatus) -> str:
    """Return the audit's text about the card while the game has the given status."""
    dealt = EntryRow(entry(1).entry.model_copy(update={"rolls": (DEALT,)}), ())
    match = nim()
    position = match.position.model_copy(update={"status": status})
    return logbook.audit(replace(running(), status=status), replace(match, position=position), [dealt])


@pytest.mark.parametrize("status", ["running", "paused"])
def test_a_forced_hidden_draw_stays_out_of_the_audit_of_a_game_under_way(status: GameStatus) -> None:
    assert "card" not in audit(status)


@pytest.mark.parametrize("status", ["over", "ended"])
def test_a_forced_hidden_draw_is_audited_once_the_game_is_over(status: GameStatus) -> None:
    assert "forced card: 3h instead of Ka" in audit(status)


# The story


def test_no_more_of_a_long_game_is_told_than_a_page_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    journal, told = [entry(number) for number in range(1, 1_001)], list[int]()

    def tell(_: Narrator, stored: EntryRow, __: int | None = None) -> list[str]:
        told.append(stored.entry.number)
        return [f"{stored.entry.number}: {'ahoy ' * 20}"]

    monkeypatch.setattr(Narrator, "tell", tell)
    row = replace(running(), slug="port_flower")
    newest = logbook.log(row, nim(), journal, None)
    assert newest.startswith("-# What came before is on page 2")
    assert "~~1000: ahoy" in newest
    assert len(told) < 50
    assert told == sorted(told, reverse=True)
    # The next page continues where this page ends.
    first = told[-2]
    assert f"~~{first}: ahoy" in newest
    assert f"~~{first - 1}: ahoy" in logbook.log(row, nim(), journal, None, page=2).splitlines()[-1]
    with pytest.raises(logbook.NoPage, match="There is no page 99"):
        logbook.log(row, nim(), journal, None, page=99)


def test_a_post_that_begins_with_something_secret_is_linked_where_everybody_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    secret = replace(entry(2), entry=entry(2).entry.model_copy(update={"secret": True}))
    journal = [entry(1), secret, entry(3)]
    monkeypatch.setattr(
        Narrator, "tell", lambda _, stored, __=None: [] if stored.entry.secret else [str(stored.entry.number)]
    )
    posted = replace(post(7), first=2, last=3, message=70)
    told = logbook.log(replace(running(), slug="port_flower"), nim(), journal, None, [posted])
    assert told.splitlines()[1].startswith("[↗](https://discord.com/channels/77/500/70) ")


# The check


def voyage(*steps: str) -> Match:
    """Return a game of Nim after these steps. `force` means that a game master forces the next tide to 1."""
    match = nim()
    for step in steps:
        match = match.enter(Force([1]), MASTER, 0, "why").match if step == "force" else plays(match, step)
    return match


def checked(match: Match) -> str:
    """Return the text that reports the check of a match."""
    return logbook.check(Checked(match, verify(match), 0, 0), replace(running(), position=match.position))


def test_the_check_says_that_all_rolls_come_from_the_seed() -> None:
    told = checked(voyage("1 take 1", "2 take 1").enter(End(), MASTER, 0, "why").match)
    assert "all 2 rolls come from the seed." in told


def test_the_check_says_how_many_rolls_were_forced() -> None:
    match = voyage("force", "1 take 1", "2 take 1").enter(End(), MASTER, 0, "why").match
    told = checked(match)
    assert "1 of 2 rolls come from the seed; 1 was set by game masters (`/game check` lists" in told
    assert "all" not in told


def test_the_check_of_a_game_begun_under_other_rules_says_what_it_leaves_out() -> None:
    class Newer(Nim):
        rules_version = 2

    told = checked(replace(voyage("1 take 1"), game=Newer()))
    assert "chain of hashes is unbroken" in told
    assert "played under other rules than this bot's" in told
    assert "come from the seed" not in told
