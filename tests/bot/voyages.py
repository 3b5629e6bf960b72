"""Complete games in the real client, played as people play them, and checks of what everybody has seen."""

import random
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from bot.narration.narrator import Narrator, narrator_of
from bot.narration.post_story import BEFELL, FOLD, MOST_AUTOMATIC
from bot.narration.story_counts import StoryCounts
from bot.posts.control_ids import parse
from bot.sessions.recent_steps import Turn, turns_in
from bot.sessions.table import Table
from bot.sessions.undo_path import undo_paths_in
from bot.store.rows import PostRow
from rules.engine.action import Action, fields_of, notation, text_of, value_of
from rules.engine.decision import Awaited, Decision, ask
from rules.engine.game import State
from sandbox import Message, Persona, Reply, ReplyKind
from sandbox.world.components import StringMenu, TextDisplay
from tests.bot.harbour import NOON, Harbour, labels, offered

CREW = ("Ann", "Bo", "Cato", "Dagny", "Edda", "Finn", "Gro", "Hugo")

GAME = "TESTED"

STORY = 1
"""The index of a post's text that narrates events. The text before it notifies the awaited player."""

BESIDE = (BEFELL, FOLD, "-# The game goes on here.")
"""The beginnings of lines in a story that narrate no turn in full."""

PRESSES = 6
"""The maximum number of presses in one decision."""

LEADS_NOWHERE = ("Take back", "Start over", "Story", "Suggest a move")
"""The beginnings of labels of buttons that answer nothing."""


# Arranging


async def set_out(harbour: Harbour, game: str, people: int, seed: int, **options: str) -> None:
    """Begin a game of `people` people in #harbour, with the dice and cards that follow from `seed`."""
    foretell(harbour, seed)
    await harbour.start_race(*harbour.people(*CREW[:people]), game=game, **options)


def foretell(harbour: Harbour, seed: int) -> None:
    """Make the dice and cards of the next game follow from `seed` alone, whenever it is played."""

    async def name() -> str:
        return GAME

    # Dice depend on the seed and the opening, which holds the game's id, the time and people's presses.
    harbour.bot.tables.new_seed = lambda: seed.to_bytes(32)
    harbour.bot.tables.now = lambda: NOON
    harbour.bot.tables.presses = lambda row, start: ()  # type: ignore[method-assign]
    harbour.bot.store.new_game_id = name  # type: ignore[method-assign]


async def lay_out(harbour: Harbour, state: State) -> None:
    """Put the game in #harbour into this state, with a new post. Later dice ignore the game so far."""
    table = await harbour.table()
    position = table.match.position
    stamp = position.public + 1
    awaited = tuple(
        Awaited(seat=decision.seat, kind=decision.kind, since=0, stamp=stamp)
        for decision in table.game.decisions(state)
    )
    changes = {"state": state.model_dump_json(), "line": "", "awaited": awaited, "back": 0}
    table.row = replace(table.row, position=position.model_copy(update=changes))
    assert table.post is not None
    table.posts.newest = replace(table.post, turn=table.game.turn(state))
    await table.repost(table.post)
    await harbour.calm()


async def force(harbour: Harbour, roll: str, values: str) -> None:
    """Force the next roll labelled `roll`, as the host, who is a game master."""
    options = {"values": values, "roll": roll, "reason": "a test"}
    await harbour.gm(harbour.crew[0], "force", **options)


# Playing


async def play_by_lines(harbour: Harbour, chance: random.Random) -> None:
    """Play the game in #harbour to its end with `/game do`."""
    table = await harbour.table()
    while table.row.status == "running":
        decision = table.match.decisions[0]
        action = chance.choice(decision.actions)
        await _by_one_entry(harbour, table, decision, "/game do", {"action": notation(action)})


async def play_by_commands(harbour: Harbour, chance: random.Random) -> None:
    """Play the game in #harbour to its end with its own commands, taking each option from suggestions.

    Actions without a command are typed with `/game do`.
    """
    table = await harbour.table()
    while table.row.status == "running":
        decision = table.match.decisions[0]
        action = chance.choice(decision.offered)
        person = seated(harbour, table, decision.seat)
        kinds = [kind for kind in table.game.actions if kind.typed and says(kind, action)]
        if not kinds:
            await _by_one_entry(harbour, table, decision, "/game do", {"action": notation(action)})
            continue
        kind = chance.choice(kinds)
        line = f"/{table.game.command} {kind.command()}"
        await _by_one_entry(harbour, table, decision, line, await suggested(person, line, kind, action))


def says(kind: type[Action], action: Action) -> bool:
    """Return whether the command of the class `kind` can mean the action."""
    known = fields_of(type(action)).keys()
    return type(action) is kind or (type(action) in kind.stands_for and fields_of(kind).keys() >= known)


