"""Names with markup are shown letter by letter in pictures, sentences and lists."""

import logging
import re
import unicodedata

import pytest

from bot.escaping import quoted
from sandbox import Message
from tests.bot.harbour import BO_MOVES, MASTER, Harbour
from tests.bot.narration.reading import as_seen

NAMES = {
    "markdown": "**bold** __low__ ~~gone~~ ||dark|| `code`",
    "everyone": "@everyone @here",
    "mentions": "<@{ann}> <@&{role}> <#{channel}> </game end:1>",
    "links": "[free](https://evil.example) https://evil.example",
    "timestamp": "<t:0:R> <:emoji:1>",
    "backwards": "\u202eevil\u202c \u2067x\u2069 \u200f",
    "invisible": "\u200b\u2060\ufeff\u00ad",
    "emoji": "🏴\u200d☠️🦈🌊",
    "long": "W" * 100,
    "heading": "# Big",
    "small": "-# small\n- list\n> quote",
    "hebrew": "שלום",
    "arabic": "بو ١٢٣",
    "long hebrew": "שלום " * 6,
    "long arabic": "بحر" * 10,
    "long emoji": "🏴\u200d☠️" * 8,
    "long tower": "Ba\u0301\u0302\u0303" * 6,
    "fillers": "B\u3164o\u2800\u115f\u034f",
    "tower": "B" + "\u0301" * 31,
    "stars": "*" * 32,
    "backslashes": "\\" * 32,
    "ticks": "`" * 32,
    "bars": "|" * 32,
    "quotes": "> " * 16,
    "numbered": "1. one",
    "commands": "/play /gm end",
    "lines": "Bo\r\n\n\tBo\u2028Bo",
    "template": "{seat} {0} %s \\",
}


OWN_LINK = re.compile(r"\[(?:↗|The game goes on)\]\(https://discord\.com/channels/\d+/\d+/\d+\)")


async def everything_shown(harbour: Harbour, name: str) -> tuple[list[Message], str]:
    """Play a race with a person called `name`. Returns all messages and alt texts that people see."""
    ann, bo = harbour.people("Ann", name)
    await harbour.start_race(ann, bo, first_player="seat1")
    await harbour.pass_turn(4, 0, 0, 0)
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    await harbour.gm(ann, "force", values="1 1 1 1", reason=name, player="2")
    answers = [
        await harbour.told(await ann.slash(line))
        for line in ("/game board", "/game log", "/game status", "/game check")
    ]
    answers += [await harbour.gm(ann, "undo"), await harbour.gm(ann, "undo", to=BO_MOVES)]
    answers.append(await harbour.told(await bo.slash("/game board")))
    alts = "\n".join(picture.alt or "" for post in harbour.posts() for picture in post.pictures)
    return [*harbour.posts(), *(answer.message for answer in answers)], alts


@pytest.mark.parametrize("kind", NAMES)
async def test_a_name_is_shown_and_never_obeyed(harbour: Harbour, kind: str) -> None:
    (ann,) = harbour.people("Ann")
    name = NAMES[kind].replace("{ann}", str(ann.id)).replace("{channel}", str(harbour.place.id))
    messages, alts = await everything_shown(harbour, name)
    # Links to the bot's own messages are allowed, too.
    text = OWN_LINK.sub("", "\n".join(message.text for message in messages))
    bo = harbour.crew[1]
    # The bot's own mentions are allowed. A name must not produce another mention.
    own = {ann.mention, bo.mention, harbour.place.mention, f"<@{MASTER.player}>"}
    assert set(re.findall(r"(?<!\\)<[@#/][^>]*>", text)) <= own
    assert not re.search(r"(?<!\\)@(everyone|here)|(?<!\\)\]\(|https?:/", text)
    assert not re.search(r"(?<!\\)(\*\*bold|__low|~~gone|\|\|dark|`code|<t:0|<:emoji)", text)
    assert not re.search(r"^(# Big|-# small|- list|> quote)", text, re.MULTILINE)
    assert not re.search(r"(?<!\\)(\\\\)*(\*\*\*|``|\|\|)", text)
    for letter in as_seen(text) + alts:
        assert letter == "\n" or unicodedata.category(letter) not in {"Cc", "Cf", "Zl", "Zp"}
        assert letter not in "\u3164\u2800\u115f\u034f"
    assert "\u0301" * 4 not in text + alts
    assert all(message.pinged <= {ann.id, bo.id} for message in messages)
    assert not any(message.mention_everyone or message.mention_roles for message in messages)


async def test_a_name_that_is_read_from_the_right_turns_no_numbers_around(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "שלג דג")
    await harbour.start_race(ann, bo, game="acrana")
    standing = next(line for line in harbour.newest.text.splitlines() if "B \\(" in line)
    assert "B \\(\u2068שלג דג\u2069\\) " in standing
    assert quoted("1 ש2 ab") == "1 \u2068ש\u20692 ab"


async def test_the_bot_s_seats_are_called_by_the_marks_that_their_game_has_given_them(
    harbour: Harbour,
) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann, game="kraken_bay")
    for _ in range(2):
        await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    assert "2. **Bot B** (the bot, steady)\n3. **Bot C** (the bot, steady)" in harbour.newest.text
    await harbour.told(await ann.press(harbour.newest, "Start"))
    await harbour.told(await ann.slash("/game do", action="pick_character captain"))
    table = await harbour.table()
    marks = {seat: table.game.seat_mark(table.match.state, seat) for seat in (2, 3)}
    assert {*marks.values()} < set("FPMEH")
    assert table.row.names() == {1: "Ann"} | {seat: f"Bot {mark}" for seat, mark in marks.items()}


