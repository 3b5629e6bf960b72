"""The bot as a separate program is killed in the middle of a race, and started again."""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.store.rows import EntryRow, GameRow, PostRow
from bot.store.store import Store
from rules.engine.match import Match
from rules.engine.registry import game as find_game
from rules.engine.verify import verify
from sandbox import ManualClock, Message, Persona, RateLimits, Sandbox
from sandbox.office.interactions import InteractionAnswered, InteractionKind
from sandbox.world.changes import Change, MessageCreated, MessageUpdated
from sandbox.world.components import StringMenu
from tests.bot.databases import Where, address
from tests.bot.harbour import HURRY, labels
from tests.bot.lobbies import in_lobby, set_in_lobby
from tests.bot.mastery import master
from tests.bot.program import Program
from tests.sandbox.checked import CheckedSandbox

Moment = Callable[[Change], bool]


def answered(change: Change) -> bool:
    """Return whether a command was acknowledged. The effect of the command may be stored already."""
    return isinstance(change, InteractionAnswered) and change.interaction.kind is InteractionKind.COMMAND


def posted(change: Change) -> bool:
    """Return whether Discord received a new public message. The bot does not know that yet."""
    return isinstance(change, MessageCreated) and change.message.only_for is None


def edited(change: Change) -> bool:
    """Return whether Discord received an edit of a public message. The bot does not know that yet."""
    return isinstance(change, MessageUpdated) and change.message.only_for is None


@pytest.fixture
async def discord() -> AsyncIterator[CheckedSandbox]:
    # A program that starts on a busy machine may answer later than Discord allows.
    async with CheckedSandbox(
        clock=ManualClock(datetime.now(UTC)), limits=RateLimits(hurry=HURRY)
    ) as sandbox:
        yield sandbox


@pytest.fixture
async def program(discord: Sandbox, tmp_path: Path) -> AsyncIterator[Program]:
    running = Program(discord, tmp_path / "games.db")
    await running.start()
    yield running
    running.kill()
    await running.gone()


def public(discord: Sandbox) -> list[Message]:
    """Return the public messages of the race, oldest first."""
    return [message for message in discord.harbour.messages.values() if message.only_for is None]


async def begin(discord: Sandbox) -> list[Persona]:
    """Start a race of Ann and Bo."""
    ann, bo = discord.persona("Ann"), discord.persona("Bo")
    await (await ann.slash("/play", game="port_flower", preset="printed")).settled()
    await (await bo.slash("/game join")).settled()
    await (await in_lobby(ann, ann.home, "start")).settled()
    return [ann, bo]


async def next_move(people: list[Persona]) -> tuple[Persona, str]:
    """Return the awaited player, and the player's first suggestion."""
    for person in people:
        for _, value in await person.complete("/game do", focused="action", action="move"):
            return person, str(value)
    raise AssertionError("nobody is to move")


async def move(people: list[Persona]) -> None:
    """Let the awaited player follow the first suggestion."""
    person, action = await next_move(people)
    await (await person.slash("/game do", action=action)).settled()


async def begin_turn(discord: CheckedSandbox, people: list[Persona]) -> None:
    """Move until the channel shows a half-done turn. Some turns end with one move."""
    halfway = False
    while not halfway:
        last = public(discord)[-1]
        await move(people)

        def told(message: Message, last: Message = last) -> bool:
            goes_on = message.only_for is None and message.id > last.id
            return goes_on or (message.id == last.id and "Take back" in labels(message))

        halfway = "Take back" in labels(await discord.wait_for_message(told))


async def stored(database: Where) -> tuple[GameRow, list[EntryRow], list[PostRow]]:
    """Return the only game in a database, with its journal and its posts."""
    store = await Store.open(address(database), lambda: 0)
    try:
        (row,) = await store.open_games()
        return row, await store.entries(row.id), await store.posts(row.id)
    finally:
        await store.close()


