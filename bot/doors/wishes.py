"""`/harbour me`: how, how often and when somebody wishes to be called, and when they are away."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from zoneinfo import available_timezones

import discord
from discord import ui

from bot.doors import answers
from bot.doors.replies import Answer
from bot.host import Host
from bot.posts.control_ids import ControlId
from bot.posts.menus import ControlRow, action_row
from bot.store.quiet_hours import QuietHours, Vacation, read_clock, read_day
from bot.store.wishes import Reminders, Way, Wishes
from bot.tables.pace import DAY
from bot.tables.table import Table
from rules.engine.errors import HarbourmasterError

WAYS: Mapping[Way, str] = {
    "channel": "You are called in the channel of the game, by a mention.",
    "direct": "You are called by a direct message; one for all your games that wait at the time.",
    "none": "You are not called at all; `/games` lists what waits for you.",
}
REMINDED: Mapping[Reminders, str] = {
    "twice": "You are reminded at half time and shortly before your time is up.",
    "once": "You are reminded once, shortly before your time is up.",
    "never": "You are called when your turn begins, and not reminded of it.",
}
ON_DECK: Mapping[bool, str] = {
    True: "You get a direct message when you come next.",
    False: "You are not told when you come next.",
}
CLOSED = (
    "-# A direct message did not reach you: your settings on Discord let none in. Allow them for this"
    " server, then choose direct messages again."
)

LONGEST_NIGHT = 12 * 60
"""Minutes of quiet hours at most: a table may let nobody's time run in them."""

LONGEST_VACATION = 60 * DAY
FURTHEST = 400 * DAY
"""How long a vacation lasts at most, and how far ahead it may end."""

MOST_VACATIONS = 30

PICK_ZONE = "type a city and pick from the list, as `Europe/Berlin`."


def page(wishes: Wishes, now: int) -> tuple[str, Sequence[ControlRow]]:
    """All that somebody wishes, with the menus and buttons that change it."""
    reminded = REMINDED[wishes.reminders] if wishes.way != "none" else ""
    quiet = f"Quiet hours: {wishes.quiet}." if wishes.quiet else "No quiet hours: `/harbour me quiet-hours`."
    coming = [one for one in wishes.away if one.ended > now]
    away = " ".join(f"Away: {period(one)}." for one in coming) or "No vacation: `/harbour me away`."
    lines = [
        "**How the bot calls you, on all servers**", WAYS[wishes.way], reminded,
        ON_DECK[wishes.on_deck], quiet, away, CLOSED if wishes.closed else "",
        answers.told(wishes) if wishes.answers else "",
    ]  # fmt: skip
    return "\n".join(filter(None, lines)), _controls(wishes, away=bool(coming))


def period(away: Vacation) -> str:
    """A vacation, for readers in any time zone."""
    return f"<t:{away.began}:d> to <t:{away.ended}:d>"


def _controls(wishes: Wishes, *, away: bool) -> list[ControlRow]:
    rows = [
        _menu(
            "way", wishes.way, {"channel": "In the channel", "direct": "Direct message", "none": "Not at all"}
        ),
        _menu(
            "reminders",
            wishes.reminders,
            {"twice": "Reminded twice", "once": "Reminded once", "never": "Not reminded"},
        ),
        action_row(
            "Do not tell me when I am next" if wishes.on_deck else "Tell me when I am next",
            ControlId("wish", "0", 0, ("deck", "off" if wishes.on_deck else "on")),
            discord.ButtonStyle.secondary,
        ),
    ]
    ends = [("quiet", "No quiet hours")] if wishes.quiet else []
    ends += [("away", "I am back")] if away else []
    for what, label in ends:
        rows.append(
            action_row(label, ControlId("wish", "0", 0, (what, "off")), discord.ButtonStyle.secondary)
        )
    return rows


def _menu(what: str, chosen: str, choices: Mapping[str, str]) -> ControlRow:
    options = [
        discord.SelectOption(label=label, value=value, default=value == chosen)
        for value, label in choices.items()
    ]
    menu: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(ControlId("wish", "0", 0, (what,))), options=options
    )
    return ui.ActionRow(menu)


async def show(answer: Answer) -> None:
    """All wishes of who asks."""
    client = answer.interaction.client
    await answer.say(*page(client.store.wishes.of(answer.interaction.user.id), client.tables.now()))


async def pressed(answer: Answer) -> None:
    """A menu or a button of that page was used."""
    client, data = answer.interaction.client, dict[str, Any](answer.interaction.data or {})
    what, *value = str(data.get("custom_id", "")).rsplit(":", 1)[-1].split("/")
    chosen = value[0] if value else str(next(iter(data.get("values", ())), ""))
    wishes, now = client.store.wishes.of(answer.interaction.user.id), client.tables.now()
    if what == "way" and (way := next((one for one in WAYS if one == chosen), None)):
        wishes = replace(wishes, way=way, closed=False)
    elif what == "reminders" and (reminders := next((one for one in REMINDED if one == chosen), None)):
        wishes = replace(wishes, reminders=reminders)
    elif what == "deck":
        wishes = replace(wishes, on_deck=chosen == "on")
    elif what == "quiet":
        wishes = replace(wishes, quiet=None)
    elif what == "away":
        wishes = replace(wishes, away=_until(wishes.away, now))
    await keep(client, wishes)
    await show(answer)


