"""`docs/performance.md`: the table, the notes and the pictures of the last full run, between two marks."""

import datetime
import os
from pathlib import Path

from bench.budgets import Budget, Verdict, budgets
from bench.curves import draw
from bench.findings import Finding, Findings

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
PICTURES = ROOT / "docs" / "pictures"

BEGIN, END = "<!-- measured -->", "<!-- measured up to here -->"

HEAD = """\
| what | here | peer | result | budget | aim | |
| --- | --- | --- | --- | --- | --- | --- |
"""

SIGNS: dict[Verdict, str] = {
    "aim": "✅ aim reached",
    "budget": "✅ in budget",
    "missed": "❌ missed",
    "not measured": "– not measured",
}


def write(found: Findings, machine: str) -> None:
    """Replace the old findings on the page with these."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{_told(found, machine)}\n{END}{after}", encoding="utf-8")
    for curve in found.curves:
        (PICTURES / f"performance-{curve.slug}.png").write_bytes(draw(curve))


def _told(found: Findings, machine: str) -> str:
    today = datetime.datetime.now(tz=datetime.UTC).date()
    busy = f"{machine}, at the end {os.getloadavg()[0]:.1f}"
    parts = [f"Measured on {today} on a machine with {busy}.\n", table(found.rows)]
    if found.notes:
        parts.append("".join(f"- {note}\n" for note in found.notes))
    parts += [f"![{curve.title}](pictures/performance-{curve.slug}.png)\n" for curve in found.curves]
    return "\n".join(parts)


def table(rows: list[Finding]) -> str:
    """Return the table in Markdown, in the order of the budgets."""
    order = list(budgets())
    ordered = sorted(rows, key=lambda row: order.index(row.budget))
    return HEAD + "".join(_row(row, budgets()[row.budget]) for row in ordered)


def _row(row: Finding, budget: Budget) -> str:
    what = f"{budget.what} ({row.game})" if row.game else budget.what
    peer = f"{budget.against}: {row.peers}" if row.peers else budget.against
    result = "–" if row.value is None else f"{row.value:.3g} {budget.unit}"
    cells = (what, row.ours, peer, result, budget.bound(budget.budget), budget.bound(budget.aim))
    return f"| {' | '.join(cells)} | {SIGNS[budget.verdict(row.value)]} |\n"
