"""`/gm` opens a private panel with the tasks that are possible now, each with its form."""

from bot.handlers import fields, gm_access
from bot.handlers.gm_tasks import MOVE, TASKS, GmTask, TaskStep, movable, move_fields
from bot.handlers.press import Input
from bot.handlers.responses import Interaction, Response
from bot.posts import build
from bot.posts.control_ids import ControlId
from bot.sessions.errors import NoGame
from bot.sessions.table import Table
from rules.engine.errors import HarbourmasterError

NOT_HERE = "That game is played in <#{channel}>. Use /gm there."

NO_GAME = "0"
"""The game id in a control if the channel has no game."""

NO_TASK = "There is no such task. Choose one from the suggestions, or leave `task` out for a list."


async def open_panel(answer: Response, task: str | None) -> None:
    """Show the panel, or the form of a task. Raises NoGame, NotAGameMaster, HarbourmasterError."""
    wanted = task.strip().casefold() if task is not None else ""
    if task is not None and wanted not in TASKS:
        raise HarbourmasterError(NO_TASK)
    try:
        table = await answer.interaction.client.tables.in_channel(answer.interaction.channel_id or 0)
    except NoGame:
        if wanted not in {"", MOVE} or not await movable(answer.interaction):
            raise
        await _open(answer, None, MOVE)
        return
    if wanted != MOVE:
        gm_access.check(answer.interaction, table.row)
    if wanted:
        await _open(answer, table, wanted)
    else:
        await _show(answer, table)


async def picked(answer: Response, given: Input) -> None:
    """Open the form of the task that was picked from the panel or that a button names."""
    control, task = given.control, given.name or given.value
    if task not in TASKS:
        raise HarbourmasterError(NO_TASK)
    if task == MOVE:
        known = control.game != NO_GAME
        await _open(
            answer, await answer.interaction.client.tables.table(control.game) if known else None, MOVE
        )
        return
    table = await _table(answer.interaction, control.game)
    gm_access.check(answer.interaction, table.row)
    await _open(answer, table, task)


async def sent(answer: Response, given: Input) -> None:
    """Carry out the submitted form of a task."""
    task, game = given.name, given.control.game
    if task not in TASKS:
        raise HarbourmasterError(NO_TASK)
    if task == MOVE:
        client = answer.interaction.client
        table = await client.tables.table(given.typed.get("game") or game)
    else:
        table = await _table(answer.interaction, game)
        gm_access.check(answer.interaction, table.row)
    await TASKS[task].do(TaskStep(answer, table, given.typed))


async def tasks_now(interaction: Interaction) -> list[tuple[str, str]]:
    """Return the title and name of each task that is possible now for the user in the channel's game."""
    table = await interaction.client.tables.in_channel(interaction.channel_id or 0)
    gm_access.check(interaction, table.row)
    return [(f"{name}: {task.summary}", name) for name, task in (await _possible(interaction, table)).items()]


async def _show(answer: Response, table: Table) -> None:
    possible = await _possible(answer.interaction, table)
    options = [build.option(task.label, name, task.summary) for name, task in possible.items()]
    menu = build.menu(ControlId("gm", table.row.id), "What do you want to do?", options)
    lines = [f"- **{task.label}** · {task.summary}" for task in possible.values()]
    title = f"**What you can do now as game master of {table.game.title}** (game {table.row.id})"
    await answer.say("\n".join([title, *lines, "-# All of it is on record: `/game check`."]), [menu])


async def _open(answer: Response, table: Table | None, name: str) -> None:
    """Open the form of a task, or do a task that has no form."""
    task = TASKS[name]
    if name == MOVE:
        shown = await move_fields(answer, table)
    elif table is None:
        raise HarbourmasterError(NO_TASK)
    elif task.fields is None:
        await task.do(TaskStep(answer, table, {}))
        return
    else:
        shown = await task.fields(answer, table)
    game = table.row.id if table is not None else NO_GAME
    await answer.ask(fields.form(task.label, ControlId("gm", game, 0, (name,)), shown))


async def _possible(interaction: Interaction, table: Table) -> dict[str, GmTask]:
    return {name: task for name, task in TASKS.items() if await task.possible(interaction, table)}


async def _table(interaction: Interaction, game: str) -> Table:
    """Return the game with the id `game`. Raises NoGame if the game is not in this channel."""
    table = await interaction.client.tables.table(game)
    if table.row.channel != interaction.channel_id:
        raise NoGame(NOT_HERE.format(channel=table.row.channel))
    return table