async def test_times_are_told_as_each_reader_s_client_writes_them(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    await harbour.gm(ann, "pause", reason="supper")
    await harbour.gm(ann, "resume", reason="supper")
    lines = ("/game status", "/games", "/game check", "/game log", "/game board")
    answers = [await harbour.told(await bo.slash(line)) for line in lines]
    answers.append(await harbour.gm(ann, "undo"))
    told = "\n".join(one.text for one in [*harbour.posts(), *(answer.message for answer in answers)])
    assert re.search(r"<t:\d+:[RfFdDtT]>", told)
    assert not re.search(r"\b\d{1,2}:\d\d\b|\b20\d\d-\d\d|\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b", told)


async def test_only_who_is_called_is_called(harbour: Harbour) -> None:
    (cato,) = harbour.people("Cato")
    ann, bo = harbour.people("Ann", f"Bo {cato.mention} @everyone")
    await harbour.start_race(ann, bo, first_player="seat1")
    assert [post.pinged for post in harbour.posts()] == [frozenset(), {ann.id}]
    await harbour.pass_turn(1, 1, 1, 1)
    assert harbour.newest.pinged == {bo.id}


@pytest.mark.parametrize("name", ["\u200b\u2060", "\u3164", "\u2800\u115f", "\u0301\u0302"], ids=ascii)
async def test_somebody_whose_name_cannot_be_seen_is_called_somebody(harbour: Harbour, name: str) -> None:
    (ghost,) = harbour.people(name)
    await harbour.open_lobby(ghost)
    assert "1. **Somebody**" in harbour.newest.text


async def test_who_takes_over_a_seat_brings_no_more_than_a_name(harbour: Harbour) -> None:
    ann, bo, eve = harbour.people("Ann", "Bo", "\u202eevil\u202c" + "\u0301" * 20)
    await harbour.start_race(ann, bo, first_player="seat1")
    await harbour.gm(ann, "substitute", player="2", newcomer=eve.id, reason="a holiday")
    assert (await harbour.table()).row.names()[2] == "evil"
    shown = harbour.newest.text + (harbour.newest.pictures[0].alt or "")
    assert not {letter for letter in shown if unicodedata.category(letter) == "Cf"}


async def test_who_left_the_server_is_still_known_by_the_name_that_was_kept(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    mo = harbour.discord.persona("Mo", moderator=True)
    await harbour.start_race(ann, bo, first_player="seat1")
    await harbour.gm(ann, "skip", reason="asleep")
    del harbour.discord.guild.members[ann.id]
    await harbour.gm(mo, "substitute", player="2", newcomer=cato.id, reason="a holiday")
    audit = (await harbour.told(await mo.slash("/game check"))).text
    assert f"{ann.mention} (Ann) skipped {ann.mention} (Ann)" in audit
    assert f"gave the seat of {bo.mention} (Bo) to {cato.mention} (Cato)" in audit
    refusal = await harbour.gm(cato, "pause", reason="a storm")
    assert f"{ann.mention} (Ann), who opened this game" in refusal.text


async def test_a_game_master_who_never_had_a_seat_is_known_by_name_too(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    mo, flo = (harbour.discord.persona(name, moderator=True) for name in ("Mo", "Flo"))
    await harbour.start_race(ann, bo, first_player="seat1")
    await harbour.gm(mo, "skip", reason="asleep")
    await harbour.gm(flo, "substitute", player="2", newcomer=cato.id, reason="a holiday")
    await harbour.gm(flo, "undo", to="2")
    for person in (mo, flo):
        del harbour.discord.guild.members[person.id]
    await harbour.restart()
    audit = (await harbour.told(await ann.slash("/game check"))).text
    assert f"{mo.mention} (Mo) skipped {ann.mention} (Ann)" in audit
    assert f"{flo.mention} (Flo) gave the seat of {bo.mention} (Bo) to {cato.mention} (Cato)" in audit
    row = (await harbour.table()).row
    assert [one.name for one in row.former].count("Flo") == 1
    assert set(row.seated(1)) == {1, 2}


async def test_a_long_name_is_shortened_everywhere(harbour: Harbour) -> None:
    people = harbour.people("Ann", "W" * 100)
    await harbour.start_race(*people)
    shown = harbour.newest.text + (harbour.newest.pictures[0].alt or "")
    assert "W" * 41 not in shown
    assert "W" * 19 in shown


async def test_names_are_offered_to_masters_as_they_are(harbour: Harbour) -> None:
    name = "**bold** @everyone"
    ann, bo = harbour.people("Ann", name)
    await harbour.start_race(ann, bo)
    reply = await harbour.gm(ann, "force", values="1 1 1 1", reason="x", player="2")
    assert "1 1 1 1" in reply.text


async def test_a_reason_is_quoted(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo)
    reason = f"@everyone **look** {bo.mention}"
    await harbour.gm(ann, "note", text=reason)
    assert quoted(reason) in harbour.newest.text
    assert harbour.newest.pinged <= {ann.id, bo.id}
    assert quoted(reason) in (await harbour.told(await bo.slash("/game check"))).text


async def test_the_token_is_never_logged(harbour: Harbour, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo)
    await harbour.restart()
    await harbour.told(await ann.slash("/game board"))
    assert caplog.records
    assert harbour.discord.token not in caplog.text
    assert harbour.discord.token not in repr(harbour.settings)
    assert (await harbour.table()).row.seed.hex() not in caplog.text + repr((await harbour.table()).row)
