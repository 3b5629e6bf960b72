"""The narrator: its words for an entry, who may read them, and protection against markup in names."""

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

import pytest
from pydantic import JsonValue

from bot.escaping import plain
from bot.narration.narrator import Narrator
from bot.narration.story_counts import StoryCounts
from bot.narration.undo_lines import rolled
from bot.store.rows import EntryRow, Member
from rules.acrana.events import GameEnded
from rules.engine.chance import Chance, QuickStream, Roll
from rules.engine.entry import Actor, Entry
from rules.engine.event import Event, dump_event
from rules.engine.game import State
from rules.engine.match import SYSTEM
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from rules.engine.seat import Seat
from rules.engine.texts import narration
from rules.port_flower import GAME
from rules.port_flower.events import BoatHit, BoatMoved, DiceRolled, RaceOver, TurnStarted
from tests.bot.narration.reading import as_seen
from tests.engine.table import opened
from tests.laws import random_action
from tests.toy_game import Nim, NimState

NAMES = {1: "Ann", 2: "Bea", 3: "Cid", 4: "Dan"}
MASTER = Actor(role="gm", player="99")

ROLLED = DiceRolled(seat=1, N=4, E=2, S=0, W=3, reroll=False)
SAILED = BoatMoved(seat=1, route="N4 E2", path=("F2", "F3", "F4", "F5", "F6", "G6", "H6"))
HIT = BoatHit(seat=1, shark="shark2", at="H6", by=2)
STARTED = TurnStarted(seat=1, round=3)

WIND = Roll(label="wind", seat=1, low=0, high=5, values=(5, 4, 0, 1))
FORCED = WIND.model_copy(update={"natural": (2, 2, 3, 0), "force": 6})

STATE, _ = GAME.start(GAME.options(), 4, Chance(QuickStream(random.Random(1))))


def narrator(salt: str = "a game", one: str = "Ann") -> Narrator:
    """Return the narrator of a race. `one` is the name of seat 1."""
    found = Narrator(GAME, STATE, lambda _: seated({**NAMES, 1: one}), salt, {})
    found.counts = StoryCounts(GAME)
    return found


def seated(names: Mapping[int, str]) -> dict[int, Member]:
    """Return the people with these names as members by seat."""
    return {seat: Member(seat, 10 * seat, name) for seat, name in names.items()}


def row(*events: Event, **fields: object) -> EntryRow:
    """Return a journal entry with these events."""
    entry: dict[str, object] = {
        "number": 7, "kind": "act", "actor": Actor(role="seat", player="11"), "seat": 1, "what": "move",
        "parent": 6, "at": 0, "state": "", "before": "",
    }  # fmt: skip
    return EntryRow(Entry.model_validate({**entry, **fields}), tuple(dump_event(event) for event in events))


def told(entry: EntryRow, viewer: int | None = None) -> str:
    return "\n".join(narrator().tell(entry, viewer))


# The chosen words


def test_the_same_entry_is_always_told_in_the_same_words() -> None:
    entry = row(ROLLED, SAILED, HIT)
    assert narrator().tell(entry) == narrator().tell(entry)


def test_the_entry_is_told_in_the_same_words_after_a_player_has_changed_name() -> None:
    before, after = narrator(one="Ann").tell(row(SAILED)), narrator(one="Zoe").tell(row(SAILED))
    assert [line.replace("Ann", "Zoe") for line in before] == after


def test_no_sentence_comes_again_before_all_others_of_its_story_were_told() -> None:
    tells, ways = narrator(), len(narration(GAME)["dice_rolled"])
    lines = [tells.tell(row(ROLLED, number=number))[0] for number in range(1, 4 * ways + 1)]
    assert {*Counter(lines).values()} == {4}
    assert len({*lines[:ways]}) == len({*lines[-ways:]}) == ways


def test_what_the_bot_does_takes_no_sentence_away_from_what_people_do() -> None:
    bot = Actor(role="system")
    quiet, noisy = narrator(), narrator()
    for number in range(1, 5):
        noisy.tell(row(ROLLED, number=2 * number, actor=bot))
        told = noisy.tell(row(ROLLED, number=2 * number + 1))
        assert told == quiet.tell(row(ROLLED, number=number))


