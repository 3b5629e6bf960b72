"""Wrong input in every game: a private answer names the mistake and shows what is possible."""

import re
from collections.abc import Mapping
from random import Random

import pytest

from bot.interactions.commands.completion import named
from bot.narration.seat_names import with_players
from rules.engine.action import Action, fields_of, notation, text_of, value_of
from rules.engine.chance import Chance, QuickStream
from rules.engine.errors import IllegalAction
from rules.engine.form import Form, Range
from rules.engine.game import AnyGame
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from sandbox import Persona, Reply
from tests.bot import voyages
from tests.bot.harbour import Harbour, labels
from tests.laws import Table

EXAMPLE = re.compile(r"Possible now, for example: (?:.+ \()?`(.+)`\)?\.$")

AT_THE_WRONG_TIME: Mapping[str, str] = {
    "acrana": "choose_cards 5a",
    "dangerous_sea": "end_turn",
    "kraken_bay": "roll",
    "port_flower": "repel yes",
    "privateer": "roll 2",
}
"""Input of the same game that does not fit its first decision."""

LONGEST_ANSWER = 700
"""The most characters of a refusal, which people read on a phone."""


def wrong_lines(slug: str, good: str) -> dict[str, tuple[str, str]]:
    """Return the wrong input for each kind of mistake, with the words that the answer must contain."""
    verb, *parts = good.split()
    foreign = "deploy G2 G1" if slug == "acrana" else "becalm Jb"
    kept = [verb, *parts[:-1]]
    of_parts = {
        "one wrong part": (" ".join([*kept, "Q9"]), "q9"),
        "a negative number": (" ".join([*kept, "-3"]), "-3"),
        "too little": (verb, f"“{verb}” says too little. add: "),
    }
    return {
        "another game's notation": (foreign, foreign.split(maxsplit=1)[0]),
        **(of_parts if parts else {}),
        "too much": (f"{good} extra", "extra"),
        "nothing": (" ", "type an action"),
        "an emoji": ("🦈🦈", "🦈🦈"),
        "a novel": ("x" * 300, "x" * 30),
        "markdown": ("**N4** [here](https://example.com)", "**n4**"),
        "a square": ("A1", "a1"),
        "an open quotation mark": (f'{verb} "N4', "quotation mark"),
    }


def has_parts(game: AnyGame) -> bool:
    """Return whether any action of the game has parts."""
    return any(fields_of(kind) for kind in game.actions)


async def asked(harbour: Harbour) -> tuple[Persona, Action]:
    """Return the first person who is asked for an action with parts, and the action. Others are done before.

    In a game without parts, the first action is returned.
    """
    table = await harbour.table()
    while True:
        decision = table.match.decisions[0]
        person = voyages.seated(harbour, table, decision.seat)
        possible = [*decision.actions, *(form.action for form in decision.forms)]
        fit = (one for one in possible if " " in notation(one) or not has_parts(table.game))
        if found := next(fit, None):
            return person, found
        await works(harbour, person, notation(decision.actions[0]))


async def refused(harbour: Harbour, reply: Reply, name: str, before: int) -> str:
    """Check a reply, which must be private, name the mistake, and change nothing. Return its example."""
    await harbour.told(reply)
    assert reply.ephemeral, reply.text
    words, told = (text.replace("_", " ").replace("-", " ") for text in (name, reply.text.casefold()))
    assert words in told, reply.text
    assert len(reply.text) <= LONGEST_ANSWER, reply.text
    assert (await harbour.table()).match.position.last == before, reply.text
    found = EXAMPLE.search(reply.text)
    assert found, reply.text
    return found[1]


async def works(harbour: Harbour, person: Persona, example: str) -> None:
    """Type the example unchanged. It must be done."""
    before = (await harbour.table()).match.position.last
    reply = await harbour.told(await person.slash("/game do", action=example))
    for sure in [label for label in labels(reply.message) if label and label.startswith("Yes: ")]:
        # The bot asks for confirmation if the action certainly loses something.
        await harbour.told(await person.press(reply.message, sure))
    assert (await harbour.table()).match.position.last > before, (example, reply.text)


