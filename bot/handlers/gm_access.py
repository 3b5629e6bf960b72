"""The rights of game masters, and how they are appointed and dismissed."""

from collections.abc import Callable, Mapping

from discord import Member, User

from bot.escaping import display_name, person, plain
from bot.handlers import fields
from bot.handlers.press import Press, Visit
from bot.handlers.responses import Interaction
from bot.posts.control_ids import Verb
from bot.sessions import lobby
from bot.store.rows import GameRow
from rules.engine.entries import Appoint, Dismiss, Handover
from rules.engine.entry import Actor
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Advance, Match

REASON_LENGTH = 200

REASONED: Mapping[Verb, str] = {
    "undo": "Go back",
    "redo": "Bring an undone line back",
    "unforce": "Cancel a forced roll",
}
"""The titles of forms that ask only for a reason."""


class NotAGameMaster(HarbourmasterError):
    """The user tried something that only game masters may do."""


class Locked(HarbourmasterError):
    """The game is locked, and the user is not at its table."""


# Rights


def is_one(interaction: Interaction, row: GameRow) -> bool:
    """Return whether the user is a game master of the game: by name, server role or permission."""
    user = interaction.user
    return user.id in row.masters or interaction.permissions.manage_guild or has_role(interaction, user)


def has_role(interaction: Interaction, user: Member | User) -> bool:
    """Return whether the user has the role for game masters of all games on the server."""
    role = interaction.client.store.servers.of(interaction.guild_id or 0).gm_role
    return bool(role) and isinstance(user, Member) and user.get_role(role) is not None


def check(interaction: Interaction, row: GameRow) -> Actor:
    """Return the user as an actor with the role of game master. Raises NotAGameMaster."""
    if not is_one(interaction, row):
        raise NotAGameMaster(
            f"Only the game masters of this game may do that. {whom_to_ask(interaction, row)}"
        )
    return Actor(role="gm", player=row.player_of(interaction.user.id))


def whom_to_ask(interaction: Interaction, row: GameRow) -> str:
    """Return a sentence that names the game masters."""
    role = interaction.client.store.servers.of(row.guild).gm_role
    by_role = f", members with the role <@&{role}>" if role else ""
    named = ", ".join(_told(row, user) for user in row.masters)
    return f"Ask one of them: {named}{by_role}, or members with the permission Manage Server."


def _told(row: GameRow, user: int) -> str:
    who = person(user, row.name_of(user))
    return f"{who}, who opened this game" if user == row.creator else who


def must_be_let_in(interaction: Interaction, row: GameRow) -> None:
    """Raise Locked if somebody from outside the table of a locked game pressed a public button."""
    message = interaction.message
    # In a private conversation only the user can press the button.
    is_public = message is not None and not message.flags.ephemeral and interaction.guild_id is not None
    if is_public:
        must_be_at_the_table(interaction, row)


def must_be_at_the_table(interaction: Interaction, row: GameRow) -> None:
    """Raise Locked if the user is not at the table of a locked game."""
    if not row.locked or is_one(interaction, row):
        return
    voters = row.vote.asked if row.vote else ()
    there = {*(one.user for one in row.members), *(one.user for one in row.waiting), *voters}
    if interaction.user.id not in there:
        raise Locked(
            "A game master has locked this game: nobody new joins, and its buttons are for those at the"
            " table, as are looking back, replays and following. To watch, use /game board, /game log and"
            " /game status."
        )


# Appointments


async def appoint(visit: Visit, newcomer: Member | User) -> str:
    """Appoint another game master."""
    _must_see_the_game(newcomer)

    def rearranged(row: GameRow) -> GameRow:
        _must_be_new(row, newcomer)
        return lobby.appointed(row, newcomer.id)

    def entered(row: GameRow, match: Match, actor: Actor) -> Advance:
        _must_be_new(row, newcomer)
        return match.enter(Appoint(str(newcomer.id)), actor, visit.now)

    await _settle(visit, rearranged, entered, newcomer)
    return f"{newcomer.mention} is a game master of this game now; everybody can see it in /game status."


