"""The page `docs/performance.md`, with the tables and pictures of the last full run between two marks."""

import datetime
import os
from collections.abc import Sequence
from pathlib import Path

from bench.budgets import Budget, Verdict, budgets
from bench.curves import draw
from bench.findings import Finding, Findings

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


def write(found: Findings, machine: str) -> None:
    """Replace the findings on the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{_told(found, machine)}\n{END}{after}", encoding="utf-8")
    for curve in found.curves:
        (PICTURES / f"performance-{curve.slug}.png").write_bytes(draw(curve))


def _told(found: Findings, machine: str) -> str:
    today = datetime.datetime.now(tz=datetime.UTC).date()
    busy = f"{machine}, at the end {os.getloadavg()[0]:.1f}"
    pictures = [f"![{curve.title}](pictures/performance-{curve.slug}.png)\n" for curve in found.curves]
    return "\n".join([f"Measured on {today} on a machine with {busy}.\n", tables(found.rows), *pictures])


def tables(rows: list[Finding]) -> str:
    """Return a Markdown table of the costs of each game, and a table of other costs, if they have rows."""
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