async def last_entry(harbour: Harbour) -> int:
    return (await harbour.table()).match.position.last


@pytest.mark.parametrize("slug", sorted(games()))
async def test_what_is_typed_wrong_is_answered_with_what_works(harbour: Harbour, slug: str) -> None:
    await voyages.set_out(harbour, slug, 2, seed=1)
    person, _ = await asked(harbour)
    for line in [AT_THE_WRONG_TIME[slug]] if slug in AT_THE_WRONG_TIME else []:
        reply = await person.slash("/game do", action=line)
        await works(harbour, person, await refused(harbour, reply, line, await last_entry(harbour)))
        assert "Yours to decide: you " in reply.text
    for mistake in wrong_lines(slug, "verb part" if has_parts(games()[slug]) else "verb"):
        if (await harbour.table()).match.finished:
            return  # The game was short.
        person, right = await asked(harbour)
        line, name = wrong_lines(slug, notation(right))[mistake]
        reply = await person.slash("/game do", action=line)
        await works(harbour, person, await refused(harbour, reply, name, await last_entry(harbour)))


@pytest.mark.parametrize("slug", sorted(games()))
async def test_nonsense_is_answered_in_words_until_the_example_says_how_it_is_typed(
    harbour: Harbour, slug: str
) -> None:
    await voyages.set_out(harbour, slug, 2, seed=1)
    person, right = await asked(harbour)
    reply = await person.slash("/game do", action="nonsense")
    example = await refused(harbour, reply, "nonsense", await last_entry(harbour))
    words = reply.text.partition("`")[0]
    assert re.search(r"“nonsense” is nothing that one can do here\. Yours to decide: you \w.+\. Pos", words)
    # The answer does not list all verbs of the notation.
    known = {kind.command() for kind in games()[slug].actions if "-" in kind.command()}
    assert not any(one in words for one in known)
    # The answer to a misspelled verb suggests the intended verb.
    verb = type(right).command()
    slip = await harbour.told(await person.slash("/game do", action=f"{verb}x"))
    assert f"here. Perhaps you mean `{verb}`. Yours" in slip.text
    await works(harbour, person, example)


async def asked_for_what_has_a_command(harbour: Harbour) -> tuple[Persona, Action]:
    """Return the first person who is asked for an action with its own command, and the action."""
    table, chance = await harbour.table(), Random(1)
    while table.match.decisions:
        decision = table.match.decisions[0]
        forms = [form.example for form in decision.forms]
        possible = (*decision.shortcuts, *decision.actions, *forms)
        if found := next((action for action in possible if action.typed), None):
            return voyages.seated(harbour, table, decision.seat), found
        line = notation(chance.choice(decision.actions or forms))
        await harbour.told(await voyages.seated(harbour, table, decision.seat).slash("/game do", action=line))
    raise AssertionError(f"{table.game.title} was over before anything that is `typed` was asked.")


@pytest.mark.parametrize("slug", sorted(games()))
async def test_a_command_filled_in_wrong_is_answered_with_what_works(harbour: Harbour, slug: str) -> None:
    await voyages.set_out(harbour, slug, 2, seed=1)
    table = await harbour.table()
    if not any(fields_of(kind) for kind in table.game.actions if kind.typed):
        return
    person, right = await asked_for_what_has_a_command(harbour)
    command = f"/{table.game.command} {right.command()}"
    values = {name: value_of(right, name) for name in fields_of(type(right))}
    filled = {name: value for name, value in values.items() if value is not None}
    wrong = next(name for name, value in filled.items() if isinstance(value, str))
    options = {name: value if isinstance(value, int) else text_of(value) for name, value in filled.items()}
    before = await last_entry(harbour)
    reply = await person.slash(command, options={**options, wrong: "Q9 **x**"})
    await works(harbour, person, await refused(harbour, reply, "q9", before))