async def assert_whole(discord: Sandbox, database: Where) -> list[EntryRow]:
    """Assert that the journal is in order and fully narrated, with controls on the last post alone.

    After the last post, a message may come that only mentions somebody for this post. Returns the journal.
    """
    row, journal, posts = await stored(database)
    assert row.opening is not None
    assert row.position is not None
    match = Match(find_game(row.slug), row.opening, row.seed, row.position)
    assert verify(match.with_journal([stored.entry for stored in journal])).problems == ()
    shown = public(discord)
    assert [post.message for post in posts] == [message.id for message in shown]
    assert not any(post.due for post in posts)
    newest = [post.message for post in posts if post.kind != "call"][-1]
    assert [message.id for message in shown if message.buttons or message.menus] == [newest]
    return journal


async def kill_at(moment: Moment, discord: CheckedSandbox, program: Program, people: list[Persona]) -> None:
    """Begin a turn, and kill the bot at a given event of the turn's second half."""
    await begin_turn(discord, people)
    person, action = await next_move(people)

    def kill(change: Change) -> None:
        if moment(change):
            program.kill()

    with discord.world.changes.watched(kill):
        await person.slash("/game do", action=action)
        await program.gone()


async def test_a_race_outlives_kills_at_its_worst_moments(
    discord: CheckedSandbox, program: Program, tmp_path: Path
) -> None:
    people = await begin(discord)
    for moment in (answered, edited, posted):
        await kill_at(moment, discord, program, people)
        await program.start()
    await move(people)
    await amend_while_killed(discord, program, people[0])
    assert await program.stop() == 0

    kinds = [row.entry.kind for row in await assert_whole(discord, tmp_path / "games.db")]
    assert kinds.count("amend") == 1


async def amend_while_killed(discord: Sandbox, program: Program, host: Persona) -> None:
    """Confirm an amendment, kill the bot when it acknowledges the press, and confirm again."""
    asked: dict[str, str | int] = {
        "patch": '{"op": "replace", "path": "/round", "value": 9}',
        "reason": "a test",
    }
    page = (await (await master(host, "amend", **asked)).settled()).message

    def kill(change: Change) -> None:
        if isinstance(change, InteractionAnswered) and change.interaction.kind is InteractionKind.COMPONENT:
            program.kill()

    with discord.world.changes.watched(kill):
        await host.press(page, "Confirm")
        await program.gone()
    await program.start()
    again = await (await host.press(page, "Confirm")).settled()
    assert "It is changed" in again.text or "the state has these values already" in again.text


WITHIN_A_TURN = {
    "acrana": (
        ("Ann", "Bo", "Cato", "Dagny", "Edda", "Finn"),
        {"fleet_size": "3", "first_launch": "free"},
        "sail_on",
        0,
    ),
    "privateer": (("Ann", "Bo"), {"terrain": "light", "terrain_setup": "auto"}, "sail", 0),
}
"""For each game: its people and options, a later decision of a turn, and the presses that answer a part."""


async def suggested(people: list[Persona]) -> tuple[Persona, str]:
    """Return the awaited player, and the player's first suggestion."""
    for person in people:
        for _, value in await person.complete("/game do", focused="action"):
            if not str(value).startswith(("resign", "prize_policy")):
                return person, str(value)
    raise AssertionError("nobody is to decide")


async def use_first_control(person: Persona, page: Message) -> None:
    """Press the first button of a private page, or choose the first line of its menu."""
    if page.menus:
        menu = page.menus[0]
        assert isinstance(menu, StringMenu)
        reply = await person.choose(page, menu.options[0].value, custom_id=menu.custom_id)
    else:
        reply = await person.press(page, custom_id=page.buttons[0].custom_id)
    await reply.settled()


def changes_in(database: Path) -> int:
    """Return the number of changes of the only game in a database that another program has open."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        ((version,),) = connection.execute("SELECT version FROM games")
    return int(version)


@pytest.mark.parametrize("game", WITHIN_A_TURN)
async def test_a_decision_within_a_turn_outlives_a_kill_with_its_controls(
    discord: Sandbox, program: Program, tmp_path: Path, game: str
) -> None:
    names, options, decision, presses = WITHIN_A_TURN[game]
    database = tmp_path / "games.db"
    people = [discord.persona(name) for name in names]
    await (await people[0].slash("/play", game=game)).settled()
    for option, value in options.items():
        await set_in_lobby(people[0], discord.harbour, game, option, value)
    for person in people[1:]:
        await (await person.slash("/game join")).settled()
    await (await in_lobby(people[0], discord.harbour, "start")).settled()
    done = 0
    while not (found := await suggested(people))[1].startswith(f"{decision} "):
        await (await found[0].slash("/game do", action=found[1])).settled()
        done += 1

    person, page = found[0], (await (await found[0].slash("/game board")).settled()).message
    for _ in range(presses):
        await use_first_control(person, page)
    program.kill()
    await program.gone()
    await program.start()
    assert page.buttons or page.menus
    # After the answer, the page shows the same player's next question.
    before = changes_in(database)
    while changes_in(database) == before:
        await use_first_control(person, page)
    assert await program.stop() == 0

    journal = [row.entry for row in await assert_whole(discord, database)]
    assert [entry.kind for entry in journal if entry.actor.role == "seat"] == ["act"] * (done + 1)


async def say(person: Persona, line: str, **options: str | int | bool) -> str:
    """Return the bot's answer to a command."""
    return (await (await person.slash(line, options=options)).settled()).text


