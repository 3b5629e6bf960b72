"""The contents of posts: lobbies, turns, mentions and reminders."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import discord
from discord import ui

from bot.escaping import plain, quoted
from bot.narration.durations import how_long
from bot.narration.gm_events import brought_back
from bot.narration.mentions import (
    interim_call,
    late_call,
    lobby_call,
    lobby_called,
    lobby_title,
    reminder_call,
    retired_call,
    turn_call,
)
from bot.narration.narrator import narrator_of
from bot.narration.post_story import PostStory
from bot.narration.seat_marks import standing
from bot.narration.truncate import latest
from bot.narration.undo_lines import TAKEN_BACK
from bot.posts import build, button_lines, menu_controls
from bot.posts.build import Button, ControlRow, button
from bot.posts.control_ids import ControlId
from bot.posts.covers import Cover
from bot.posts.menu_controls import Controls
from bot.posts.menus import BUTTONS, Menu, menu_of
from bot.posts.message import NOW, Message, layout
from bot.posts.pictures import BOARD, KeptPicture
from bot.sessions.bot_strengths import agreed_at
from bot.sessions.lobby import changes, is_as_preset, options_of, preset_of, settings_of, value_of
from bot.store.rows import PRACTICE, GameRow, PostRow
from rules.engine.form import MENU_LIMIT
from rules.engine.game import AnyGame, View
from rules.engine.match import Match
from rules.engine.options import value_in_words
from rules.engine.presets import Preset
from rules.engine.registry import game as find_game
from rules.engine.strengths import Strength, offered

if TYPE_CHECKING:
    from render.encode import Picture

NAME_ON_BUTTON = 30

SHORT = 10
"""The maximum number of characters on a row's only button if it may move into another row."""

TEXT_LIMIT = 3900
"""The maximum number of characters of text in a post; Discord allows 4,000 per message."""

STORY_LIMIT = 3000
"""The maximum number of characters of narration in a post."""

LEFT_OUT = "-# … what came before is in `/game log`."

ONWARD = "The game goes on"

UNDONE = "-# ↩️ The game was taken back: what is struck out here does not count."

LOCKED = "-# 🔒 Locked: nobody new joins, and buttons are for those at the table."

CHOSEN = "✅"
"""The mark in front of the chosen preset of a lobby."""

OUT_SHOWN = 3
"""The maximum number of removed people that a lobby names."""

SEA = discord.Colour(0x8EBBCB)

PLAYS: Mapping[Strength, str] = {
    "easy": "Overlooks some moves: for a first game.",
    "steady": "Thinks to the end of its turn.",
    "strong": "Plays its best moves out. It takes longer.",
}
"""The description of each strength of the bot in the lobby's menu."""

CALLS = {"call": interim_call, "reminder": reminder_call, "late": late_call}
"""The functions that return the words of posts that only mention players, by the kind of post."""


def lobby_post(row: GameRow, post: PostRow, machine: int, cover: Cover | None = None) -> Message:
    """Return a lobby's message: who has joined, the options, the duration, the cover, and the buttons.

    A closed lobby has no buttons and keeps its cover. `machine` is the bot's user id.
    """
    is_open = row.status == "lobby"
    lines = [find_game(row.slug).pitch, *_at_the_table(row, machine), *_time(row), *_chosen(row)]
    if post.restored:
        lines.insert(0, brought_back(post.restored))
    if is_open:
        lines += [*_settled(row), f"-# {_by_whom(row)} Game {row.id}."]
    parts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay("\n".join(lines))]
    kept = _kept_cover(post, cover)
    if kept is not None:
        parts.append(gallery(kept.name, post.alt))
    elif cover is not None:
        parts.append(gallery(cover.name, cover.alt))
    if is_open:
        parts += lobby_buttons(row, machine)
    view, called = _post(lobby_call(row, post), parts), row.pinged(lobby_called(row, post))
    if kept is not None or cover is None:
        return Message(view, kept=kept, called=called)
    return Message(view, cover.picture, cover.name, cover.alt, called=called)


