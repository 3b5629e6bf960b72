"""The fast player, with which the strong player simulates turns."""

from rules.dangerous_sea.captains import CAPTAINS
from rules.dangerous_sea.state import SeaState
from rules.engine.action import Action
from rules.engine.chance import Luck
from rules.engine.decision import Decision


def quick(state: SeaState, decision: Decision, luck: Luck) -> Action | None:
    """Return the action that the captain `plain` of `captains.py` chooses."""
    return CAPTAINS["plain"](None, state, decision, luck)
