"""People who do not play: what everybody may look at, and what strangers cannot do."""

import re
import threading

import pytest

from bot.handlers.gm_tasks import MOVE, TASKS
from bot.narration import logbook
from bot.store.rows import EntryRow
from rules.engine.entries import Force, Timeout
from rules.engine.match import TIMEOUT
from rules.engine.registry import game as find_game
from rules.engine.texts import topics
from sandbox import Persona
from sandbox.world.components import StringMenu
from tests.bot.harbour import MASTER, Harbour
from tests.engine.table import fresh


async def race(harbour: Harbour, **options: str) -> tuple[Persona, Persona, Persona]:
    """Start a race of Ann and Bo, which Cato watches. It is Bo's turn, with the wind N4 E0 S0 W0."""
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(ann, bo, first_player="seat1", **options)
    await harbour.pass_turn(4, 0, 0, 0)
    return ann, bo, cato


# Looking


async def test_everybody_sees_the_board_with_its_description(harbour: Harbour) -> None:
    _, bo, cato = await race(harbour)
    reply = await harbour.told(await cato.slash("/game board"))
    assert reply.ephemeral
    assert bo.mention in reply.text
    assert reply.message.pictures[0].data.startswith(b"\x89PNG")
    assert "Bo to sail" in (reply.message.pictures[0].alt or "")
    assert reply.buttons == []


async def test_everybody_reads_what_happened(harbour: Harbour) -> None:
    _, bo, cato = await race(harbour)
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    reply = await harbour.told(await cato.slash("/game log"))
    assert reply.ephemeral
    assert "N4 E0 S0 W0" in reply.text
    assert "F6" in reply.text


@pytest.mark.parametrize(("command", "record"), [("log", "log"), ("check", "audit")])
async def test_a_record_is_put_together_beside_the_loop_that_answers_others(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, command: str, record: str
) -> None:
    _, _, cato = await race(harbour)
    threads: list[threading.Thread] = []

    def tell(*_: object) -> str:
        threads.append(threading.current_thread())
        return "ahoy"

    monkeypatch.setattr(logbook, record, tell)
    await harbour.told(await cato.slash(f"/game {command}"))
    assert threads
    assert threads != [threading.current_thread()]


@pytest.mark.parametrize("record", ["log", "check"])
async def test_a_game_that_goes_on_while_its_record_is_read_is_told_as_it_was_looked_up(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, record: str
) -> None:
    _, _, cato = await race(harbour)
    store, entries = harbour.bot.store, harbour.bot.store.entries

    async def overtaken(game: str) -> list[EntryRow]:
        monkeypatch.setattr(store, "entries", entries)
        table, now = await harbour.table(), harbour.bot.now()
        await table.advance(
            lambda _, match: match.enter(Force((1, 1, 1, 1), "wind"), MASTER, now, "meanwhile"), 0
        )
        await table.advance(lambda _, match: match.enter(Timeout(2), TIMEOUT, now, "meanwhile"), 0)
        return await entries(game)

    monkeypatch.setattr(store, "entries", overtaken)
    told = (await harbour.told(await cato.slash(f"/game {record}"))).text
    assert "Something went wrong" not in told
    assert "meanwhile" not in told
    assert "meanwhile" in (await harbour.told(await cato.slash("/game check"))).text


@pytest.mark.parametrize("command", ["/game log", "/game check"])
async def test_a_long_record_is_read_page_by_page_from_the_newest_back(
    harbour: Harbour, command: str
) -> None:
    _, _, cato = await race(harbour)
    table, now = await harbour.table(), harbour.bot.now()
    for number in range(25):
        reason = f"no. {number} " + "reasons " * 20
        await table.advance(lambda _, match, why=reason: fresh(match, now, why, MASTER), 0)  # type: ignore[misc]
    newest, older = [(await harbour.told(await cato.slash(command, page=page))).text for page in (1, 2)]
    assert "-# What came before is on page 2" in newest
    assert "page 3" not in older
    assert all(len(page) <= 4000 for page in (newest, older))
    told = [int(number) for number in re.findall(r"no\. (\d+) reasons", f"{older}\n{newest}")]
    assert told == list(range(25))
    beyond = (await harbour.told(await cato.slash(command, page=3))).text
    assert beyond == "⚓ There is no page 3: the first is the newest, the last is 2."


async def test_everybody_sees_whom_a_game_waits_for_and_its_options(harbour: Harbour) -> None:
    _, _, cato = await race(harbour, sharks="3")
    reply = await harbour.told(await cato.slash("/game status"))
    assert reply.ephemeral
    assert "Waits for **Bo** (asked <t:" in reply.text
    assert "1. Ann · A\n2. Bo · B\n" in reply.text
    assert "Options: preset **As published**; Sharks: 3" in reply.text
    assert (await harbour.table()).match.opening.commitment in reply.text


async def test_the_status_of_a_lobby_tells_how_many_seats_are_taken(harbour: Harbour) -> None:
    ann, cato = harbour.people("Ann", "Cato")
    await harbour.open_lobby(ann)
    assert "1 of 6 seats" in (await harbour.told(await cato.slash("/game status"))).text