def test_the_story_goes_on_in_words_that_follow_from_what_was_told_before() -> None:
    rows = [row(ROLLED, SAILED, number=number) for number in range(1, 9)]
    whole, later = narrator(), narrator()
    told = [whole.tell(one) for one in rows]
    later.counts = StoryCounts(GAME, rows[:5])
    assert [later.tell(one) for one in rows[5:]] == told[5:]


def test_an_entry_is_told_again_in_its_own_words() -> None:
    tells = narrator()
    rows = [row(ROLLED, number=number) for number in range(1, 4)]
    told = [tells.tell(one) for one in rows]
    assert [tells.tell(one) for one in rows[::-1]] == told[::-1]


def test_in_an_entry_no_sentence_is_told_again_before_all_others_were() -> None:
    ways = len(narration(GAME)["boat_hit"])
    for number in range(1, 20):
        lines = narrator().tell(row(*[HIT] * (2 * ways), at=number))
        assert len(set(lines[:ways])) == len(set(lines[ways:])) == ways


def test_two_games_are_told_differently() -> None:
    entries = [row(SAILED, at=number) for number in range(1, 20)]
    one, other = ([narrator(salt).tell(entry) for entry in entries] for salt in ("a game", "another"))
    assert one != other


def test_events_are_told_in_the_order_they_happened() -> None:
    lines = narrator().tell(row(STARTED, ROLLED, SAILED, HIT))
    signs = ["*", "🎲", "⛵", "🦈"]
    assert all(sign in line for sign, line in zip(signs, lines, strict=True))


def test_a_sentence_names_players_in_bold() -> None:
    lines = [narrator().tell(row(STARTED, at=number))[0] for number in range(1, 60)]
    assert all("**Ann**" in line for line in lines)


def test_players_of_one_name_are_told_apart_by_the_letters_of_their_boats() -> None:
    alike = Narrator(GAME, STATE, lambda _: seated({1: "Ann", 2: "Ann"}), "a game", {})
    assert "**Ann (A)**" in alike.tell(row(STARTED))[0]
    assert "**Ann (A)**" not in told(row(STARTED))


def test_a_seat_nobody_is_known_to_hold_is_called_by_its_number() -> None:
    assert "**seat 6**" in told(row(TurnStarted(seat=6, round=1)))


@pytest.mark.parametrize(
    ("ranking", "lines"),
    [
        (((2,), (1,), (4,), (3,)), ["🥇 **Bea**", "🥈 **Ann**", "🥉 **Dan**", "4 · **Cid**"]),
        (((2,), (1, 3), (4,)), ["🥇 **Bea**", "🥈 **Ann**, **Cid**", "4 · **Dan**"]),
        (((1, 2, 3), (4,)), ["🥇 **Ann**, **Bea**, **Cid**", "4 · **Dan**"]),
    ],
)
def test_the_ranking_is_listed_and_joint_places_share_the_better_medal(
    ranking: tuple[tuple[int, ...], ...], lines: list[str]
) -> None:
    text = told(row(RaceOver(reason="round_limit", ranking=ranking)))
    assert text.splitlines()[1:] == lines


def test_a_fleet_has_one_place_in_the_ranking() -> None:
    acrana = find_game("acrana")
    state, _ = acrana.start(acrana.options(fleet_size=2), 4, Chance(QuickStream(random.Random(1))))
    tells = Narrator(acrana, state, lambda _: seated(NAMES), "a game", {})
    ended = GameEnded(winners=(1, 3), reason="finished", ranking=((1, 3), (2, 4)))
    (told,) = tells.tell(row(ended))
    assert told.splitlines()[1:] == ["🥇 **Ann**, **Cid**", "2 · **Bea**, **Dan**"]


def test_an_event_is_the_same_after_it_was_stored() -> None:
    for event in (ROLLED, SAILED, HIT, RaceOver(reason="finished", ranking=((2,), (1, 3)))):
        assert GAME.load_event(dump_event(event)) == event


# Names

