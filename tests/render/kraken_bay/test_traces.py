"""Moving pieces in a replay of the bay: bombs over the side, and everything that smoke throws."""

from pydantic import JsonValue

from render.animation import Leg
from render.kraken_bay import draw_position
from render.kraken_bay.layout import middle
from render.kraken_bay.traces import glides
from render.pieces import Spot
from rules.kraken_bay.board import Space
from tests.render.gallery import NAMES
from tests.rules.kraken_bay.table import Table

SAILING: dict[str, JsonValue] = {"rolled": "move", "move_left": 4}
LAST_STEP: dict[str, JsonValue] = {"rolled": "move", "move_left": 1, "actions_used": 2}


def smoke(at: Space, *, fused: bool) -> JsonValue:
    return {at: {"kind": "smoke", "owner": "houseboat", "fused": fused, "number": 1}}


def ends(leg: Leg) -> dict[str, tuple[Spot, Spot]]:
    """Return the start and the end of each piece's path."""
    return {glide.name: (glide.way[0], glide.way[-1]) for glide in leg}


def legs(table: Table) -> list[dict[str, tuple[Spot, Spot]]]:
    return [ends(leg) for leg in glides(table.view(), NAMES) if leg]


def test_a_bomb_glides_from_its_ship_to_where_it_lies() -> None:
    table = Table({"houseboat": {"at": "C3"}, "captain": {"at": "E9"}}, SAILING)
    table.does("drop_bomb")
    (bomb,) = table.state.bombs
    assert legs(table) == [{"bomb 0": (middle("C3"), middle(bomb))}]


def test_fused_smoke_throws_ship_and_tentacle_at_once() -> None:
    table = Table(
        {"captain": {"at": "A11"}, "houseboat": {"at": "C9"}}, LAST_STEP, order=["houseboat", "captain"],
        bombs=smoke("C9", fused=True), dropped=1, tentacles=["C9"],
    )  # fmt: skip
    table.does("sail a", smoke_lane=1, smoke_hour=(4, 5), tentacle_lane=2, tentacle_hour=(1, 2))
    _, fuse, *_ = legs(table)
    assert set(fuse) == {"houseboat", "tentacle C9"}
    assert fuse["houseboat"] == (middle("C9"), middle("A9"))
    assert fuse["tentacle C9"][0] == middle("C9")


def test_smoke_may_leave_a_ship_where_it_is() -> None:
    table = Table(
        {"captain": {"at": "C3"}, "houseboat": {"at": "E9"}}, SAILING,
        bombs=smoke("C4", fused=False), dropped=1,
    )  # fmt: skip
    table.does("sail a", smoke_lane=3, smoke_hour=(1, 3))
    assert table.state.ships["captain"].at == "C4"
    assert draw_position(table.view(), NAMES).size
    assert [glide.way for leg in glides(table.view(), NAMES) for glide in leg][-1] == [middle("C4")]
