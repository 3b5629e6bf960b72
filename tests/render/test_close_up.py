"""Close-ups: the visible part of the chart, and whether names are readable on a phone."""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from statistics import fmean
from typing import NamedTuple, TypeAlias

import pytest
from PIL import Image

import render
from render import theme
from render.acrana.close_up import part_of as part_of_acrana
from render.acrana.close_up import tags as tags_of_acrana
from render.acrana.layout import FRAME
from render.acrana.ships import called as called_in_acrana
from render.acrana.ships import moorings as berths_of_acrana
from render.acrana.ships import name_spot
from render.canvas import Canvas
from render.chart import Box
from render.close_up import NAME, NEAR, Axes, Lettering, Name, Tag, apart, around, close_up, size_of
from render.dangerous_sea.close_up import part_of as part_of_sea
from render.dangerous_sea.close_up import tags as tags_of_sea
from render.dangerous_sea.layout import SEA as DANGEROUS_SEA
from render.dangerous_sea.liveries import LIVERIES as CAPTAINS
from render.dangerous_sea.ships import ALONE, GHOST_SHIP, ghost_mooring
from render.dangerous_sea.ships import moorings as moorings_of_sea
from render.drawings import OVERSIZE, drawings
from render.encode import LastStrips, Picture, make_palette, palette_of, png
from render.kraken_bay.close_up import part_of as part_of_bay
from render.kraken_bay.close_up import tags as tags_of_bay
from render.kraken_bay.layout import SEA as BAY
from render.kraken_bay.layout import SHIP, stands
from render.kraken_bay.liveries import LIVERIES as CHARACTERS
from render.lettering import BOLD_8, SHEET, Face, Style, cap_height
from render.pieces import Spot
from render.port_flower.close_up import part_of as part_of_port_flower
from render.port_flower.close_up import tags as tags_of_port_flower
from render.port_flower.course import choices as spots_of_choices
from render.port_flower.fleet import moorings, pieces, towed
from render.port_flower.layout import layout
from render.port_flower.liveries import livery_of
from render.privateer.close_up import part_of as part_of_privateer
from render.privateer.layout import SEA, middle
from render.privateer.liveries import LIVERIES as FLEETS
from render.privateer.ships import TALL
from rules.acrana.shown.view import AcranaView
from rules.dangerous_sea.shown.view import SeaView
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import told_to
from rules.engine.game import AnyGame, View
from rules.engine.registry import game
from rules.kraken_bay.shown.view import BayView
from rules.port_flower.shown.view import PortFlowerView
from rules.privateer.shown.view import PrivateerView
from tests.pictures import Seen, seen
from tests.render.acrana.scenes import view as scene_of_acrana
from tests.render.dangerous_sea.scenes import view as scene_of_sea
from tests.render.galleries import GALLERIES
from tests.render.gallery import NAMES, Gallery, opened
from tests.render.letters import PHONE
from tests.render.port_flower.scenes import view as scene_of_port_flower

WATER = Box(100, 80, 1100, 900)
ELEVEN = 11
"""The minimum height of capitals in pixels."""


def test_its_names_are_eleven_pixels_high_on_a_phone() -> None:
    drawing, lettering = Image.new("RGB", (1200, 1000)), Lettering(axes=Axes((), ()))
    with_axes = close_up(drawing, Box(0, 0, 400, 300), palette_of([theme.INK]), lettering)
    assert cap_height(NAME) * PHONE / with_axes.width >= ELEVEN


@pytest.mark.parametrize(
    ("ship", "places"),
    [
        ((600.0, 500.0), [(600.0, 400.0), (700.0, 500.0)]),
        ((150.0, 150.0), [(400.0, 120.0), (200.0, 600.0)]),
        ((1000.0, 850.0), [(600.0, 800.0)]),
        ((500.0, 300.0), [(900.0, 300.0), (850.0, 350.0)]),
    ],
)
def test_all_places_to_choose_from_are_shown_round_the_ship(ship: Spot, places: list[Spot]) -> None:
    part = around(ship, places, 50, WATER, 92)
    assert part is not None
    assert part.within(WATER) == part
    assert all(part.left + 49 <= x <= part.right - 49 for x, _ in places)
    assert all(part.top + 19 <= y <= part.bottom - 19 for _, y in places)
    across = [x for x, _ in (ship, *places)]
    room = part.width - (max(across) - min(across)) - 100
    free = part.left > WATER.left and part.right < WATER.right
    assert not free or abs(part.centre[0] - ship[0]) <= max(
        0, (max(across) - min(across)) / 2 + 50 - room / 2
    )


