"""The Ghost Ship attacks several ships (section 6.6)."""

from rules.dangerous_sea.events import GhostOrderSet
from rules.dangerous_sea.ghost import attack
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import Errand
from rules.dangerous_sea.state import GhostAttack

SEVERAL = 2


class AttackingShips(GhostAttack, Errand):
    """Captains who face the Ghost Ship fight before captains who wait, each group in turn order (R40)."""

    def carry_out(self, play: Play) -> None:
        play.close(self)
        order = sorted(self.seats, key=lambda seat: self.answers.get(seat) != "face")
        if len(self.answers) >= SEVERAL:
            play.tell(GhostOrderSet(order=tuple(order)))
        attack(play, order)

    def left(self, play: Play, seat: int) -> None:
        """Remove the seat's ship from the attack (section 12)."""
        if seat in self.seats:
            self.seats.remove(seat)
            self.answers.pop(seat, None)
