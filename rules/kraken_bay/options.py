from typing import Literal

from rules.engine.game import Options


class BayOptions(Options):
    """The options of a game (section 4). All combinations are allowed."""

    added_later = frozenset({"calm_opening", "sleeping_tentacles"})

    length: Literal["standard", "short"] = "standard"
    characters: Literal["choose", "random"] = "choose"
    first_player: Literal["random", "1", "2", "3", "4", "5", "6"] = "random"
    turn_order: Literal["clockwise", "counterclockwise"] = "clockwise"
    movement: Literal["full", "up_to"] = "full"
    bomb_side: Literal["behind", "any"] = "behind"
    firing_arc: Literal["all_round", "broadside"] = "all_round"
    max_tentacles: Literal[12, 18, 24] = 12
    ration_upkeep: Literal[0, 2, 3, 4, 5] = 0
    kraken_bounty: bool = False
    calm_opening: bool = False
    sleeping_tentacles: bool = False
