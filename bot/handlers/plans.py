"""Plans: actions that a user secretly orders in advance, for the time when the user is asked."""

from collections.abc import Sequence

import discord

from bot.escaping import in_words, quoted
from bot.handlers import fields
from bot.handlers.player_actions import actor, seat_of
from bot.handlers.press import Press, Visit
from bot.posts import build
from bot.posts.build import ControlRow, action_row
from bot.posts.control_ids import ControlId
from bot.store.rows import EntryRow, GameRow
from rules.engine.action import Action, Resign
from rules.engine.entries import MakePlan, Unplan
from rules.engine.errors import HarbourmasterError, NotNow, UnreadableAction
from rules.engine.form import MENU_LIMIT
from rules.engine.game import AnyGame
from rules.engine.match import Advance, Match
from rules.engine.position import Plan

ALL = "all"
"""The value of the entry “All of them” in the menu that drops plans."""

LONGEST = 200
"""The maximum number of characters in a plan in the form."""

LATEST = 10
"""The number of past plans whose results are listed."""

HOW = (
    "It is done within two minutes after you are asked, as if you had pressed it; nobody sees that it was"
    " planned. It is given up when the rules refuse it, when play is taken back, and when your seat changes"
    " hands."
)


class NoPlan(HarbourmasterError):
    """The action cannot be planned, or no such plan exists."""


async def add(visit: Visit, line: str, *, wait: bool) -> None:
    """Plan an action for the next question, or with `wait` for the next question that accepts the action.

    Raises NoPlan, UnreadableAction.
    """
    action = _read(visit.table.game, line)
    if isinstance(action, Resign) or action.free or not action.by_players:
        raise NoPlan("That needs no plan: you can do it at any time, with /game do.")

    def do(row: GameRow, match: Match) -> Advance:
        seat = seat_of(row, visit.user)
        if not match.finished and not match.plays(seat):
            raise NoPlan("You do not play here any more, so there is nothing to plan. You can still watch.")
        decision = match.decision_of(seat)
        if decision is not None and (not wait or decision.takes(action)):
            raise NoPlan(
                "You are asked already: answer with the buttons or with /game do. `wait: True` plans for a"
                " question that comes later."
            )
        return match.enter(MakePlan(seat, str(action), waits=wait), actor(visit.user), visit.now)

    await visit.table.advance(do, visit.once)
    when = "As soon as you are asked for that" if wait else "When you are asked next"
    await visit.answer.say(f"📝 {when}: {_told(str(action))}.\n-# {HOW} `/game plan` shows your plans.")


def _read(game: AnyGame, line: str) -> Action:
    """Return the planned action, which may be a shortcut. Raises NoPlan, UnreadableAction."""
    several = len(game.split(line)) > 1
    try:
        action = game.read(line)
    except UnreadableAction:
        if not several:
            raise
    else:
        if not several or action.stands_for:
            return action
    raise NoPlan("A plan is one action. Plan one after the other: each is done when you are asked again.")


async def drop(visit: Visit, entry: int | None) -> None:
    """Drop the visitor's plan that `entry` made; without `entry`, drop all plans. Raises NoPlan."""

    def do(row: GameRow, match: Match) -> Advance:
        plans = match.plans_of(seat_of(row, visit.user))
        meant = [plan for plan in plans if entry in {None, plan.entry}]
        if not meant:
            raise NoPlan("That plan is no longer waiting, so nothing was changed. /game plan shows yours.")
        return match.enter(Unplan(meant[0]), actor(visit.user), visit.now)

    await visit.table.advance(do, visit.once)
    while entry is None:
        # Each plan is dropped by its own entry. Between two entries, a plan may be carried out.
        try:
            await visit.table.advance(do, 0)
        except (NoPlan, NotNow):
            break
    await show(visit, "Given up.")


async def show(visit: Visit, news: str = "") -> None:
    """Show the visitor's plans, the results of recent plans, and controls to add and drop plans."""
    row, match = visit.table.row, visit.table.match
    seat = seat_of(row, visit.user)
    entries = await visit.interaction.client.store.entries(row.id)
    own = [one for one in entries if one.entry.seat == seat]
    plans = match.plans_of(seat)
    past = _past(own, row.player_of(visit.user), {plan.entry for plan in plans})
    rows = [
        *([_menu(row, plans)] if plans else []),
        action_row("Plan ahead…", ControlId("plan", row.id), discord.ButtonStyle.primary),
    ]
    await visit.answer.say("\n".join([*([news] if news else []), _list(plans), *past]), rows)


async def picked(press: Press) -> None:
    """Drop the plan that was picked from the menu."""
    await drop(press, press.number or None)


async def open_form(press: Press) -> None:
    """Open the form for another plan. Raises NotAtTheTable."""
    seat_of(press.table.row, press.user)
    action = fields.text("action", "What you do", "One action, in notation.", longest=LONGEST)
    wait = fields.tick("wait", "Wait for it", "Not next, but when you are asked for just that.")
    await press.answer.ask(fields.form("Plan ahead", press.control, [action, wait]))


async def filled(press: Press) -> None:
    """Handle the form of a plan. Raises NoPlan, UnreadableAction."""
    await add(press, press.typed.get("action", ""), wait=bool(press.typed.get("wait")))


def _menu(row: GameRow, plans: Sequence[Plan]) -> ControlRow:
    options = [
        build.option(f"{place}. {in_words(plan.what)}", str(plan.entry))
        for place, plan in enumerate(plans[: MENU_LIMIT - 1], 1)
    ]
    return build.menu(ControlId("unplan", row.id), "Give up …", [*options, build.option("All of them", ALL)])


def _list(plans: Sequence[Plan]) -> str:
    if not plans:
        return "You have planned nothing."
    lines = [
        f"{place}. {'when you are asked for it' if plan.waits else 'next'}: {_told(plan.what)}"
        for place, plan in enumerate(plans, 1)
    ]
    return "\n".join(["**Planned**", *lines])


def _past(own: Sequence[EntryRow], player: str, waiting: set[int]) -> list[str]:
    """Return the results of the latest plans that were carried out or dropped."""
    ends = {one.entry.plan: one.entry for one in own if one.entry.plan}
    made = [one.entry for one in own if one.entry.kind == "plan" and one.entry.actor.player == player]
    lines = []
    for plan in [plan for plan in made if plan.number not in waiting][-LATEST:]:
        end = ends.get(plan.number)
        if end is None:
            became = "given up, since what it rested on changed"
        elif end.kind == "act":
            became = f"done <t:{end.at}:R>"
        elif end.what:
            became = f"done <t:{end.at}:R>, but for {_told(end.what)}, which was no longer possible"
        else:
            became = "given up by you" if end.actor.role == "seat" else "given up, since the rules refused it"
        lines.append(f"-# {_told(plan.what)}: {became}")
    return lines


def _told(what: str) -> str:
    return f"**{quoted(in_words(what), 150)}**"
