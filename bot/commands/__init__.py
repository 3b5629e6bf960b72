"""The slash commands, by topic."""

from discord import app_commands

from bot.commands.actions import action_groups
from bot.commands.do import do
from bot.commands.game import GameCommands
from bot.commands.help import help_command
from bot.commands.masters import MasterCommands
from bot.commands.records import audit, verify
from bot.host import Host


def add_to(tree: "app_commands.CommandTree[Host]") -> None:
    """Register every command of the bot."""
    tree.add_command(GameCommands())
    tree.add_command(MasterCommands())
    tree.add_command(do)
    tree.add_command(help_command)
    tree.add_command(audit)
    tree.add_command(verify)
    for group in action_groups():
        tree.add_command(group)
