"""The picture of Sailing Port Flower: the bay from the cache, then everything that can change in a turn."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from render import cards, dice, theme
from render.chart import Box
from render.drawings import sprite
from render.encode import Picture, png
from render.pieces import Spot, boat, fan, glow, place, ring, spot_of, token
from render.port_flower import wakes
from render.port_flower.bay import paint_bay, plate_height
from render.port_flower.colours import GOAL, GOAL_STRENGTH, palette
from render.port_flower.layout import Layout, layout
from render.port_flower.liveries import LIVERIES
from render.port_flower.seats import paint_seat
from render.port_flower.words import aside, leading_seat, short_names, shown_names, tale, title
from rules.port_flower.board import FILE, Place, four_of
from rules.port_flower.view import PortFlowerView

_AROUND_A_BUOY: Sequence[Spot] = (
    (-1.0, -1.0),
    (0.0, -1.25),
    (1.0, -1.0),
    (-1.0, 1.0),
    (0.0, 1.25),
    (1.0, 1.0),
)


def paint(view: PortFlowerView, names: Mapping[int, str]) -> Picture:
    """The picture of a position, about 1200 pixels wide."""
    return png(draw_position(view, names), palette())


def draw_position(view: PortFlowerView, names: Mapping[int, str]) -> Image.Image:
    """The same before it is encoded, as an RGB image."""
    plan = layout(view.board, len(view.seats))
    canvas = paint_bay(view.board, tuple(view.islands), len(view.seats)).copy()
    harbour = plan.block(view.port)
    _paint_goal(canvas, plan, view)
    wakes.paint_trails(canvas, plan, view.wake)
    _paint_buoys(canvas, plan, view)
    wakes.paint_ghosts(canvas, plan, view.wake, view.port)
    wakes.paint_hits(canvas, plan, view.wake, harbour.centre)
    wakes.paint_rings(canvas, plan, view.wake, view.port)
    _paint_choices(canvas, plan, view, harbour)
    _paint_pieces(canvas, plan, view)
    _paint_moored(canvas, plan, harbour, view)
    _paint_towed(canvas, plan, view)
    _paint_margins(canvas, plan, view, shown_names(view, names))
    return canvas


def _paint_margins(canvas: Image.Image, plan: Layout, view: PortFlowerView, names: Mapping[int, str]) -> None:
    """Title, words, dice and cards."""
    lead, brief = LIVERIES[leading_seat(view).seat], short_names(names)
    end = plan.rose.left - 24 if plan.rose.top < plan.band.bottom else plan.words.right
    cards.title_band(canvas, plan.band, end, lead, title(view, brief), aside(view))
    cards.words(canvas, plan.words, tale(view, brief))
    signs = {str(wind): direction.suit for wind, direction in FILE.directions.items()}
    dice.wind_rose(canvas, plan.rose, signs, view.dice, view.dice_left)
    for box, seat in zip(plan.cards, view.seats, strict=True):
        paint_seat(canvas, box, view, seat, names[seat.seat])


def _paint_goal(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Light up the squares where the seat at turn must go next: four round a buoy, or the port."""
    if view.phase != "racing" or view.turn_seat is None:
        return
    hue = LIVERIES[view.turn_seat].hue
    if view.due is not None and view.due <= len(view.buoys):
        goal = plan.block(four_of(view.buoys[view.due - 1]))
        canvas.paste(GOAL, goal, Image.new("L", (goal.width, goal.height), GOAL_STRENGTH))
    else:
        goal = plan.block(view.port).grown(5)
    draw = ImageDraw.Draw(canvas)
    for inset, colour, line in ((0, theme.CARD, 8), (1, theme.INK, 6), (2, hue, 4)):
        draw.rounded_rectangle(goal.grown(-inset), 10, None, colour, line)


