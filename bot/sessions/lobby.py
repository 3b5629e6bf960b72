"""Lobbies: joining, waiting, options and the start. Each change makes a new `GameRow`."""

from collections.abc import Mapping
from dataclasses import replace
from string import ascii_uppercase

from pydantic import JsonValue

from bot.escaping import person
from bot.sessions.bot_strengths import AGREED, agreed_strengths, moved_up, strengths_of, with_strengths
from bot.sessions.player_names import name_of_bot
from bot.sessions.table_options import UNHURRIED, TableOptions, agreements, chosen_pace
from bot.store.rows import NOTHING_SETTLED, PRACTICE, Barred, Former, GameRow, Guest, Member
from rules.engine.entry import Opening
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame, Options
from rules.engine.game_masters import GameMasters
from rules.engine.match import Advance, open_match, options_data
from rules.engine.options import OptionValue, Setting, as_text, changed, choose, settings
from rules.engine.presets import Preset
from rules.engine.registry import game as find_game
from rules.engine.strengths import Strength, offered
from rules.engine.texts import tutorial

CLUB = "club"
"""The default preset of games that have it."""


class LobbyRefusal(HarbourmasterError):
    """The lobby refuses a request; the message says what to do instead."""


def options_of(row: GameRow) -> Options:
    """Return the game's own options, from the preset and the lobby's changes. Raises BadOption."""
    game = find_game(row.slug)
    chosen: dict[str, OptionValue] = dict(preset_of(game, row.preset).options)
    chosen.update(_single(row, of_table=False))
    options: Options = choose(game.options, chosen)
    return options


def table_options_of(row: GameRow) -> TableOptions:
    """Return the options that all games have, with the lobby's values. Raises BadOption."""
    return choose(TableOptions, _single(row, of_table=True))


def agreed_by(row: GameRow) -> dict[str, str]:
    """Return the table's agreements, except the pace, as the opening stores them. Raises BadOption."""
    return {**agreements(table_options_of(row)), **agreed_strengths(row)}


def _single(row: GameRow, *, of_table: bool) -> dict[str, OptionValue]:
    """Return the changed options: the options of every table if `of_table` is true, else the game's own."""
    return {
        name: value
        for name, value in row.options.items()
        if isinstance(value, str | int | bool)
        and name != AGREED
        and (name in TableOptions.model_fields) == of_table
    }


def settings_of(game: AnyGame) -> tuple[Setting, ...]:
    """Return all options of a lobby: the game's own options, then the options of every table."""
    return (*settings(game.options), *settings(TableOptions))


def value_of(row: GameRow, name: str) -> str:
    """Return the value of the option `name` as text."""
    chosen = table_options_of(row) if name in TableOptions.model_fields else options_of(row)
    return as_text(getattr(chosen, name))


def _values_of(row: GameRow) -> dict[str, str]:
    """Return the value of each option as text, by the option's name."""
    every = (*options_of(row), *table_options_of(row))
    return {name: as_text(value) for name, value in every}


def changed_options(row: GameRow) -> dict[str, str]:
    """Return values that differ from the defaults, by the option's title, in the order of `settings_of`."""
    different = {**changed(options_of(row)), **changed(table_options_of(row))}
    known = settings_of(find_game(row.slug))
    return {setting.title: different[setting.name] for setting in known if setting.name in different}


def changes(row: GameRow) -> dict[str, str]:
    """Return values that differ from the preset, by the option's title, in the order of `settings_of`."""
    now, before = _values_of(row), _values_of(replace(row, options={}))
    known = settings_of(find_game(row.slug))
    return {one.title: now[one.name] for one in known if now[one.name] != before[one.name]}


def is_as_preset(row: GameRow, name: str) -> bool:
    """Return whether the lobby has the preset `name` and no changes of the game's own options."""
    return row.preset == name and options_of(row) == options_of(replace(row, options={}))


