"""The options of a race (section 4). `options.toml` has their texts."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue, model_validator

from rules.engine.game import Options

DECKS_PER_SHIP = 12


class RaceOptions(Options):
    """The options of a race. All combinations are allowed if the fleets fit the number of players."""

    added_later = frozenset({"calm_opening"})

    ships: Literal[1, 2, 3] = 1
    fleet_size: Literal[1, 2, 3, 4] = 1
    win: Literal["flotilla", "first_ship"] = "flotilla"
    first_launch: Literal["cards", "free"] = "cards"
    cards_per_turn: Literal[1, 2] = 1
    convoy_defence: Literal["mirror", "printed"] = "mirror"
    partner_backing: bool = True
    deck_limit: Annotated[int, Field(ge=0, le=99)] = DECKS_PER_SHIP
    autoplay: bool = True

    calm_opening: bool = False

    @model_validator(mode="before")
    @classmethod
    def _more_decks_for_more_ships(cls, given: JsonValue) -> JsonValue:
        if isinstance(given, dict) and "deck_limit" not in given and given.get("ships") in (2, 3):
            return {**given, "deck_limit": DECKS_PER_SHIP * int(str(given["ships"]))}
        return given

    def seat_range(self, fewest: int, most: int) -> tuple[int, int]:
        """Return the smallest and largest number of players, from `fewest` to `most`, for equal fleets."""
        return max(fewest, 2 * self.fleet_size), most - most % self.fleet_size

    def fleets(self, seats: int) -> int:
        """Return the number of equal fleets that `seats` seats form, or 0 if they cannot form two or more."""
        fleets, left_over = divmod(seats, self.fleet_size)
        return 0 if left_over or fleets <= 1 else fleets
