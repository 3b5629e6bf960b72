from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from render import theme
from render.canvas import Canvas
from render.chart import Box
from render.pieces import boat, token
from render.privateer import draw_position, layout, ships
from render.privateer.close_up import part_of
from render.privateer.colours import chart_sheet, map_sheet
from render.privateer.isles import LETTERS, tile
from render.privateer.liveries import LIVERIES, MERCHANT
from render.privateer.seats import owned
from render.privateer.sheet import HEX_NAME
from rules.engine.chance import Chance, QuickStream
from rules.engine.policy import at_random
from rules.privateer import GAME
from rules.privateer.board import FILE, HEXES, LINES, RING, Colour, Terrain
from rules.privateer.fleets import FLEETS
from rules.privateer.options import PrivateerOptions
from rules.privateer.shown.traces import SailTrace, WeatherTrace
from rules.privateer.shown.view import PrivateerView, ShipView
from tests.pictures import all_seen
from tests.render.gallery import LARGEST, LONGEST_NAMES, NAMES
from tests.render.letters import (
    DrawnLetters,
    Letter,
    letters_on,
    lie_on_something,
    recorded,
    scenes_in_letters,
    too_small,
)
from tests.render.privateer.scenes import GALLERY, SCENES, table, view


@pytest.fixture(scope="module")
def written() -> Mapping[str, DrawnLetters]:
    return scenes_in_letters(GALLERY)


def is_faint(letter: Letter) -> bool:
    """The name of a hex, which is readable only in the full picture."""
    return letter.style == HEX_NAME


def drawn(scene: PrivateerView) -> Image.Image:
    return draw_position(scene, NAMES)


def hex_of(image: Image.Image, name: str) -> Image.Image:
    x, y = layout.middle(name)
    return image.crop((round(x) - 50, round(y) - 50, round(x) + 50, round(y) + 50))