NAMES_OF_TROUBLE = {
    "bold": "**Ann** __loud__",
    "code": "`rm` ```py```",
    "spoiler and strike": "||boo|| ~~gone~~",
    "backslashes": "\\*\\_\\",
    "link": "[prize](https://evil.example)",
    "address": "https://evil.example/a_b_c",
    "everyone": "@everyone @here",
    "user": "<@123456789012345678> <@!123456789012345678>",
    "role and channel": "<@&123456789012345678> <#123456789012345678>",
    "command": "</game leave:123456789012345678>",
    "emoji and time": "<:wave:123456789012345678> :fish: <t:0:R>",
    "heading": "# Ann",
    "small print and quote": "-# Ann > Bea",
    "lines": "Ann\n# Bea\r\n> Cid\u2028- Dan",
    "right to left": "Ann\u202eaeB\u2066 \u05d0\u05e0\u05d4",
    "zero width": "A\u200bn\u200d\u2060n\ufeff",
    "gaps": "{seat} {seat.__class__} {0} {{}}",
}

MARKS = set("*_~|`<>@#[]()&:")
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
"""A mark that Discord shows unchanged, because a backslash precedes it."""


@pytest.mark.parametrize("name", NAMES_OF_TROUBLE.values(), ids=NAMES_OF_TROUBLE)
def test_nothing_in_a_name_formats_links_or_calls_anybody(name: str) -> None:
    for number in range(1, 30):
        (line,) = narrator(one=name).tell(row(STARTED, at=number))
        live = ESCAPED.sub("", line)
        assert live.count("**") == 2
        assert not MARKS & set(live.replace("**", ""))


@pytest.mark.parametrize("name", NAMES_OF_TROUBLE.values(), ids=NAMES_OF_TROUBLE)
def test_nothing_in_a_name_breaks_or_turns_the_line(name: str) -> None:
    (line,) = narrator(one=name).tell(row(STARTED))
    assert not [mark for mark in as_seen(line) if unicodedata.category(mark) in {"Cc", "Cf", "Zl", "Zp"}]


@pytest.mark.parametrize("name", NAMES_OF_TROUBLE.values(), ids=NAMES_OF_TROUBLE)
def test_a_name_is_read_as_it_was_written(name: str) -> None:
    line = narrator(one=name).tell(row(STARTED))[0]
    assert f"**{plain(name, 40)}**" in ESCAPED.sub(r"\1", as_seen(line))


def test_letters_of_other_alphabets_stay_as_they_are() -> None:
    name = "אנה Ünïcödé 小船 ⛵"
    assert f"**{name}**" in as_seen("\n".join(narrator(one=name).tell(row(STARTED))))


def test_a_name_nobody_can_see_gives_way_to_the_seat() -> None:
    assert "**seat 1**" in "\n".join(narrator(one="\u200b\u2060\u202e").tell(row(STARTED)))


def test_an_endless_name_is_cut() -> None:
    (line,) = narrator(one="A" * 500).tell(row(STARTED))
    assert f"**{'A' * 39}…**" in line


def test_a_name_in_the_ranking_is_as_harmless_as_anywhere() -> None:
    event = RaceOver(reason="finished", ranking=((1,), (2,)))
    lines = "\n".join(narrator(one="<@123456789012345678>\n# Ann").tell(row(event)))
    assert "🥇 **\\<\\@123456789012345678\\> \\# Ann**" in lines.splitlines()