async def play_by_controls(harbour: Harbour, chance: random.Random) -> None:
    """Play the game in #harbour to its end with buttons and menus."""
    table = await harbour.table()
    while table.row.status == "running":
        await decide_by_controls(harbour, table, chance)


async def decide_by_controls(harbour: Harbour, table: Table, chance: random.Random) -> None:
    """Make one decision of the awaited seat with buttons and menus, from the newest post on."""
    assert not table.match.finished, f"{table.game.title} is over sooner than this test expects of a game."
    person = seated(harbour, table, table.match.position.awaited[0].seat)
    before = table.match.position.last
    message = harbour.newest
    for _ in range(PRESSES):
        assert_in_words(table, message)
        message = await use_any_control(harbour, person, message, chance)
        if table.match.position.last > before:
            return
    raise AssertionError(f"{PRESSES} presses were not enough for one decision")


async def use_any_control(
    harbour: Harbour, person: Persona, message: Message, chance: random.Random
) -> Message:
    """Use a random control of a message, except controls that go back. Returns the answer.

    A form that opens is sent with its example.
    """
    buttons = [button for button in message.buttons if not (button.label or "").startswith(LEADS_NOWHERE)]
    assert buttons or message.menus, f"There is nothing to press: {message.text}"
    if message.menus and (not buttons or chance.random() < 0.5):
        menu = chance.choice([menu for menu in message.menus if isinstance(menu, StringMenu)])
        reply = await person.choose(message, chance.choice(menu.options).value, custom_id=menu.custom_id)
    else:
        reply = await person.press(message, custom_id=chance.choice(buttons).custom_id)
    answer = await harbour.told(reply)
    if answer.kind is ReplyKind.MODAL:
        answer = await harbour.told(await person.submit(answer.modal, {}))
    return answer.message


def seated(harbour: Harbour, table: Table, seat: int) -> Persona:
    """Return the player of the given seat."""
    user = next(member.user for member in table.row.members if member.seat == seat)
    return next(person for person in harbour.crew if person.id == user)


async def suggested(
    person: Persona, line: str, kind: type[Action], action: Action
) -> Mapping[str, str | int | bool]:
    """Return the options of a command for `action`, each from suggestions after the earlier options."""
    filled: dict[str, str | int | bool] = {}
    for name in fields_of(kind):
        value = value_of(action, name) if name in fields_of(type(action)) else None
        if value is None:
            continue
        typed = value if isinstance(value, int) else text_of(value)
        choices = await person.complete(line, focused=name, options={**filled, name: typed})
        assert typed in [choice for _, choice in choices], f"{line}: {name} {typed} is not suggested"
        filled[name] = typed
    return filled


async def _by_one_entry(
    harbour: Harbour, table: Table, decision: Decision, line: str, options: Mapping[str, str | int | bool]
) -> None:
    """Send a command as the deciding seat. The command must take effect."""
    before = table.match.position.last
    person = seated(harbour, table, decision.seat)
    reply = await send(harbour, person, line, options)
    assert reply.ephemeral
    assert table.match.position.last > before, f"{line} {options}: {reply.text}"


async def do(harbour: Harbour, person: Persona, action: Action) -> Reply:
    """Type an action as the given person."""
    return await send(harbour, person, "/game do", {"action": notation(action)})


async def send(
    harbour: Harbour, person: Persona, line: str, options: Mapping[str, str | int | bool]
) -> Reply:
    """Send a command, and confirm it if the bot warns of a certain loss."""
    reply = await harbour.told(await person.slash(line, options=options))
    for sure in [label for label in labels(reply.message) if label and label.startswith("Yes: ")]:
        await harbour.told(await person.press(reply.message, sure))
    return reply


# The targets of controls


def itself(state: State, action: Action) -> Hashable:
    """Return the action. By default, every difference between actions counts."""
    return action


async def play_trying_all_controls(
    harbour: Harbour, chance: random.Random, look: Callable[[State, Action], Hashable] = itself
) -> set[str]:
    """Play the game in #harbour to its end, trying all controls for the first decision of each kind.

    If actions look alike, controls lead to only one of them. Returns the kinds of the decisions.
    """
    table, tried = await harbour.table(), set[str]()
    while table.row.status == "running":
        decision = table.match.decisions[0]
        if decision.kind not in tried:
            tried.add(decision.kind)
            found = await reachable(harbour, table, decision) - set(decision.shortcuts)
            assert found <= set(decision.actions)
            looks = [look(table.match.state, action) for action in found]
            assert set(looks) == {look(table.match.state, action) for action in decision.actions}
            assert len(looks) == len(set(looks))
        action = notation(chance.choice(decision.actions))
        await _by_one_entry(harbour, table, decision, "/game do", {"action": action})
    return tried


