"""What players do (act, take back, resign), and the questions and controls that they see."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.handlers.action_series import ActionSeries, SeriesProgress, Wanted, read_line
from bot.handlers.examples import waited_for
from bot.handlers.press import Visit
from bot.narration.narrator import narrator_of
from bot.narration.seat_names import prompt_of
from bot.posts import menu_controls
from bot.posts.build import Button, ControlRow, action_row, button
from bot.posts.content import quoted_lines
from bot.posts.control_ids import ControlId
from bot.posts.menus import Menu, menu_of
from bot.posts.pictures import Attachment
from bot.sessions.recent_steps import steps_to
from bot.sessions.requests import Doing, Report
from bot.sessions.table import Table
from bot.sessions.undo_path import chapter_of
from bot.store.rows import PRACTICE, EntryRow, GameRow
from rules.engine.action import Action, Resign, notation
from rules.engine.decision import Awaited, own_path
from rules.engine.entries import Back, TakeBack
from rules.engine.entry import Actor
from rules.engine.errors import HarbourmasterError, IllegalAction, UnreadableAction
from rules.engine.game import AnyGame
from rules.engine.match import Advance, Match
from rules.engine.preview import foreseen
from rules.engine.wording import addressed


class NotAtTheTable(HarbourmasterError):
    """The user does not play this game."""


class TooLate(HarbourmasterError):
    """The control belongs to an earlier question."""


class AsksFirst(HarbourmasterError):
    """The action was not done, because a `warning` or the user's wish demands a second press.

    `line` is the notation of all requested actions.
    """

    def __init__(self, menu: Menu, actions: Sequence[Action], warning: str = "", line: str = "") -> None:
        super().__init__(f"{warning} That needs another press, so do it alone.")
        self.menu, self.actions, self.warning, self.line = menu, actions, warning, line


ADVICE = "Suggest a move"
"""The label of the button that asks the bot for a move."""

TOO_LATE = "That belonged to an earlier moment of the game, so nothing was done."


def actor(user: int) -> Actor:
    """Return the author of a player's entry in the journal."""
    return Actor(role="seat", player=str(user))


def seat_of(row: GameRow, user: int) -> int:
    """Return the user's seat. Raises NotAtTheTable."""
    seats = row.seats_of(user)
    if not seats:
        raise NotAtTheTable(
            "You are not playing in this game. Everyone may look: /game board, /game log, /game status and"
            " /rules work for you too."
        )
    return seats[0]


async def act(visit: Visit, action: Action, stamp: int = 0, *, confirmed: bool = False) -> SeriesProgress:
    """Do the action for the visitor, or the actions that a shortcut stands for.

    Raises AsksFirst if the action needs a second press and is not `confirmed`. Raises AlreadyDone if the
    interaction has acted before, and TooLate if the seat is no longer asked the question with this `stamp`.
    Raises the refusal if the rules refuse the (first) action.
    """

    def doing(part: Action, place: int) -> Doing:
        return _acting(visit, part, 0 if place else stamp, confirmed=confirmed)

    seat = seat_of(visit.table.row, visit.user)
    wanted = [Wanted(str(action), action)]
    if not confirmed:
        _must_be_wanted(visit, seat, wanted)
    return await ActionSeries(visit, seat, doing, typed=False).carry_out(wanted)


async def act_typed(
    visit: Visit, wanted: Sequence[Wanted], stamp: int = 0, *, confirmed: bool = False
) -> SeriesProgress:
    """Do typed actions as `act` does. A later action that needs a second press stops the series."""

    def doing(part: Action, place: int) -> Doing:
        return _acting(visit, part, 0 if place else stamp, confirmed=confirmed and not place)

    seat = seat_of(visit.table.row, visit.user)
    if not confirmed:
        _must_be_wanted(visit, seat, wanted)
    return await ActionSeries(visit, seat, doing).carry_out(wanted)


def _acting(visit: Visit, action: Action, stamp: int = 0, *, confirmed: bool = True) -> Doing:
    def do(row: GameRow, match: Match) -> Advance:
        seat = seat_of(row, visit.user)
        awaited = match.awaits(seat)
        if stamp and (awaited is None or awaited.stamp != stamp):
            raise TooLate(TOO_LATE)
        if not confirmed:
            _must_be_sure(row, match, seat, action)
        return match.act(seat, action, actor(visit.user), visit.now)

    return do


def _must_be_wanted(visit: Visit, seat: int, wanted: Sequence[Wanted]) -> None:
    """Raise AsksFirst if the first action needs a second press, or if the user wants previews."""
    row, match = visit.table.row, visit.table.match
    for one in wanted[:1]:
        _must_be_sure(row, match, seat, one.action)
    awaited, actions = match.awaits(seat), [one.action for one in wanted]
    wishes = visit.interaction.client.store.wishes.of(visit.user)
    if awaited is None or not wishes.previews or any(action.free for action in actions):
        return
    try:
        foreseen(match.game, match.shown, seat, actions[0])
    except IllegalAction:
        # The action is refused later, with more help.
        return
    line = " / ".join(notation(action) for action in actions)
    raise AsksFirst(menu_of(row.id, match, awaited, row.names()), actions, line=line)


