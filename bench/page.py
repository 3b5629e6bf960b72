"""The page `docs/performance.md`, with the tables and pictures of the last full run between two marks."""

import datetime
import io
import math
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from bench.budgets import Budget, Verdict, budgets
from bench.findings import Curve, Finding, Findings
from render import theme
from render.lettering import Face, Style, write

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
PICTURES = ROOT / "docs" / "pictures"

BEGIN, END = "<!-- measured -->", "<!-- measured up to here -->"

SIGNS: dict[Verdict, str] = {
    "aim": "🎯 aim reached",
    "budget": "✅ in budget",
    "missed": "❌ missed",
    "not measured": "– not measured",
}

SIZE = (900, 420)
LEFT, TOP, RIGHT, BOTTOM = 90, 70, 700, 350
TITLE = Style(Face.TITLE, 24)
SMALL = Style(Face.TEXT, 17)
FINE = 4
"""The factor by which lines are drawn too large and then reduced, so that they are smooth."""

COLOURS = (theme.rgb("#2F5D8A"), theme.rgb("#B5533C"))


def update(found: Findings, machine: str) -> None:
    """Replace the findings on the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{_told(found, machine)}\n{END}{after}", encoding="utf-8")
    for curve in found.curves:
        (PICTURES / f"performance-{curve.slug}.png").write_bytes(_draw(curve))


def _told(found: Findings, machine: str) -> str:
    today = datetime.datetime.now(tz=datetime.UTC).date()
    busy = f"{machine}, at the end {os.getloadavg()[0]:.1f}"
    pictures = [f"![{curve.title}](pictures/performance-{curve.slug}.png)\n" for curve in found.curves]
    return "\n".join([f"Measured on {today} on a machine with {busy}.\n", tables(found.rows), *pictures])


def tables(rows: list[Finding]) -> str:
    """Return two Markdown tables: the costs of each game, and the other costs. An empty table is left out.

    The rows are in the order of the budgets.
    """
    games = list(dict.fromkeys(row.game for row in rows if row.game))
    each, once = [("what", "budget", *games)], [("what", "here", "against", "result", "budget", "aim")]
    for key, budget in budgets().items():
        found = [row for row in rows if row.budget == key]
        bounds = (budget.bound(budget.budget), budget.bound(budget.aim))
        of_games = {row.game: _of_game(row, budget) for row in found if row.game}
        if of_games:
            against = "" if budget.against == "–" else f"<br>against {budget.against}"
            aim = "" if budget.aim is None else f"<br>aim {bounds[1]}"
            results = (of_games.get(game, "–") for game in games)
            each.append((f"{budget.what}{against}", f"{bounds[0]}{aim}", *results))
        once += [(budget.what, *_alone(row, budget), *bounds) for row in found if not row.game]
    return "\n".join(_table(lines) for lines in (each, once) if len(lines) > 1)


def _of_game(row: Finding, budget: Budget) -> str:
    """Return the cell of a game: the verdict, the judged value, and our cost."""
    sign = SIGNS[budget.verdict(row.value)].split()[0]
    if not row.peers:
        return f"{sign} {row.ours}"
    return f"{sign} {row.peers if row.value is None else f'{row.value:.3g}'}<br>{row.ours}"


def _alone(row: Finding, budget: Budget) -> tuple[str, str, str]:
    """Return three cells: our cost, the peer, and the verdict."""
    against = f"{budget.against}: {row.peers}" if row.peers else budget.against
    sign = SIGNS[budget.verdict(row.value)]
    return row.ours, against, sign if row.value is None else f"{row.value:.3g} {budget.unit} {sign}"


def _table(lines: Sequence[tuple[str, ...]]) -> str:
    head, *rest = lines
    rows = [head, ("---",) * len(head), *rest]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def _draw(curve: Curve) -> bytes:
    """Return a curve as a PNG file. Both axes begin at 0. An x axis with a wide range is logarithmic."""
    across = _Scale([x for points in curve.lines.values() for x, _ in points], LEFT, RIGHT)
    up = _Scale(
        [0, *(y * 1.1 for points in curve.lines.values() for _, y in points)], BOTTOM, TOP, wide=math.inf
    )
    canvas = Image.new("RGB", (SIZE[0] * FINE, SIZE[1] * FINE), theme.PAPER)
    pen = ImageDraw.Draw(canvas)
    for tick in up.ticks():
        pen.line(_large([(LEFT, up(tick)), (RIGHT, up(tick))]), theme.mix(theme.PAPER, theme.INK, 0.2), 2)
    pen.line(_large([(LEFT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)]), theme.INK, 2 * FINE)
    for points, colour in zip(curve.lines.values(), COLOURS, strict=False):
        spots = _large([(across(x), up(y)) for x, y in points])
        pen.line(spots, colour, 3 * FINE, "curve")
        for x, y in spots:
            pen.ellipse((x - 5 * FINE, y - 5 * FINE, x + 5 * FINE, y + 5 * FINE), colour)
    reduced = canvas.reduce(FINE)
    _letter(reduced, curve, across, up)
    packed = io.BytesIO()
    reduced.quantize(64, dither=Image.Dither.NONE).save(packed, "PNG", optimize=True)
    return packed.getvalue()


class _Scale:
    """A scale from values to pixels.

    The scale is logarithmic if the greatest value is more than `wide` times the least value above 0.
    """

    def __init__(self, values: list[float], start: float, end: float, wide: float = 50) -> None:
        self.values = sorted(set(values))
        self.start, self.end = start, end
        self.least = next((value for value in self.values if value > 0), 1.0)
        self.log = self.values[-1] / self.least > wide

    def __call__(self, value: float) -> float:
        """Return the pixel of a value."""
        top = self._height(self.values[-1])
        return self.start + (self.end - self.start) * (self._height(value) / top if top else 0)

    def _height(self, value: float) -> float:
        return math.log1p(value / self.least) if self.log else value

    def ticks(self) -> Iterator[float]:
        """Yield round values for lines across the picture."""
        most = self.values[-1]
        step = 10 ** math.floor(math.log10(most)) if most > 0 else 1.0
        step = next(step / part for part in (1, 2, 5, 10) if most / (step / part) >= 4)
        yield from (step * number for number in range(math.floor(most / step) + 1))


def _large(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x * FINE, y * FINE) for x, y in points]


def _letter(picture: Image.Image, curve: Curve, across: _Scale, up: _Scale) -> None:
    write(picture, (LEFT, 36), curve.title, TITLE, theme.INK)
    write(picture, (LEFT, TOP - 10), curve.up, SMALL, theme.INK)
    write(picture, (RIGHT, BOTTOM + 50), curve.across, SMALL, theme.INK, "right")
    for tick in up.ticks():
        write(picture, (LEFT - 10, round(up(tick)) + 6), f"{tick:,.4g}", SMALL, theme.INK, "right")
    for value in across.values:
        write(picture, (round(across(value)), BOTTOM + 24), f"{value:,.0f}", SMALL, theme.INK, "middle")
    for (name, points), colour in zip(curve.lines.items(), COLOURS, strict=False):
        write(picture, (RIGHT + 12, round(up(points[-1][1])) + 6), name, SMALL, colour)