async def foretold(host: Persona, **rolls: str) -> None:
    """Force the next rolls as the game master, who opened the game."""
    for roll, values in rolls.items():
        await (await master(host, "force", roll=roll, values=values, reason="a test")).settled()


async def killed_and_started(program: Program) -> None:
    """Kill the bot immediately, and start it again."""
    program.kill()
    await program.gone()
    await program.start()


STARTS = 3
"""The number of further starts after which nothing may be due."""


async def decided(discord: Sandbox, program: Program, database: Path) -> list[str]:
    """Return the players' decisions in the only game of a database. The channel must narrate them all.

    The program is shut down properly, and restarted until no post is due.
    """
    assert await program.stop() == 0
    for _ in range(STARTS):
        if not any(post.due for post in (await stored(database))[2]):
            break
        await program.start()
        await say(discord.persona("Ann"), "/game board")
        assert await program.stop() == 0
    journal = await assert_whole(discord, database)
    return [line.entry.what for line in journal if line.entry.actor.role == "seat"]


async def opened(discord: Sandbox, game: str, **options: str) -> tuple[Persona, Persona]:
    """Start a game of Ann and Bo."""
    ann, bo = discord.persona("Ann"), discord.persona("Bo")
    await say(ann, "/play", game=game, preset="printed")
    for option, value in options.items():
        await set_in_lobby(ann, discord.harbour, game, option, value)
    await say(bo, "/game join")
    await (await in_lobby(ann, discord.harbour, "start")).settled()
    return ann, bo


async def test_a_battle_in_another_s_turn_a_form_and_secret_orders_outlive_kills(
    discord: Sandbox, program: Program, tmp_path: Path
) -> None:
    ann, bo = await opened(discord, "dangerous_sea", turn_order="joined")
    await say(ann, "/game do", action="choose_start A1")
    await say(bo, "/game do", action="choose_start L1")

    # In Ann's turn, Bo decides whether to attack, then which prize to demand. Then Ann answers.
    await say(ann, "/sea sail", dir="W")
    await killed_and_started(program)
    await foretold(ann, battle_attacker="6", battle_defender="2")
    await say(bo, "/game do", action="react attack")
    await killed_and_started(program)
    # A form that was opened before a kill is sent after the kill.
    page = (await (await bo.slash("/game board")).settled()).message
    form = (await bo.press(page, custom_id=the_button(page, "Demand something of"))).modal
    await killed_and_started(program)
    await (await bo.submit(form, {"food": "20", "promise": "Peace until winter"})).settled()
    await killed_and_started(program)
    assert "Peace until winter" in await say(ann, "/game board")
    await say(ann, "/game do", action="reply accept")

    # The Ghost Ship finds Ann and Bo on one square. The bot is killed after Ann's secret order.
    await foretold(ann, sea_card="ghost", ghost_move="5", ghost_dice="1 1 1 1", ghost_foe="1")
    for person in (ann, bo):
        await say(person, "/game do", action="end_turn")
    for person in (ann, bo):
        await say(person, "/game do", action="end_turn")
    await say(ann, "/game do", action="order wait")
    await killed_and_started(program)
    told = await say(bo, "/game do", action="order face")
    order = told.splitlines()[0]
    assert order.index("**Bo**") < order.index("**Ann**")

    done = await decided(discord, program, tmp_path / "games.db")
    assert done[2:6] == [
        "sail W",
        "react attack",
        "demand food 20 promise Peace until winter",
        "reply accept",
    ]
    assert done[-2:] == ["order wait", "order face"]