def _must_be_sure(row: GameRow, match: Match, seat: int, action: Action) -> None:
    """Raise AsksFirst if the action needs a second press."""
    awaited = match.awaits(seat)
    if awaited is None or action.free:
        return
    menu = menu_of(row.id, match, awaited, row.names())
    try:
        # Only the first action of a shortcut is checked here; later actions are checked when they are done.
        action = next(iter(match.game.spelled(match.shown, seat, action)), action)
        meant = action if action in menu.actions else match.game.canonical(match.shown, seat, action)
        if meant not in menu.actions:
            # A typed action may be illegal, and labels exist only for legal actions.
            foreseen(match.game, match.shown, seat, meant)
    except IllegalAction:
        # The action is refused later, with more help.
        return
    if warning := menu.label(meant, len(menu.path(meant))).warning:
        raise AsksFirst(menu, [meant], warning, notation(meant))


def confirmation(menu: Menu, action: Action) -> ControlRow:
    """Return the button that confirms the action."""
    control = ControlId("confirm", menu.id, menu.stamp, menu.path(action))
    return action_row(sure(menu, action), control, discord.ButtonStyle.danger)


def sure(menu: Menu, action: Action) -> str:
    """Return the label of the button that confirms the action."""
    return f"Yes: {menu.label(action, len(menu.path(action))).text}"


async def act_line(visit: Visit, line: str, stamp: int = 0, *, confirmed: bool = False) -> SeriesProgress:
    """Do a typed line's actions as `act` does. Raises UnreadableAction if a part is meaningless."""
    wanted = read_line(visit, seat_of(visit.table.row, visit.user), line)
    if any(isinstance(action, Resign) for _, action in wanted):
        raise HarbourmasterError("Giving up needs a confirmation: use /game leave. Nothing was done.")
    return await act_typed(visit, wanted, stamp, confirmed=confirmed)


async def act_always(visit: Visit, order: Action, answer: Action, stamp: int) -> list[Report]:
    """Give a standing order, then answer the question. Raises TooLate if the question has another `stamp`."""
    with visit.interaction.client.outbox.held(visit.table.row.id):
        # The order does not change the question, so the question's stamp stays valid.
        given = await visit.table.advance(_acting(visit, order, stamp), visit.once)
        return [given, await visit.table.advance(_acting(visit, answer, stamp), 0)]


def gives_up(game: AnyGame, line: str) -> bool:
    """Return whether a typed line is a resignation and nothing else."""
    try:
        return isinstance(game.read(line), Resign)
    except UnreadableAction:
        return False


async def ask_to_resign(visit: Visit) -> None:
    """Ask the visitor to confirm the resignation. Raises NotAtTheTable."""
    menu = free_menu(visit.table, visit.user)
    if Resign() not in menu.actions:
        raise HarbourmasterError("You have resigned already. You can still watch: /game board.")
    control = ControlId("confirm", visit.table.row.id, 0, Resign().path())
    await visit.answer.say(
        "⚠️ Leave the game for good? Your seat is out of play, and this cannot be taken back.",
        [action_row("Yes, resign", control, discord.ButtonStyle.danger)],
    )


async def come_back(visit: Visit) -> Report:
    """Give the visitor back the seat that the bot has played for them. Raises NotNow."""

    def do(row: GameRow, match: Match) -> Advance:
        return match.enter(Back(seat_of(row, visit.user)), actor(visit.user), visit.now)

    return await visit.table.advance(do, visit.once)


async def take_back(visit: Visit, stamp: int) -> Report:
    """Take back the last action of the visitor's seat. Raises NotNow.

    `stamp` is the number of public entries when the button was shown. Raises TooLate if the number has
    changed.
    """

    def do(row: GameRow, match: Match, _: Sequence[EntryRow]) -> tuple[GameRow, Advance]:
        seat = seat_of(row, visit.user)
        # A double press must not take back two actions.
        if match.position.public != stamp:
            raise TooLate(TOO_LATE)
        return row, match.enter(TakeBack(seat), actor(visit.user), visit.now)

    return await visit.table.travel(do, visit.once)


async def told_of(headway: SeriesProgress, table: Table, viewer: int | None) -> str:
    """Return the note of a series, and the narration of its entries that `viewer` may read."""
    story = await told(headway.reports, table, viewer)
    return "\n".join(filter(None, [headway.note, story]))


