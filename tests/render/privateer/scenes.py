"""The scenes of the battle's gallery, each played on a `Table` of the rules' tests."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from rules.privateer import GAME
from rules.privateer.shown.view import PrivateerView
from tests.render.gallery import LONGEST_NAMES, NAMES, Gallery
from tests.rules.privateer.table import Table, new_game

SIX = "red blue yellow green gray black"
ABSURD = (
    "I7:volcano D4:volcano K3:volcano C9:volcano "
    "E7:desert J6:desert F11:desert H3:desert "
    "C11:reef I4:reef F9:reef L5:reef"
)
EIGHTEEN = (
    "red1@G2 red2@G3 red3@F3 blue1@L2 blue2@L3 blue3@K2 yellow1@L7 yellow2@K7 yellow3@K8 "
    "green1@G12 green2@G11 green3@H11 gray1@B12 gray2@C12 gray3@C10 black1@B7 black2@B8 black3@C7"
)


def deploying() -> Table:
    """Two of three fleets have deployed."""
    state, _ = new_game("red blue yellow")
    table = Table.playing(state)
    table.does("deploy G2 H2")
    table.does("deploy L7 K8")
    return table


def laying_terrain() -> Table:
    """A reef was drawn. Two tiles have been placed."""
    state, _ = new_game("red blue")
    table = Table.playing(state)
    table.does("deploy G2 G3")
    table.does("deploy G12 F12")
    table.does("third_ship H2")
    table.does("third_ship")
    table.does("terrain_level moderate", "tile 1")
    table.does("place_terrain D9", "tile 2")
    table.does("place_terrain J6", "tile 3")
    return table


def six_fleets() -> Table:
    """Every possible ship and every tile, before the first roll."""
    return Table(SIX, EIGHTEEN, terrain=ABSURD, merchant="G7", number=1, opening_truce="on")


def every_die() -> Table:
    """Extra Powder rolled the maximum number of dice. Two dice are spent."""
    table = Table(
        "red blue", "red1@G2 red2@G3 red3@F3 blue1@L7", "S3 S3 S2 S4 S2 C5 C1 C3", gambit="red:used"
    )
    table.does("sail 1 S4 SE")
    table.does("fire 2 C5 S")
    return table


def busy_turn() -> Table:
    """Five fleets are in the middle of the bay. A shot sank one ship, and a course led past a reef."""
    table = Table(
        "red blue yellow green gray",
        "red1@G9 red2@E9 red3@C8 blue1@G5 blue2@J4 yellow1@I8 green1@D6 green2@E5 gray1@K6 gray2@K7",
        "S3 S2 S4 S3 C4 C2",
        terrain="F6:volcano H6:desert G11:reef J9:volcano C10:reef L3:desert",
        merchant="G7",
        gold="red:2 blue:1 gray:3",
    )
    table.does("fire 1 C4 N")
    table.does("sail 3 S2 S", "reef 4")
    table.does("sail 1 S3 NE")
    return table


def shots_of_every_kind() -> Table:
    """Shots into the sea, off the map and into fog. The last shot hit."""
    table = Table(
        "red blue yellow",
        "red1@G4 red2@M5 red3@D8 blue1@K4 yellow1@D11 yellow2@B8",
        "S3 S2 S4 C4 C2 C3",
        terrain="F8:volcano",
        gambit="yellow:active",
    )
    table.does("fire 3 C3 S")
    table.does("fire 2 C2 SE")
    table.does("fire 1 C4 SE")
    return table


def raking() -> Table:
    """A rake sank two ships in a line and spared a friend."""
    table = Table(
        "gray blue green",
        "gray1@G11 gray2@G9 blue1@G8 green1@G7 blue2@B7 green2@L2",
        "S2 S3 S3 C5",
        terrain="G6:volcano",
        gambit="gray:armed",
    )
    table.does("fire 1 C5 N")
    return table


def boarded() -> Table:
    """A boarding was won. The prize is still to be decided."""
    table = Table("red blue", "red1@D8 red2@A9 blue1@F6 blue2@M6", "S4 S3 S3 C2", terrain="H4:reef")
    table.does("sail 1 S4 NE", "boarding 3 3", "boarding 5 2")
    return table


def defender_decides() -> Table:
    """The boarded ship won. Its captain is asked during the turn of another captain."""
    table = Table("red blue yellow", "red1@D8 red2@A9 blue1@F6 blue2@M6 yellow1@G12", "S4 S3 S3 C2")
    table.does("sail 1 S4 NE", "boarding 1 4")
    return table


def prize_taken() -> Table:
    """The merchant was taken, and another ship was wrecked on a volcano."""
    table = Table(
        "red blue",
        "red1@G11 red2@A9 blue1@L3 blue2@L4",
        "S4 S3 S2 S4",
        terrain="D6:volcano",
        merchant="G7",
        gold="red:1 blue:2",
    )
    table.does("sail 1 S4 N")
    table.does("prize take F7")
    table.does("sail 2 S4 NE")
    return table


def every_marker() -> Table:
    """Grudge, fog, an active gambit, spent and open dice, wind, and a storm that is near."""
    table = Table(
        SIX,
        "red1@G2 red2@D7 red3@C12 blue1@G6 yellow1@J3 yellow2@L5 green1@A9 gray1@F10 gray2@G11 black1@K8",
        "S3 S2 S4 S3 C4 C2",
        terrain=ABSURD,
        merchant="G7",
        number=4,
        gambit="blue:used yellow:active gray:used red:armed",
        gold="red:2 gray:11",
        grudge_of="blue",
        grudge="on",
        wind="SW",
        storm="late",
        storm_round=6,
    )
    table.does("sail 1 S3 SW")
    table.does("fire 2 C2 SE")
    return table


def reefs() -> Table:
    """One reef let a ship pass, and the next reef holed it."""
    table = Table(
        "red blue",
        "red1@G10 red2@A9 red3@I9 blue1@B12",
        "S4 S3 S3 S2 S2 C1",
        terrain="G9:reef G7:reef I9:reef",
    )
    table.does("sail 1 S4 N", "reef 4", "reef 1")
    return table


def wind() -> Table:
    """A gale has driven all ships to the south. Three were destroyed."""
    table = Table(
        "red blue green",
        "red1@G4 red2@M5 blue1@C7 blue2@D6 green1@J8 green2@J1",
        "S2",
        terrain="C9:reef J9:volcano",
        merchant="G7",
        turn="green",
        taken="green1:SC green2:S",
        wind="N",
    )
    table.does("sail 2 S2 S", "wind 3", "reef 2")
    return table


def storm() -> Table:
    """Rings 6 and 5 are gone. The coin is on ring 4."""
    table = Table(
        "red blue green",
        "red1@G4 red2@E6 blue1@J7 blue2@K3 green1@E11",
        "S2",
        turn="green",
        taken="green1:S",
        number=9,
        storm="late",
    )
    table.state.storm_on, table.state.edge = True, 5
    table.does("sail 1 S2 NE")
    return table


def last_hex() -> Table:
    """The storm has left only the centre and the ring around it."""
    table = Table("red blue", "red1@G6 blue1@G8", number=13, storm="late", terrain="H6:reef A7:volcano")
    table.state.storm_on, table.state.edge = True, 1
    return table


def crowd() -> Table:
    """There are ships on every hex in the two rings around the merchant."""
    return Table(
        SIX,
        "red1@G6 red2@H6 red3@H5 blue1@F7 blue2@F8 blue3@E8 yellow1@G8 yellow2@H7 yellow3@I6 "
        "green1@G5 green2@F6 green3@E7 gray1@E9 gray2@F9 gray3@G9 black1@H8 black2@I7 black3@I5",
        "S3 S3 S2 C1 C4 C4",
        terrain="D8:reef D9:volcano J5:desert",
        merchant="G7",
        gambit="yellow:active",
    )


def duel() -> Table:
    """Two players have four fleets. It is the turn of the second player's second fleet."""
    table = Table(
        "blue gray yellow green",
        "blue1@B7 blue2@D7 yellow1@H8 gray1@I3 gray2@F11 gray3@H10",
        "S3 S2 S4 S3 C4 C2",
        terrain="E5:volcano J9:desert K4:reef",
        turn="gray",
        mode="duel",
        gold="blue:2 gray:1",
    )
    table.does("sail 1 S3 S")
    return table


