"""From what happened to a message: the lobby's, and one for each turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import ui

from bot import menus
from bot.control_ids import ControlId
from bot.deadlines import time_limit
from bot.excerpts import latest
from bot.lobby import changed_options, options_of, preset_of
from bot.menus import Choice, Offer, Row, choice_of
from bot.narrator import narrator_of
from bot.pictures import BOARD
from bot.quoting import plain, quoted
from bot.store.rows import EntryRow, GameRow, PostRow, deadline
from rules.engine.game import AnyGame, View
from rules.engine.match import Match
from rules.engine.registry import game as find_game

if TYPE_CHECKING:
    from render.encode import Picture

NAME_ON_BUTTON = 30

TEXT_LIMIT = 3000
"""Characters of narration in one post; Discord allows 4,000 for all texts of a message together."""

SEA = discord.Colour(0x8EBBCB)


@dataclass(frozen=True)
class Message:
    """A message ready to be sent or edited in.

    Its components, its picture if a new one comes along (or else the attachment that stays), and who is
    called (user ids).
    """

    view: ui.LayoutView
    picture: "Picture | None" = None
    picture_name: str = ""
    alt: str = ""
    kept: int = 0
    called: tuple[int, ...] = ()


def layout(*items: "ui.Item[ui.LayoutView]") -> ui.LayoutView:
    """A message of these parts. It is stopped at once: presses reach the bot by the controls' ids alone."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def lobby_post(row: GameRow, post: PostRow) -> Message:
    """Who has joined, which options differ, and the buttons; without buttons once the lobby is closed."""
    if not post.live and row.status == "lobby":
        return Message(layout(ui.TextDisplay(f"-# This lobby has moved to <#{row.channel}>.")))
    game = find_game(row.slug)
    seated = [f"{member.seat}. **{quoted(member.name, 40)}**" for member in row.members]
    lines = [
        f"## ⚓ {game.title}",
        game.pitch,
        f"**At the table** · {len(row.members)} ({_seats_wanted(row, game)} can play)",
        "\n".join(seated) if seated else "Nobody yet.",
        f"**Options** · preset `{row.preset}` · {preset_of(game, row.preset).summary}",
        *(f"{title}: **{value}**" for title, value in changed_options(row).items()),
    ]
    closing = {
        "lobby": f"-# Opened by <@{row.creator}>, who starts the game. Game {row.id}.",
        "cancelled": "-# This lobby was closed.",
    }
    lines.append(closing.get(row.status, "-# The game has begun; it goes on below."))
    parts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay("\n".join(lines))]
    if row.status == "lobby":
        parts.append(_lobby_buttons(row, game))
    return Message(layout(ui.Container(*parts, accent_colour=SEA)))


def turn_post(
    row: GameRow,
    post: PostRow,
    match: Match,
    view: View,
    entries: Sequence[EntryRow],
    picture: "Picture | None",
    lesson: str = "",
) -> Message:
    """What happened, the board, how everybody stands, whose turn it is, and that seat's controls.

    `view` is everybody's, `lesson` what a learner is told in a practice game.
    """
    name, alt = "", ""
    choice = _open_choice(row, match)
    offer = menus.offer(choice, placeholder="Choose what to do") if choice else None
    hints = "\n".join(offer.hints) if offer else ""
    story = _story(row, match, entries, TEXT_LIMIT - len(hints))
    parts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(story)]
    if picture is not None:
        name, alt = BOARD, match.game.describe(view, row.names())[:1024]
        parts.append(_board(name, alt))
    parts.append(ui.TextDisplay("\n".join(filter(None, [_standing(row, post, match, view), hints]))))
    if lesson:
        parts.append(ui.TextDisplay(lesson))
    parts += _turn_controls(row, match, offer)
    called = tuple(member.user for member in row.members if member.seat in post.called)
    return Message(layout(ui.Container(*parts, accent_colour=SEA)), picture, name, alt, called=called)


def retired_post(row: GameRow, post: PostRow, match: Match, entries: Sequence[EntryRow]) -> Message:
    """A turn that is over: its story and the picture it had, without controls."""
    parts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(_story(row, match, entries))]
    if not post.attachment:
        return Message(layout(ui.Container(*parts, accent_colour=SEA)))
    parts.append(_board(post.picture, post.alt))
    whole = layout(ui.Container(*parts, accent_colour=SEA))
    return Message(whole, None, post.picture, post.alt, kept=post.attachment)


