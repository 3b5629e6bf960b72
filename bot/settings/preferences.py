"""`/harbour me`: a user's preferences, such as notifications, quiet hours and vacations."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from zoneinfo import available_timezones

import discord
from discord import ui

from bot.handlers import fields, personal_data, standing_answers
from bot.handlers.press import Input
from bot.handlers.responses import Response
from bot.host import Host
from bot.posts import build
from bot.posts.build import Button, ControlRow
from bot.posts.control_ids import ControlId
from bot.sessions.table import Table
from bot.sessions.table_options import DAY
from bot.settings.values import SettingValue, Switch, setting_values
from bot.store.availability import QuietHours, Vacation, read_clock, read_day
from bot.store.preferences import Preferences
from rules.engine.errors import HarbourmasterError, MisfilledForm

CLOSED = (
    "-# A direct message did not reach you: your settings on Discord let none in. Allow them for this"
    " server, then choose direct messages again."
)

LONGEST_NIGHT = 12 * 60
"""The maximum length of quiet hours in minutes, because clocks can stop during quiet hours."""

LONGEST_VACATION = 60 * DAY
FURTHEST = 400 * DAY
"""The longest time in seconds until the end of a new vacation."""

MOST_VACATIONS = 30

MOST_ZONES = 6
"""The maximum number of time zones listed for an ambiguous input."""

PICK_ZONE = "type its name, as `Europe/Berlin`, or its city."


def page(wishes: Preferences, now: int, *, listed: bool) -> tuple[str, Sequence[ControlRow]]:
    """Return a user's preferences and their controls; `listed` is true if lists of records show the user."""
    words = setting_values()
    reminded = words.reminders[wishes.reminders].meaning if wishes.way != "none" else ""
    quiet = f"Quiet hours: {wishes.quiet}." if wishes.quiet else "No quiet hours."
    coming = [one for one in wishes.away if one.ended > now]
    away = " ".join(f"Away: {period(one)}." for one in coming) or "No vacation."
    lines = [
        "**What you wish, on all servers**", words.way[wishes.way].meaning, reminded,
        words.deck[wishes.on_deck].meaning, quiet, away, CLOSED if wishes.closed else "",
        words.previews[wishes.previews].meaning,
        words.lists[listed].meaning,
        f"{standing_answers.told(wishes)}\n-# `/game orders` changes them." if wishes.answers else "",
    ]  # fmt: skip
    return "\n".join(filter(None, lines)), _controls(wishes, away=bool(coming), listed=listed)


def period(away: Vacation) -> str:
    """Return a vacation as timestamps, which Discord shows in each reader's time zone."""
    return f"<t:{away.began}:d> to <t:{away.ended}:d>"


def _controls(wishes: Preferences, *, away: bool, listed: bool) -> list[ControlRow]:
    words = setting_values()
    return [
        _menu("way", "How you are notified", wishes.way, words.way.items()),
        _menu("reminders", "How often you are reminded", wishes.reminders, words.reminders.items()),
        ui.ActionRow(
            _button("Quiet hours…", "quiet"),
            *([_button("No quiet hours", "quiet", "off")] if wishes.quiet else []),
            _button("Vacation…", "away"),
            *([_button("I am back", "away", "off")] if away else []),
        ),
        ui.ActionRow(
            _switch("deck", words.deck, on=wishes.on_deck),
            _switch("previews", words.previews, on=wishes.previews),
            _switch("lists", words.lists, on=listed),
        ),
        ui.ActionRow(_button("My data", "data"), _button("Forget me…", "forget")),
    ]


def _control(*path: str) -> ControlId:
    return ControlId("wish", "0", 0, path)


def _button(label: str, *path: str) -> Button:
    return build.button(label, _control(*path))


def _switch(what: str, words: Switch, *, on: bool) -> Button:
    """Return the button that changes a setting, which is `on` or off now."""
    return _button(words[not on].label, what, "off" if on else "on")


def _menu(what: str, placeholder: str, chosen: str, words: Iterable[tuple[str, SettingValue]]) -> ControlRow:
    options = [build.option(one.label, value, chosen=value == chosen) for value, one in words]
    return build.menu(_control(what), placeholder, options)


