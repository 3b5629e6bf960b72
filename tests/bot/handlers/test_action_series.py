"""Several actions in one line. Each action is done completely or not at all, and never in a later turn."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from pydantic import JsonValue

from bot.escaping import quoted
from bot.sessions.bot_strengths import policy_of
from bot.sessions.table import Table
from rules.dangerous_sea.state import SeaState
from rules.engine.action import Action, notation
from rules.engine.decision import Decision
from rules.engine.match import SYSTEM, Match
from rules.engine.policy import Policy
from rules.engine.registry import games
from sandbox import Persona
from sandbox.office.interactions import Modal
from tests.bot import voyages
from tests.bot.harbour import NOON, Harbour
from tests.rules.dangerous_sea.table import sea
from tests.rules.kraken_bay.table import Table as Bay
from tests.rules.privateer.table import Table as Battle


async def beside_the_bot(harbour: Harbour, game: str, **options: str) -> Persona:
    """Start a game between Ann and the bot."""
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann, game=game, **options)
    await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    await harbour.lobby_control(ann, "start")
    return ann


async def does(harbour: Harbour, person: Persona, line: str) -> str:
    """Return the answer to a person who types the line."""
    return (await harbour.told(await person.slash("/game do", action=line))).text


async def own(harbour: Harbour, seat: int, after: int) -> list[str]:
    """Return the actions of the seat's player after the given entry."""
    entries = [row.entry for row in await harbour.journal()]
    return [one.what for one in entries[after:] if one.seat == seat and one.actor.role == "seat"]


async def test_who_asks_how_to_play_is_told_that_each_action_of_a_line_is_done_whole_or_not_at_all(
    harbour: Harbour,
) -> None:
    (ann,) = harbour.people("Ann")
    told = (await harbour.told(await ann.slash("/help", topic="moving"))).text
    assert "Separate several actions by ` / `." in told
    assert "Each action is done completely or not at all." in told
    assert "at the end of your turn. The bot then lists the actions that were not done." in told


async def form_of_a_line(harbour: Harbour) -> tuple[Persona, Modal]:
    """Open the form for several actions in a battle. Returns the player who opened it, and the form."""
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, game="privateer")
    battle = Battle("red blue", "red1@G9 red2@M6 blue1@A7", "S2 S3 S4 C2", terrain="G8:reef")
    await voyages.lay_out(harbour, battle.state)
    person = voyages.seated(harbour, await harbour.table(), battle.state.fleets["red"].seat)
    page = (await harbour.told(await person.press(harbour.newest, "Your choices"))).message
    form = (await harbour.told(await person.press(page, "In one line…"))).modal
    return person, form


async def test_where_several_actions_are_typed_it_stands_that_each_is_done_by_itself(
    harbour: Harbour,
) -> None:
    _, form = await form_of_a_line(harbour)
    ann = harbour.crew[0]
    assert form.fields[0].description == (
        "1>NE3 sails ship 1 NE with a 3, 1*S4 fires S with a 4. Each counts by itself. (up to 100 letters)"
    )
    (do,) = [
        option
        for command in ann.commands()
        for option in command.options or ()
        if (command.name, option.name) == ("game", "do")
    ]
    acting = (await harbour.told(await ann.slash("/gm", task="act"))).modal
    (what,) = [field for field in acting.fields if field.label == "What"]
    for told in (do.options[0].description if do.options else "", what.description or ""):
        assert "Several actions, with / between them, are done in order until one is impossible." in told


# All games obey this law


@pytest.mark.needs("presets")
@pytest.mark.parametrize("slug", sorted(games()))
async def test_a_line_never_reaches_a_later_turn(harbour: Harbour, slug: str) -> None:
    voyages.foretell(harbour, 5)
    ann = await beside_the_bot(harbour, slug, preset="club")
    await _stays_within_its_turn(harbour, ann)


async def test_alone_a_line_never_reaches_a_later_turn(harbour: Harbour) -> None:
    voyages.foretell(harbour, 6)
    (ann,) = harbour.people("Ann")
    await harbour.start_race(ann, game="kraken_bay")
    await _stays_within_its_turn(harbour, ann)


async def _stays_within_its_turn(harbour: Harbour, ann: Persona) -> None:
    """Type a line of legal actions for this turn and the next. Only this turn's actions are done."""
    table, luck, cut = await harbour.table(), Random(1), 0
    for _ in range(3):
        seat = table.row.seats_of(ann.id)[0]
        lines = await _foreseen(harbour, table, seat, luck)
        turn, before = table.game.turn(table.match.shown), table.match.position.last
        this = [line for line, key in lines if key == turn]
        told = await does(harbour, ann, " / ".join(line for line, _ in lines))
        done = await own(harbour, seat, before)
        assert done, told
        assert done == this[: len(done)], told
        assert told.startswith(f"Done: {quoted(done[0].split()[0])}") == (len(done) < len(lines)), told
        assert ("Not done: " in told) == (len(done) < len(lines)), told
        cut += len(done) == len(this) < len(lines)
        if table.match.finished:
            break
    assert cut