def differ(first: Image.Image, second: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(first, second).getbbox()


def with_ship(scene: PrivateerView, which: int, /, **changes: object) -> PrivateerView:
    """Return the view with one of its ships changed."""
    changed: list[ShipView] = list(scene.ships)
    changed[which] = changed[which].model_copy(update=changes)
    return scene.model_copy(update={"ships": changed})


# The file


@pytest.mark.parametrize("cards", range(1, 7))
def test_the_map_lies_on_a_sheet_for_a_phone_with_a_card_for_each_player(cards: int) -> None:
    sheet = layout.lies(cards)
    wide, high = sheet.size
    assert 0.85 * wide <= high <= 1.2 * wide
    assert abs(wide - high) > 10
    assert len(sheet.cards) == cards
    assert layout.SEA.within(sheet.board) == layout.SEA
    assert layout.SEA.width > 0.95 * wide


@pytest.mark.parametrize("scene", SCENES)
def test_everything_on_a_picture_is_read_on_a_phone(scene: str, written: Mapping[str, DrawnLetters]) -> None:
    assert len(written[scene].letters) > 30
    assert not too_small(written[scene], layout.lies(len(owned(view(scene)))), is_faint)


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_lies_on_or_under_the_name_of_a_hex(scene: str, written: Mapping[str, DrawnLetters]) -> None:
    assert lie_on_something(written[scene], is_faint) == []


@pytest.mark.parametrize("scene", SCENES)
def test_every_ship_shows_its_letter_and_its_number(scene: str, written: Mapping[str, DrawnLetters]) -> None:
    shown = view(scene)
    for ship in shown.ships:
        x, y = layout.middle(ship.hex)
        box = Box(round(x) - 60, round(y) - 36, round(x) + 60, round(y) + 36)
        there = {one.text for one in written[scene].letters if one.inside(box)}
        assert {ship.letter, str(ship.number)} <= there, ship.id


@pytest.mark.parametrize("scene", SCENES)
def test_a_player_has_one_letter_on_ships_and_card(scene: str, written: Mapping[str, DrawnLetters]) -> None:
    shown = view(scene)
    cards = owned(shown)
    for own, box in zip(cards, layout.lies(len(cards)).cards, strict=True):
        texts = [one.text for one in written[scene].letters if one.inside(box)]
        if own.fleet is not None:
            assert texts[0] == own.fleet.letter == FLEETS[own.fleet.colour].letter


@pytest.mark.parametrize("scene", SCENES)
def test_hexes_to_choose_from_have_their_names_and_no_others(
    scene: str, written: Mapping[str, DrawnLetters]
) -> None:
    shown = view(scene)
    if not shown.reach:
        return
    named = {one.text for one in written[scene].letters if one.text in HEXES}
    ships = {ship.hex for ship in shown.ships} | {shown.merchant}
    assert named == ({*shown.reach} - ships if part_of(shown) is None else set())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_random_players_come_to_can_be_drawn_and_told(seed: int) -> None:
    luck = Random(seed)
    options = PrivateerOptions(desperation=True, grudge=True, wind="random", storm="both", storm_round=3)
    chance = Chance(QuickStream(luck))
    played, told = GAME.start(options, 2 * seed, chance)
    for step in range(400):
        decisions = GAME.decisions(played)
        shown = GAME.view(played, None, told)
        if step % 8 == 0 or not decisions:
            assert len(render.draw(shown, NAMES).data) <= LARGEST
            assert len(GAME.describe(shown, NAMES)) <= 1024
        if not decisions:
            return
        action = at_random(GAME, played, decisions[0], luck)
        told += GAME.apply(
            played, decisions[0].seat, GAME.canonical(played, decisions[0].seat, action), chance
        )


def test_no_letter_beside_the_map_can_be_cut_off_on_a_close_up() -> None:
    """The map has no letters. The chart around the map has the legend and the names of columns and rows."""
    with recorded():
        assert letters_on(Canvas(map_sheet())).letters == []
        assert len(letters_on(Canvas(chart_sheet())).letters) > 26


@pytest.mark.parametrize("scene", ["choosing", "choosing_among_ships", "choosing_berth", "choosing_third"])
def test_a_close_up_holds_every_hex_to_choose_whole(scene: str) -> None:
    shown = view(scene)
    part = part_of(shown)
    assert part is not None
    for name in shown.reach:
        x, y = layout.middle(name)
        assert part.left <= x - layout.SIDE
        assert x + layout.SIDE <= part.right
        assert part.top <= y - layout.DOWN / 2
        assert y + layout.DOWN / 2 <= part.bottom


# The map


def test_neighbouring_hexes_lie_side_by_side_with_north_up() -> None:
    for cell in FILE.hexes:
        x, y = layout.middle(cell.id)
        assert layout.SEA.left + layout.WIDE / 2 < x < layout.SEA.right - layout.WIDE / 2
        assert layout.SEA.top + layout.HIGH / 2 < y < layout.SEA.bottom - layout.HIGH / 2
        for direction, beside in cell.neighbours.items():
            there = layout.middle(beside)
            assert there == layout.beside(cell.id, direction, 1)
            assert (there[1] < y) == direction.startswith("N")
            assert (there[0] > x) == direction.endswith("E")


def test_no_two_hexes_share_a_place() -> None:
    assert len({layout.middle(name) for name in HEXES}) == len(HEXES) == 127


def test_the_corners_of_a_hex_meet_those_of_its_neighbours() -> None:
    here, there = (
        {(round(x), round(y)) for x, y in layout.outline(layout.middle(name), layout.SIDE)}
        for name in ("G7", LINES["G7"]["NE"][0])
    )
    assert len(here & there) == 2


def test_every_hex_carries_its_name_where_nothing_else_is(written: Mapping[str, DrawnLetters]) -> None:
    for scene in SCENES:
        shown = view(scene)
        if shown.traces or shown.earlier or shown.reach or shown.asked == "deploy":
            continue
        named = {one.text for one in written[scene].letters if is_faint(one)}
        taken = {shown.merchant, *shown.terrain, *(ship.hex for ship in shown.ships)}
        sea = {name for name in HEXES if not shown.storm_on or RING[name] <= shown.edge}
        assert named == sea - taken


# Fleets


def test_the_six_fleets_have_the_colours_shapes_and_letters_of_the_rules() -> None:
    for fleet in FILE.fleets:
        livery = LIVERIES[fleet.id]
        assert (livery.letter, livery.hue, livery.token) == (
            fleet.letter,
            theme.rgb(fleet.hex_colour),
            fleet.shape,
        )
        assert theme.contrast(livery.hue, livery.ink) > 3
    assert MERCHANT.letter == "M"


@pytest.mark.parametrize(("first", "second"), list(combinations(LIVERIES, 2)))
def test_two_fleets_have_tokens_and_ships_of_another_outline(first: Colour, second: Colour) -> None:
    assert unlike(token(LIVERIES[first], 20), token(LIVERIES[second], 20)) > 0.06
    tall = ships.TALL
    assert unlike(boat(LIVERIES[first], tall), boat(LIVERIES[second], tall)) > 0.06


def unlike(first: Image.Image, second: Image.Image) -> float:
    """Return the share of the picture that only one of two sprites covers."""
    masks = [one.getchannel("A").point(lambda alpha: 255 * (alpha > 127)) for one in (first, second)]
    return ImageStat.Stat(ImageChops.difference(*masks)).mean[0] / 255


@pytest.mark.parametrize("scene", SCENES)
def test_every_ship_afloat_is_seen_in_its_hex(scene: str) -> None:
    shown = view(scene)
    whole = drawn(shown)
    for number, ship in enumerate(shown.ships):
        without = shown.model_copy(update={"ships": [*shown.ships[:number], *shown.ships[number + 1 :]]})
        x, y = layout.middle(ship.hex)
        box = (round(x) - 54, round(y) - 30, round(x) + 40, round(y) + 30)
        assert differ(whole.crop(box), drawn(without).crop(box)) is not None, ship.id


@pytest.mark.parametrize(
    "changes",
    [
        {"fogged": True},
        {"grudge": True},
        {"active": True},
        {"spent": ""},
        {"spent": "S"},
        {"spent": "SC"},
        {"number": 3},
        {"fleet": "green"},
    ],
)
def test_everything_that_sets_a_ship_apart_is_seen(changes: dict[str, object]) -> None:
    scene = view("shots_of_every_kind")
    number = next(n for n, ship in enumerate(scene.ships) if ship.id == "yellow2")
    plain = with_ship(scene, number, fogged=False)
    changed = with_ship(plain, number, **changes)
    name = scene.ships[number].hex
    assert differ(hex_of(drawn(plain), name), hex_of(drawn(changed), name)) is not None


def test_a_die_that_was_spent_looks_otherwise_than_an_open_one_and_a_sail_otherwise_than_a_ball() -> None:
    scene = view("every_marker")
    number = next(n for n, ship in enumerate(scene.ships) if ship.id == "red3")
    looks = {
        hex_of(drawn(with_ship(scene, number, spent=spent)), scene.ships[number].hex).tobytes()
        for spent in ("", "S", "C", "SC")
    }
    assert len(looks) == 4


# Terrain


def test_terrain_is_told_apart_by_letter_and_shape() -> None:
    assert LETTERS == {"volcano": "V", "desert": "D", "reef": "F"}
    grey = {kind: tile(kind, 0).convert("L").tobytes() for kind in LETTERS}
    assert len(set(grey.values())) == 3


@pytest.mark.parametrize("terrain", ["volcano", "desert", "reef"])
def test_a_tile_fills_its_hex_and_nothing_else(terrain: Terrain) -> None:
    mask = tile(terrain, 0).getchannel("A")
    filled = sum(mask.histogram()[128:]) / (layout.SIDE * 1.5 * layout.HIGH)
    assert 0.9 < filled <= 1
    assert mask.getpixel((0, 0)) == mask.getpixel((mask.width - 1, mask.height - 1)) == 0


def test_rocks_of_a_reef_stay_visible_round_a_ship() -> None:
    scene = view("reefs")
    dry = {name: kind for name, kind in scene.terrain.items() if name != "I9"}
    x, y = layout.middle("I9")
    edge = (round(x) + 30, round(y) - 20, round(x) + 52, round(y) + 20)
    bare = drawn(scene.model_copy(update={"terrain": dry}))
    assert differ(drawn(scene).crop(edge), bare.crop(edge)) is not None


# Weather


def test_hexes_beyond_the_storms_edge_are_dark_and_those_within_are_not() -> None:
    image = drawn(view("storm").model_copy(update={"ships": [], "traces": []}))
    for name, ring in RING.items():
        if name not in {"G7", "K3", "B12"}:
            x, y = layout.middle(name)
            pixel = image.getpixel((round(x) + 28, round(y) - 14))
            assert isinstance(pixel, tuple)
            assert (sum(pixel) < 400) == (ring > 4), name


@pytest.mark.parametrize("edge", range(7))
def test_every_edge_of_the_storm_looks_otherwise(edge: int) -> None:
    scene = view("storm").model_copy(update={"edge": edge})
    other = scene.model_copy(update={"edge": (edge + 1) % 7})
    assert differ(drawn(scene), drawn(other)) is not None


def test_each_wind_points_elsewhere() -> None:
    scene = view("wind")
    looks = {
        drawn(scene.model_copy(update={"drift": direction, "traces": []})).crop(layout.WIND).tobytes()
        for direction in LINES["G7"]
    }
    assert len(looks) == 6


# The margins


def test_the_title_band_has_the_colour_of_the_fleet_at_turn() -> None:
    scene = view("every_marker")
    for fleet in scene.fleets:
        shown = scene.model_copy(
            update={"awaited": [fleet.seat], "turn_seat": fleet.seat, "turn_fleet": fleet.colour}
        )
        assert drawn(shown).getpixel((6, 30)) == LIVERIES[fleet.colour].hue


def test_the_title_band_has_the_colour_of_the_player_who_is_asked_in_anothers_turn() -> None:
    assert drawn(view("defender_decides")).getpixel((6, 30)) == LIVERIES["blue"].hue


@pytest.mark.parametrize("status", ["armed", "active", "used"])
def test_a_gambit_that_works_or_is_used_looks_otherwise_than_a_ready_one(status: str) -> None:
    scene = view("storm")
    fleets = [scene.fleets[0].model_copy(update={"gambit_status": status}), *scene.fleets[1:]]
    card = layout.lies(3).cards[0]
    changed = drawn(scene.model_copy(update={"fleets": fleets}))
    assert differ(drawn(scene).crop(card), changed.crop(card)) is not None


def test_every_gambit_of_a_duel_has_room_on_its_card(written: Mapping[str, DrawnLetters]) -> None:
    scene, gambits = view("duel"), set()
    for colour, fleet in FLEETS.items():
        changed = {"colour": colour, "gambit": fleet.gambit, "letter": fleet.letter}
        one = scene.fleets[0].model_copy(update=changed)
        with recorded():
            letters = letters_on(
                draw_position(scene.model_copy(update={"fleets": [one, *scene.fleets[1:]]}), NAMES)
            ).letters
        card = layout.lies(4).cards[0]
        gambits.add([one.text for one in letters if one.inside(card)][-1])
    assert gambits == {"Powder", "Marines", "Fog", "Short sail", "Raking", "Steady"}


def tray(image: Image.Image) -> Image.Image:
    right, top = layout.TRAY
    return image.crop((right - 400, top, right, top + 140))


@pytest.mark.parametrize("spent", [["S4"], ["C5"]])
def test_the_tray_shows_a_die_that_was_spent(spent: list[str]) -> None:
    scene = view("every_die")
    assert scene.tray is not None
    changed = drawn(scene.model_copy(update={"tray": scene.tray.model_copy(update={"spent": spent})}))
    assert differ(tray(drawn(scene)), tray(changed)) is not None


def test_the_tray_says_how_many_dice_are_to_be_rolled() -> None:
    scene = view("storm")
    assert scene.tray is not None
    fewer = scene.model_copy(update={"tray": scene.tray.model_copy(update={"to_roll": 3})})
    assert differ(tray(drawn(scene)), tray(drawn(fewer))) is not None


@pytest.mark.parametrize("rolls", [[], [(5, 3)], [(4, 2)], [(2, 2), (5, 4)]])
def test_the_dice_of_a_boarding_lie_where_the_boarder_came_from(rolls: list[tuple[int, int]]) -> None:
    scene = view("boarded")
    (trace,) = scene.traces
    assert isinstance(trace, SailTrace)
    assert trace.fight is not None
    assert trace.fight.rolls[-1] == (5, 2)
    fight = replace(trace.fight, rolls=rolls)
    other = scene.model_copy(update={"traces": [replace(trace, fight=fight)]})
    assert differ(hex_of(drawn(scene), "E7"), hex_of(drawn(other), "E7")) is not None


def test_what_happened_in_a_hex_where_a_ship_lies_now_is_marked_beside_it() -> None:
    """Neither the swords of a boarding nor the loser's skull may cover the ship that won."""
    scene = view("boarded")
    without = scene.model_copy(update={"traces": []})
    x, y = map(round, layout.middle("F6"))
    ship = (x - 20, y - 30, x + 32, y + 30)
    assert differ(drawn(scene).crop(ship), drawn(without).crop(ship)) is None


def test_the_newest_turn_is_drawn_whole_and_the_one_before_it_as_a_thin_line() -> None:
    scene = view("two_turns")
    whose = [
        {trace.ship for trace in traces if not isinstance(trace, WeatherTrace)}
        for traces in (scene.traces, scene.earlier)
    ]
    assert whose == [{"blue1"}, {"red1", "red2"}]
    now = drawn(scene)
    for traces, earlier in (
        (scene.traces[1:], scene.earlier),
        (scene.traces[:1], scene.earlier),
        (scene.traces, []),
    ):
        less = scene.model_copy(update={"traces": traces, "earlier": earlier})
        assert differ(now, drawn(less)) is not None


def test_a_name_that_the_font_lacks_gives_way_to_the_fleets_letter() -> None:
    scene = view("longest_names")
    assert drawn_with(scene, {**NAMES, 6: "海賊王"}) == drawn_with(scene, {**NAMES, 6: "K"})


def test_a_long_name_ends_within_its_card() -> None:
    card = layout.lies(6).cards[1]
    between = (card.right + 1, card.top, card.right + 8, card.bottom)
    strip = draw_position(view("longest_names"), LONGEST_NAMES).crop(between)
    assert strip.getcolors() == [(strip.width * strip.height, theme.PAPER)]


def drawn_with(scene: PrivateerView, names: dict[int, str]) -> bytes:
    return draw_position(scene, names).tobytes()


def test_at_the_end_every_card_says_the_place_and_the_headline_the_winners_gold(
    written: Mapping[str, DrawnLetters],
) -> None:
    sheet, letters = layout.lies(4), written["the_end"].letters
    places = [
        [one.text for one in letters if one.inside(card) and one.text[0] in "1234" and len(one.text) > 1]
        for card in sheet.cards
    ]
    assert places == [["2nd"], ["1st"], ["4th"], ["3rd"]]
    assert "4" in [one.text for one in letters if one.inside(sheet.headline)]


# Hidden things


@pytest.mark.parametrize("scene", SCENES)
def test_the_picture_gives_no_hint_whether_dice_are_to_be_silent_or_not(scene: str) -> None:
    silent = view(scene)
    loud = silent.model_copy(update={"silent_dice": not silent.silent_dice})
    assert drawn(silent).tobytes() == drawn(loud).tobytes()


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_everybody_sees_the_same_picture(seat: int | None) -> None:
    same = render.draw(table("busy_turn").view(seat), NAMES)
    assert all_seen(same) == all_seen(GALLERY.picture("busy_turn"))


def test_what_only_the_engine_knows_is_in_neither_picture_nor_words() -> None:
    """Standing orders, an autopilot, and a forbidden course back are hidden."""
    open_book, secret = table("busy_turn"), table("busy_turn")
    secret.state.seats[1].prize_policy = "scuttle"
    turn = secret.state.turn
    assert turn is not None
    turn.autopilot = True
    turn.first_sail_dir = {"red1": "S", "red2": "N"}
    shown, hidden = open_book.view(), secret.view()
    assert all_seen(render.draw(shown, NAMES)) == all_seen(render.draw(hidden, NAMES))
    assert GAME.describe(shown, NAMES) == GAME.describe(hidden, NAMES)


def test_options_that_change_nothing_on_the_table_change_nothing_in_the_picture() -> None:
    played = table("busy_turn")
    shown = played.view()
    for changes in ({"desperation": True}, {"marque": True}, {"defender_prize": "scuttle"}):
        options = PrivateerOptions.model_validate({**played.state.options.model_dump(), **changes})
        other = table("busy_turn")
        other.state.options = options
        assert all_seen(render.draw(other.view(), NAMES)) == all_seen(render.draw(shown, NAMES))