def _board(name: str, alt: str) -> "ui.MediaGallery[ui.LayoutView]":
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt))


def _story(row: GameRow, match: Match, entries: Sequence[EntryRow], limit: int = TEXT_LIMIT) -> str:
    """What the entries tell everybody, the newest of it in `limit` characters."""
    narrator = narrator_of(row, match.shown)
    lines = [line for entry in entries for line in narrator.tell(entry)]
    told = latest(lines, limit, "-# … what came before is in `/game log`.")
    return told or "-# The game goes on here."


def _standing(row: GameRow, post: PostRow, match: Match, view: View) -> str:
    game, state = match.game, match.shown
    lines = [f"-# {game.title} · {game.headline(state)}" if game.headline(state) else f"-# {game.title}"]
    lines += [f"-# {line}" for line in quoted_lines(game.standing(view, row.names()))]
    if match.position.status == "paused":
        lines.append("### ⏸️ The game is paused. A game master lets it go on with `/gm resume`.")
    for awaited in match.position.awaited if match.position.status == "running" else ():
        decision = match.decision_of(awaited.seat)
        member = next((member for member in row.members if member.seat == awaited.seat), None)
        if decision is not None and member is not None:
            asked = f"<@{member.user}> {game.prompt(state, decision)}."
            lines.append(f"### {asked}{time_limit(deadline(awaited))}")
    if match.finished:
        lines += [_farewell(row, post, match), _closing(match)]
    return "\n".join(lines)


def quoted_lines(text: str) -> list[str]:
    """A game's own plain lines, escaped: they hold people's names."""
    return [quoted(line, 300) for line in text.splitlines() if line]


def _farewell(row: GameRow, post: PostRow, match: Match) -> str:
    """That it is over, to everybody who is called."""
    ended = (
        "The game was ended without a result." if match.position.status == "ended" else "The game is over."
    )
    called = (f"<@{member.user}>" for member in row.members if member.seat in post.called)
    return " ".join(["### 🏁", ended, *called])


def _closing(match: Match) -> str:
    seed = match.public_seed()
    shown = seed.hex() if seed else ""
    return (
        f"-# The dice are open now: `/game verify` checks every roll. Seed `{shown}`\n"
        "The next game begins with `/game new`."
    )


def _open_choice(row: GameRow, match: Match) -> Choice | None:
    """What may be offered before everybody's eyes: the only awaited seat's choice, if it is not secret."""
    awaited = match.position.awaited if match.position.status == "running" else ()
    decision = match.decision_of(awaited[0].seat) if len(awaited) == 1 else None
    return None if decision is None or decision.secret else choice_of(row.id, match, awaited[0])


def _turn_controls(row: GameRow, match: Match, offer: Offer | None) -> list[Row]:
    if match.position.status != "running":
        return []
    made = offer.rows if offer else []
    last: list[ui.Button[ui.LayoutView]] = []
    if offer is None and match.position.awaited:
        last.append(_button("Your choices", ControlId("choices", row.id), discord.ButtonStyle.primary))
    if match.position.back:
        last.append(_button(_take_back(row, match), ControlId("back", row.id, match.position.public)))
    return [*made, ui.ActionRow(*last)] if last else made


def _take_back(row: GameRow, match: Match) -> str:
    """`Take back`; once others are called, with the name of the one who still can."""
    seat = match.position.back_seat
    name = plain(row.names().get(seat, ""), NAME_ON_BUTTON)
    return f"Take back ({name})" if name and match.awaits(seat) is None else "Take back"


def _lobby_buttons(row: GameRow, game: AnyGame) -> Row:
    buttons = [
        _button("Join", ControlId("join", row.id), discord.ButtonStyle.success),
        _button("Leave", ControlId("leave", row.id)),
        _button("Options", ControlId("setup", row.id)),
        _button("Start", ControlId("start", row.id), discord.ButtonStyle.primary),
    ]
    fewest, most = game.seat_range(options_of(row))
    buttons[0].disabled = len(row.members) >= most
    # With too many it can be pressed: then it says what to do about them.
    buttons[3].disabled = len(row.members) < fewest
    return ui.ActionRow(*buttons)


def _button(
    label: str, control: ControlId, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> "ui.Button[ui.LayoutView]":
    return ui.Button(label=label, style=style, custom_id=str(control))


def _seats_wanted(row: GameRow, game: AnyGame) -> str:
    fewest, most = game.seat_range(options_of(row))
    return f"{fewest} to {most}" if fewest < most else f"exactly {most}"
