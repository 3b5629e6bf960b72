"""`/gm`: what game masters may do, each with a reason that everybody can read in /game check."""

from typing import Literal

import discord
from discord import app_commands

from bot.doors import amending, forced, masters, office, players, rewind
from bot.doors.commands import channel
from bot.doors.commands.completion import LIMIT, Choices, actions, leading, named, or_nothing, suggestions
from bot.doors.replies import Answer, Interaction, attend
from bot.store.rows import GameRow
from bot.tables.lately import steps_to
from bot.tables.pace import NO_LIMIT, Changes, read_time
from bot.tables.table import Report, Table
from bot.telling.moments import latest, listed
from rules.engine.errors import HarbourmasterError
from rules.engine.forcing import kinds_to_come

REASON = "Why; everybody can read it in /game check"


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
            office.check(interaction, table.row)
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
            office.check(interaction, table.row)
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
        action="In notation. Several with / between are done in order, each whole, until one is impossible.",
        reason=REASON,
    )
    async def act(self, interaction: Interaction, player: str, action: str, reason: str) -> None:
        """Do something legal for a player; it is marked."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            seat = _seat(table.row, player)
            headway = await masters.act(interaction, table, seat, action, reason)
            await answer.say(await players.told_of(headway, table, None))

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
    @app_commands.describe(member="Who is to be one; they must see this channel")
    async def add(self, interaction: Interaction, member: discord.Member | discord.User) -> None:
        """Make somebody a game master of this game, beside those there are."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await answer.say(await office.appoint(interaction, table, member))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(master="Who is to be one no more; that may be you", reason=REASON)
    async def remove(self, interaction: Interaction, master: str, reason: str) -> None:
        """Take the office of game master from somebody."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await answer.say(await office.dismiss(interaction, table, master, reason))

        await attend(interaction, work)

    @app_commands.command(name="hand-over")
    @app_commands.describe(member="Who is to be game master in your place; they must see this channel")
    async def hand_over(self, interaction: Interaction, member: discord.Member | discord.User) -> None:
        """Give your office of game master to somebody else."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await answer.say(await office.hand_over(interaction, table, member))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(player="Whom", reason=REASON)
    async def kick(self, interaction: Interaction, player: str, reason: str) -> None:
        """Take somebody out of the lobby, or of the game: then the bot plays their seat."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await answer.say(await masters.take_out(interaction, table, player, reason))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(reason=REASON)
    async def lock(self, interaction: Interaction, reason: str) -> None:
        """Let nobody new join, and only those at the table use buttons; again to unlock."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await answer.say(await masters.turn_lock(interaction, table, reason))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(
        reason=REASON,
        pace="How fast",
        turn="Instead of what the pace says: from 1 h to 14 d, or: no limit",
        answer="For an answer in somebody else's turn: from 5 min to 2 d",
        missed="After so many missed turns in a row the bot plays",
    )
    async def clock(
        self,
        interaction: Interaction,
        reason: str,
        pace: Literal["none", "evening", "day", "slow"] | None = None,
        turn: str | None = None,
        answer: str | None = None,
        missed: Literal["never", "1", "2", "3", "4", "5", "10"] | None = None,
    ) -> None:
        """Change how long players may take; what is asked now has the whole new time."""
        changes = Changes(pace or "", turn or "", answer or "", missed or "")

        async def work(reply: Answer) -> None:
            table = await channel.running(interaction)
            await _tell(reply, table, await masters.set_clock(interaction, table, changes, reason))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(reason=REASON, player="At what this player sees; leave out for all, in words")
    async def look(self, interaction: Interaction, reason: str, player: str | None = None) -> None:
        """See what is hidden, if you do not play and the table allowed it; everybody is told."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            seat = _seat(table.row, player) if player else 0
            report = await masters.look(interaction, table, seat, reason)
            told = f"-# As of now; everybody is told that you looked.\n{masters.hidden(report, seat)}"
            if not seat:
                await answer.say(told)
                return
            steps = await steps_to(table.game, report.match.position.head, table.entries, seat)
            pictures, names = interaction.client.pictures, report.row.names()
            await answer.say(told, pictures=await pictures.board(report.match, steps, names, seat))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(
        reason=REASON,
        part="What to change: some words of it bring the suggestions",
        value="What it is to be",
        patch="Instead of part and value: a JSON patch (RFC 6902) of the game's state",
    )
    async def amend(
        self,
        interaction: Interaction,
        reason: str,
        part: str = "",
        value: str = "",
        patch: str = "",
    ) -> None:
        """Change what no rule foresaw, after a look at what it would change."""

        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            await amending.look(answer, table, amending.Typed(part, value, patch, reason))

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
    @look.autocomplete("player")
    @or_nothing
    async def _players(self, interaction: Interaction, current: str) -> Choices:
        names = (await channel.running(interaction)).row.names()
        return named(((f"{seat}. {name}", str(seat)) for seat, name in names.items()), current)

    @kick.autocomplete("player")
    @or_nothing
    async def _people(self, interaction: Interaction, current: str) -> Choices:
        row = (await channel.running(interaction)).row
        seated = [(f"{one.seat}. {one.name}", str(one.user)) for one in row.members]
        waiting = [(f"waiting: {guest.name}", str(guest.user)) for guest in row.waiting]
        machine = str(interaction.client.tables.machine.user)
        return named((one for one in (*seated, *waiting) if one[1] != machine), current)

    @remove.autocomplete("master")
    @or_nothing
    async def _masters(self, interaction: Interaction, current: str) -> Choices:
        row = (await channel.running(interaction)).row
        return named(((row.name_of(user) or str(user), str(user)) for user in row.masters), current)

    @clock.autocomplete("turn")
    async def _turn_times(self, _: Interaction, current: str) -> Choices:
        return suggestions([NO_LIMIT, "1 h", "4 h", "12 h", "1 d", "2 d", "4 d", "7 d", "14 d"], current)

    @clock.autocomplete("answer")
    async def _answer_times(self, _: Interaction, current: str) -> Choices:
        return suggestions(["5 min", "15 min", "1 h", "4 h", "8 h", "1 d", "2 d"], current)

    @act.autocomplete("action")
    @or_nothing
    async def _actions(self, interaction: Interaction, current: str) -> Choices:
        table = await channel.running(interaction)
        office.check(interaction, table.row)
        seat, match = _seat(table.row, interaction.namespace.player or ""), table.match
        decision = match.decision_of(seat)
        if decision is not None and decision.secret:
            # A game master may be a player as well: what others hold is not listed.
            return []
        return actions(match.offered(seat), match.legal_actions(seat), current, leading(table, seat))

    @amend.autocomplete("part")
    @or_nothing
    async def _parts(self, interaction: Interaction, current: str) -> Choices:
        table = await channel.running(interaction)
        return named(amending.parts_with(interaction, table, current), "")

    @amend.autocomplete("value")
    @or_nothing
    async def _values(self, interaction: Interaction, current: str) -> Choices:
        table = await channel.running(interaction)
        return suggestions(amending.values_of(interaction, table, interaction.namespace.part or ""), current)

    @undo.autocomplete("to")
    @or_nothing
    async def _moments(self, interaction: Interaction, current: str) -> Choices:
        table = await channel.running(interaction)
        office.check(interaction, table.row)
        found = await latest(interaction.client.store, table.row, table.match, LIMIT, current)
        offered = listed([(moment.text, moment.place) for moment in found])
        return named(((text, str(place)) for text, place in offered), current)


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