async def show(answer: Response, news: str = "") -> None:
    """Show the user's preferences, below `news` about the latest change."""
    client, user = answer.interaction.client, answer.interaction.user.id
    listed = not await client.store.unlisted([user])
    text, rows = page(client.store.wishes.of(user), client.tables.now(), listed=listed)
    await answer.say(f"{news}\n\n{text}" if news else text, rows)


async def pressed(answer: Response, given: Input) -> None:
    """Handle a menu, button or form of the preferences."""
    what, *value = given.control.path
    chosen = value[0] if value else given.value
    if what in _FILLED:
        if chosen or answer.interaction.type is not discord.InteractionType.modal_submit:
            await _end(answer, what)
        else:
            await show(answer, await _FILLED[what](answer, given.typed))
    elif what in _ASIDE:
        await _ASIDE[what](answer)
    elif what == "lists":
        store, user = answer.interaction.client.store, answer.interaction.user.id
        await store.list_in_records(user, listed=chosen == "on")
        await show(answer)
    else:
        await _choose(answer, what, chosen)


async def _choose(answer: Response, what: str, chosen: str) -> None:
    client = answer.interaction.client
    wishes = client.store.wishes.of(answer.interaction.user.id)
    if what == "way" and (way := next((one for one in setting_values().way if one == chosen), None)):
        wishes = replace(wishes, way=way, closed=False)
    elif what == "reminders" and (
        reminders := next((one for one in setting_values().reminders if one == chosen), None)
    ):
        wishes = replace(wishes, reminders=reminders)
    elif what == "deck":
        wishes = replace(wishes, on_deck=chosen == "on")
    elif what == "previews":
        wishes = replace(wishes, previews=chosen == "on")
    await keep(client, wishes)
    await show(answer)


async def _end(answer: Response, what: str) -> None:
    """Remove the quiet hours, or end the current vacation and drop later vacations."""
    client = answer.interaction.client
    wishes = client.store.wishes.of(answer.interaction.user.id)
    if what == "quiet":
        wishes = replace(wishes, quiet=None)
    else:
        wishes = replace(wishes, away=_until(wishes.away, client.tables.now()))
    await keep(client, wishes)
    await show(answer)


async def open_quiet_form(answer: Response) -> None:
    """Open the form for quiet hours."""
    quiet = answer.interaction.client.store.wishes.of(answer.interaction.user.id).quiet
    zone = quiet.zone if quiet else ""
    shown = [
        fields.text("from", "When they begin", "By the 24-hour clock, as 22:30."),
        fields.text("to", "When they end", "As 7:00."),
        fields.text("zone", "Your time zone", "A city, as Berlin.", required=False, default=zone),
    ]
    await answer.ask(fields.form("Quiet hours", _control("quiet"), shown))


async def open_vacation_form(answer: Response) -> None:
    """Open the form for a vacation."""
    shown = [
        fields.text("first", "The first day", "As 2026-12-24."),
        fields.text("last", "The last day", "As 2027-01-06."),
    ]
    await answer.ask(fields.form("Vacation", _control("away"), shown))


async def _be_quiet(answer: Response, typed: Mapping[str, str]) -> str:
    """Set the user's quiet hours. Raises HarbourmasterError with all invalid times and zones."""
    client = answer.interaction.client
    wishes = client.store.wishes.of(answer.interaction.user.id)
    first, last = read_clock(typed.get("from", "")), read_clock(typed.get("to", ""))
    faults = [
        f"“{typed.get(name, '')}” is no time. Type {which} by the 24-hour clock, as `{example}`."
        for name, which, example, time in (
            ("from", "when they begin", "22:30", first),
            ("to", "when they end", "7:00", last),
        )
        if time is None
    ]
    zone = ""
    try:
        zone = _zone(typed.get("zone", ""))
    except HarbourmasterError as fault:
        faults.append(fault.message)
    if first is None or last is None or faults:
        raise MisfilledForm(faults)
    if not 0 < (last - first) % (24 * 60) <= LONGEST_NIGHT:
        raise HarbourmasterError("Quiet hours last 12 hours at most. For whole days there is **Vacation…**.")
    wishes = replace(wishes, quiet=QuietHours(zone, first, last))
    await keep(client, wishes)
    return (
        f"Quiet hours: {wishes.quiet}. The bot does not notify you then; you get the news when they are"
        " over. At tables that chose **Quiet hours** `free`, your time does not run in them either."
    )


