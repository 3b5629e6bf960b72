"""Taking a standard prize of a battle (section 6.9)."""

from collections.abc import Iterator

from rules.dangerous_sea.actions import TakeSpoils
from rules.dangerous_sea.events import SpoilsTaken
from rules.dangerous_sea.finish import has_won
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.prizes import Prizes, prizes
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms import SpoilsOffer
from rules.dangerous_sea.state import SeaState, Spoils
from rules.dangerous_sea.tables import LIMITS
from rules.engine.form import Form
from rules.engine.label import Label


class TakingPrize(SpoilsOffer[TakeSpoils]):
    """The winner takes cargo, a stone or nothing, kills sailors, or stops the loser's ship."""

    def actions(self, room: Spoils, state: SeaState) -> Iterator[TakeSpoils]:
        there = _of(room, state)
        for prize in there.available:
            if prize != "cargo":
                yield TakeSpoils(prize=prize)
            elif there.least_food == there.most_food:
                yield richest_cargo(there)

    def forms(self, room: Spoils, state: SeaState) -> list[Form]:
        """Return a form if the cargo can be divided differently. One amount of food or water is enough."""
        there = _of(room, state)
        if there.least_food == there.most_food:
            return []
        example = TakeSpoils(prize="cargo", food=there.most_food)
        return [Form(example, {"food": there.food, "water": there.water})]

    def choices(self, room: Spoils, state: SeaState) -> tuple[TakeSpoils | Form, ...]:
        """Return the prizes in the order of section 6.9, with the cargo first."""
        return (*self.forms(room, state), *self.actions(room, state))

    def labels(self, room: Spoils, state: SeaState, action: TakeSpoils) -> tuple[Label, ...]:
        path = action.path()
        cargo = f"Take {_of(room, state).cargo} fisk of cargo"
        said = [Label("Prize"), Label(cargo), *(Label(word) for word in path[2:-1])]
        return *said[: len(path) - 1], _told(room, state, action)

    def canonical(self, room: Spoils, state: SeaState, action: TakeSpoils) -> TakeSpoils:
        """Return the action with both amounts of a cargo."""
        return completed(_of(room, state), action)

    def check(self, room: Spoils, state: SeaState, action: TakeSpoils) -> None:
        there = _of(room, state)
        if action.prize not in there.available:
            raise refusal("prize_unavailable", prizes=", ".join(there.available))
        if action.prize != "cargo":
            if action.food is not None or action.water is not None:
                raise refusal("bad_amount.plain")
            return
        food, water = action.food, action.water
        if food not in there.food or water not in there.water or (food or 0) + (water or 0) != there.cargo:
            raise refusal(
                "bad_amount.cargo", cap=there.cargo, low=there.least_food, high=there.most_food,
                step=LIMITS.step,
            )  # fmt: skip

    def answer(self, room: Spoils, play: Play, action: TakeSpoils) -> None:
        state = play.state
        won, lost = state.ship(room.winner), state.ship(room.loser)
        there, before, turn = _of(room, state), play.allowance, state.turn
        play.close(room)
        food, water, died, stones = action.food or 0, action.water or 0, 0, 0
        match action.prize:
            case "kill":
                died = there.kill
            case "stone":
                stones = 1
            case "stop" if turn is not None:
                turn.stopped = True
            case _:
                pass
        won.food, won.water, won.stones = won.food + food, won.water + water, won.stones + stones
        lost.food, lost.water, lost.stones = lost.food - food, lost.water - water, lost.stones - stones
        lost.sailors -= died
        play.tell(
            SpoilsTaken(
                winner=room.winner, loser=room.loser, prize=action.prize, food=food, water=water,
                stones=stones, died=died, stopped=action.prize == "stop",
            )
        )  # fmt: skip
        if not (stones and has_won(play, room.winner, "battle")):
            play.reckon(before)


def completed(there: Prizes, action: TakeSpoils) -> TakeSpoils:
    """Return the action with the missing amounts of its cargo if only one division is possible."""
    food, water = action.food, action.water
    if action.prize != "cargo" or (food is not None and water is not None):
        return action
    if food is None and water is None:
        return richest_cargo(there) if there.least_food == there.most_food else action
    if food is None:
        return action.model_copy(update={"food": there.cargo - (water or 0)})
    return action.model_copy(update={"water": there.cargo - food})


def richest_cargo(there: Prizes) -> TakeSpoils:
    """Return the cargo with as much food as possible."""
    return TakeSpoils(prize="cargo", food=there.most_food, water=there.cargo - there.most_food)


def _of(room: Spoils, state: SeaState) -> Prizes:
    return prizes(state, room.winner, room.loser, room.margin)


def _told(room: Spoils, state: SeaState, action: TakeSpoils) -> Label:
    loser = state.called(room.loser)
    match action.prize:
        case "cargo":
            goods = (action.food, "food"), (action.water, "water")
            parts = [f"{amount} {good}" for amount, good in goods if amount]
            return Label(f"Take {' and '.join(parts)}")
        case "kill":
            count = _of(room, state).kill
            return Label(f"Kill {count} sailor{'s' * (count > 1)} of {loser}")
        case "stone":
            after = state.ship(room.winner).stones + 1
            wins = after >= state.options.stones_to_win
            hint = "You win!" if wins else f"You have {after} then."
            return Label(f"Rune stone from {loser}", hint, sign="stone")
        case "stop":
            turn = state.turn
            looks = turn is not None and state.points_left(turn) > 0
            still = "; looking is still possible" if looks else ""
            return Label(f"Stop {loser}", f"No more sailing this turn{still}.")
        case _:
            return Label("Take nothing")