def _paint_buoys(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """The buoys with their numbers, rays round one just reached, and the tokens of who has passed."""
    fresh = {buoy for trace in view.wake for buoy in trace.reached}
    size = max(44, round(plan.field * 0.54))
    mark = round(size * 0.34)
    for number, point in enumerate(view.buoys, start=1):
        x, y = plan.middle(point)
        if number in fresh:
            place(canvas, glow(round(size * 1.75), theme.GOLD), (x, y))
        for seat in view.seats:
            if seat.reached >= number:
                across, down = _AROUND_A_BUOY[seat.seat - 1]
                place(
                    canvas,
                    token(LIVERIES[seat.seat], mark),
                    (x + across * mark * 1.15, y + down * size * 0.47),
                )
        place(canvas, sprite("buoy", size, mark=str(number), mark_colour=theme.INK), (x, y))


def _paint_choices(canvas: Image.Image, plan: Layout, view: PortFlowerView, harbour: Box) -> None:
    """A spot on every square where the boat at turn could end."""
    if view.turn_seat is None:
        return
    spot = spot_of(round(plan.field * 0.22), LIVERIES[view.turn_seat].hue)
    for name in view.can_end:
        place(canvas, spot, harbour.centre if name == "port" else plan.middle(name))


def _paint_pieces(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Sharks and boats at sea, northern squares first so that no sail hides a hull; crowds are fanned out."""
    height = round(plan.field * 0.8)
    crowd: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for number, square in enumerate(view.sharks, start=1):
        crowd[square].append(("shark", number))
    for seat in view.seats:
        if seat.position not in {"port", "tow", "out"}:
            crowd[seat.position].append(("boat", seat.seat))
    for square in sorted(crowd, key=lambda name: (-Place.read(name).y, Place.read(name).x)):
        scale, offsets = fan(len(crowd[square]))
        x, y = plan.middle(square)
        for (kind, number), (east, south) in zip(crowd[square], offsets, strict=True):
            tall = round(height * scale)
            piece = (
                sprite("shark", tall, mark=str(number)) if kind == "shark" else boat(LIVERIES[number], tall)
            )
            place(canvas, piece, (x + east * plan.field, y + south * plan.field))


def _paint_moored(canvas: Image.Image, plan: Layout, harbour: Box, view: PortFlowerView) -> None:
    """The boats in port, lined up below the town; one that just stayed or came is ringed."""
    moored = [seat.seat for seat in view.seats if seat.position == "port"]
    across = 3 if len(moored) > 2 else max(1, len(moored))
    down = -(-len(moored) // across)
    height = round(plan.field * (0.58 if down == 2 else 0.7))
    acted = {trace.seat for trace in view.wake if trace.piece == "boat"}
    base = harbour.bottom - plate_height(plan.field) + 1
    for index, seat in enumerate(moored):
        x = harbour.left + harbour.width * (index % across + 0.5) / across
        y = base - height * (0.5 + 0.92 * (down - 1 - index // across))
        if seat in acted:
            place(canvas, ring(round(height * 1.16), LIVERIES[seat].hue, 4), (x, y))
        place(canvas, boat(LIVERIES[seat], height), (x, y))


def _paint_towed(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """A boat that waits to be placed lies small beside the last buoy it reached, where the most room is."""
    taken = {*view.sharks, *(seat.position for seat in view.seats)}
    for seat in view.seats:
        if seat.position != "tow":
            continue
        point = view.buoys[max(seat.reached, 1) - 1]
        north_west, north_east, south_east, south_west = four_of(point)
        sides = {
            (0.0, -0.62): (north_west, north_east),
            (0.0, 0.62): (south_west, south_east),
            (0.62, 0.0): (north_east, south_east),
            (-0.62, 0.0): (north_west, south_west),
        }
        east, south = min(sides, key=lambda side: sum(square in taken for square in sides[side]))
        x, y = plan.middle(point)
        place(
            canvas,
            ring(round(plan.field * 0.74), LIVERIES[seat.seat].hue, 3),
            (x + east * plan.field, y + south * plan.field),
        )
        place(
            canvas,
            boat(LIVERIES[seat.seat], round(plan.field * 0.56)),
            (x + east * plan.field, y + south * plan.field),
        )