def left_lobby_post(row: GameRow, post: PostRow, following: PostRow) -> Message:
    """Return the message of a lobby's earlier post, which only says where the lobby continues."""
    where = "goes on below" if post.channel == following.channel else f"has moved to <#{following.channel}>"
    return Message(layout(ui.TextDisplay(f"{lobby_title(row)}\n-# This lobby {where}.")))


def _kept_cover(post: PostRow, cover: Cover | None) -> KeptPicture | None:
    """Return the cover that the lobby's message keeps; `None` if it has no cover or gets a new cover."""
    if not (post.message and post.attachment) or (cover is not None and cover.name != post.picture):
        return None
    return KeptPicture(post.attachment, post.picture, post.alt)


def _by_whom(row: GameRow) -> str:
    """Return a sentence about the people who opened the lobby and who may start the game."""
    if row.masters == (row.creator,):
        return f"Opened by <@{row.creator}>, who starts the game."
    masters = ", ".join(f"<@{user}>" for user in row.masters)
    return f"Opened by <@{row.creator}>; game masters, who start the game: {masters}."


def _settled(row: GameRow) -> list[str]:
    out = [
        f"-# 🚪 <@{one.by}> took **{quoted(one.name, 40)}** out: {quoted(one.reason, 200)}"
        for one in row.office.barred[-OUT_SHOWN:]
    ]
    return [*out, *([LOCKED] if row.locked else [])]


def _at_the_table(row: GameRow, machine: int) -> list[str]:
    game = find_game(row.slug)
    # Players who got a seat after the start are not shown.
    first = sorted(row.seated(1).values())
    bots = {who.seat: f" (the bot, {agreed_at(row, who.seat)})" for who in first if who.user == machine}
    # The game renames the bot's seats when it starts, so a closed lobby does not show their names.
    nameless = bots if row.status != "lobby" else {}
    names = {who.seat: "Bot" if who.seat in nameless else quoted(who.name, 40) for who in first}
    seated = [f"{seat}. **{name}**{bots.get(seat, '')}" for seat, name in names.items()]
    waiting = ", ".join(f"**{quoted(guest.name, 40)}**" for guest in row.waiting)
    return [
        f"**At the table** · {len(row.members)} ({_seats_wanted(row, game)} can play)",
        "\n".join(seated) if seated else "Nobody yet.",
        *([f"**Waiting for a seat** · {waiting}"] if waiting else []),
    ]


def _time(row: GameRow) -> list[str]:
    pace = next(setting for setting in settings_of(find_game(row.slug)) if setting.name == "pace")
    value, length = value_of(row, "pace"), how_long(row)
    return [f"**Pace** · {pace.values[value]}", *([f"**How long** · {length}"] if length else [])]


def _chosen(row: GameRow) -> list[str]:
    """Return lines about the presets (only the chosen preset if the lobby is closed) and changed options."""
    game = find_game(row.slug)
    chosen = preset_of(game, row.preset)
    shown = game.presets[:BUTTONS] if row.status == "lobby" else (chosen,)
    lines = [_preset_in_words(row, preset, is_chosen=preset.name == chosen.name) for preset in shown]
    changed = [f"{title}: **{value_in_words(value)}**" for title, value in changes(row).items()]
    return [*lines, *(["**Changed** · " + " · ".join(changed)] if changed else [])]


def _preset_in_words(row: GameRow, preset: Preset, *, is_chosen: bool) -> str:
    """Return a preset's purpose and differences; a preset that is not chosen is in small print."""
    if not is_chosen:
        return f"-# **{preset.title}** · {preset.summary} {preset.differs}"
    but = "" if is_as_preset(row, preset.name) else ", with changes"
    return f"{CHOSEN} **{preset.title}**{but} · {preset.summary}\n-# {preset.differs}"


class Board(NamedTuple):
    """The public board, its picture, and the address of the game's page.

    Without a new picture, the post keeps its old picture. `page` is empty if the game has no page.
    """

    view: View
    picture: "Picture | None" = None
    page: str = ""


