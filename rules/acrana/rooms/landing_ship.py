"""The landing of a ship on its square (sections 6.7 and 8)."""

from rules.acrana.landing import land
from rules.acrana.race import Race
from rules.acrana.rooms import Errand
from rules.acrana.state import Land


class LandingShip(Land, Errand):
    """LAND: a ship that has arrived meets the effect of its square."""

    def carry_out(self, play: Race) -> None:
        play.close(self)
        land(play, self)
