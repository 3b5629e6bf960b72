"""Taking the prize of a battle (section 6.9)."""

from collections.abc import Iterator

from rules.dangerous_sea.actions import TakeSpoils
from rules.dangerous_sea.events import PrizeKind, SpoilsTaken
from rules.dangerous_sea.finish import has_won
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.prizes import Prizes, prizes
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms import SpoilsOffer
from rules.dangerous_sea.state import SeaState, Spoils, Terms
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
            elif there.food.low == there.food.high:
                yield richest_cargo(there)

    def forms(self, room: Spoils, state: SeaState) -> list[Form]:
        """Return a form if several cargoes are possible. People may fill in only food or only water."""
        there = _of(room, state)
        if there.food.low == there.food.high:
            return []
        example = TakeSpoils(prize="cargo", food=there.food.high)
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
        """Return the action with a missing amount of food or water filled in, if that amount is certain."""
        there, food, water = _of(room, state), action.food, action.water
        if action.prize != "cargo" or (food is not None and water is not None):
            return action
        if food is None and water is None:
            return richest_cargo(there) if there.food.low == there.food.high else action
        if food is None:
            return action.model_copy(update={"food": there.cargo - (water or 0)})
        return action.model_copy(update={"water": there.cargo - food})

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
                "bad_amount.cargo", cap=there.cargo, low=there.food.low, high=there.food.high,
                step=LIMITS.step,
            )  # fmt: skip

    def answer(self, room: Spoils, play: Play, action: TakeSpoils) -> None:
        kill = _of(room, play.state).kill if action.prize == "kill" else 0
        play.close(room)
        food, water, stones = action.food or 0, action.water or 0, int(action.prize == "stone")
        terms = Terms(food=food, water=water, stones=stones, kill=kill, stop=action.prize == "stop")
        hand_over(play, room, action.prize, terms)


def hand_over(play: Play, battle: Spoils, prize: PrizeKind, terms: Terms) -> None:
    """Transfer all goods at the same time, then kill sailors, then stop the ship (section 7.2)."""
    state, before = play.state, play.allowance
    for seat, sign in ((battle.winner, 1), (battle.loser, -1)):
        ship = state.ship(seat)
        ship.food += sign * terms.food
        ship.water += sign * terms.water
        ship.sailors += sign * terms.sailors
        ship.stones += sign * terms.stones
    state.ship(battle.loser).sailors -= terms.kill
    turn = state.turn
    if terms.stop and turn is not None:
        turn.stopped = True
    play.tell(
        SpoilsTaken(
            winner=battle.winner, loser=battle.loser, prize=prize, food=terms.food, water=terms.water,
            sailors=terms.sailors, stones=terms.stones, died=terms.kill, stopped=terms.stop,
        )
    )  # fmt: skip
    gainer = battle.winner if terms.stones > 0 else battle.loser
    if not (terms.stones and has_won(play, gainer, "deal" if prize == "deal" else "battle")):
        play.reckon(before)


def richest_cargo(there: Prizes) -> TakeSpoils:
    """Return the cargo with as much food as possible."""
    return TakeSpoils(prize="cargo", food=there.food.high, water=there.cargo - there.food.high)


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