def test_an_entry_is_told_with_the_names_of_its_time() -> None:
    handed = {1: {**NAMES, 1: "Zoe"}}
    told_by = Narrator(GAME, STATE, lambda entry: seated(handed.get(entry // 8, NAMES)), "a game", {})
    before, after = told_by.tell(row(STARTED, number=7))[0], told_by.tell(row(STARTED, number=8))[0]
    assert ("**Ann**" in before, "**Zoe**" in before) == (True, False)
    assert ("**Ann**" in after, "**Zoe**" in after) == (False, True)


def test_who_left_before_names_were_kept_is_told_by_a_mention() -> None:
    told_by = Narrator(GAME, STATE, lambda _: seated({1: ""}), "a game", {})
    assert "**<@10>**" in told_by.tell(row(STARTED))[0]


@pytest.mark.parametrize("title", ["Seat 2", "Merchant"])
def test_a_substitution_names_the_seat_and_both_players_and_calls_the_new_one(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A seat may get its own name later. Earlier narration keeps the earlier name.
    monkeypatch.setattr(type(GAME), "seat_name", lambda *_: title)

    def people(entry: int) -> dict[int, Member]:
        return seated(NAMES) | ({2: Member(2, 99, "Zoe")} if entry >= 7 else {})

    told_by = Narrator(GAME, STATE, people, "a game", {})
    line, meaning = told_by.tell(row(kind="substitute", seat=2, what="99", actor=MASTER, reason="a holiday"))
    assert line == "🔁 **Zoe**, <@99>, takes over the seat of **Bea**: a holiday"
    assert meaning == "-# So this game counts for no rating."


# Who may read it


def test_a_secret_entry_is_told_to_its_seat_alone() -> None:
    entry = row(STARTED, secret=True, standing=True)
    assert narrator().tell(entry, viewer=1)
    assert narrator().tell(entry, viewer=2) == []
    assert narrator().tell(entry) == []


def test_a_secret_entry_of_a_game_master_is_not_even_hinted_at() -> None:
    assert narrator().tell(row(STARTED, secret=True, actor=MASTER, reason="as Ann asked")) == []


class Whispered(Event):
    kind = "whispered"
    private = True
    seat: Seat


class Shouted(Event):
    kind = "shouted"
    seat: Seat


CRIES = {
    "whispered": ("psst, {seat}",),
    "shouted": tuple(f"{{seat}} shouts {what}" for what in ("cod", "eel", "hake", "bass", "ling", "dab")),
}


@pytest.fixture
def market(monkeypatch: pytest.MonkeyPatch) -> Narrator:
    def cries(_: object) -> Mapping[str, tuple[str, ...]]:
        return CRIES

    monkeypatch.setattr("bot.narration.narrator.narration", cries)
    monkeypatch.setattr(Nim, "events", (Whispered, Shouted))
    return crier()


def crier() -> Narrator:
    found = Narrator(Nim(), NimState(seats=4), lambda _: seated(NAMES), "a game", {})
    found.counts = StoryCounts(Nim())
    return found


def test_a_private_event_is_told_to_its_seat_alone(market: Narrator) -> None:
    entry = row(Whispered(seat=2), Shouted(seat=1))
    assert "psst, **Bea**" in market.tell(entry, viewer=2)
    assert all("psst" not in line for viewer in (1, 3, None) for line in market.tell(entry, viewer))


def test_what_is_public_is_told_to_all_in_the_same_words(market: Narrator) -> None:
    for number in range(1, 20):
        entry = row(Whispered(seat=2), Shouted(seat=1), at=number)
        assert market.tell(entry, viewer=2)[1:] == market.tell(entry)


def test_words_tell_nothing_of_what_was_done_in_secret_before_or_beside(market: Narrator) -> None:
    crowd = crier()
    for at in range(1, 20):
        told = market.tell(row(Shouted(seat=1), at=at, number=at))
        crowd.tell(row(Shouted(seat=3), at=at, number=3 * at, secret=True, seat=3))
        beside = Whispered(seat=2), Whispered(seat=3), Shouted(seat=1)
        assert crowd.tell(row(*beside, at=at, number=3 * at + 1, what="3h", veiled=True)) == told


# Game masters and the clock


def test_a_forced_roll_is_marked_with_what_the_dice_would_have_shown() -> None:
    lines = narrator().tell(row(ROLLED, rolls=(FORCED,)))
    assert "game master" in lines[-1]
    assert "5 4 0 1" in lines[-1]
    assert "2 2 3 0" in lines[-1]


def test_a_forced_roll_is_called_by_its_name_in_words() -> None:
    forced = FORCED.model_copy(update={"label": "sail_die"})
    assert "sail die 5 4 0 1 was set" in narrator().tell(row(ROLLED, rolls=(forced,)))[-1]


def test_a_roll_nobody_forced_is_not_marked() -> None:
    assert "game master" not in told(row(ROLLED, rolls=(WIND,)))


def test_a_forced_hidden_draw_stays_hidden() -> None:
    hidden = FORCED.model_copy(update={"secret": True})
    assert "5 4 0 1" not in told(row(STARTED, rolls=(hidden,)))


def test_many_rolls_alike_are_told_by_how_many_there_were() -> None:
    scatter = [WIND.model_copy(update={"label": "scatter_die", "values": (face,)}) for face in (1, 2, 3, 4)]
    assert rolled([WIND, *scatter]) == f"{rolled([WIND])}, 4 rolls of scatter die"
    assert rolled(scatter[:3]) == "scatter die 1 then 2 then 3"


DEEDS: Mapping[str, tuple[dict[str, JsonValue], str]] = {
    "acting for a player": ({"kind": "act"}, "acted for **Ann**"),
    "trying for a player": ({"kind": "tried"}, "tried in vain to act for **Ann**"),
    "setting a roll": (
        {"kind": "force", "label": "wind", "what": "5,4,0,1"},
        "<@99> set the next wind of **Ann** to 5 4 0 1",
    ),
    "fresh dice": ({"kind": "fresh"}, "fresh dice"),
    "going back": ({"kind": "undo"}, "took the game back"),
    "going forth": ({"kind": "redo"}, "brought an undone line back"),
    "pausing": ({"kind": "pause"}, "paused"),
    "going on": ({"kind": "resume"}, "go on"),
    "more time": ({"kind": "extend", "seat": 1, "what": "129600"}, "gave **Ann** 1 day 12 hours more"),
    "ending": ({"kind": "end"}, "ended the game"),
    "amending": ({"kind": "amend", "seat": 0}, "changed the game for what no rule foresaw"),
    "a note": ({"kind": "note"}, "notes"),
    "an announcement": ({"kind": "announce"}, "says to all who play"),
    "taking the office": ({"kind": "dismiss", "what": "77"}, "took the office of game master from <@77>"),
    "leaving the office": (
        {"kind": "dismiss", "what": "99"},
        "<@99> is no longer a game master of this game",
    ),
    "locking": ({"kind": "lock"}, "locked the game: the"),
    "unlocking": ({"kind": "unlock"}, "unlocked the game"),
    "another pace": (
        {"kind": "clock", "pace": {"turn": 86_400}},
        "From now on 1 day for a turn, 1 hour for an answer; after 3 missed turns the bot plays",
    ),
    "a look": ({"kind": "look"}, "looked at what **Ann** hides"),
    "a look at all": ({"kind": "look", "seat": 0}, "looked at all that is hidden"),
    "a second roll": (
        {"kind": "force", "label": "wind", "what": "5,4,0,1", "ahead": 1},
        "set the 2nd coming wind of **Ann** to 5 4 0 1",
    ),
    "taking somebody out": (
        {"kind": "substitute", "what": "5", "label": "kicked"},
        "<@99> took **Ann** out of the game",
    ),
    "taking somebody out, and offering the seat": (
        {"kind": "substitute", "what": "5", "label": "kicked, offered"},
        "Anyone who wants the seat asks for it with `/game join`",
    ),
    "skipping": ({"kind": "timeout"}, "<@99> skipped **Ann**: "),
}


@pytest.mark.parametrize(("fields", "words"), DEEDS.values(), ids=DEEDS)
def test_what_a_game_master_does_is_told_with_the_reason(fields: dict[str, JsonValue], words: str) -> None:
    text = told(row(actor=MASTER, reason="the *dog* ate @everyone", **fields))
    assert words in text
    assert "the \\*dog\\* ate \\@everyone" in text


def test_a_move_taken_back_by_its_player_needs_no_reason() -> None:
    assert told(row(kind="undo")) == "↩️ **Ann** took back: the last move."


def test_a_player_who_plays_needs_no_preface() -> None:
    assert len(narrator().tell(row(SAILED))) == 1


# Steps in lists


@pytest.mark.parametrize("slug", games())
def test_a_step_reads_the_same_whatever_has_come_of_the_game(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, luck = games()[slug], random.Random(1)
    match, states, rows = opened(game, max(2, game.min_seats)), list[State](), list[EntryRow]()
    people = seated({seat: NAMES[seat] for seat in range(1, max(2, game.min_seats) + 1)})
    while len(rows) < 60 and not match.finished:
        states.append(match.shown)
        advance = match.act(
            match.decisions[0].seat, random_action(match.decisions[0], luck), SYSTEM, len(rows)
        )
        match = advance.match
        rows.append(EntryRow(advance.entry, tuple(map(dump_event, advance.events)), game.turn(match.shown)))
    told = list[list[str]]()
    for state in (states[0], match.shown):
        # The cache of earlier narration would hide a difference.
        monkeypatch.setattr("bot.narration.narrator._STEPS", {})
        teller = Narrator(game, state, lambda _: people, "a game", {})
        told.append([teller.step(row) for row in rows])
    assert told[0] == told[1]