async def reachable(harbour: Harbour, table: Table, decision: Decision) -> set[Action]:
    """Return every action that the newest post's controls lead to, except forms. No action is carried out."""
    offers = (*decision.shortcuts, *decision.actions)
    person, found = seated(harbour, table, decision.seat), set[Action]()
    open_ways = _ways(table, harbour.newest)
    while open_ways:
        way = open_ways.pop()
        step = ask(offers, way.path, decision.path) if way.path else None
        if isinstance(step, Action):
            found.add(step)
        else:
            reply = await person.forge_press(
                way.control, harbour.newest, component_type=3 if way.values else 2, values=way.values
            )
            open_ways += _ways(table, (await harbour.told(reply)).message)
    return found


class Way(NamedTuple):
    """A use of a control that continues an answer: its id, its chosen values, and the answers so far."""

    control: str
    values: tuple[str, ...]
    path: tuple[str, ...]


def _ways(table: Table, page: Message) -> list[Way]:
    assert_in_words(table, page)
    found = []
    for button in page.buttons:
        control = parse(button.custom_id or "")
        if (
            control is None
            or control.verb in {"fill", "orders", "story"}
            or (button.label or "").startswith(LEADS_NOWHERE)
        ):
            continue
        found.append(Way(str(control), (), control.path))
    for menu in page.menus:
        control = parse(menu.custom_id)
        if control is not None and isinstance(menu, StringMenu):
            for option in menu.options:
                path = (*control.path, *option.value.split("/"))
                found.append(Way(str(control), (option.value,), path))
    return found


# What everybody has seen


def assert_in_words(table: Table, message: Message) -> None:
    """Assert that the texts of a message's controls are words of the game, not identifiers."""
    own = {name for kind in table.game.actions for name in (kind.kind, *fields_of(kind))}
    shown = [*labels(message), *(option.label for option in offered(message))]
    for text in shown:
        assert text, "a control has no label"
        assert "_" not in text, text
        assert text not in own, text
    assert len(set(shown)) == len(shown), f"nobody can tell these apart: {shown}"


async def assert_told_once(harbour: Harbour) -> None:
    """Assert that the channel narrates people's turns once, in full and in order, and other turns in short.

    If a post mentions only one person, it narrates that person's newest automatic turn in full. Each post has
    one board. All posts but the last have no controls and link to the next post.
    """
    table = await harbour.table()
    journal = await harbour.journal()
    narrator = narrator_of(table.row, table.match.shown, undo_paths_in(journal))
    narrator.counts = StoryCounts(table.game, journal)
    turns = turns_in(table.game, journal)
    rows = await harbour.bot.store.posts(table.row.id)
    bots = table.row.seats_of(harbour.bot.tables.machine.user)

    def is_told_whole(turn: Turn) -> bool:
        return turn.was_played or turn is turns[-1] or turn in own

    own = [turn for post in rows for turn in _own_automatic(post, turns, bots)[-MOST_AUTOMATIC:]]
    expected = [line for turn in filter(is_told_whole, turns) for line in whole(narrator, turn)]
    calls = harbour.calls()
    posts = [post for post in harbour.posts() if "At the table" not in post.text and post not in calls]
    stories = [[*post.parts(TextDisplay)][STORY].content for post in posts]
    told = [line for line in "\n".join(stories).split("\n") if not line.startswith(BESIDE)]
    assert told == "\n".join(expected).split("\n")
    assert [len(post.pictures) for post in posts] == [1] * len(posts)
    assert not any(post.buttons or post.menus for post in (*posts[:-1], *calls))
    for post, following in pairwise(posts):
        assert [*post.parts(TextDisplay)][-1].content.endswith(f"/{following.id})")
    assert labels(posts[-1]) == ["Play again", "Replay", "Page", "Dice file", "Story"]


def _own_automatic(post: PostRow, turns: Sequence[Turn], bots: Collection[int]) -> list[Turn]:
    """If a post mentions only one person, return that person's automatic turns in the post."""
    if post.kind != "turn":
        return []
    there = [turn for turn in turns if turn.parts and post.first <= turn.last <= post.last]
    return [
        turn
        for turn in there
        if not turn.was_played and post.called == (turn.owner,) and turn.owner not in bots
    ]


def whole(narrator: Narrator, turn: Turn) -> list[str]:
    """Return the full narration of a turn without the sentences that open turns."""
    openers = narrator.game.turn_openers
    parts = [
        part._replace(events=tuple(event for event in part.events if event["event"] not in openers))
        for part in turn.parts
    ]
    return [line for line in narrator.tell_parts(parts) if line]


async def assert_verified(harbour: Harbour) -> None:
    """Assert that the game is over, and that everybody can check its dice against its seed."""
    assert "Seed" in harbour.newest.text
    check = await harbour.told(await harbour.crew[0].slash("/game check"))
    assert "rolls come from the seed" in check.text