def test_a_ship_with_places_all_round_lies_in_the_middle() -> None:
    part = around((600, 500), [(500, 500), (700, 500), (600, 420), (600, 580)], 50, WATER, 92)
    assert part is not None
    assert part.width >= NEAR[0]
    assert part.centre == (600, 500)


def test_where_numbers_would_lie_over_each_other_the_chart_is_shown() -> None:
    places = [(150.0, 150.0), (1050.0, 850.0)]
    assert around((600, 500), places, 50, WATER, 92) is not None
    assert around((600, 500), places, 50, WATER, 60) is None


def test_names_within_the_part_are_written_and_the_drawing_stays_as_it_was() -> None:
    palette = palette_of([(255, 255, 255), (38, 50, 63), (0, 0, 0)])
    drawing = Image.new("RGB", (1200, 1000), "white")
    before = drawing.tobytes()
    part = Box(100, 100, 500, 400)
    bare = close_up(drawing, part, palette, Lettering())
    tag = Tag("K9", (300, 200), (0, 0, 0), (255, 255, 255))
    assert close_up(drawing, part, palette, Lettering([Name("K9", (600, 600))])) == bare
    assert close_up(drawing, part, palette, Lettering([Name("K9", (300, 200))])) != bare
    assert close_up(drawing, part, palette, Lettering(tags=[tag])) != bare
    assert drawing.tobytes() == before


def _moves(view: View) -> Sequence[object]:
    """Return the view's moves of the last turn, or the reachable places."""
    if isinstance(view, AcranaView):
        return [*view.reach]
    if isinstance(view, SeaView):
        return view.targets
    if isinstance(view, PortFlowerView):
        return view.can_end
    if isinstance(view, PrivateerView):
        return () if part_of_privateer(view) is None else view.reach
    if isinstance(view, BayView):
        return [*view.numbers] if part_of_bay(view) else ()
    return getattr(view, "traces", ())


# Reachable places


Position: TypeAlias = tuple[AnyGame, View]


@cache
def choices(slug: str) -> Sequence[Position]:
    """Return views of players who choose among places, in a random game."""
    rules, luck = game(slug), random.Random(3)
    chance = Chance(QuickStream(luck))
    state, told = rules.start(rules.options.model_validate(NOT_SILENT.get(slug, {})), 3, chance)
    found: list[Position] = []
    for step in range(200):
        if rules.outcome(state) is not None:
            break
        decision = rules.decisions(state)[0]
        if step % 6 == 0:
            view = rules.view_to_choose(state, decision.seat, told_to(told[-12:], decision.seat))
            found += [(rules, view)] if rules.reach(view) else []
        action = rules.resolve(state, decision.seat, luck.choice(decision.actions))
        told += rules.apply(state, decision.seat, action, chance)
    return found


NOT_SILENT: Mapping[str, Mapping[str, object]] = {"privateer": {"silent_dice": False}}
"""Options without which a game shows no reachable places."""


def from_nearer(drawn: Picture) -> Picture | None:
    """Return the picture if it is a close-up."""
    return drawn if drawn.width < SHEET else None


of_every_chart = pytest.mark.parametrize("slug", [gallery.game for gallery in GALLERIES])


@of_every_chart
def test_who_chooses_sees_from_nearer_what_can_be_reached(slug: str) -> None:
    assert choices(slug)
    shown = 0
    for rules, view in choices(slug)[:4]:
        near = from_nearer(render.draw(view, NAMES))
        assert len(rules.reach(view)) > 20
        # If a close-up has no room for all the places, the chart has their numbers.
        if near is not None:
            assert 0.5 < near.height / near.width <= 1.01
            shown += 1
    assert shown


@of_every_chart
def test_a_close_up_is_half_as_large_a_file_as_a_chart_at_the_most(slug: str) -> None:
    scenes = [
        gallery.picture(scene) for gallery in GALLERIES if gallery.game == slug for scene in gallery.scenes
    ]
    chart = fmean(len(picture.data) for picture in scenes if picture.width == SHEET)
    drawn = [render.draw(view, NAMES) for _, view in choices(slug)[:4]]
    nears = [(len(near.data), chart) for picture in (*drawn, *scenes) if (near := from_nearer(picture))]
    sizes, charts = (sum(of_each) for of_each in zip(*nears, strict=True))
    assert sizes <= charts / 2


