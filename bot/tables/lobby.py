"""Before the first move: who joins, which options, and the start. Every step is a new `GameRow`."""

from collections.abc import Mapping
from dataclasses import replace

from bot.quoting import person
from bot.store.rows import Former, GameRow, Member
from bot.tables.pace import TableOptions, chosen_pace
from rules.engine.entry import Opening
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame, Options, Preset
from rules.engine.match import Advance, open_match, options_data
from rules.engine.options import OptionValue, Setting, as_text, changed, choose, settings
from rules.engine.registry import game as find_game


class LobbyRefusal(HarbourmasterError):
    """Something a lobby does not allow, with what to do instead."""


def options_of(row: GameRow) -> Options:
    """The options chosen so far: the preset's, with single changes on top. Raises BadOption."""
    game = find_game(row.slug)
    chosen: dict[str, OptionValue] = dict(preset_of(game, row.preset).options)
    chosen.update(_single(row, of_table=False))
    options: Options = choose(game.options, chosen)
    return options


def table_options_of(row: GameRow) -> TableOptions:
    """What the table agreed on beside the game's own options. Raises BadOption."""
    return choose(TableOptions, _single(row, of_table=True))


def _single(row: GameRow, *, of_table: bool) -> dict[str, OptionValue]:
    """The single changes, of the table's options or of the game's own."""
    return {
        name: value
        for name, value in row.options.items()
        if isinstance(value, str | int | bool) and (name in TableOptions.model_fields) == of_table
    }


def settings_of(game: AnyGame) -> tuple[Setting, ...]:
    """All that can be chosen in a lobby of that game: its own options, then every table's."""
    return (*settings(game.options), *settings(TableOptions))


def value_of(row: GameRow, name: str) -> str:
    """What is chosen for an option of `settings_of`, as text."""
    chosen = table_options_of(row) if name in TableOptions.model_fields else options_of(row)
    return as_text(getattr(chosen, name))


def changed_options(row: GameRow) -> dict[str, str]:
    """Title -> value of every option that is not at its default, in the game's order."""
    different = {**changed(options_of(row)), **changed(table_options_of(row))}
    known = settings_of(find_game(row.slug))
    return {setting.title: different[setting.name] for setting in known if setting.name in different}


def preset_of(game: AnyGame, name: str) -> Preset:
    """The preset of that name. Raises LobbyRefusal naming those there are."""
    found = next((preset for preset in game.presets if preset.name == name), None)
    if found is None:
        known = ", ".join(preset.name for preset in game.presets)
        raise LobbyRefusal(f"{game.title} has no preset “{name}”. Choose one of: {known}.")
    return found


def join(row: GameRow, user: int, name: str, press: int) -> GameRow:
    """That user sits down on the next seat. Raises LobbyRefusal when it is too late, full or done already.

    `press` is Discord's id of what they pressed: the dice depend on it. The bot itself presses nothing (0).
    """
    _must_be_open(row)
    game = find_game(row.slug)
    if row.seats_of(user):
        raise LobbyRefusal("You have joined already. Wait for the start, or leave with /game leave.")
    _, most = game.seat_range(options_of(row))
    if len(row.members) >= most:
        raise LobbyRefusal(f"All {most} seats are taken. You can follow the game with /game board.")
    seated = (*row.members, Member(len(row.members) + 1, user, name))
    return replace(row, members=seated, presses={**row.presses, user: press})


def leave(row: GameRow, user: int) -> GameRow:
    """That user gets up; those behind move up one seat. Raises LobbyRefusal."""
    if row.status in {"running", "paused"}:
        raise LobbyRefusal("The game has begun. To give up your seat for good use /game resign.")
    _must_be_open(row)
    if not row.seats_of(user):
        raise LobbyRefusal("You have not joined this game, so there is nothing to leave.")
    staying = [member for member in row.members if member.user != user]
    seated = tuple(member._replace(seat=seat) for seat, member in enumerate(staying, 1))
    presses = {who: press for who, press in row.presses.items() if who != user}
    return replace(row, members=seated, presses=presses)


def reseated(row: GameRow, newcomer: Member) -> GameRow:
    """The newcomer has the seat instead of whoever had it. Raises LobbyRefusal for who plays already."""
    seats = row.seats_of(newcomer.user)
    if seats:
        who = person(newcomer.user, newcomer.name)
        raise LobbyRefusal(f"{who} plays here already, in seat {seats[0]}. Choose somebody else.")
    last = row.position.last if row.position else 0
    left = [Former(who.seat, last, who.user, who.name) for who in row.members if who.seat == newcomer.seat]
    return replace(
        row,
        members=tuple(newcomer if member.seat == newcomer.seat else member for member in row.members),
        former=(*row.former, *left),
        vote=None,
    )


def set_options(row: GameRow, changes: Mapping[str, OptionValue]) -> GameRow:
    """Other values for single options. Raises BadOption or LobbyRefusal."""
    _must_be_open(row)
    changed = replace(row, options={**row.options, **changes})
    options_of(changed)
    table_options_of(changed)
    return changed


def set_preset(row: GameRow, name: str) -> GameRow:
    """Another preset; single changes made before are dropped, but for the table's. Raises LobbyRefusal."""
    _must_be_open(row)
    preset_of(find_game(row.slug), name)
    return replace(row, preset=name, options={**_single(row, of_table=True)})


def cancel(row: GameRow) -> GameRow:
    """Close a lobby that nobody needs any more. Raises LobbyRefusal."""
    if row.status in {"running", "paused"}:
        raise LobbyRefusal("The game has begun. /gm end ends it without a result; /game resign leaves it.")
    _must_be_open(row)
    return row.with_status("cancelled")


def start(row: GameRow, presses: tuple[str, ...], now: int) -> tuple[GameRow, Advance]:
    """Open the match; its dice depend on these presses. Raises LobbyRefusal with what is missing."""
    _must_be_open(row)
    game = find_game(row.slug)
    if len(row.members) < game.min_seats:
        missing = game.min_seats - len(row.members)
        players = "player" if missing == 1 else "players"
        raise LobbyRefusal(f"{game.title} needs {missing} more {players}. Others join with the Join button.")
    # Who they are stands beside the journal.
    row = row.knowing(*(member.user for member in row.members), row.creator)
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
        pace=chosen_pace(table_options_of(row)),
    )
    advance = open_match(game, opening, row.seed)
    started = replace(row, status="running", opening=opening, presses={}, position=advance.match.position)
    return started, advance


def _must_be_open(row: GameRow) -> None:
    if row.status in {"running", "paused"}:
        raise LobbyRefusal(
            "This game has already begun. Follow it with /game board, or open another one: /game new with"
            " `thread: True` gives it a thread of its own."
        )
    if row.status != "lobby":
        raise LobbyRefusal("This lobby is closed. Open a new one with /game new.")