def the_end() -> Table:
    """The last rival fled, and the battle is won. There are four players."""
    table = Table(
        "red blue black yellow",
        "red1@M5 blue1@B9 blue2@B10",
        "S2 S4",
        terrain="F6:volcano K9:desert E3:reef",
        gold="red:3 blue:3 black:1 yellow:2",
    )
    table.state.seats[1].hulls = 2
    table.does("sail 1 S2 SE")
    return table


def campaign() -> Table:
    """The second battle is being prepared."""
    table = Table("red blue", "red1@M5 blue1@B9 blue2@B10", "S2 S4", gold="red:3 blue:2", battles=3)
    table.does("sail 1 S2 SE")
    return table


def one_left() -> Table:
    """A player has resigned in the middle of the battle."""
    table = Table("red blue green", "red1@G4 red2@H4 blue1@C7 green1@J8", "S2 S3 S3 C2", merchant="G7")
    table.does("resign", by="blue")
    return table


def left_early() -> Table:
    """A player left before the battle and has no fleet any more."""
    state, _ = new_game("red blue green", terrain="light")
    table = Table.playing(state)
    table.does("deploy G2 G3")
    table.does("resign", by="blue")
    table.does("deploy L7 K8")
    return table


def grudge_offered() -> Table:
    """A beaten captain may return."""
    table = Table(
        "red blue green",
        "red1@G4 blue1@C7 blue2@D7 red2@G13",
        "S2 S3",
        turn="blue",
        taken="blue1:SC blue2:S",
        terrain="H5:desert",
        grudge="on",
    )
    table.does("sail 2 S2 S")
    return table