def first_preset(game: AnyGame) -> str:
    """Return the default preset of a lobby."""
    names = [preset.name for preset in game.presets]
    return CLUB if CLUB in names else names[0]


def preset_of(game: AnyGame, name: str) -> Preset:
    """Return the preset whose name or title is `name`. Raises LobbyRefusal, which lists the presets.

    `name` may also be a suggestion such as `For chat: A smooth race over days.`
    """
    course = tutorial(game) if name == PRACTICE else None
    if course is not None:
        return Preset(
            name=PRACTICE,
            title="Practice",
            summary="A practice game.",
            differs="With a lesson for each turn.",
            options=course.options,
        )
    wanted = name.partition(":")[0].strip().casefold()
    found = next(
        (preset for preset in game.presets if wanted in {preset.name, preset.title.casefold()}), None
    )
    if found is None:
        known = ", ".join(preset.title for preset in game.presets)
        raise LobbyRefusal(f"{game.title} has no preset “{name}”. Choose one of: {known}.")
    return found


def preset_title(row: GameRow) -> str:
    """Return the title of the lobby's preset, or the preset's name if the game no longer has the preset."""
    try:
        return preset_of(find_game(row.slug), row.preset).title
    except LobbyRefusal:
        return row.preset


def join(row: GameRow, user: int, name: str, press: int, machine: int = 0) -> GameRow:
    """Give the user the next seat, else the bot's last seat, else a place in the queue.

    `press` is Discord's id of the press to join, on which the dice depend. `machine` is the bot's user id.
    Raises LobbyRefusal if the user has joined or may not join, or the lobby is not open.
    """
    _must_be_open(row)
    must_let_in(row, user)
    if row.seats_of(user):
        raise LobbyRefusal("You have joined already. Wait for the start, or leave with /game leave.")
    waiting = [guest.user for guest in row.waiting]
    if user in waiting:
        place = waiting.index(user) + 1
        raise LobbyRefusal(
            f"You are waiting already, number {place} in line. You are mentioned when a seat is free."
        )
    if _is_full(row) and row.seats_of(machine):
        row = _without(row, row.seats_of(machine)[-1])
    if _is_full(row):
        return replace(row, waiting=(*row.waiting, Guest(user, name, press)))
    return _seated(row, Guest(user, name, press))


def leave(row: GameRow, user: int) -> GameRow:
    """Remove the user from their seat or the queue. Others move up. Raises LobbyRefusal."""
    if row.status in {"running", "paused"}:
        raise LobbyRefusal("The game has begun. To give up your seat for good use /game leave.")
    _must_be_open(row)
    if any(guest.user == user for guest in row.waiting):
        return replace(row, waiting=tuple(guest for guest in row.waiting if guest.user != user))
    if not row.seats_of(user):
        raise LobbyRefusal("You have not joined this game, so there is nothing to leave.")
    return _admitting(_without(row, row.seats_of(user)[0]))


def add_bot(row: GameRow, machine: int) -> GameRow:
    """Give the bot another seat. Raises LobbyRefusal if no seat is free."""
    _must_be_open(row)
    if _is_full(row):
        raise LobbyRefusal("All seats are taken, so there is none for the bot.")
    return _seated(row, Guest(machine, _machine_name(row, len(row.members))))


def _machine_name(row: GameRow, before: int) -> str:
    """Return an unused name for the bot, which gets the seat number `before` + 1."""
    taken = {member.name for member in row.members}
    names = map(name_of_bot, ascii_uppercase[before:] + ascii_uppercase[:before])
    return next(name for name in names if name not in taken)


def remove_bot(row: GameRow, machine: int) -> GameRow:
    """Remove the bot from its last seat. Raises LobbyRefusal if the bot has no seat."""
    _must_be_open(row)
    if not row.seats_of(machine):
        raise LobbyRefusal("The bot has no seat here. “Add the bot” gives it one.")
    return _admitting(_without(row, row.seats_of(machine)[-1]))


