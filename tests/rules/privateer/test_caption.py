import pytest
from pydantic import TypeAdapter

from rules.engine.wording import listed
from rules.privateer import GAME
from rules.privateer.fleets import fleet_name
from rules.privateer.shown.caption import aside, lately, leading_fleet, notices, tale, title
from rules.privateer.shown.traces import (
    AnyTrace,
    Drift,
    Fight,
    SailTrace,
    ShotTrace,
    Sinking,
    Sounding,
    WeatherTrace,
)
from tests.render.gallery import NAMES
from tests.render.privateer.scenes import GALLERY, SCENES, view


def sail(**changes: object) -> SailTrace:
    plain = {"ship": "red1", "die": 3, "dir": "N", "steps": 3, "path": ["G9", "G8", "G7", "G6"]}
    return TypeAdapter(SailTrace).validate_python({**plain, **changes})


def shot(**changes: object) -> ShotTrace:
    plain = {
        "ship": "red1", "die": 2, "dir": "N", "start": "G9", "line": ["G8", "G7"], "result": "empty",
    }  # fmt: skip
    return TypeAdapter(ShotTrace).validate_python({**plain, **changes})


@pytest.mark.parametrize(
    ("scene", "says"),
    [
        ("deploying", "Cató to deploy"),
        ("laying_terrain", "Ann places terrain"),
        ("six_fleets", "Ann to roll"),
        ("busy_turn", "Ann to spend dice"),
        ("boarded", "Ann has a prize"),
        ("defender_decides", "Bosun Bo has a prize"),
        ("the_end", "Bosun Bo wins"),
    ],
)
def test_the_title_says_who_is_to_do_what(scene: str, says: str) -> None:
    assert title(view(scene), NAMES) == says


def test_in_the_duel_nobody_goes_without_a_third_ship() -> None:
    asked = {"asked": "third_ship", "traces": []}
    battle, duel = (view(scene).model_copy(update=asked) for scene in ("six_fleets", "duel"))
    assert title(battle, NAMES).endswith(" may add a ship")
    assert tale(battle, NAMES) == "A third ship may join each fleet, beside its circle."
    assert title(duel, NAMES).endswith(" adds a ship")
    assert tale(duel, NAMES) == "A third ship joins one fleet of each captain, beside its circle."


def test_a_shared_first_place_is_won_by_all_who_share_it() -> None:
    shared = view("the_end").model_copy(update={"ranking": [[2, 4], [1], [3]]})
    assert title(shared, NAMES) == "Bosun Bo and Dagny Łukasz win"


def test_the_aside_says_which_round_it_is_and_whose_fleet_has_its_turn() -> None:
    assert aside(view("every_marker")) == "Round 4 · Red"
    assert aside(view("the_end")) == "Round 2"
    assert aside(view("campaign")) == "Before the battle"


def test_in_the_duel_the_title_has_the_colour_of_the_fleet_at_turn() -> None:
    assert leading_fleet(view("duel")) == "gray"


def told(*traces: AnyTrace) -> str:
    """Return the narration of a turn with the given traces."""
    return lately(view("busy_turn").model_copy(update={"traces": [*traces], "drift": "SW"}), NAMES)


@pytest.mark.parametrize(
    ("trace", "words"),
    [
        (sail(), "Red 1 sailed to G6."),
        (sail(reefs=[Sounding(hex="G8", roll=4)]), "Red 1 sailed to G6."),
        (sail(path=["G9"], lost="fled"), "Red 1 fled off the map."),
        (sail(path=["G9", "G8"], lost="volcano"), "Red 1 broke up on the volcano at G8."),
        (sail(path=["G9", "G8"], lost="desert"), "Red 1 ran ashore at G8."),
        (sail(path=["G9", "G8"], lost="reef"), "Red 1 broke up on the reef at G8."),
        (
            sail(fight=Fight(other="blue1", winner="red1", rolls=[(3, 3), (5, 2)], prize="scuttled")),
            "Red 1 beat Blue 1 5:2 at G6 (scuttled).",
        ),
        (
            sail(fight=Fight(other="blue1", winner="blue1", rolls=[(1, 4)])),
            "Red 1 lost to Blue 1 1:4 at G6.",
        ),
        (
            sail(fight=Fight(other="merchant", winner="red1", prize="taken", new_ship="red3", placed="F7")),
            "Red 1 boarded the merchant at G6 (now Red 3).",
        ),
        (shot(), "Red 1 missed."),
        (shot(result="out", line=["G8"]), "Red 1 fired off the map."),
        (shot(result="fog"), "Red 1 fired into the fog."),
        (shot(result="truce"), "Red 1 fired in vain (truce)."),
        (shot(result="volcano"), "Red 1 hit a volcano."),
        (shot(result="own"), "Red 1 fired over a friend."),
        (shot(result="hit", sunk=[Sinking(ship="blue2", hex="G7")]), "Red 1 sank Blue 2."),
        (
            shot(
                rake=True,
                result="hit",
                sunk=[Sinking(ship="merchant", hex="G8"), Sinking(ship="blue2", hex="G7")],
            ),
            "Red 1 raked the merchant and Blue 2.",
        ),
        (WeatherTrace(wind=3, drift="SW"), "The wind drove all ships 3 SW."),
        (
            WeatherTrace(
                wind=4,
                drift="SW",
                drifts=[Drift(ship=f"red{n}", start="G1", to=None, lost="blown_off") for n in range(1, 6)],
            ),
            "The wind drove all ships 4 SW; 5 ships were lost.",
        ),
        (
            WeatherTrace(drifts=[Drift(ship="red1", start="G1", to="G1", lost="storm")]),
            "The storm closed in; lost: Red 1.",
        ),
    ],
)
def test_every_action_has_its_words(trace: AnyTrace, words: str) -> None:
    assert told(trace) == words