async def dismiss(visit: Visit, master: str, reason: str) -> str:
    """Dismiss a named game master. Raises HarbourmasterError if no game master would be left."""
    wanted, user = master.strip().casefold(), visit.user

    def meant(row: GameRow) -> int:
        check(visit.interaction, row)
        found = [one for one in row.masters if wanted in {str(one), f"<@{one}>", row.name_of(one).casefold()}]
        if not found:
            raise HarbourmasterError(
                "Nobody of that name was made game master of this game. Choose one from the suggestions."
                " A role or Manage Server makes somebody game master of the whole server."
            )
        must_stand_above(visit.interaction, row, found[0], "takes the office from them")
        if len(row.masters) == 1:
            raise HarbourmasterError(
                "This game would have no game master of its own. Name another one first, or give the"
                " office away: /gm task:masters does both."
            )
        return found[0]

    def entered(row: GameRow, match: Match, actor: Actor) -> Advance:
        gone = meant(row)
        why = plain(reason, REASON_LENGTH) if gone == user else reason_of(reason)
        return match.enter(Dismiss(row.player_of(gone)), actor, visit.now, why)

    await _settle(visit, lambda row: lobby.dismissed(row, meant(row)), entered)
    return "They are no longer game master of this game; everybody can see it in /game status."


async def hand_over(visit: Visit, newcomer: Member | User) -> str:
    """Make `newcomer` a game master in place of the user, or raise HarbourmasterError."""
    _must_see_the_game(newcomer)

    def must_have_it(row: GameRow) -> None:
        if visit.user not in row.masters:
            raise HarbourmasterError(
                "You are a game master of this game by a role or by Manage Server, which nobody can hand over"
                " here. /gm task:masters names another, or takes the office from somebody."
            )
        _must_be_new(row, newcomer)

    def rearranged(row: GameRow) -> GameRow:
        must_have_it(row)
        return lobby.dismissed(lobby.appointed(row, newcomer.id), visit.user)

    def entered(row: GameRow, match: Match, actor: Actor) -> Advance:
        must_have_it(row)
        return match.enter(Handover(str(newcomer.id)), actor, visit.now)

    await _settle(visit, rearranged, entered, newcomer)
    return f"{newcomer.mention} is a game master of this game now, in your place."


def must_stand_above(interaction: Interaction, row: GameRow, user: int, who: str) -> None:
    """Raise HarbourmasterError if `user` opened the game and is one of its game masters.

    No error is raised if the acting member has the permission Manage Server or is `user`.
    """
    own = interaction.user.id == user or interaction.permissions.manage_guild
    if user == row.creator and user in row.masters and not own:
        raise HarbourmasterError(
            f"{person(user, row.name_of(user))} opened this game: only members with the permission"
            f" Manage Server {who}. Ask one of them."
        )


async def _settle(
    visit: Visit,
    rearranged: Callable[[GameRow], GameRow],
    entered: Callable[[GameRow, Match, Actor], Advance],
    newcomer: Member | User | None = None,
) -> None:
    """Change the game masters in the row and, in a begun game, also by an entry."""

    def named(row: GameRow) -> GameRow:
        row = row.with_master(visit.user, display_name(visit.interaction.user))
        return row.with_master(newcomer.id, display_name(newcomer)) if newcomer else row

    def in_lobby(row: GameRow) -> GameRow:
        check(visit.interaction, row)
        return named(rearranged(row))

    def under_way(row: GameRow, match: Match) -> tuple[GameRow, Advance]:
        actor = check(visit.interaction, row)
        return named(row), entered(row, match, actor)

    if visit.table.row.status == "lobby":
        await visit.table.rearrange(in_lobby, visit.once)
    else:
        await visit.table.reseat(under_way, visit.once)


def _must_see_the_game(newcomer: Member | User) -> None:
    if newcomer.bot:
        raise HarbourmasterError("A bot cannot be a game master. Choose a person.")
    granted = newcomer.resolved_permissions if isinstance(newcomer, Member) else None
    if granted is None or not granted.view_channel:
        raise HarbourmasterError(
            f"{newcomer.mention} cannot see this channel, so they could not master its game. Choose a member"
            " of this server who can, or let them in first."
        )


def _must_be_new(row: GameRow, newcomer: Member | User) -> None:
    if newcomer.id in row.masters:
        raise HarbourmasterError(
            f"{newcomer.mention} is a game master of this game already. /game status names them all."
        )


def reason_field() -> fields.Field:
    """Return the field for a game master's reason."""
    return fields.text("reason", "Reason", "Everybody can read it in /game check.", longest=REASON_LENGTH)


async def open_reason_form(press: Press) -> None:
    """Open the form that asks a game master for the reason. Raises NotAGameMaster."""
    check(press.interaction, press.table.row)
    title = REASONED[press.control.verb]
    await press.answer.ask(fields.form(title, press.control, [reason_field()]))


def reason_of(typed: str) -> str:
    """Return a game master's reason as it is stored. Raises HarbourmasterError if the reason is empty."""
    text = plain(typed, REASON_LENGTH)
    if not text:
        raise HarbourmasterError("Give a reason: everybody can read it in /game check.")
    return text
