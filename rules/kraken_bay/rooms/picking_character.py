from collections.abc import Iterator

from rules.engine import rooms
from rules.engine.action import Action
from rules.engine.label import Label
from rules.engine.wording import listed
from rules.kraken_bay.actions import Absent, PickCharacter, Sail
from rules.kraken_bay.course import read_course
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms.playing_round import start_round
from rules.kraken_bay.setup import LEARNER, PLAIN, draw_character, give_character, lay_out
from rules.kraken_bay.state import BayState
from rules.kraken_bay.state import PickCharacter as PickCharacterTask
from rules.kraken_bay.tables import CARDS, as_character

Picking = PickCharacter | Absent


class PickingCharacter(PickCharacterTask, rooms.Question[BayState, Play, Picking]):
    """The picking of characters in the order of joining, before the first round (section 5)."""

    def whose(self, state: BayState) -> int:
        return self.seats[0]

    def go_on(self, play: Play) -> bool:
        """Give the next seat a character if it has no choice. After the last seat, begin the first round."""
        if not self.seats:
            play.close(self)
            lay_out(play)
            start_round(play)
            return True
        if play.state.options.calm_opening and self.seats[0] == LEARNER:
            give_character(play, self.seats.pop(0), PLAIN)
            return True
        if play.state.options.characters == "choose":
            return False
        draw_character(play, self.seats.pop(0))
        return True

    def asks(self, state: BayState) -> str:
        return "picks a ship"

    def actions(self, state: BayState) -> Iterator[PickCharacter]:
        return (PickCharacter(character=name) for name in state.free_characters)

    def labels(self, state: BayState, action: Picking) -> tuple[Label, ...]:
        if isinstance(action, Absent):
            return (Label("Absent"),)
        character = as_character(action.character)
        if character is None:
            return Label("Pick a ship"), Label(action.character)
        card = CARDS[character]
        hint = f"Gun D{card.attack}, defence {card.defence}; {card.craft}"
        return Label("Pick a ship"), Label(card.title, hint)

    def canonical(self, state: BayState, action: Action) -> Action:
        """Return the action. Raise IllegalAction for an unreadable course before other checks (section 7)."""
        if isinstance(action, Sail):
            read_course(action.course)
        return action

    def check(self, state: BayState, action: Picking) -> None:
        if isinstance(action, Absent):
            return
        free = listed(state.free_characters)
        character = as_character(action.character)
        if character is None:
            raise refusal("unknown_character", name=action.character, free=free)
        if character not in state.free_characters:
            raise refusal("character_taken", name=CARDS[character].title, free=free)

    def absent(self, state: BayState) -> Absent:
        return Absent()

    def answer(self, play: Play, action: Picking) -> None:
        """Give the seat its character, or a random character if the player did not answer (section 12)."""
        seat = self.seats.pop(0)
        if isinstance(action, Absent):
            draw_character(play, seat)
        elif character := as_character(action.character):
            give_character(play, seat, character)

    def left(self, play: Play, seat: int) -> None:
        if seat in self.seats:
            self.seats.remove(seat)