def test_a_turn_is_told_ship_by_ship_with_what_each_did_in_order() -> None:
    traces: list[AnyTrace] = [
        shot(result="hit", sunk=[Sinking(ship="blue2", hex="G7")]),
        sail(ship="red2", path=["C8", "C9"]),
        sail(fight=Fight(other="merchant", winner="red1", prize="scuttled")),
        sail(ship="red2", path=["C9", "C10"]),
        WeatherTrace(wind=2, drift="SW"),
    ]
    assert told(*traces) == (
        "Red 1 sank Blue 2 and boarded the merchant at G6 (scuttled). Red 2 sailed to C10."
        " The wind drove all ships 2 SW."
    )


def test_of_a_long_turn_nothing_that_cost_anybody_anything_is_left_out() -> None:
    """A caption with "fired N 2 off the map" alone is wrong if a merchant was boarded in the same turn."""
    traces: list[AnyTrace] = [
        sail(fight=Fight(other="merchant", winner="red1", prize="taken", new_ship="red3", placed="F7")),
        sail(ship="red2", path=["C8", "C9"], lost="volcano"),
        sail(ship="red3"),
        shot(ship="red3", result="out"),
        WeatherTrace(drifts=[Drift(ship="blue1", start="G1", to="G1", lost="storm")]),
    ]
    assert told(*traces) == (
        "Red 1 boarded the merchant at G6 (now Red 3). Red 2 broke up on the volcano at C9."
        " Red 3 sailed to G6. The storm closed in; lost: Blue 1."
    )


def test_in_a_long_turn_ships_that_only_sailed_share_a_sentence() -> None:
    sank = shot(result="hit", sunk=[Sinking(ship="blue2", hex="G7")])
    traces: list[AnyTrace] = [
        sank,
        shot(ship="red2"),
        sail(ship="red2"),
        shot(ship="red3", result="truce"),
        sail(ship="red3"),
    ]
    weather = WeatherTrace(
        wind=4, drift="SW", drifts=[Drift(ship="blue1", start="G1", to=None, lost="blown_off")]
    )
    assert told(*traces, weather) == (
        "Red 1 sank Blue 2. Red 2 and Red 3 sailed to G6 and G6. The wind drove all ships 4 SW; lost: Blue 1."
    )


@pytest.mark.parametrize("scene", SCENES)
def test_a_tale_has_room_on_the_picture(scene: str) -> None:
    assert len(tale(view(scene), NAMES)) <= 112


def test_before_the_next_battle_the_tale_names_the_winner_of_the_last_day() -> None:
    assert tale(view("campaign"), NAMES).startswith("Bosun Bo won the last day.")


def test_truce_and_storm_are_announced_and_which_battle_of_a_campaign_it_is() -> None:
    assert notices(view("campaign")) == ["Battle 2 of 3"]
    assert notices(view("six_fleets")) == ["Opening truce"]
    assert notices(view("every_marker")) == ["Storm in 2 rounds"]
    assert notices(view("storm")) == ["Storm: ring 4 next"]
    assert notices(view("busy_turn")) == []


def test_when_all_is_over_no_storm_is_announced() -> None:
    over = view("the_end").model_copy(update={"storm_on": True, "storm_in": 1})
    assert notices(over) == []


# The alt text says the same


@pytest.mark.parametrize("scene", SCENES)
def test_the_alt_text_fits_and_names_every_player_and_every_ship(scene: str) -> None:
    shown = view(scene)
    text = GAME.describe(shown, GALLERY.names(scene))
    assert len(text) <= 1024
    for ship in shown.ships:
        assert f"{ship.number} at {ship.hex}" in text
    for seat in shown.seats:
        assert f"{seat.gold} doubloon" in text


@pytest.mark.parametrize(
    ("scene", "parts"),
    [
        ("deploying", ["Yellow (Cató) to deploy."]),
        ("laying_terrain", ["Red (Ann) places terrain.", "A reef is to be placed."]),
        (
            "six_fleets",
            [
                "Privateer. Opening truce. Round 1 · Red.",
                "Red (Ann) to roll. 6 dice to roll.",
                "Merchant at G7.",
                "Reefs C11 I4 F9 L5.",
            ],
        ),
        ("every_marker", ["Extra Powder at work", "1 at G6 with a grudge, Marines used", "Wind from SW"]),
        ("every_marker", ["Dice left: S2 S4 S3 C4.", "Storm in 2 rounds.", "Fog Bank at work"]),
        ("defender_decides", ["Round 2 · Red. Blue (Bosun Bo) has a prize."]),
        ("duel", ["Round 2 · Gray."]),
        ("campaign", ["Privateer. Battle 2 of 3."]),
        ("storm", ["Storm: ring 4 next."]),
        ("the_end", ["Blue (Bosun Bo) wins."]),
    ],
)
def test_the_alt_text_tells_what_the_picture_shows(scene: str, parts: list[str]) -> None:
    text = GAME.describe(view(scene), GALLERY.names(scene))
    assert [part for part in parts if part not in text] == []


@pytest.mark.parametrize("scene", SCENES)
def test_the_alt_text_has_the_lines_of_the_picture(scene: str) -> None:
    shown = view(scene)
    called = {
        seat.seat: f"{listed(map(fleet_name, seat.fleets))} ({NAMES[seat.seat]})" for seat in shown.seats
    }
    lines = [f"{line}." for line in (*notices(shown), aside(shown), title(shown, called)) if line]
    text = GAME.describe(shown, NAMES)
    assert text.startswith(" ".join(["Privateer.", *lines]))
    assert tale(shown, called) in text
