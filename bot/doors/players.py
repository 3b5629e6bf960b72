"""What people at the table do: act, take back, resign; and what they are shown before they choose."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import discord

from bot.doors.replies import Interaction
from bot.doors.visit import Visit
from bot.posts import menus
from bot.posts.content import quoted_lines
from bot.posts.control_ids import ControlId
from bot.posts.menus import ControlRow, Menu, action_row, menu_of
from bot.posts.pictures import Attachment
from bot.quoting import person, quoted
from bot.store.rows import EntryRow, GameRow
from bot.tables.journeys import chapter_of
from bot.tables.lately import steps_to
from bot.tables.table import Doing, Report, Table
from bot.telling.narrator import narrator_of
from rules.engine.action import Action, Resign, notation
from rules.engine.decision import Decision
from rules.engine.entry import Actor
from rules.engine.errors import HarbourmasterError, IllegalAction, UnreadableAction
from rules.engine.game import AnyGame
from rules.engine.match import Advance, Awaited, Match
from rules.engine.wording import addressed, listed


class NotAtTheTable(HarbourmasterError):
    """Someone who is not playing this game tried to."""


class TooLate(HarbourmasterError):
    """A control was pressed that belonged to an earlier moment of the game."""


Acting = Callable[[Action, int], Awaitable[Report]]
"""Does one action; with the id that makes an interaction act once, or 0."""

TOO_LATE = "That belonged to an earlier moment of the game, so nothing was done."


def actor(user: int) -> Actor:
    """A player in the journal."""
    return Actor(role="seat", player=str(user))


def seat_of(row: GameRow, user: int) -> int:
    """The seat of that user. Raises NotAtTheTable."""
    seats = row.seats_of(user)
    if not seats:
        raise NotAtTheTable(
            "You are not playing in this game. Everyone may look: /game board, /game log, /game status and"
            " /game rules work for you too."
        )
    return seats[0]


async def act(visit: Visit, action: Action, stamp: int = 0) -> list[Report]:
    """The visitor does this, or in order what it stands for. Raises the refusals of game and table.

    An interaction acts once: if it comes a second time, AlreadyDone is raised. `stamp` is the one of the
    control that was used, if it has one: if the seat's question is another one by the time it is this visit's
    turn in the game's queue, TooLate is raised.
    """

    async def one(part: Action, once: int) -> Report:
        return await visit.table.advance(_acting(visit, part, stamp if once else 0), once)

    match = visit.table.match
    parts = match.game.spelled(match.shown, seat_of(visit.table.row, visit.user), action)
    if len(parts) == 1:
        return [await one(parts[0], visit.once)]
    return await _in_a_row(
        visit.interaction, visit.table, seat_of(visit.table.row, visit.user), [action], one
    )


async def act_typed(visit: Visit, action: Action) -> list[Report]:
    """The same for what was typed as a command: a refusal says what could be typed instead."""

    async def one(part: Action, once: int) -> Report:
        return await visit.table.advance(_acting(visit, part), once)

    seat = seat_of(visit.table.row, visit.user)
    return await _in_a_row(visit.interaction, visit.table, seat, [action], one)


def _acting(visit: Visit, action: Action, stamp: int = 0) -> Doing:
    def do(row: GameRow, match: Match) -> Advance:
        seat = seat_of(row, visit.user)
        awaited = match.awaits(seat)
        if stamp and (awaited is None or awaited.stamp != stamp):
            raise TooLate(TOO_LATE)
        return match.act(seat, action, actor(visit.user), visit.now)

    return do


async def act_line(visit: Visit, line: str) -> list[Report]:
    """Several actions in one line, as the game splits it (at `/`), one after the other.

    Stops before an action that the ones before it made impossible, and after one that nobody could foresee
    (`Event.halts`); the refusal says which were done.
    """

    async def one(action: Action, once: int) -> Report:
        if isinstance(action, Resign):
            raise HarbourmasterError("Giving up is asked once more: use /game resign.")
        return await visit.table.advance(_acting(visit, action), once)

    seat = seat_of(visit.table.row, visit.user)
    return await one_by_one(visit.interaction, visit.table, seat, line, one)


async def act_always(visit: Visit, order: Action, answer: Action, stamp: int) -> list[Report]:
    """The visitor gives a standing order, and the answer that it would have given to what is asked now.

    An order makes no control stale: both are good for the question of that stamp alone. Raises TooLate.
    """
    with visit.interaction.client.outbox.held(visit.table.row.id):
        given = await visit.table.advance(_acting(visit, order, stamp), visit.once)
        return [given, await visit.table.advance(_acting(visit, answer, stamp), 0)]


def gives_up(game: AnyGame, line: str) -> bool:
    """Whether a typed line says that its player resigns, and nothing else."""
    try:
        return isinstance(game.read(line), Resign)
    except UnreadableAction:
        return False


async def ask_to_resign(visit: Visit) -> None:
    """Ask the visitor once more whether they give up. Raises NotAtTheTable."""
    menu = free_menu(visit.table, visit.user)
    if Resign() not in menu.actions:
        raise HarbourmasterError("You have resigned already. You can still watch: /game board.")
    control = ControlId("confirm", visit.table.row.id, 0, Resign().path())
    await visit.answer.say(
        "⚠️ Leave the game for good? Your seat is out of play, and this cannot be taken back.",
        [action_row("Yes, resign", control, discord.ButtonStyle.danger)],
    )


async def one_by_one(
    interaction: Interaction, table: Table, seat: int, line: str, act: Acting
) -> list[Report]:
    """Let `act` carry out the actions of a line; with the first it gets the interaction's id, then 0."""
    return await _in_a_row(interaction, table, seat, table.game.split(line) or [""], act)