def set_strength(row: GameRow, seat: int, strength: Strength, machine: int) -> GameRow:
    """Set the bot's strength on a seat. Raises LobbyRefusal if the bot lacks the seat or the strength."""
    _must_be_open(row)
    if seat not in row.seats_of(machine):
        raise LobbyRefusal("The bot does not have that seat any more. Choose again in the lobby's menu.")
    if strength not in (known := offered(find_game(row.slug))):
        raise LobbyRefusal(f"The bot cannot play {strength} in this game. Choose {' or '.join(known)}.")
    return with_strengths(row, {**strengths_of(row), seat: strength})


def must_let_in(row: GameRow, user: int) -> None:
    """Raise LobbyRefusal if the user was excluded, or the lobby is locked against new players."""
    if row.is_barred(user):
        raise LobbyRefusal(
            "A game master took you out of this game, so you cannot come back by yourself. Ask them;"
            " /game status says who they are."
        )
    if row.locked and not row.seats_of(user):
        raise LobbyRefusal(
            "A game master has locked this game, so nobody new joins. Ask them to unlock it with"
            " /gm task:lock, or open a game of your own with /play."
        )


def kick(row: GameRow, barred: Barred) -> GameRow:
    """Remove and exclude the user `barred.user`. Raises LobbyRefusal."""
    _must_be_open(row)
    office = row.office
    row = replace(row, office=office._replace(barred=(*office.barred, barred)))
    seats = row.seats_of(barred.user)
    if seats:
        return _admitting(_without(row, seats[0]))
    return replace(row, waiting=tuple(guest for guest in row.waiting if guest.user != barred.user))


def appointed(row: GameRow, user: int) -> GameRow:
    """Add the user to the game masters. Raises LobbyRefusal."""
    _must_be_open(row)
    return replace(row, office=row.office._replace(masters=(*row.masters, user)))


def dismissed(row: GameRow, user: int) -> GameRow:
    """Remove the user from the game masters. Raises LobbyRefusal."""
    _must_be_open(row)
    masters = tuple(one for one in row.masters if one != user)
    return replace(row, office=row.office._replace(masters=masters))


def lock(row: GameRow) -> GameRow:
    """Lock the lobby against new players, or unlock it. Raises LobbyRefusal."""
    _must_be_open(row)
    return replace(row, office=row.office._replace(locked=not row.office.locked))


def admitted(before: GameRow, row: GameRow) -> tuple[int, ...]:
    """Return the seats in `row` of the players who were still waiting in the row `before`."""
    waited = {guest.user for guest in before.waiting}
    return tuple(member.seat for member in row.members if member.user in waited)


def _is_full(row: GameRow) -> bool:
    return len(row.members) >= find_game(row.slug).seat_range(options_of(row))[1]


def _seated(row: GameRow, guest: Guest) -> GameRow:
    """Return the lobby after giving the guest the next seat."""
    seated = (*row.members, Member(len(row.members) + 1, guest.user, guest.name))
    presses = {**row.presses, guest.user: guest.press} if guest.press else row.presses
    return replace(row, members=seated, presses=presses)


def _without(row: GameRow, seat: int) -> GameRow:
    """Return the lobby without the seat; later seats move up."""
    gone = row.user_at(seat)
    staying = [member for member in row.members if member.seat != seat]
    seated = tuple(member._replace(seat=place) for place, member in enumerate(staying, 1))
    presses = {who: press for who, press in row.presses.items() if who != gone}
    return moved_up(replace(row, members=seated, presses=presses), seat)


def _admitting(row: GameRow) -> GameRow:
    """Return the lobby after giving its free seats to waiting people."""
    while row.waiting and not _is_full(row):
        row = _seated(replace(row, waiting=row.waiting[1:]), row.waiting[0])
    return row