async def told(reports: Sequence[Report], table: Table, viewer: int | None) -> str:
    """Return the narration of the entries in `reports` that `viewer` may read."""
    lines = []
    for report in reports:
        chapter = await chapter_of(report.entries, table.entries)
        narrator = narrator_of(report.row, report.match.shown, chapter.journeys)
        told = [line for entry in report.entries for line in narrator.tell(entry, viewer) if line]
        lines += told or ["Done."]
    return "\n".join(filter(None, [*lines, table.trouble]))


def question(table: Table, user: int, *, pictured: bool = True) -> tuple[str, Sequence[ControlRow]]:
    """Return the user's question and its controls, or who is asked; the text may contain secrets.

    `pictured` is true if a picture with numbered places accompanies the question.
    """
    row, match = table.row, table.match
    seats = row.seats_of(user)
    awaited = next((found for seat in seats if (found := match.awaits(seat)) is not None), None)
    own = own_lines(row, match, awaited.seat if awaited else seats[0]) if seats else []
    if awaited is None:
        return "\n".join([*own, waiting(table)]), ()
    menu = menu_of(row.id, match, awaited, row.names())
    decision = match.decision_of(awaited.seat)
    prompt = prompt_of(match, decision, row.names()) if decision else "is to decide"
    asked = f"Yours to decide: you {addressed(prompt)}."
    controls = menu_controls.controls(menu.with_numbers() if pictured else menu)
    return "\n".join([*own, asked, *controls.hints]), controls.rows


def choices(table: Table, user: int) -> tuple[str, Sequence[ControlRow]]:
    """Return the text and controls of `question`, with buttons for a suggestion and for standing orders."""
    row, more = table.row, list[Button]()
    text, rows = question(table, user)
    asked = next(
        (found for seat in row.seats_of(user) if (found := table.match.awaits(seat)) is not None), None
    )
    if asked is not None and may_be_advised(table):
        more.append(button(ADVICE, ControlId("advice", row.id, asked.stamp)))
    if row.seats_of(user) and orders_menu(table, user).actions:
        more.append(button("Standing orders", ControlId("orders", row.id)))
    return text, menu_controls.with_more(rows, more)


def may_be_advised(table: Table) -> bool:
    """Return whether players may ask the bot for a move: in practice games, and where an option allows it."""
    opening = table.row.opening
    return table.row.preset == PRACTICE or opening is None or opening.table.get("advice", "yes") == "yes"


async def pictures(visit: Visit) -> list[Attachment]:
    """Return pictures that help the visitor to answer, such as the places within reach."""
    table, match = visit.table, visit.table.match
    seats = [seat for seat in table.row.seats_of(visit.user) if match.awaits(seat)]
    if not seats:
        return []
    steps = await steps_to(match.game, match.position.head, table.entries, seats[0])
    drawing = visit.interaction.client.pictures
    return await drawing.choices(match, steps, table.row.names(), seats[0])


def own_lines(row: GameRow, match: Match, seat: int) -> list[str]:
    """Return the lines that only the player of `seat` may read."""
    view = match.view(seat)
    return quoted_lines(match.game.private_standing(view, row.names()))


def waiting(table: Table) -> str:
    """Return a sentence that says who the game waits for."""
    if table.match.finished:
        return "This game is over. Start a new one with /play."
    return f"Nothing is asked of you now: the game waits for {waited_for(table)}."


def fresh_menu(table: Table, user: int, stamp: int) -> Menu:
    """Return the user's menu, if the control's `stamp` is still valid. Raises NotAtTheTable, TooLate."""
    row, match = table.row, table.match
    seat = seat_of(row, user)
    awaited = match.awaits(seat)
    if awaited is None:
        raise TooLate(waiting(table))
    if awaited.stamp != stamp:
        raise TooLate(TOO_LATE)
    return menu_of(row.id, match, awaited, row.names())


async def offer_anew(visit: Visit, why: str, *, apart: bool = False) -> None:
    """Say why a press did nothing, and show what can be done now. With `apart`, send a short new message."""
    text, rows = question(visit.table, visit.user, pictured=not apart)
    told = f"⚓ {why}\n{text}" if rows else f"⚓ {why}"
    if apart:
        await visit.answer.add(told, rows)
    else:
        await visit.answer.say(told, rows, await pictures(visit))


def free_menu(table: Table, user: int) -> Menu:
    """Return the menu of actions that the user may do at any time."""
    row, match = table.row, table.match
    seat = seat_of(row, user)
    awaited = Awaited(seat=seat, kind="", since=0, stamp=0)
    menu = menu_of(row.id, match, awaited, row.names())
    free = match.game.free_actions(match.shown, seat)
    return replace(menu, actions=free, offered=(), forms=(), always={}, path=own_path)


def orders_menu(table: Table, user: int) -> Menu:
    """Return the menu of standing orders: all actions that the user may do at any time, except resigning."""
    menu = free_menu(table, user)
    return replace(menu, actions=[action for action in menu.actions if not isinstance(action, Resign)])