def test_the_numbers_of_the_menu_stand_on_the_squares_and_beside_the_boats() -> None:
    for _, view in choices("port_flower"):
        assert isinstance(view, PortFlowerView)
        plan = layout(view.board, len(view.seats))
        spots = spots_of_choices(plan, view)
        assert list(spots) == view.can_end
        taken = {*view.sharks, *(seat.position for seat in view.seats)}
        for square, (x, y) in spots.items():
            middle = plan.middle(square)
            away = math.dist((x, y), middle)
            assert (away > plan.field / 3) == (square in taken)
            assert away < plan.field * 0.6


@pytest.mark.parametrize("gallery", GALLERIES, ids=repr)
def test_every_scene_in_which_something_moved_has_one(gallery: Gallery[View]) -> None:
    found = 0
    for scene in gallery.scenes:
        near = from_nearer(gallery.picture(scene))
        assert (near is not None) == bool(_moves(gallery.view(scene))), scene
        if near is not None:
            found += 1
            assert opened(near).size == (near.width, near.height)
    assert found > len(gallery.scenes) // 8


# The cargo of ships


class Ship(NamedTuple):
    """A ship's text, its spot on the chart, and the height of its smallest letters."""

    text: str
    at: Spot
    capitals: float


def _capitals(drawing: str, height: int) -> float:
    mark, box = drawings()[drawing].letter, drawings()[drawing].box
    assert mark is not None
    return cap_height(Style(Face.BOLD, round(mark.size * height / box[1] * OVERSIZE))) / OVERSIZE


def _ships(view: View) -> Iterator[Ship]:
    if isinstance(view, PortFlowerView):
        plan = layout(view.board, len(view.seats))
        for kind, number, at, height in (*pieces(plan, view), *towed(plan, view), *moorings(plan, view)):
            seat = view.seats[number - 1]
            told = str(number) if kind == "shark" else seat.letter
            yield Ship(told, at, _capitals("shark" if kind == "shark" else livery_of(seat).ship, height))
    elif isinstance(view, AcranaView):
        for name, berth in berths_of_acrana(view).items():
            of_flotilla = view.ship(name)
            spot, capitals = name_spot(view, of_flotilla, berth)
            yield Ship(called_in_acrana(view, of_flotilla), spot, capitals)
    elif isinstance(view, PrivateerView):
        for ship in view.ships:
            carried = min(cap_height(BOLD_8), _capitals(FLEETS[ship.fleet].ship, TALL))
            yield Ship(ship.id, middle(ship.hex), carried)
    elif isinstance(view, SeaView):
        yield from _ships_at_sea(view)
    elif isinstance(view, BayView):
        yield from _ships_in_the_bay(view)


def _ships_at_sea(view: SeaView) -> Iterator[Ship]:
    for captain, (at, crowded) in moorings_of_sea(view).items():
        livery = CAPTAINS[captain]
        yield Ship(livery.letter, at, cap_height(BOLD_8) if crowded else _capitals(livery.ship, ALONE))
    if ghost := ghost_mooring(view):
        capitals = cap_height(BOLD_8) if ghost.crowded else _capitals(GHOST_SHIP, ALONE)
        yield Ship("G", ghost.at, capitals)


def _ships_in_the_bay(view: BayView) -> Iterator[Ship]:
    lie = stands(view)
    for ship in view.ships:
        if ship.at is not None:
            crowded, livery = ship.at in lie.crowded, CHARACTERS[ship.id]
            capitals = cap_height(BOLD_8) if crowded else _capitals(livery.ship, SHIP)
            yield Ship(livery.letter, lie.spots[ship.id], capitals)


def _tags(view: View, part: Box) -> Iterator[Tag]:
    if isinstance(view, PortFlowerView):
        yield from tags_of_port_flower(view, part)
    elif isinstance(view, AcranaView):
        yield from tags_of_acrana(view, part)
    elif isinstance(view, SeaView):
        yield from tags_of_sea(view, part)
    elif isinstance(view, BayView):
        yield from tags_of_bay(view, part)


def _water(view: View) -> Box:
    if isinstance(view, PortFlowerView):
        return layout(view.board, len(view.seats)).sea
    if isinstance(view, SeaView):
        return DANGEROUS_SEA
    if isinstance(view, BayView):
        return BAY
    return FRAME if isinstance(view, AcranaView) else SEA