async def call(answer: Answer, way: Way | None, reminders: Reminders | None, *, on_deck: bool | None) -> None:
    """Change how who asks is called, and say what that means; without anything to change, show it."""
    client = answer.interaction.client
    wishes, said = client.store.wishes.of(answer.interaction.user.id), list[str]()
    if way is not None:
        wishes = replace(wishes, way=way, closed=False)
        said.append(WAYS[way])
    if reminders is not None:
        wishes = replace(wishes, reminders=reminders)
        said.append(REMINDED[reminders])
    if on_deck is not None:
        wishes = replace(wishes, on_deck=on_deck)
        said.append(ON_DECK[on_deck])
    if not said:
        await show(answer)
        return
    await keep(client, wishes)
    await answer.say("\n".join(said))


async def be_quiet(answer: Answer, begin: str, end: str, zone: str) -> None:
    """Set the quiet hours of who asks. Raises HarbourmasterError for what is no time, or no zone."""
    client = answer.interaction.client
    wishes = client.store.wishes.of(answer.interaction.user.id)
    zone = zone or (wishes.quiet.zone if wishes.quiet else "")
    if not zone:
        raise HarbourmasterError(f"Choose your time zone too: {PICK_ZONE}")
    if zone not in zones():
        raise HarbourmasterError(f"That time zone is not known: {PICK_ZONE}")
    first, last = read_clock(begin), read_clock(end)
    if first is None or last is None:
        raise HarbourmasterError("Type times by the 24-hour clock: `22:30`, `7:00`.")
    if not 0 < (last - first) % (24 * 60) <= LONGEST_NIGHT:
        raise HarbourmasterError(
            "Quiet hours last 12 hours at most. For whole days there is `/harbour me away`."
        )
    wishes = replace(wishes, quiet=QuietHours(zone, first, last))
    await keep(client, wishes)
    await answer.say(
        f"Quiet hours: {wishes.quiet}. The bot does not call you then; what came meanwhile, you hear when"
        " they are over. At tables that chose **Quiet hours** `free`, your time does not run in them either."
    )


async def go_away(answer: Answer, first: str, last: str) -> None:
    """Note a vacation of who asks. Raises HarbourmasterError for what is no day, or cannot be."""
    client = answer.interaction.client
    wishes, now = client.store.wishes.of(answer.interaction.user.id), client.tables.now()
    zone = wishes.quiet.zone if wishes.quiet else ""
    began, ended = read_day(first, zone), read_day(last, zone, later=1)
    if began is None or ended is None:
        raise HarbourmasterError("Type days as `2026-12-24`: the first and the last of your vacation.")
    if ended <= now or ended <= began:
        raise HarbourmasterError("The last day has to come after the first, and is still to come.")
    began = max(began, now)
    if ended - began > LONGEST_VACATION or ended > now + FURTHEST:
        raise HarbourmasterError("A vacation lasts 60 days at most, and ends within a year.")
    if any(one.began < ended and began < one.ended for one in wishes.away):
        raise HarbourmasterError(
            "You are away then already. `/harbour me show` has a button that ends it; then name other days."
        )
    kept = sorted((*wishes.away, Vacation(began, ended)))[-MOST_VACATIONS:]
    await keep(client, replace(wishes, away=tuple(kept)))
    await answer.say(
        f"Away: {period(Vacation(began, ended))}. Everybody at your tables sees it. In each game your time"
        " stands still for as many days as its table allows (7 if it chose nothing); then the rules answer"
        " for you as ever. `/harbour me show` has a button for when you are back."
    )


def zones() -> set[str]:
    """The names of all time zones that people live in."""
    return {zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")} | {"UTC"}


async def keep(client: Host, wishes: Wishes) -> None:
    """Keep what somebody wishes; where their clock may run otherwise by it, tables learn of it at once.

    What they were to be told when a night or a vacation is over comes now, if they have ended it.
    """
    before = client.store.wishes.of(wishes.user)
    await client.store.wish(wishes, wishes.told_from(client.tables.now()))
    if before == wishes:
        return
    for awaited in await client.store.awaited_of(wishes.user):
        table: Table = await client.tables.table(awaited.game)
        await table.recount()


def _until(away: Sequence[Vacation], now: int) -> tuple[Vacation, ...]:
    """The vacations, ended now; what was of them stays, since it counts against what tables allow."""
    return tuple(
        Vacation(one.began, now, cut=True) if one.ended > now else one for one in away if one.began < now
    )