async def _foreseen(harbour: Harbour, table: Table, seat: int, luck: Random) -> list[tuple[str, str]]:
    """Return possible actions of a seat in its current and its next turn, each with its turn."""
    match, lines, turns = table.match, list[tuple[str, str]](), set[str]()
    while not match.finished:
        for decision in match.decisions:
            turn = match.game.turn(match.shown)
            if decision.only_answer is not None:
                match = match.act(decision.seat, decision.distinct[0], SYSTEM, NOON).match
            elif decision.seat == seat:
                if len(turns | {turn}) > 2:
                    return lines
                turns.add(turn)
                action = luck.choice(decision.actions)
                lines.append((notation(action), turn))
                match = _acts(match, seat, lines[-1][0])
            else:
                machine = harbour.bot.tables.machine
                policy = policy_of(table.row, decision.seat, machine.user)
                action = await machine.choose(match, decision, policy)
                match = match.act(decision.seat, action, SYSTEM, NOON).match
            break
    return lines


def _acts(match: Match, seat: int, line: str) -> Match:
    return match.act(seat, match.game.read(line), SYSTEM, NOON).match


# What ends a turn in the middle of a line

KNOWN = {"D4": "sea", "D3": "sea", "D2": "sea", "D1": "sea", "J10": "sea"}


async def at_sea(
    harbour: Harbour, tiles: Mapping[str, str] = KNOWN, foe: Mapping[str, JsonValue] | None = None
) -> Persona:
    """Lay out Ann's turn at D4, with two stones. The other ship, `foe`, is played by the bot."""
    ann = await beside_the_bot(harbour, "dangerous_sea", start_positions="spread", turn_order="joined")
    ships: JsonValue = {"1": {"at": "D4", "stones": 2}, "2": {"at": "J10", **(foe or {})}}
    laid: JsonValue = {**KNOWN, **tiles}
    await voyages.lay_out(harbour, sea({"tiles": laid, "ships": ships}, start_positions="spread"))
    return ann


async def at_sea_now(harbour: Harbour) -> SeaState:
    """Return the current state of the sea."""
    state = (await harbour.table()).match.state
    assert isinstance(state, SeaState)
    return state


async def test_a_route_ends_where_its_captain_falls_ill_and_says_what_is_left(harbour: Harbour) -> None:
    ann = await at_sea(harbour, {"D3": "diseased"})
    await voyages.force(harbour, "plague", "3")
    await voyages.force(harbour, "sea_card", "calm")
    told = await does(harbour, ann, "NNN")
    assert told.startswith("Done: sail N. Not done: sail N / sail N. The turn was over by then")
    state = await at_sea_now(harbour)
    assert (state.ship(1).at, state.season) == ("D3", 2)


async def test_an_end_of_the_turn_that_came_by_itself_is_not_missed(harbour: Harbour) -> None:
    ann = await at_sea(harbour, {"D3": "diseased"})
    await voyages.force(harbour, "plague", "3")
    await voyages.force(harbour, "sea_card", "calm")
    assert "Not done" not in await does(harbour, ann, "N.")
    state = await at_sea_now(harbour)
    assert state.season == 2


async def test_the_end_of_a_turn_asked_for_twice_ends_one(harbour: Harbour) -> None:
    ann = await at_sea(harbour)
    told = await does(harbour, ann, "end_turn / end_turn")
    assert told.startswith("Done: end\\_turn. Not done: end\\_turn. The turn was over by then")
    assert (await at_sea_now(harbour)).season == 2