def turn_post(
    row: GameRow,
    post: PostRow,
    match: Match,
    board: Board,
    told: PostStory,
    aside: str = "",
    machine: int = 0,
) -> Message:
    """Return a turn's message: whose turn it is, what happened, the standing, the board, and the controls.

    `aside` is additional text: a lesson, or at the end the statistics. `machine` is the bot's user id.
    """
    view, picture, page = board
    menu = _open_menu(row, match, machine)
    controls = menu_controls.controls(menu, placeholder="Choose what to do") if menu else None
    call = turn_call(row, post, match, told.rows, machine)
    below = [text for text in (_standing(row, match, view, controls), aside, _closing(row, match)) if text]
    room = TEXT_LIMIT - len(call) - sum(map(len, below))
    words = [story(row, post, told, room), *below]
    parts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(text) for text in words]
    kept = KeptPicture(post.attachment, post.picture, post.alt) if has_first_board(post) else None
    name, alt = "", ""
    if picture is not None:
        name, alt = NOW if kept else BOARD, match.game.describe(view, row.names())[:1024]
        parts.append(gallery(name, alt))
    elif kept is not None:
        parts.append(gallery(kept.name, post.alt))
    if match.finished:
        parts += _after_the_end(row, page)
    else:
        parts += [*_turn_controls(row, match, menu, controls, page, machine), *_vote(row, match)]
    return Message(_post(call, parts), picture, name, alt, kept, _called(row, post))


def has_first_board(post: PostRow) -> bool:
    """Return whether the message contains its turn's first board, which appears again after the turn."""
    return bool(post.message and post.attachment) and post.picture == BOARD


def call_post(row: GameRow, post: PostRow, match: Match, message: int) -> Message:
    """Return a text-only post that mentions players, with a link to the turn's `message`."""
    at = post.asked if post.kind == "late" else 0
    words = ui.TextDisplay[ui.LayoutView](CALLS[post.kind](row, post, match, message))
    return Message(layout(words), called=_called(row, post, at))


def _called(row: GameRow, post: PostRow, at: int = 0) -> tuple[int, ...]:
    """Return the users that the post mentions at the time `at`, according to their preferences."""
    return row.pinged((member.user for member in row.members if member.seat in post.called), at)


def retired_post(row: GameRow, post: PostRow, match: Match, told: PostStory, onward: str) -> Message:
    """Return the message of a finished turn: its story, its first board, and the link `onward`."""
    call = retired_call(match)
    parts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(story(row, post, told, STORY_LIMIT))]
    kept = KeptPicture(post.attachment, post.picture, post.alt) if post.attachment else None
    if kept is not None:
        parts.append(gallery(post.picture, post.alt))
    parts.append(ui.TextDisplay(onward))
    return Message(_post(call, parts), kept=kept)


def way_onward(row: GameRow, post: PostRow, following: PostRow | None, message: int) -> str:
    """Return the line below a post that leads to the next post's `message` (0: not sent yet)."""
    channel = row.channel if following is None else following.channel
    if channel != post.channel:
        return f"-# {ONWARD} in <#{channel}>."
    link = f"https://discord.com/channels/{row.guild}/{channel}/{message}"
    return f"-# [{ONWARD}]({link})" if message else f"-# {ONWARD} below."


def _post(call: str, parts: "Sequence[ui.Item[ui.LayoutView]]") -> ui.LayoutView:
    """Return a framed post. Mentions come first, outside the frame, so that notifications show them."""
    return layout(ui.TextDisplay(call), ui.Container(*parts, accent_colour=SEA))