def longest_names() -> Table:
    """Six fleets have captains with the longest names."""
    table = Table(SIX, EIGHTEEN, "S3 S2 S4 C1 C1 C5", terrain=ABSURD, merchant="G7", battles=10, number=30)
    table.does("sail 1 S3 S")
    return table


def two_turns() -> Table:
    """Red has had its turn. Then Blue sank one of Red's ships and boarded the merchant."""
    table = Table(
        "red blue",
        "red1@C11 red2@G12 blue1@J7 blue2@L4",
        "S3 S2 S4 C2",
        terrain="E7:reef I3:volcano",
        merchant="G7",
    )
    for text in ("sail 1 S3 NE", "fire 2 C2 SE", "sail 1 S4 N", "sail 2 S2 N"):
        table.does(text)
    table.does("roll 1", "sail_die 3 2 4", "cannon_die 3")
    table.does("fire 1 C3 SW")
    table.does("sail 1 S3 NW")
    return table


def choosing() -> Table:
    """A ship has one sail left. One possible move would wreck the ship, and another would board an enemy."""
    return Table(
        "red blue",
        "red1@D9 red2@M6 blue1@D7 blue2@B12",
        "S2",
        terrain="F8:reef E8:desert",
        taken="red1:C red2:SC",
        silent_dice="off",
    )


def choosing_far() -> Table:
    """Three ships far from each other may each take a die."""
    return Table(
        "red blue",
        "red1@G2 red2@B12 red3@L7 blue1@G5 blue2@G12",
        "S3 S3 S4 C2",
        terrain="J6:reef D9:desert",
        taken="red1:S red2:S",
        merchant="G7",
        silent_dice="off",
    )


def choosing_among_ships() -> Table:
    """A ship has one sail left, among ships of all fleets. Some moves board a ship."""
    return Table(
        SIX,
        "red1@G5 red2@I4 red3@H6 blue1@F7 blue2@F8 blue3@E8 yellow1@G8 yellow2@H7 yellow3@I6 "
        "green1@G4 green2@E5 green3@E7 gray1@E9 gray2@F9 gray3@H4 black1@H8 black2@I7 black3@I3",
        "S2",
        terrain="D8:reef F5:reef",
        merchant="G7",
        gambit="yellow:active",
        taken="red1:C red2:SC red3:SC",
        silent_dice="off",
    )


def choosing_berth() -> Table:
    """The hexes where a prize may be placed."""
    return boarded()


def choosing_third() -> Table:
    """The hexes where a third ship may be placed."""
    state, _ = new_game("red blue yellow")
    table = Table.playing(state)
    for text in ("deploy G2 H2", "deploy L7 K8", "deploy B12 C12"):
        table.does(text)
    return table


def choosing_circle() -> Table:
    """The circles where a fleet may deploy."""
    return deploying()


def choosing_spot() -> Table:
    """The hexes where a tile may be placed."""
    return laying_terrain()


_SCENES: Mapping[str, Callable[[], Table]] = {
    scene.__name__: scene
    for scene in (
        deploying, laying_terrain, six_fleets, every_die, busy_turn, shots_of_every_kind, raking, boarded,
        defender_decides, prize_taken, every_marker, reefs, wind, storm, last_hex, crowd, duel, the_end,
        campaign, one_left, left_early, grudge_offered, longest_names, two_turns, choosing, choosing_far,
        choosing_among_ships, choosing_berth, choosing_third, choosing_circle, choosing_spot,
    )
}  # fmt: skip
SCENES = sorted(_SCENES)
_CHOOSING = "choosing"


def table(scene: str) -> Table:
    """Return a new table of a scene. A test may change the table."""
    return _SCENES[scene]()


@cache
def view(scene: str) -> PrivateerView:
    """Return everybody's view of a scene or, in scenes of choosing, the chooser's view."""
    laid = table(scene)
    if not scene.startswith(_CHOOSING):
        return laid.view()
    seat = GAME.decisions(laid.state)[0].seat
    return GAME.view_to_choose(laid.state, seat, laid.told)


GALLERY = Gallery(Path(__file__).parent, SCENES, view, NAMES, LONGEST_NAMES)