async def _in_a_row(
    interaction: Interaction, table: Table, seat: int, wanted: Sequence[str | Action], act: Acting
) -> list[Report]:
    """Do what is wanted, as data or typed, one after the other; the rest of a shortcut ends with the turn."""
    game, user = table.game, interaction.user.id
    reports: list[Report] = []
    done: list[str] = []
    # People read of all of it at once.
    with interaction.client.outbox.held(table.row.id):
        for one in wanted:
            text = str(one)
            now = table.match.shown
            try:
                parts = game.spelled(now, seat, game.read(one) if isinstance(one, str) else one)
                for part in parts:
                    if game.turn(table.match.shown) != game.turn(now):
                        break
                    text = str(part) if len(parts) > 1 else text
                    if reports and _halts(game, reports[-1]):
                        raise IllegalAction("halted", "Look at what happened before, then go on.")
                    reports.append(await act(part, 0 if reports else interaction.id))
                    done.append(text)
            except HarbourmasterError as refusal:
                if not reports:
                    raise with_example(refusal, table, user, seat, text) from refusal
                raise IllegalAction(
                    "stopped",
                    f"Done: {quoted(' / '.join(done), 300)}. Not done: {quoted(text)}. "
                    f"{with_example(refusal, table, user, seat, text).message}",
                ) from refusal
    return reports


def with_example(
    refusal: HarbourmasterError, table: Table, user: int, seat: int, line: str
) -> HarbourmasterError:
    """What is said of a line that the rules refuse: with what is asked now, and a line that is possible.

    Whoever acts for another seat is told nothing of what only its player may know.
    """
    match, own = table.match, seat in table.row.seats_of(user)
    if not isinstance(refusal, IllegalAction) or match.finished:
        return refusal
    decision = match.decision_of(seat)
    if decision is None:
        more = [f"The game waits for {_awaited(table)}."] if own else []
    elif own or not decision.secret:
        example = _closest(decision, line)
        prompt = match.game.prompt(match.shown, decision)
        asked = (
            [] if example.kind == _kind(line) or not own else [f"Yours to decide: you {addressed(prompt)}."]
        )
        more = [*asked, f"Possible now, for example: `{notation(example)}`."]
    else:
        more = []
    told = " ".join([f"{refusal.message.rstrip('.')}.", *more])
    return IllegalAction(refusal.code, told, refusal.at)


def _closest(decision: Decision, line: str) -> Action:
    """Of all that is possible the first that looks most like the line: of its kind, then with its words."""
    kind, words = _kind(line), set(_words(line))
    possible = (*decision.actions, *decision.shortcuts, *(form.example for form in decision.forms))
    return max(possible, key=lambda one: (one.kind == kind, len(words.intersection(_words(notation(one))))))


def _kind(line: str) -> str:
    """The kind of action that a line begins with."""
    return line.strip().partition(" ")[0].lower().replace("-", "_")


def _words(line: str) -> list[str]:
    return line.casefold().replace('"', " ").split()


def _halts(game: AnyGame, report: Report) -> bool:
    kinds = {event.kind for event in game.events if event.halts}
    return any(event["event"] in kinds for entry in report.entries for event in entry.events)


async def come_back(visit: Visit) -> Report:
    """The visitor plays their seat again, which the bot played meanwhile. Raises NotNow."""

    def do(row: GameRow, match: Match) -> Advance:
        return match.come_back(seat_of(row, visit.user), actor(visit.user), visit.now)

    return await visit.table.advance(do, visit.once)


async def take_back(visit: Visit, stamp: int) -> Report:
    """The visitor takes back the last action of their own seat.

    `stamp` counts the public entries there were when this was offered. Raises NotNow, and TooLate when there
    are more by now: a doubled press must not take back twice.
    """

    def do(row: GameRow, match: Match, _: Sequence[EntryRow]) -> tuple[GameRow, Advance]:
        seat = seat_of(row, visit.user)
        if match.position.public != stamp:
            raise TooLate(TOO_LATE)
        return row, match.take_back(seat, actor(visit.user), visit.now)

    return await visit.table.travel(do, visit.once)