def reseated(row: GameRow, newcomer: Member) -> GameRow:
    """Give the seat `newcomer.seat` to `newcomer.user`. Raises LobbyRefusal if the user plays already."""
    if row.seats_of(newcomer.user):
        who = person(newcomer.user, newcomer.name)
        raise LobbyRefusal(f"{who} plays here already. Choose somebody else.")
    return _in_place(row, newcomer)


def left_to_machine(row: GameRow, seat: int, machine: int) -> GameRow:
    """Give the seat to the bot, which may have several seats."""
    return _in_place(row, Member(seat, machine, _machine_name(row, seat - 1)))


def _in_place(row: GameRow, newcomer: Member) -> GameRow:
    left = [
        Former(who.seat, row.last, who.user, who.name) for who in row.members if who.seat == newcomer.seat
    ]
    return replace(
        row,
        members=tuple(newcomer if member.seat == newcomer.seat else member for member in row.members),
        former=(*row.former, *left),
    )


def set_options(row: GameRow, changes: Mapping[str, OptionValue]) -> GameRow:
    """Change single options. Raises BadOption or LobbyRefusal."""
    _must_be_open(row)
    changed = replace(row, options={**row.options, **changes})
    options_of(changed)
    table_options_of(changed)
    return _admitting(changed)


def set_preset(row: GameRow, name: str) -> GameRow:
    """Change the preset and drop all changes of the game's own options. Raises LobbyRefusal."""
    _must_be_open(row)
    preset = preset_of(find_game(row.slug), name)
    options: dict[str, JsonValue] = {**_single(row, of_table=True), **agreed_strengths(row)}
    return _admitting(replace(row, preset=preset.name, options=options))


def cancel(row: GameRow) -> GameRow:
    """Close the lobby. Raises LobbyRefusal."""
    if row.status in {"running", "paused"}:
        raise LobbyRefusal("The game has begun. /gm task:end ends it without a result; /game leave resigns.")
    _must_be_open(row)
    return row.with_status("cancelled")


def start(row: GameRow, presses: tuple[str, ...], now: int) -> tuple[GameRow, Advance]:
    """Start the match, whose dice depend on `presses`. Raises LobbyRefusal if players are missing."""
    _must_be_open(row)
    game = find_game(row.slug)
    if len(row.members) < game.min_seats:
        missing = game.min_seats - len(row.members)
        players = "player" if missing == 1 else "players"
        raise LobbyRefusal(
            f"{game.title} needs {missing} more {players}. Others join with the Join button, and the button"
            " “Add the bot” lets the bot play."
        )
    # The journal has its own names for people, and the row maps these names to users.
    row = row.knowing(*(member.user for member in row.members), row.creator, *row.office.masters)
    row = row.knowing(*(one.user for one in row.office.barred), *(one.user for one in row.former))
    opening = Opening(
        match=row.id,
        game=row.slug,
        rules_version=game.rules_version,
        options=options_data(game, options_of(row)),
        players=tuple(row.player_of(member.user) for member in row.members),
        commitment=row.commitment,
        at=now,
        host=row.player_of(row.creator),
        presses=presses,
        pace=UNHURRIED if row.preset == PRACTICE else chosen_pace(table_options_of(row)),
        table=agreed_by(row),
        office=GameMasters(
            masters=tuple(map(row.player_of, row.office.masters)),
            barred=tuple(row.player_of(one.user) for one in row.office.barred),
            locked=row.office.locked,
        ),
    )
    advance = open_match(game, opening, row.seed)
    begun = replace(row, status="running", presses={}, waiting=(), invited=(), office=NOTHING_SETTLED)
    started = replace(begun, opening=opening, position=advance.match.position)
    return started, advance


def _must_be_open(row: GameRow) -> None:
    if row.status in {"running", "paused"}:
        raise LobbyRefusal(
            "This game has already begun. Follow it with /game board, or open another one: /play with"
            " `thread: True` gives it a thread of its own."
        )
    if row.status != "lobby":
        raise LobbyRefusal("This lobby is closed. Open a new one with /play.")