def gallery(name: str, alt: str) -> "ui.MediaGallery[ui.LayoutView]":
    """Return a gallery with one picture, because two pictures in a gallery are only half as wide."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt))


def story(row: GameRow, post: PostRow, told: PostStory, room: int) -> str:
    """Return the public story of a post, or the newest part of a story that is too long.

    The newest post also narrates its own turn so far. Undone steps are struck out.
    """
    lines = told.lines(live=post.live)
    struck = any(line.startswith(TAKEN_BACK) for line in lines) and post.undone
    notice = [*([UNDONE] if struck else []), *([LOCKED] if row.locked and post.live else [])]
    left = min(room, STORY_LIMIT) - len(LEFT_OUT) - sum(map(len, notice))
    return "\n".join([*notice, latest(lines, left, LEFT_OUT) or "-# The game goes on here."])


def _standing(row: GameRow, match: Match, view: View, controls: Controls | None) -> str:
    """Return the standing or the result, and the hints of buttons, which have no room for hints."""
    outcome = match.outcome
    first = outcome.winners[0] if outcome is not None and outcome.winners else 0
    accounted = first > 0 and match.game.account(match.shown, first) is not None
    # A ranking with the scores of all players replaces the standing.
    lines = [] if accounted else [f"-# {line}" for line in standing(match, view, row.names())]
    if match.outcome is not None:
        lines += narrator_of(row, match.shown, {}).ending(match.outcome, match.position.last)
    return "\n".join([*lines, *(controls.hints if controls else ())])


def quoted_lines(text: str) -> list[str]:
    """Escape the lines of a text in a game's own words, because they contain people's names."""
    return [quoted(line, 300) for line in text.splitlines() if line]


def _closing(row: GameRow, match: Match) -> str:
    """Return the last lines of a finished match: how to check its dice, and how to play again."""
    if not match.finished:
        return ""
    seed = match.public_seed()
    shown = seed.hex() if seed else ""
    taught = row.preset == PRACTICE
    again = "opens the game itself, against the bot" if taught else "opens a new lobby and mentions everybody"
    return (
        f"-# The dice are open now: `/game check` checks every roll, **Dice file** holds them all. Seed"
        f" `{shown}`\n**Play again** {again}; `/play` opens another game."
    )


def _open_menu(row: GameRow, match: Match, machine: int) -> Menu | None:
    """Return the only awaited seat's menu; `None` for several seats, a bot seat or a secret question."""
    awaited = match.position.awaited if match.position.status == "running" else ()
    decision = match.decision_of(awaited[0].seat) if len(awaited) == 1 else None
    if decision is None or decision.secret or decision.seat in row.seats_of(machine):
        return None
    return menu_of(row.id, match, awaited[0], row.names()).in_post()


def _turn_controls(
    row: GameRow, match: Match, menu: Menu | None, controls: Controls | None, page: str, machine: int
) -> list[ControlRow]:
    if match.position.status != "running":
        return []
    made = controls.rows if controls else []
    last: list[Button] = []
    bots = row.seats_of(machine)
    if controls is None and any(asked.seat not in bots for asked in match.position.awaited):
        last.append(button("Your choices", ControlId("choices", row.id), discord.ButtonStyle.primary))
    elif (
        menu
        and controls
        and (controls.has_menu or menu.goes_on_in_private or match.game.reach(match.look(menu.seat)))
    ):
        # This button is needed because Discord's clients do not send the same menu entry twice, and because
        # only the private page has all choices and a picture with numbered places.
        last.append(button("Your choices", ControlId("choices", row.id)))
    if match.position.back:
        last.append(button(_take_back(row, match), ControlId("back", row.id, match.position.public)))
    last.append(_whole_story(row))
    if page:
        last.append(ui.Button(label="Watch", url=page))
    if made and (alone := _alone(made[-1])):
        above = [part for row in made[-2:-1] for part in row.children if isinstance(part, ui.Button)]
        if (
            above
            and not button_lines.is_on_a_line([alone, *last])
            and button_lines.is_on_a_line([*above, alone])
        ):
            return [*made[:-2], ui.ActionRow(*above, alone), ui.ActionRow(*last)]
        return [*made[:-1], ui.ActionRow(alone, *last)]
    return [*made, ui.ActionRow(*last)]


def _alone(row: ControlRow) -> Button | None:
    """Return a row's only button if it can join another row: if it is short and leads to no loss."""
    button = row.children[0] if len(row.children) == 1 else None
    if not isinstance(button, ui.Button) or button.style is not discord.ButtonStyle.primary:
        return None
    return button if len(button.label or "") <= SHORT else None