def _zone(typed: str) -> str:
    """Return the time zone with the typed name or city. Raises HarbourmasterError unless one zone fits."""
    wanted = typed.strip().replace(" ", "_").casefold()
    if not wanted:
        raise HarbourmasterError(f"Choose your time zone too: {PICK_ZONE}")
    cities = {zone: zone.casefold().rpartition("/")[2] for zone in sorted(zones())}
    for fits in (str.__eq__, str.__contains__):
        found = [zone for zone, city in cities.items() if zone.casefold() == wanted or fits(city, wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            some = ", ".join(f"`{zone}`" for zone in found[:MOST_ZONES])
            raise HarbourmasterError(f"Several time zones are called like that: {some}. Type one of them.")
    raise HarbourmasterError(f"That time zone is not known: {PICK_ZONE}")


async def _go_away(answer: Response, typed: Mapping[str, str]) -> str:
    """Add a vacation. Raises HarbourmasterError if a day is invalid or the vacation impossible."""
    client = answer.interaction.client
    wishes, now = client.store.wishes.of(answer.interaction.user.id), client.tables.now()
    zone = wishes.quiet.zone if wishes.quiet else ""
    began, ended = read_day(typed.get("first", ""), zone), read_day(typed.get("last", ""), zone, later=1)
    if began is None or ended is None:
        raise MisfilledForm(
            [
                f"“{typed.get(which, '')}” is no day. Type the {which} day of your vacation as `2026-12-24`."
                for which, day in (("first", began), ("last", ended))
                if day is None
            ]
        )
    if ended <= now or ended <= began:
        raise HarbourmasterError("The last day must be after the first, and in the future.")
    began = max(began, now)
    if ended - began > LONGEST_VACATION or ended > now + FURTHEST:
        raise HarbourmasterError("A vacation lasts 60 days at most, and ends within a year.")
    if any(one.began < ended and began < one.ended for one in wishes.away):
        raise HarbourmasterError("You are away then already. **I am back** ends that; then name other days.")
    kept = sorted((*wishes.away, Vacation(began, ended)))[-MOST_VACATIONS:]
    await keep(client, replace(wishes, away=tuple(kept)))
    return (
        f"Away: {period(Vacation(began, ended))}. Everybody at your tables sees it. In each game your time"
        " stands still for as many days as its table allows (7 if it chose nothing); then the rules answer"
        " for you as ever. **I am back** ends it."
    )


def zones() -> set[str]:
    """Return the names of all time zones of places, and UTC."""
    return {zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")} | {"UTC"}


async def keep(client: Host, wishes: Preferences) -> None:
    """Store preferences, send delayed messages sooner if possible, and recompute affected clocks."""
    before = client.store.wishes.of(wishes.user)
    await client.store.wish(wishes, wishes.told_from(client.tables.now()))
    if before != wishes:
        await recount(client, wishes.user)


async def recount(client: Host, user: int) -> None:
    """Recompute the clocks of this process's tables that wait for the user."""
    for awaited in await client.store.awaited_of(user):
        if client.store.cluster.has(awaited.guild):
            table: Table = await client.tables.table(awaited.game)
            await table.recount()


def _until(away: Sequence[Vacation], now: int) -> tuple[Vacation, ...]:
    """Return the vacations that began before `now` and count towards limits; cut a current one at `now`."""
    return tuple(
        Vacation(one.began, now, cut=True) if one.ended > now else one for one in away if one.began < now
    )


_FILLED: Mapping[str, Callable[[Response, Mapping[str, str]], Awaitable[str]]] = {
    "quiet": _be_quiet,
    "away": _go_away,
}

_ASIDE: Mapping[str, Callable[[Response], Awaitable[None]]] = {
    "data": personal_data.hand_out,
    "forget": personal_data.ask,
}