def _all_on_one_square() -> Iterator[View]:
    race = scene_of_port_flower("longest_names")
    square = next(seat.position for seat in race.seats if seat.position not in {"port", "tow", "out"})
    together = [seat.model_copy(update={"position": square}) for seat in race.seats]
    yield race.model_copy(update={"seats": together, "sharks": [square] * len(race.sharks)})
    fleets = scene_of_acrana("all_on_the_roads")
    for square_of_ships in (1, 60, 83):
        crowd = [ship.model_copy(update={"square": square_of_ships}) for ship in fleets.ships]
        yield fleets.model_copy(update={"ships": crowd})
    hunt = scene_of_sea("ghost_ship")
    for square in ("A1", "F6", hunt.ghost or ""):
        ships_there = [ship.model_copy(update={"at": square}) for ship in hunt.ships]
        yield hunt.model_copy(update={"ships": ships_there})


def _scenes() -> Iterator[View]:
    yield from _all_on_one_square()
    for gallery in GALLERIES:
        if gallery.game in {"port_flower", "acrana", "privateer", "dangerous_sea", "kraken_bay"}:
            yield from map(gallery.view, gallery.scenes)


FAR = (512, 384)
"""The largest part of a chart whose labels can be read on a phone."""


def part_round(spot: Spot, size: tuple[int, int], within: Box) -> Box:
    """Return a box of this size within a chart, with the box's middle as near to the spot as possible."""
    left, top = (
        round(max(low, min(middle - length / 2, high - length)))
        for middle, length, low, high in zip(
            spot, size, (within.left, within.top), (within.right, within.bottom), strict=True
        )
    )
    return Box(left, top, left + size[0], top + size[1])


@pytest.mark.parametrize("most", [NEAR, FAR])
def test_what_ships_carry_is_eleven_pixels_high_on_a_phone_however_many_share_a_square(
    most: tuple[int, int],
) -> None:
    tagged = read = 0
    for view in _scenes():
        water = _water(view)
        for spot in {ship.at for ship in _ships(view)}:
            part = part_round(spot, most, water)
            placed = apart(_tags(view, part), part)
            tagged += len(placed)
            texts = [tag.text for tag, _ in placed]
            for ship in _ships(view):
                inside = part.left < ship.at[0] < part.right and part.top + TALL < ship.at[1] < part.bottom
                assert not inside or ship.capitals * PHONE / part.width >= ELEVEN or ship.text in texts
                read += inside
            assert all(box.left >= 0 <= box.top for _, box in placed)
            assert all(box.right <= size_of(part)[0] and box.bottom <= size_of(part)[1] for _, box in placed)
            for (_, one), (_, other) in combinations(placed, 2):
                apart_across = one.right <= other.left or other.right <= one.left
                assert apart_across or one.bottom <= other.top or other.bottom <= one.top
    # On most charts letters are large enough without tags.
    assert read > 100
    assert tagged


def _part(view: View) -> Box | None:
    if isinstance(view, PortFlowerView):
        return part_of_port_flower(view)
    if isinstance(view, AcranaView):
        return part_of_acrana(view)
    if isinstance(view, PrivateerView):
        return part_of_privateer(view)
    if isinstance(view, BayView):
        return part_of_bay(view)
    return part_of_sea(view) if isinstance(view, SeaView) else None


@pytest.mark.parametrize("slug", ["port_flower", "acrana", "privateer", "dangerous_sea", "kraken_bay"])
def test_what_ships_carry_is_eleven_pixels_high_on_the_close_ups_that_are_shown(slug: str) -> None:
    """Port Flower's close-ups are excluded where they show nearly the complete sea."""
    scenes = [view for view in _scenes() if view.game == slug]
    seen_there = 0
    for view in [*scenes, *(view for _, view in choices(slug))]:
        part = _part(view)
        if part is None:
            continue
        texts = [tag.text for tag, _ in apart(_tags(view, part), part)]
        for ship in _ships(view):
            if part.left < ship.at[0] < part.right and part.top + TALL < ship.at[1] < part.bottom:
                assert ship.capitals * PHONE / part.width >= ELEVEN or ship.text in texts
                seen_there += 1
    assert seen_there > 20


def test_a_close_up_is_the_same_whatever_of_the_chart_was_packed_before_it() -> None:
    chart = Image.effect_noise((500, 400), 60).convert("RGB")
    palette = make_palette(chart, [theme.PAPER], 32)
    part, last, found = Box(50, 70, 450, 370), LastStrips(), list[Seen]()
    for top in (100, 300):
        fresh, packed = Canvas(chart), Canvas(chart)
        for canvas in (fresh, packed):
            canvas.paste(theme.ALARM, (60, top, 90, top + 30))
        png(packed, palette, last)
        assert packed.coloured
        found.append(seen(close_up(packed, part, palette, Lettering()).data))
        assert found[-1] == seen(close_up(fresh, part, palette, Lettering()).data)
    assert found[0] != found[1]