def _whole_story(row: GameRow) -> Button:
    return button("Story", ControlId("story", row.id))


def _after_the_end(row: GameRow, address: str) -> list[ControlRow]:
    again = button("Play again", ControlId("again", row.id), discord.ButtonStyle.primary)
    replay = button("Replay", ControlId("replay", row.id))
    page = ui.Button(label="Page", url=address) if address else button("Page", ControlId("page", row.id))
    file = button("Dice file", ControlId("file", row.id))
    return [ui.ActionRow(again, replay, page, file, _whole_story(row))]


def _vote(row: GameRow, match: Match) -> list[ControlRow]:
    if row.vote is None or row.vote.moot or match.finished:
        return []
    agree = ControlId("agree", row.id, row.vote.stamp, (row.vote.mark,))
    refuse = ControlId("refuse", row.id, row.vote.stamp, (row.vote.mark,))
    return [ui.ActionRow(button("Agree", agree), button("Refuse", refuse))]


def _take_back(row: GameRow, match: Match) -> str:
    """Return the label `Take back`, followed by the player's name while others are asked."""
    seat = match.position.back_seat
    name = plain(row.names().get(seat, ""), NAME_ON_BUTTON)
    return f"Take back ({name})" if name and match.awaits(seat) is None else "Take back"


def lobby_buttons(row: GameRow, machine: int) -> list[ControlRow]:
    """Return the buttons of a lobby. `machine` is the bot's user id."""
    fewest, most = find_game(row.slug).seat_range(options_of(row))
    full, has_bot = len(row.members) >= most, bool(row.seats_of(machine))
    # With too many players the button is enabled, and the response says what to do.
    start = button(
        "Start", ControlId("start", row.id), discord.ButtonStyle.primary, disabled=len(row.members) < fewest
    )
    wait = full and not has_bot
    join = button(
        "Wait for a seat" if wait else "Join",
        ControlId("join", row.id),
        discord.ButtonStyle.success,
        disabled=row.locked,
    )
    add = button("Add the bot", ControlId("add_bot", row.id), disabled=full)
    bots = [add, *([button("Remove the bot", ControlId("remove_bot", row.id))] if has_bot else [])]
    more = [
        button("Options", ControlId("setup", row.id)),
        button("Rules", ControlId("rules", row.id)),
        *([button("Fair dice", ControlId("dice", row.id))] if row.commitment else []),
    ]
    presets = [_preset_button(row, preset) for preset in find_game(row.slug).presets[:BUTTONS]]
    rows = [[join, start, button("Leave", ControlId("leave", row.id))], bots, presets, more]
    made: list[ControlRow] = [
        ui.ActionRow(*buttons) for buttons in rows if buttons is not presets or len(presets) > 1
    ]
    return [*made[:2], _strengths(row, machine), *made[2:]] if has_bot else made


def _strengths(row: GameRow, machine: int) -> ControlRow:
    """Return the menu that sets the bot's strength on each of its seats."""
    names, known = row.names(), offered(find_game(row.slug))
    choices = [
        build.option(f"{names[seat]}: {strength}", f"{seat}/{strength}", PLAYS[strength])
        for seat in row.seats_of(machine)
        for strength in known
        if strength != agreed_at(row, seat)
    ]
    return build.menu(ControlId("strength", row.id), "How well the bot plays …", choices[:MENU_LIMIT])


def _preset_button(row: GameRow, preset: Preset) -> Button:
    """Return the button that chooses a preset; the button of the chosen preset is checked and disabled."""
    chosen = is_as_preset(row, preset.name)
    label = f"{'✓ ' if chosen else ''}{preset.title}"
    return button(label, ControlId("preset", row.id, 0, (preset.name,)), disabled=chosen)


def _seats_wanted(row: GameRow, game: AnyGame) -> str:
    fewest, most = game.seat_range(options_of(row))
    return f"{fewest} to {most}" if fewest < most else f"exactly {most}"
