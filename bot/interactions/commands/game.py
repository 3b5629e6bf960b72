"""`/game`: joining, playing and leaving games, and looking at them."""

import asyncio
from collections.abc import Sequence
from typing import Literal

from discord import app_commands

from bot.handlers import (
    export_file,
    plans,
    player_actions,
    previews,
    seats,
    standing_answers,
    vote_requests,
)
from bot.handlers.press import Visit
from bot.handlers.responses import Interaction, Response, attended
from bot.interactions.commands import channel
from bot.interactions.commands.completion import (
    LIMIT,
    Choices,
    Numbers,
    actions,
    fixed,
    menu_for,
    named,
    numbers,
    or_nothing,
)
from bot.narration import logbook
from bot.narration.undo_points import latest, listed
from bot.posts.pictures import board_in_words
from bot.records.rated_games import BY_ANYBODY
from bot.replays import handlers as replays
from bot.sessions.recent_steps import steps_to
from bot.sessions.table import Table
from bot.store.rows import EntryRow, GameRow
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match

OLDER = "1 is the newest page; higher numbers are older pages"
"""The description of the option `page`."""


class GameCommands(app_commands.Group):
    """The group `/game`."""

    def __init__(self) -> None:
        super().__init__(name="game", description="Join, play and look at games", guild_only=True)

    @app_commands.command()
    @app_commands.describe(text="The board in words instead of a picture")
    @attended
    async def board(self, answer: Response, text: bool = False) -> None:
        """Look at the current board, and at what you may do."""
        interaction = answer.interaction
        table = await channel.latest(interaction)
        if table.row.position is None:
            await answer.say(await _status(interaction, table))
            return
        seat = next(iter(table.row.seats_of(interaction.user.id)), None)
        told, rows = player_actions.choices(table, interaction.user.id)
        pictures, names, match = interaction.client.pictures, table.row.names(), table.match
        steps = await steps_to(match.game, match.position.head, table.entries, seat or 0)
        if text:
            await answer.say(f"{board_in_words(match, steps, names, seat)}\n{told}", rows)
        else:
            await answer.say(told, rows, await pictures.board(match, steps, names, seat))

    @app_commands.command()
    @app_commands.describe(
        action="In notation. Several actions, with / between them, are done in order until one is impossible."
    )
    @attended
    async def do(self, answer: Response, action: str) -> None:
        """Do something in this channel's game by typing it; suggestions list all that is possible."""
        visit = Visit(answer, await channel.running(answer.interaction))
        if visit.table.row.position is not None and player_actions.gives_up(visit.table.game, action):
            await player_actions.ask_to_resign(visit)
        else:
            await previews.carry_out(visit, player_actions.act_line(visit, action))

    @app_commands.command()
    @app_commands.describe(page=OLDER)
    @attended
    async def log(self, answer: Response, page: app_commands.Range[int, 1] = 1) -> None:
        """Read what happened in this channel's game so far."""
        interaction = answer.interaction
        table = await channel.latest(interaction)
        row, match = table.row, table.match
        seats = row.seats_of(interaction.user.id)
        entries = await _journal(interaction, row, match)
        viewer = seats[0] if seats else None
        posts = await interaction.client.store.posts(row.id)
        # The log of a long game takes time, so it is made in another thread.
        await answer.say(await asyncio.to_thread(logbook.log, row, match, entries, viewer, posts, page))

    @app_commands.command()
    @attended
    async def status(self, answer: Response) -> None:
        """See who plays here, whose turn it is, and the options."""
        table = await channel.latest(answer.interaction)
        await answer.say(await _status(answer.interaction, table))

    @app_commands.command()
    @app_commands.describe(seat="Which seat, if several are free; in a lobby you get the next one")
    @attended
    async def join(self, answer: Response, seat: app_commands.Range[int, 1] | None = None) -> None:
        """Take a seat in a lobby, a free seat in a game, or your own seat again."""
        await seats.join(Visit(answer, await channel.running(answer.interaction)), seat)

    @app_commands.command()
    @attended
    async def leave(self, answer: Response) -> None:
        """Leave a lobby, or resign from a game, which you confirm first."""
        await seats.leave(Visit(answer, await channel.running(answer.interaction)))

    @app_commands.command()
    @app_commands.describe(
        action="In notation; leave out to see your plans and give them up",
        wait="Not next, but when you are asked for just that",
    )
    @attended
    async def plan(self, answer: Response, action: str | None = None, wait: bool = False) -> None:
        """Plan what you do when you are asked; nobody else sees it."""
        visit = Visit(answer, await channel.running(answer.interaction))
        if action is None:
            await plans.show(visit)
        else:
            await plans.add(visit, action, wait=wait)

    @app_commands.command()
    @app_commands.describe(
        what="What you ask for",
        to="For an undo: the moment; leave out for a list",
        reason="Why",
    )
    @app_commands.choices(
        what=fixed(
            {
                "undo": "an undo: go back, if the players it affects agree",
                "pause": "a pause, or to go on after one",
                "fresh": "fresh dice: after an undo, others than those seen",
                "end": "the end of the game, without a result",
            }
        )
    )
    @attended
    async def ask(
        self,
        answer: Response,
        what: Literal["undo", "pause", "fresh", "end"],
        to: str | None = None,
        reason: str | None = None,
    ) -> None:
        """Ask the others to agree to what a game master may do alone."""
        visit = Visit(answer, await channel.running(answer.interaction))
        if what == "undo":
            await vote_requests.ask_to_undo(visit, to)
        else:
            await vote_requests.ask(visit, what, reason)

    @app_commands.command()
    @attended
    async def orders(self, answer: Response) -> None:
        """See and change your standing orders, here and for new games."""
        await standing_answers.show(answer)

    @app_commands.command()
    @app_commands.describe(page=OLDER)
    @attended
    async def check(self, answer: Response, page: app_commands.Range[int, 1] = 1) -> None:
        """Check the journal and dice of this channel's game, and see what game masters did."""
        table = await channel.latest(answer.interaction)
        row, match = table.row, table.match
        entries = await _journal(answer.interaction, row, match)
        found = logbook.check(await answer.interaction.client.checks.of(table), row)
        done = await asyncio.to_thread(logbook.audit, row, match, entries, page)
        who = f"-# {logbook.masters(row, _role(answer.interaction))}"
        await answer.say("\n".join([*([found] if page == 1 else []), done, who]))

    @app_commands.command()
    @app_commands.describe(
        everybody="Give the file to everybody in the channel, not to you alone",
        page="A page for a browser instead, to step through the game",
    )
    @attended
    async def export(self, answer: Response, everybody: bool = False, page: bool = False) -> None:
        """Get this channel's game as a file; once it is over, you can check every roll with it."""
        table = await channel.latest(answer.interaction)
        if everybody and not answer.interaction.permissions.attach_files:
            raise HarbourmasterError(
                "You may not attach files in this channel. Leave out `everybody`, and the file comes to"
                " you alone."
            )
        visit = Visit(answer, table)
        told, document = await (replays.page(visit) if page else export_file.whole_game(visit))
        if not everybody:
            await answer.say(told, document=document)
            return
        await answer.show_all(f"**{table.game.title}** · game {table.row.id}\n{told}", document)

    @join.autocomplete("seat")
    @or_nothing
    async def _free_seats(self, interaction: Interaction, current: str) -> Numbers:
        table, machine = await channel.running(interaction), interaction.client.tables.machine.user
        names, found = table.row.names(), seats.free_seats(table.row, table.match, machine)
        return numbers([(f"{seat}. {names[seat]}: {why}", str(seat)) for seat, why in found.items()], current)

    @ask.autocomplete("to")
    @or_nothing
    async def _moments(self, interaction: Interaction, current: str) -> Choices:
        table = await channel.running(interaction)
        found = await latest(interaction.client.store, table.row, table.match, LIMIT, current)
        offered = listed([(moment.text, moment.place) for moment in found])
        return named(((text, str(place)) for text, place in offered), current)

    @do.autocomplete("action")
    @or_nothing
    async def _actions(self, interaction: Interaction, current: str) -> Choices:
        table = await channel.running(interaction)
        seat = player_actions.seat_of(table.row, interaction.user.id)
        menu = menu_for(table, seat)
        return actions(menu, menu.actions, current)


async def _journal(interaction: Interaction, row: GameRow, match: Match) -> Sequence[EntryRow]:
    """Return the journal up to the last entry of `match`. The stored journal may be longer by now."""
    return (await interaction.client.store.entries(row.id))[: match.position.last]


async def _status(interaction: Interaction, table: Table) -> str:
    acts = await interaction.client.store.acts_of(table.row.id, "gm", BY_ANYBODY)
    return logbook.status(table, acts, _role(interaction), interaction.client.tables.machine.user)


def _role(interaction: Interaction) -> int:
    """Return the role whose members are game masters on this server; 0 for none."""
    return interaction.client.store.servers.of(interaction.guild_id or 0).gm_role