async def test_every_topic_of_the_rules_is_shown_whole(harbour: Harbour) -> None:
    (cato,) = harbour.people("Cato")
    for topic, page in topics(find_game("port_flower")).items():
        reply = await harbour.told(await cato.slash("/rules", game="port_flower", topic=topic))
        assert reply.ephemeral
        assert page.text.strip() in re.sub(r"</([a-z -]+):\d+>", r"`/\1`", reply.text)


async def test_the_rules_list_their_topics_and_credit_the_designer(harbour: Harbour) -> None:
    (cato,) = harbour.people("Cato")
    reply = await harbour.told(await cato.slash("/rules", game="port_flower"))
    assert "`sharks`" in reply.text
    assert "Roger Meertens" in reply.text
    topics = await cato.complete("/rules", focused="topic", game="port_flower")
    assert ("Sharks", "sharks") in topics


@pytest.mark.parametrize("asked", [{"game": "golf"}, {"topic": "love"}])
async def test_rules_that_nobody_wrote_are_refused_with_those_there_are(
    harbour: Harbour, asked: dict[str, str]
) -> None:
    (cato,) = harbour.people("Cato")
    reply = await harbour.told(await cato.slash("/rules", options=asked))
    assert reply.ephemeral
    assert reply.text.startswith("⚓")


async def test_everybody_may_check_the_journal_while_the_race_goes_on(harbour: Harbour) -> None:
    _, _, cato = await race(harbour)
    reply = await harbour.told(await cato.slash("/game check"))
    assert reply.ephemeral
    assert "The chain of hashes is unbroken" in reply.text
    assert (await harbour.table()).row.seed.hex() not in reply.text


async def test_a_race_nobody_meddled_with_has_an_empty_audit(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(ann, bo)
    reply = await harbour.told(await cato.slash("/game check"))
    assert reply.ephemeral
    assert "No game master has touched this game" in reply.text


async def test_a_race_that_is_over_can_still_be_looked_at(harbour: Harbour) -> None:
    _, bo, cato = await race(harbour)
    await harbour.resign(bo)
    for command in ("/game board", "/game log", "/game status", "/game check", "/game check"):
        reply = await harbour.told(await cato.slash(command))
        assert reply.ephemeral
        assert not reply.text.startswith("⚓"), command


# Meddling


MEDDLING = [
    {"line": "/game do", "action": "roll"},
    {"line": "/game do", "action": "resign"},
    {"line": "/game do", "action": "roll"},
    {"line": "/game do", "action": "repel_policy always"},
    {"line": "/game leave"},
    {"line": "/game plan"},
    {"line": "/game ask", "what": "end"},
    {"line": "/gm"},
    *({"line": "/gm", "task": task} for task in TASKS if task != MOVE),
]


async def test_commands_of_a_stranger_change_nothing(harbour: Harbour) -> None:
    _, _, cato = await race(harbour, repellent="coin")
    before, posts = (await harbour.table()).row, len(harbour.posts())
    for command in MEDDLING:
        options = {name: value for name, value in command.items() if name != "line"}
        reply = await harbour.told(await cato.slash(command["line"], options=options))
        assert reply.ephemeral
        assert reply.text.startswith("⚓"), command
        assert (await harbour.table()).row == before, command
    assert len(harbour.posts()) == posts


async def test_presses_of_a_stranger_change_nothing(harbour: Harbour) -> None:
    _, bo, cato = await race(harbour)
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    before, text = (await harbour.table()).row, harbour.newest.text
    story = await harbour.told(await cato.press(harbour.newest, "Story"))
    assert story.ephemeral
    assert story.text.startswith("**The whole story** since the last turn of **Bo**")
    for button in harbour.newest.buttons[:-1]:
        reply = await harbour.told(await cato.press(harbour.newest, button.label))
        assert reply.ephemeral
        assert "You are not playing in this game" in reply.text
    shown = [menu for menu in harbour.newest.menus if isinstance(menu, StringMenu)]
    for menu, option in [(one, option) for one in shown for option in one.options[:4]]:
        pick = cato.choose(harbour.newest, option.value, custom_id=menu.custom_id)
        assert (await harbour.told(await pick)).ephemeral
    assert (await harbour.table()).row == before
    assert harbour.newest.text == text


async def test_a_player_whose_turn_it_is_not_is_told_whom_the_game_waits_for(harbour: Harbour) -> None:
    ann, bo, _ = await race(harbour)
    before = (await harbour.table()).row
    pressed = await harbour.told(await ann.press(harbour.newest, "Your choices"))
    typed = await harbour.told(await ann.slash("/game do", action="b N4@F2"))
    assert pressed.ephemeral
    assert bo.mention in pressed.text
    assert typed.ephemeral
    assert "It is not your turn" in typed.text
    assert (await harbour.table()).row == before


async def test_looking_and_meddling_leave_no_trace_in_the_channel(harbour: Harbour) -> None:
    _, _, cato = await race(harbour)
    posts = [(post.id, post.text, post.edited_at) for post in harbour.posts()]
    for command in ("/game board", "/game log", "/game status", "/game check", "/game check", "/games"):
        await harbour.told(await cato.slash(command))
    await harbour.told(await cato.press(harbour.newest, "Your choices"))
    assert [(post.id, post.text, post.edited_at) for post in harbour.posts()] == posts
