"""Adds the current question and an example of a possible line to the refusal of a typed line."""

from bot.escaping import person, quoted
from bot.narration.seat_names import in_names, prompt_of
from bot.posts.menus import Menu, menu_of
from bot.sessions.table import Table
from rules.engine.action import Action, notation
from rules.engine.decision import Awaited, Decision
from rules.engine.errors import HarbourmasterError, IllegalAction
from rules.engine.wording import addressed, listed


def with_example(
    refusal: HarbourmasterError, table: Table, user: int, seat: int, line: str
) -> HarbourmasterError:
    """Return a refusal with the current question and an example of a possible line.

    Users who act for another seat learn nothing that only the seat's player may know.
    """
    match, own = table.match, seat in table.row.seats_of(user)
    if not isinstance(refusal, IllegalAction) or match.finished:
        return refusal
    decision = match.decision_of(seat)
    if decision is None:
        more = [f"The game waits for {waited_for(table)}."] if own else []
    elif own or not decision.secret:
        example = _closest(decision, line)
        typed = f"`{notation(example)}`"
        told = f"{quoted(_menu(table, seat).in_words(example))} ({typed})" if own else typed
        prompt = prompt_of(match, decision, table.row.names())
        asked = (
            [] if example.kind == _kind(line) or not own else [f"Yours to decide: you {addressed(prompt)}."]
        )
        more = [*asked, f"Possible now, for example: {told}."]
    else:
        more = []
    told = " ".join([f"{refusal.message.rstrip('.')}.", *more])
    return IllegalAction(refusal.code, told, refusal.at)


def with_names(refusal: HarbourmasterError, table: Table) -> HarbourmasterError:
    """Return a refusal of the rules with names of players instead of seats."""
    refusal.message = in_names(table.match, table.row.names(), refusal.message)
    return refusal


def _menu(table: Table, seat: int) -> Menu:
    awaited = table.match.awaits(seat) or Awaited(seat=seat, kind="", since=0, stamp=0)
    return menu_of(table.row.id, table.match, awaited, table.row.names())


def waited_for(table: Table) -> str:
    """Return the players that the game waits for; the bot is named without a mention."""
    asked = [member for member in table.row.members if table.match.awaits(member.seat)]
    return listed(
        quoted(member.name) if member.seat in table.machine_seats else person(member.user, member.name)
        for member in asked
    )


def _closest(decision: Decision, line: str) -> Action:
    """Return the possible action that is most similar to the line, first in kind, then in words."""
    kind, words = _kind(line), set(_words(line))
    possible = (*decision.actions, *decision.shortcuts, *(form.example for form in decision.forms))
    return max(possible, key=lambda one: (one.kind == kind, len(words.intersection(_words(notation(one))))))


def _kind(line: str) -> str:
    """Return the kind of action that a line begins with."""
    return line.strip().partition(" ")[0].lower().replace("-", "_")


def _words(line: str) -> list[str]:
    return line.casefold().replace('"', " ").split()
