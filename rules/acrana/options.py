"""What can be chosen when a race is created (section 4)."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue, SerializerFunctionWrapHandler, model_serializer, model_validator

from rules.engine.game import Options

DECKS_PER_SHIP = 12


class RaceOptions(Options):
    """Every variant of the game. All of them can be combined freely, if the fleets fit the players."""

    ships: Annotated[
        Literal[1, 2, 3],
        Field(
            title="Ships",
            description="How many ships each player sails. Three make a very long race.",
            json_schema_extra={
                "meanings": {
                    "1": "One: about 27 turns each.",
                    "2": "A flotilla of two.",
                    "3": "A flotilla of three: about 80 turns each.",
                }
            },
        ),
    ] = 1
    fleet_size: Annotated[
        Literal[1, 2, 3, 4],
        Field(
            title="Fleets",
            description="How many players make a fleet. It must divide their number into two fleets or more.",
            json_schema_extra={
                "meanings": {
                    "1": "Everyone for themselves.",
                    "2": "Pairs: for 4, 6 or 8 players.",
                    "3": "Threes: for 6 players.",
                    "4": "Fours: for 8 players.",
                }
            },
        ),
    ] = 1
    win: Annotated[
        Literal["flotilla", "first_ship"],
        Field(
            title="Winning",
            description="What wins the race.",
            json_schema_extra={
                "meanings": {
                    "flotilla": "All ships of a player, or of a fleet, are home.",
                    "first_ship": "The first ship home wins for its player or fleet.",
                }
            },
        ),
    ] = "flotilla"
    first_launch: Annotated[
        Literal["cards", "free"],
        Field(
            title="First launch",
            description="How ships leave their port for the first time.",
            json_schema_extra={
                "meanings": {
                    "cards": "Every ship waits in port for an ace or a king.",
                    "free": "Ship 1 of each player starts on square 1.",
                }
            },
        ),
    ] = "cards"
    cards_per_turn: Annotated[
        Literal[1, 2],
        Field(
            title="Cards per turn",
            description="How many cards are played in a turn; two halve the number of turns.",
            json_schema_extra={"meanings": {"1": "One.", "2": "Two: for slow games in chat."}},
        ),
    ] = 1
    convoy_defence: Annotated[
        Literal["mirror", "printed"],
        Field(
            title="Attack on a convoy",
            description="Which rolls do not count when a single ship attacks a convoy.",
            json_schema_extra={
                "meanings": {
                    "mirror": "1 and 5: a convoy is never sunk or outrun.",
                    "printed": "2 and 6, read to the letter.",
                }
            },
        ),
    ] = "mirror"
    partner_backing: Annotated[
        bool,
        Field(
            title="Sailing a partner back",
            description="In fleets: whoever can play nothing must sail a partner's ship backwards.",
            json_schema_extra={"meanings": {"off": "No, a card is discarded.", "on": "Yes."}},
        ),
    ] = True
    deck_limit: Annotated[
        int,
        Field(
            ge=0,
            le=99,
            title="Deck limit",
            description="The race is called after so many decks; 0 never. Unless set: 12 for each ship.",
        ),
    ] = DECKS_PER_SHIP
    autoplay: Annotated[
        bool,
        Field(
            title="Autoplay",
            description="Whether the only card that can be played is played without asking.",
            json_schema_extra={
                "meanings": {
                    "off": "No, always ask.",
                    "on": "Yes; the others may notice that it was the only one.",
                }
            },
        ),
    ] = True

    calm_opening: Annotated[
        bool,
        Field(
            title="Calm opening",
            description="For learning: seat A leads, first turns are harmless, and 3 and 6 do no more than"
            " sail before third turns.",
            json_schema_extra={
                "meanings": {
                    "off": "No, everything counts from the first turn on.",
                    "on": "Yes: in first turns squares do nothing.",
                }
            },
        ),
    ] = False

    @model_validator(mode="before")
    @classmethod
    def _more_decks_for_more_ships(cls, given: JsonValue) -> JsonValue:
        if isinstance(given, dict) and "deck_limit" not in given and given.get("ships") in (2, 3):
            return {**given, "deck_limit": DECKS_PER_SHIP * int(str(given["ships"]))}
        return given

    @model_serializer(mode="wrap")
    def _as_before_calm_openings(self, write: SerializerFunctionWrapHandler) -> dict[str, JsonValue]:
        """A race without a calm opening is stored as it was before there was one, under the same version."""
        written: dict[str, JsonValue] = write(self)
        if not self.calm_opening:
            written.pop("calm_opening", None)
        return written

    def seat_range(self, fewest: int, most: int) -> tuple[int, int]:
        """How few and how many of these can make fleets: two of them at least."""
        return max(
            fewest, 2 * self.fleet_size
        ) if self.fleet_size > 1 else fewest, most - most % self.fleet_size

    def fleets(self, seats: int) -> int:
        """How many fleets that many seats make; 0 when they do not fit."""
        fleets, left_over = divmod(seats, self.fleet_size)
        return 0 if left_over or fleets <= 1 else fleets