async def test_a_turn_half_sailed_a_warning_and_a_page_with_choices_outlive_kills(
    discord: Sandbox, program: Program, tmp_path: Path
) -> None:
    ann, bo = await opened(discord, "kraken_bay", first_player="1", movement="up_to")
    await say(ann, "/game do", action="pick_character explorer")
    # If nothing else is possible before a roll, the roll happens automatically as the turn begins.
    await foretold(ann, move="5 4")
    await say(bo, "/game do", action="pick_character pirate")
    await one_tentacle_at(ann, "D6")

    await say(ann, "/game do", action="roll")
    await killed_and_started(program)
    # The tentacle on the course certainly costs cargo, so the bot asks for confirmation.
    page = (await (await ann.slash("/kraken sail", course="ti i3 a i2")).settled()).message
    assert "The tentacle at D6 surely costs you cargo" in page.text
    await press_what_says(ann, page, "Yes")

    # Ending a turn in the red water needs a second press, which may come after a kill.
    # The turn remembers that the Explorer has turned round.
    await foretold(ann, move="6 6")
    page = (await (await ann.slash("/game board")).settled()).message
    await press_what_says(ann, page, "End turn")
    assert "feeds your ship to the kraken" in page.text
    await killed_and_started(program)
    assert "has turned about in this turn" in await say(ann, "/kraken sail", course="to")
    await press_what_says(ann, page, "End turn")

    # A page with choices from before a kill is used after the kill.
    await say(bo, "/game do", action="roll")
    page = (await (await bo.slash("/game board")).settled()).message
    await killed_and_started(program)
    await press_what_says(bo, page, "To A5")

    done = await decided(discord, program, tmp_path / "games.db")
    assert [one for one in done if one != "roll"][-3:-1] == ["sail tiiiiaii", "end_turn"]
    assert done[-1].startswith("sail")


async def one_tentacle_at(host: Persona, space: str) -> None:
    """Remove all tentacles but one by an amendment, because dice place them differently each time."""
    patch = f'{{"op": "replace", "path": "/tentacles", "value": ["{space}"]}}'
    page = (await (await master(host, "amend", patch=patch, reason="a test")).settled()).message
    await press_what_says(host, page, "Confirm")


async def press_what_says(person: Persona, page: Message, words: str) -> None:
    """On a private page, press the button whose label has these words."""
    await (await person.press(page, custom_id=the_button(page, words))).settled()


def the_button(page: Message, words: str) -> str | None:
    """Return the id of the private page's button whose label has these words."""
    found = [button for button in page.buttons if words in (button.label or "")]
    assert len(found) == 1, f"{words!r} is not one of {labels(page)} below {page.text!r}"
    (button,) = found
    return button.custom_id


def listed(discord: Sandbox) -> list[Message]:
    """Return the text of the dashboard."""
    return [one for one in discord.channel("board").messages.values() if not one.deleted and not one.only_for]


async def test_a_dashboard_is_one_message_whenever_the_bot_is_killed(
    discord: CheckedSandbox, program: Program
) -> None:
    mo, board = discord.persona("Mo", moderator=True), discord.channel("board")

    async def killed_at(moment: Moment, deed: Callable[[], Awaitable[object]]) -> None:
        def kill(change: Change) -> None:
            if moment(change):
                program.kill()

        with discord.world.changes.watched(kill):
            await deed()
            await program.gone()

    # The bot is killed before it knows of the message. Later it finds the message and edits it.
    await say(mo, "/play", game="port_flower")
    asked = await mo.slash("/settings")
    await asked.settled()
    card = asked.message
    await killed_at(
        lambda change: posted(change) and listed(discord) != [],
        lambda: mo.choose(card, board, placeholder="Dashboard of open games"),
    )
    (message,) = listed(discord)
    await killed_at(
        lambda change: isinstance(change, MessageUpdated) and change.message is message, program.launch
    )
    await program.start()
    await (await in_lobby(mo, discord.harbour, "close")).settled()
    await discord.wait_for_message(lambda one: "No game is open." in one.text, channel=board)
    assert await program.stop() == 0
    assert len(listed(discord)) == 1
