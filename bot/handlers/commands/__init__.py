"""The slash commands, by topic."""

from discord import app_commands

from bot.handlers.commands.actions import action_groups
from bot.handlers.commands.game import GameCommands
from bot.handlers.commands.harbour import HarbourCommands
from bot.handlers.commands.masters import gm
from bot.handlers.commands.on_messages import message_commands
from bot.handlers.commands.settings import settings
from bot.handlers.commands.top_level import top_level_commands
from bot.handlers.commands.watch import WatchCommands
from bot.host import Host


def add_to(tree: "app_commands.CommandTree[Host]") -> None:
    """Register all commands: those without a group, the bot's own groups, and one group per game."""
    for command in (*top_level_commands(), gm, settings):
        tree.add_command(command)
    for one in message_commands():
        tree.add_command(one)
    for group in (GameCommands(), WatchCommands(), HarbourCommands(), *action_groups()):
        tree.add_command(group)