async def test_what_was_done_by_itself_as_the_line_wants_it_is_done(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1", sharks="1", dice_split="one_shark")
    await harbour.pass_turn(4, 0, 0, 0)
    told = await does(harbour, bo, "b n w s@F2 / s1 E0")
    assert "Not done" not in told
    assert await harbour.awaited() is ann


# Other players take part


async def test_a_route_stops_where_a_seat_of_the_bot_attacks_and_the_reply_tells_of_it(
    harbour: Harbour,
) -> None:
    ann = await at_sea(harbour, foe={"at": "D3", "sailors": 5})
    assert "stone" in await is_attacked_on_the_way(harbour, ann)


async def test_a_route_stops_where_the_bot_attacks_for_somebody_who_is_away(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    options = {"start_positions": "spread", "turn_order": "joined", "missed": "1", "pace": "day"}
    await harbour.start_race(ann, bo, game="dangerous_sea", **options)
    ships: JsonValue = {"1": {"at": "D4", "stones": 2}, "2": {"at": "D3", "sailors": 5}}
    await voyages.lay_out(harbour, sea({"tiles": {**KNOWN}, "ships": ships}, start_positions="spread"))
    table = await harbour.table()
    away = table.match.position.model_copy(update={"absent": (2,)})
    table.row = replace(table.row, position=away)
    await is_attacked_on_the_way(harbour, ann)


async def test_a_route_stops_where_a_seat_of_the_bot_was_asked_though_it_holds_back(harbour: Harbour) -> None:
    ann = await at_sea(harbour, foe={"at": "D3"})
    harbour.bot.tables.machine.choose = holding_back  # type: ignore[method-assign]
    told = await does(harbour, ann, "NN.")
    assert told.startswith("Done: sail N. Not done: sail N / end\\_turn. Somebody else had a say there")
    assert (await at_sea_now(harbour)).ship(1).at == "D3"


async def is_attacked_on_the_way(harbour: Harbour, ann: Persona) -> str:
    """Type a route on which the other ship attacks, wins and takes a stone. Returns the answer to Ann."""
    await voyages.force(harbour, "battle_attacker", "6 6 6 6 6 6")
    await voyages.force(harbour, "battle_defender", "1")
    told = await does(harbour, ann, "NNN")
    assert told.startswith("Done: sail N. Not done: sail N / sail N. Somebody else had a say there")
    state = await at_sea_now(harbour)
    assert (state.ship(1).at, state.ship(1).stones, state.ship(2).stones) == ("D3", 1, 1)
    return told


async def holding_back(match: Match, decision: Decision, policy: Policy) -> Action:
    """Return an answer of a bot that never attacks."""
    return decision.actions[-1]


async def test_a_route_stops_at_a_fight_that_a_standing_order_began(harbour: Harbour) -> None:
    ann = await at_sea(harbour, foe={"at": "D3", "stance": "fight"})
    await voyages.force(harbour, "battle_attacker", "3")
    await voyages.force(harbour, "battle_defender", "3")
    told = await does(harbour, ann, "NN")
    assert told.startswith("Done: sail N. Not done: sail N. Look at what happened there, then go on.")
    assert (await at_sea_now(harbour)).ship(1).at == "D3"


async def test_a_master_who_plays_a_line_for_somebody_is_told_where_it_stopped(harbour: Harbour) -> None:
    ann = await at_sea(harbour, {"D3": "diseased"})
    await voyages.force(harbour, "plague", "3")
    await voyages.force(harbour, "sea_card", "calm")
    reply = await harbour.gm(ann, "act", player="Ann", action="NNN", reason="a test")
    assert reply.text.startswith("Done: sail N. Not done: sail N / sail N. The turn was over by then")
    assert (await at_sea_now(harbour)).ship(1).at == "D3"


# Completely or not at all


@pytest.mark.parametrize("line", ["sail N / sial N", "N / sail up", "N / resign"])
async def test_of_a_line_in_which_something_means_nothing_nothing_is_done(
    harbour: Harbour, line: str
) -> None:
    ann = await at_sea(harbour)
    assert "othing was done" in await does(harbour, ann, line)
    assert (await at_sea_now(harbour)).ship(1).at == "D4"


async def test_a_course_and_the_end_of_the_turn_are_done_both_or_neither(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.start_race(ann, game="kraken_bay")
    state = Bay({"captain": {"at": "A3"}}, {"rolled": "move", "move_left": 5}).state
    await voyages.lay_out(harbour, state)
    told = (
        await harbour.told(await ann.slash("/kraken sail-to", options={"space": "A4", "then": "end"}))
    ).text
    assert "From A4 your ship can sail 4 more" in told
    assert told == await does(harbour, ann, "sail_to A4 then end")
    assert (await harbour.table()).match.state == state


async def test_one_sails_and_takes_or_does_neither(harbour: Harbour) -> None:
    ann = await at_sea(harbour)
    told = await harbour.told(await ann.slash("/sea route", options={"to": "D2", "then": "take"}))
    assert "You cannot sail to D2 and take something in one go" in told.text
    told = await harbour.told(await ann.slash("/sea route", options={"to": "NN", "then": "take"}))
    assert "Name a square such as E5" in told.text
    assert (await at_sea_now(harbour)).ship(1).at == "D4"


async def test_a_line_of_a_form_is_refused_with_all_that_means_nothing_and_no_names_of_commands(
    harbour: Harbour,
) -> None:
    person, form = await form_of_a_line(harbour)
    reply = await harbour.told(await person.submit(form, {form.fields[0].label: "1>N2 / fly / 2>>S3"}))
    assert reply.text.startswith("⚓ “fly” and “2\\>\\>S3” mean nothing here. 1>NE3 sails ship 1")
    assert "fire_wide" not in reply.text
    form = (await harbour.told(await person.press(reply.message, "Try again"))).modal
    assert getattr(form.fields[0].input, "value", "") == "1>N2 / fly / 2>>S3"


async def test_a_form_that_holds_a_whole_turn_tells_in_private_where_it_stopped(harbour: Harbour) -> None:
    person, form = await form_of_a_line(harbour)
    reply = await harbour.told(await person.submit(form, {form.fields[0].label: "1>N2 2>N3"}))
    assert reply.ephemeral
    assert reply.text.startswith("Done: sail 1 S2 N. Not done: sail 2 S3 N. Look at what happened there")
    assert "Yours to decide: you spend dice for Red: S3 S4 C2." in reply.text
