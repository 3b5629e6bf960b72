"""The slash commands, by topic."""

from discord import app_commands

from bot.host import Host
from bot.interactions.commands.actions import action_groups
from bot.interactions.commands.game import GameCommands
from bot.interactions.commands.harbour import HarbourCommands
from bot.interactions.commands.on_messages import message_commands
from bot.interactions.commands.top_level import top_level_commands
from bot.interactions.commands.watch import WatchCommands


def add_to(tree: "app_commands.CommandTree[Host]") -> None:
    """Add all commands to the tree, with one group per game."""
    for command in top_level_commands():
        tree.add_command(command)
    for one in message_commands():
        tree.add_command(one)
    for group in (GameCommands(), WatchCommands(), HarbourCommands(), *action_groups()):
        tree.add_command(group)
