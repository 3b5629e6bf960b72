"""`/gm`: what game masters may do, each with a reason that everybody can read in /game audit."""

from functools import partial

import discord
from discord import app_commands

from bot.doors import forced, masters, players, rewind
from bot.doors.commands import channel
from bot.doors.commands.completion import LIMIT, Choices, actions, named, or_nothing
from bot.doors.replies import Answer, Interaction, attend
from bot.store.rows import GameRow
from bot.tables.pace import read_time
from bot.tables.table import Report, Table
from bot.telling.moments import latest
from rules.engine.errors import HarbourmasterError
from rules.engine.forcing import kinds_to_come

REASON = "Why; everybody can read it in /game audit"


class MasterCommands(app_commands.Group):
    """The group `/gm`."""

    def __init__(self) -> None:
        super().__init__(name="gm", description="For game masters: all they do is on record", guild_only=True)

    @app_commands.command()
    @app_commands.describe(
        values="The numbers to come, one for each die or card, with blanks between them",
        reason=REASON,
        roll="Only for this kind of roll",
        player="Only for this player's roll",
    )
    async def force(
        self,
        interaction: Interaction,
        values: str,
        reason: str,
        roll: str | None = None,
        player: str | None = None,
    ) -> None:
        """Set the values of a coming roll; it stays marked for ever."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            seat = _seat(table.row, player) if player else 0
            await _tell(
                answer, table, await masters.force(interaction, table, values, reason, roll or "", seat)
            )

        await attend(interaction, work)

    @app_commands.command()
    async def forced(self, interaction: Interaction) -> None:
        """List the forced rolls that wait; game masters can cancel them."""

        async def work(answer: Answer) -> None:
            await forced.show(answer, await channel.running(interaction))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(to="The moment to go back to; leave out to choose from a list")
    async def undo(self, interaction: Interaction, to: str | None = None) -> None:
        """Go back to an earlier moment, after a look at the board as it was."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            masters.check(interaction, table.row)
            if to is None:
                await rewind.offer_moments(answer, table)
            else:
                await rewind.look_back(answer, table, to)

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(to="Some words of the undone line; leave out to choose from a list")
    async def redo(self, interaction: Interaction, to: str | None = None) -> None:
        """Go on with a line that was undone, after a look at the board at its end."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            masters.check(interaction, table.row)
            if to is None:
                await rewind.offer_lines(answer, table)
            else:
                await rewind.look_along(answer, table, to)

        await attend(interaction, work)

    @app_commands.command(name="fresh-dice")
    @app_commands.describe(reason=REASON)
    async def fresh_dice(self, interaction: Interaction, reason: str) -> None:
        """After an undo: let the coming dice be others than those already seen."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await _tell(answer, table, await masters.fresh(interaction, table, reason))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(
        player="For whom",
        action="What to do, in the game's notation. Several with / between them are done in order.",
        reason=REASON,
    )
    async def act(self, interaction: Interaction, player: str, action: str, reason: str) -> None:
        """Do something legal for a player; it is marked."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            seat = _seat(table.row, player)
            reports = await masters.act(interaction, table, seat, action, reason)
            await answer.say(await players.told(reports, table, None))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(player="Whom; leave out for the one the game waits for", reason=REASON)
    async def skip(self, interaction: Interaction, reason: str, player: str | None = None) -> None:
        """Do for an absent player what the rules say for absent players."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            seat = _seat(table.row, player) if player else _awaited(table)
            await _tell(answer, table, await masters.skip(interaction, table, seat, reason))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(
        player="Whose seat",
        newcomer="Who takes it, as it stands; this bot itself may, too",
        reason=REASON,
    )
    async def substitute(
        self, interaction: Interaction, player: str, newcomer: discord.Member | discord.User, reason: str
    ) -> None:
        """Give a seat, with everything in it, to somebody else."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            seat = _seat(table.row, player)
            await _tell(answer, table, await masters.substitute(interaction, table, seat, newcomer, reason))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(text="The line; everybody can read it")
    async def note(self, interaction: Interaction, text: str) -> None:
        """Write a line into the game's log; nobody is called."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await _tell(answer, table, await masters.note(interaction, table, text))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(text="What all players should know")
    async def announce(self, interaction: Interaction, text: str) -> None:
        """Tell all players of this game something, and call them to it."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await _tell(answer, table, await masters.announce(interaction, table, text))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(reason=REASON)
    async def pause(self, interaction: Interaction, reason: str) -> None:
        """Stop all play until you let it go on; nobody is called to play meanwhile."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await _tell(answer, table, await masters.pause(interaction, table, reason))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(reason=REASON)
    async def resume(self, interaction: Interaction, reason: str) -> None:
        """Let a paused game go on."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await _tell(answer, table, await masters.resume(interaction, table, reason))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(
        time="How much more: 30 min, 12 h, 2 d",
        player="Whom; leave out for everybody whom the game waits for",
        reason=REASON,
    )
    async def extend(
        self, interaction: Interaction, time: str, reason: str, player: str | None = None
    ) -> None:
        """Give more time for what is asked now."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            seat = _seat(table.row, player) if player else 0
            seconds = read_time(time)
            await _tell(answer, table, await masters.extend(interaction, table, seat, seconds, reason))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(reason=REASON)
    async def end(self, interaction: Interaction, reason: str) -> None:
        """End this channel's game without a result."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await _tell(answer, table, await masters.end(interaction, table, reason))

        await attend(interaction, work)

    @force.autocomplete("roll")
    @or_nothing
    async def _rolls(self, interaction: Interaction, current: str) -> Choices:
        table = await channel.running(interaction)
        return named(_rolls_to_come(table), current)

    @force.autocomplete("player")
    @act.autocomplete("player")
    @skip.autocomplete("player")
    @extend.autocomplete("player")
    @substitute.autocomplete("player")
    @or_nothing
    async def _players(self, interaction: Interaction, current: str) -> Choices:
        names = (await channel.running(interaction)).row.names()
        return named(((f"{seat}. {name}", str(seat)) for seat, name in names.items()), current)

    @act.autocomplete("action")
    @or_nothing
    async def _actions(self, interaction: Interaction, current: str) -> Choices:
        table = await channel.running(interaction)
        masters.check(interaction, table.row)
        seat, match = _seat(table.row, interaction.namespace.player or ""), table.match
        decision = match.decision_of(seat)
        if decision is not None and decision.secret:
            # A game master may be a player as well: what others hold is not listed.
            return []
        return actions(match.legal_actions(seat), current, partial(match.game.leads_to, match.shown, seat))

    @undo.autocomplete("to")
    @or_nothing
    async def _moments(self, interaction: Interaction, current: str) -> Choices:
        table = await channel.running(interaction)
        masters.check(interaction, table.row)
        moments = await latest(interaction.client.store, table.row, LIMIT, current)
        return named(((moment.text, str(moment.place)) for moment in moments), current)


def _rolls_to_come(table: Table) -> list[tuple[str, str]]:
    """The rolls that can be forced, each once: what it is for, and its label."""
    summaries: dict[str, list[str]] = {}
    for kind in kinds_to_come(table.game, table.match.shown):
        summaries.setdefault(kind.label, []).append(kind.summary)
    return [
        (f"{label}: {' … '.join(dict.fromkeys((told[0], told[-1])))}", label)
        for label, told in summaries.items()
    ]


async def _tell(answer: Answer, table: Table, report: Report) -> None:
    await answer.say(await players.told([report], table, None))


def _seat(row: GameRow, player: str) -> int:
    """The seat meant by a number, a name or a mention. Raises HarbourmasterError."""
    wanted = player.strip().casefold()
    for member in row.members:
        if wanted in {str(member.seat), member.name.casefold(), f"<@{member.user}>", str(member.user)}:
            return member.seat
    raise HarbourmasterError("Nobody of that name plays here. Choose a player from the suggestions.")


def _awaited(table: Table) -> int:
    awaited = table.match.position.awaited
    if len(awaited) != 1:
        raise HarbourmasterError("The game waits for several players: say whom to skip.")
    return awaited[0].seat