async def told(reports: Sequence[Report], table: Table, viewer: int | None) -> str:
    """What the entries of these reports say to that viewer."""
    lines = []
    for report in reports:
        chapter = await chapter_of(report.entries, table.entries)
        narrator = narrator_of(report.row, report.match.shown, chapter.journeys)
        told = [line for entry in report.entries for line in narrator.tell(entry, viewer) if line]
        lines += told or ["Done."]
    return "\n".join(filter(None, [*lines, table.trouble]))


def question(table: Table, user: int) -> tuple[str, Sequence[ControlRow]]:
    """What is asked of that user now, with the controls to answer; or why nothing is asked.

    Either way with what only that user may know.
    """
    row, match = table.row, table.match
    seats = row.seats_of(user)
    awaited = next((found for seat in seats if (found := match.awaits(seat)) is not None), None)
    own = own_lines(row, match, awaited.seat if awaited else seats[0]) if seats else []
    if awaited is None:
        return "\n".join([*own, waiting(table)]), ()
    menu = menu_of(row.id, match, awaited, row.names())
    decision = match.decision_of(awaited.seat)
    prompt = match.game.prompt(match.shown, decision) if decision else "is to decide"
    asked = f"Yours to decide: you {addressed(prompt)}."
    controls = menus.controls(menu)
    return "\n".join([*own, asked, *controls.hints]), controls.rows


def choices(table: Table, user: int) -> tuple[str, Sequence[ControlRow]]:
    """The same, with the way to what that user may order at any time."""
    text, rows = question(table, user)
    if not table.row.seats_of(user) or not orders_menu(table, user).actions:
        return text, rows
    return text, [*rows, action_row("Standing orders", ControlId("orders", table.row.id))]


async def pictures(visit: Visit) -> list[Attachment]:
    """What helps the visitor to choose what is asked of them now: places within reach, cards in hand."""
    table, match = visit.table, visit.table.match
    seats = [seat for seat in table.row.seats_of(visit.user) if match.awaits(seat)]
    if not seats:
        return []
    steps = await steps_to(match.game, match.position.head, table.entries, seats[0])
    drawing = visit.interaction.client.pictures
    return await drawing.choices(match, steps, table.row.names(), seats[0])


def own_lines(row: GameRow, match: Match, seat: int) -> list[str]:
    """What that seat alone may know."""
    view = match.view(seat)
    return quoted_lines(match.game.private_standing(view, row.names()))


def waiting(table: Table) -> str:
    """Whom the game waits for, as a sentence."""
    if table.match.finished:
        return "This game is over. Start a new one with /game new."
    return f"Nothing is asked of you now: the game waits for {_awaited(table)}."


def _awaited(table: Table) -> str:
    """Whom the game waits for; a seat of the bot goes by its name alone, which Discord says of it as well."""
    asked = [member for member in table.row.members if table.match.awaits(member.seat)]
    return listed(
        quoted(member.name) if member.seat in table.machine_seats else person(member.user, member.name)
        for member in asked
    )


def fresh_menu(table: Table, user: int, stamp: int) -> Menu:
    """What the user may choose from, if the control's stamp is still theirs.

    Raises NotAtTheTable for strangers, TooLate when it is another moment by now.
    """
    row, match = table.row, table.match
    seat = seat_of(row, user)
    awaited = match.awaits(seat)
    if awaited is None:
        raise TooLate(waiting(table))
    if awaited.stamp != stamp:
        raise TooLate(TOO_LATE)
    return menu_of(row.id, match, awaited, row.names())


async def offer_anew(visit: Visit, why: str, *, apart: bool = False) -> None:
    """Say why a press did nothing, and show what can be done instead; `apart` from what was pressed.

    Apart it stands below all else, so short that on a phone its first line is seen.
    """
    text, rows = question(visit.table, visit.user)
    told = f"⚓ {why}\n{text}" if rows else f"⚓ {why}"
    if apart:
        await visit.answer.add(told, rows)
    else:
        await visit.answer.say(told, rows, await pictures(visit))


def free_menu(table: Table, user: int) -> Menu:
    """The actions that user may do at any time."""
    row, match = table.row, table.match
    seat = seat_of(row, user)
    awaited = Awaited(seat=seat, kind="", since=0, stamp=0)
    menu = menu_of(row.id, match, awaited, row.names())
    return replace(menu, actions=match.game.free_actions(match.shown, seat), offered=(), forms=(), always={})


def orders_menu(table: Table, user: int) -> Menu:
    """What that user may order at any time, to hold until it is changed; giving up is no order."""
    menu = free_menu(table, user)
    return replace(menu, actions=[action for action in menu.actions if not isinstance(action, Resign)])