@pytest.mark.parametrize("slug", sorted(games()))
async def test_who_is_not_asked_reads_whom_the_game_waits_for(harbour: Harbour, slug: str) -> None:
    await voyages.set_out(harbour, slug, 2, seed=1)
    person, right = await asked(harbour)
    before = await last_entry(harbour)
    (other,) = (one for one in harbour.crew if one is not person)
    if len((await harbour.table()).match.position.awaited) > 1:
        return  # All players are asked at the same time.
    for line in (notation(right), "x"):
        reply = await harbour.told(await other.slash("/game do", action=line))
        assert reply.ephemeral
        assert f"The game waits for {person.mention} ({person.name})." in reply.text
        assert "for example" not in reply.text
    assert await last_entry(harbour) == before


async def test_a_seat_of_the_bot_is_named_once(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    harbour.bot.tables.machine.turn = lambda match, own: None  # type: ignore[method-assign]
    await harbour.lobby_control(ann, "start")
    table = await harbour.table()
    while table.match.awaits(1):
        await works(harbour, ann, notation(table.match.decisions[0].actions[0]))
    reply = await harbour.told(await ann.slash("/game do", action="move boat N4"))
    assert reply.text.endswith("The game waits for Bot B.")


def test_suggestions_are_found_without_quotes_blanks_and_capitals() -> None:
    lines = ['move shark1 "N2 E3"', 'move shark1 "E3 N2"', "move boat N2"]
    pairs = [(line, line) for line in lines]
    for typed in ("MOVE SHARK1 N2 E3", "shark1n2e3", 'shark1 "n2', "move shark1  n2e", "“N2 E3”"):
        assert [choice.value for choice in named(pairs, typed)] == lines[:1], typed
    # Exact spelling comes first.
    assert [choice.value for choice in named([("ab c", "ab c"), ("a bc", "a bc")], "a b")] == ["a bc", "ab c"]


@pytest.mark.parametrize("line", ["x", "sail Q9 B1"])
async def test_a_master_who_types_wrong_for_somebody_reads_nothing_of_their_hand(
    harbour: Harbour, line: str
) -> None:
    await voyages.set_out(harbour, "acrana", 2, seed=1)
    ann, bo = harbour.crew
    person, _ = await asked(harbour)
    if person is ann:
        await harbour.skip()
    reply = await harbour.gm(ann, "act", player="2", action=line, reason="a test")
    assert reply.ephemeral
    assert "for example" not in reply.text, reply.text
    assert (await asked(harbour))[0] is bo


INNER = re.compile(r"[a-z]+_[a-z]+|\bSeat \d|\bP\d\b")
"""Names that occur only in the code, and seats by their numbers."""


def too_much(form: Form) -> list[Action]:
    """Return the actions in which one number of the form is one step too high."""
    ranges = {name: blank for name, blank in form.blanks.items() if isinstance(blank, Range)}
    return [form.example.model_copy(update={name: blank.high + blank.step}) for name, blank in ranges.items()]


@pytest.mark.parametrize("slug", games())
def test_refusals_of_the_rules_name_nothing_by_its_inner_name(slug: str) -> None:
    game = find_game(slug)
    table = Table(game, game.options(), min(3, game.max_seats), luck=5)
    random, tried, told = table.random(), set[Action](), set[str]()
    for match in table.some(30):
        say = with_players(game, match.shown, {1: "Ann", 2: "Bo", 3: "Cato"})
        for decision in match.decisions[:1]:
            tried |= {*random.sample(decision.actions, min(4, len(decision.actions)))}
            tried |= {form.example for form in decision.forms[:4]}
            tried |= {action for form in decision.forms[:4] for action in too_much(form)}
            for action in sorted(tried, key=str):
                try:
                    game.resolve(match.shown, decision.seat, action)
                    game.apply(
                        game.load_state(match.shown.model_dump_json()),
                        decision.seat,
                        action,
                        Chance(QuickStream(random)),
                    )
                except IllegalAction as refusal:
                    told.add(say(refusal.message))
    assert told, f"Nothing that was tried in {slug} was ever refused."
    assert not [sentence for sentence in told if INNER.search(sentence)]


async def test_a_refusal_calls_other_seats_by_their_players(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "dangerous_sea", 2, seed=3, turn_order="joined", start_positions="spread")
    person, _ = await asked(harbour)
    (other,) = (one for one in harbour.crew if one is not person)
    reply = await harbour.told(await person.slash("/game do", action="attack P2"))
    assert f"{other.name} is not on your square" in reply.text
