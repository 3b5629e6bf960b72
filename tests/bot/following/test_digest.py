"""`/watch digest` shows the news since a person's last look, with the result hidden as a spoiler."""

import re
from collections.abc import Sequence

import pytest

from bot.following.digest import BOTH, END, IMPORTANT, digest_of
from bot.handlers.responses import LIMIT
from bot.narration.narrator import narrator_of
from bot.replays.played import Played
from bot.sessions.undo_path import undo_paths_in
from bot.store.rows import EntryRow, GameRow, Look, Member
from rules.engine.entries import End
from rules.engine.journal import line
from rules.engine.match import Match
from rules.engine.registry import games
from rules.engine.texts import counting
from sandbox import Message, Persona
from tests.bot.harbour import Harbour
from tests.engine.cove import COVE
from tests.engine.table import MASTER, cove, does, journal
from tests.laws import Table


async def digest(harbour: Harbour, person: Persona) -> Message:
    return (await harbour.told(await person.slash("/watch digest"))).message


def uncovered(text: str) -> str:
    return re.sub(r"\|\|.*?\|\|", "", text, flags=re.DOTALL)


async def test_the_digest_tells_what_happened_since_somebody_last_looked(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    (eve,) = harbour.people("Eve")
    first = await digest(harbour, eve)
    assert first.only_for is eve.user
    assert "You look for the first time: 1 turn so far." in first.text
    assert "**In figures so far**" in first.text
    assert [one.filename for one in first.pictures] == ["board.png"]
    assert [button.label for button in first.buttons] == ["Follow"]
    again = await digest(harbour, eve)
    assert "Nothing has happened since you last looked" in again.text
    assert not again.pictures

    seen = harbour.newest.pictures[0].alt
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    for _ in range(3):
        await harbour.skip()
    # The bot remembers Eve's last look over a restart. Others have not looked at anything.
    await harbour.restart()
    since = await digest(harbour, eve)
    assert re.search(r"Since you last looked <t:\d+:R>: 3 turns\.", since.text)
    assert "F6" in since.text
    assert [one.filename for one in since.pictures] == ["board-then.png", "board.png"]
    assert [one.spoiler for one in since.pictures] == [False, False]
    then, now = since.pictures
    assert then.alt == seen
    assert now.alt == harbour.newest.pictures[0].alt
    assert "for the first time" in (await digest(harbour, bo)).text

    await harbour.skip()
    await harbour.resign(bo)
    last = await digest(harbour, eve)
    assert "The game is over." in last.text
    assert "||🥇 **Ann**" in last.text
    shown = uncovered(last.text)
    assert "🥇" not in shown
    assert "resign" not in shown
    assert [one.spoiler for one in last.pictures] == [False, True]
    assert not last.buttons
    assert "Nothing has happened" in (await digest(harbour, eve)).text


@pytest.mark.parametrize("slug", games())
def test_the_digest_of_a_long_game_fits_and_covers_its_end(slug: str) -> None:
    game = games()[slug]
    table = Table(game, game.options(), game.seat_range(game.options())[1], luck=3, steps=150)
    going = [match for match in table.matches if not match.finished]
    row, match, rows = stored(
        going[-1].enter(End(), MASTER, 1, "a storm is coming").match, ["*" * 40] * table.seats
    )
    for seen in (0, 1, len(rows) // 2, len(rows) - 1):
        found = digest_of(row, match, rows, Look(1, row.id, seen, 1) if seen else None)
        assert len(found.text) + len(BOTH) + len(END) + 2 < LIMIT
        assert found.spoils
        assert "a storm is coming" in found.text
        assert "a storm is coming" not in uncovered(found.text)
    is_short = len(table.play) < table.steps
    assert len(digest_of(row, match, rows, None).text) > LIMIT // 2 or is_short


@pytest.mark.needs("figures")
@pytest.mark.parametrize("slug", games())
def test_where_much_has_happened_the_digest_tells_what_the_game_counts(slug: str) -> None:
    game = games()[slug]
    table = Table(game, game.options(), game.seat_range(game.options())[1], luck=3, steps=150)
    going = [match for match in table.matches if not match.finished]
    row, match, rows = stored(going[-1], [f"Sailor {seat}" for seat in range(1, table.seats + 1)])
    text = digest_of(row, match, rows, Look(1, row.id, 1, 1)).text
    is_long = len(digest_of(row, match, rows, None).text) > LIMIT // 2
    assert IMPORTANT in text or not is_long
    kinds = {figure.event for figure in counting(game).counted}
    played = set(line(journal(match), match.position.head))
    counts = [one for one in rows if {event["event"] for event in one.events} & kinds]
    latest = max((one for one in counts if one.entry.number in played), key=lambda one: one.entry.number)
    narrator = narrator_of(row, match.shown, undo_paths_in(rows))
    told = narrator.tell(latest)
    assert told
    assert all(sentence.split("\n-# ")[0] in text for sentence in told if not sentence.startswith("-# "))


def test_the_digest_tells_nothing_of_what_was_done_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.narration.narrator.find_game", lambda _: COVE)
    plain = does(cove(), 1, "lantern")
    secret = does(does(cove(), 2, "order never"), 1, "lantern")
    assert journal(secret)[1].secret
    for look in (None, Look(9, "HM1", 1, 5)):
        texts = {digest_of(*stored(one, ["Ann", "Bo"]), look).text for one in (plain, secret)}
        assert len(texts) == 1


def stored(match: Match, names: Sequence[str]) -> tuple[GameRow, Match, list[EntryRow]]:
    """Return the game's row as it would be stored, and its journal."""
    people = tuple(Member(seat, 900 + seat, name) for seat, name in enumerate(names, 1))
    row = GameRow(
        "HM1", 1, 1, match.game.slug, match.position.status, 1, 0, 0, members=people, opening=match.opening,
        position=match.position,
    )  # fmt: skip
    return row, match, Played(match.game, match.opening, match.seed, journal(match)).rows()
