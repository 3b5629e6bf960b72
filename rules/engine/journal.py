"""The journal as a tree.

A step continues the position in which it was made (`Entry.parent`). `undo` and `redo` only select the current
position. Nothing is ever deleted: an undone line stays as a branch. Standing orders and changes of players
are outside the tree.

Entries are numbered from 1 without gaps, so entry n is `journal[n - 1]`. The number of a position is the
number of the step that led to it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules.engine.entry import Entry

Journal = Sequence[Entry]


class Branch(NamedTuple):
    """An undone line. The branch left the current line after step `fork`.

    `steps` are the branch's steps after the fork, oldest first. Secret steps must not be shown to anybody.
    """

    fork: int
    steps: tuple[int, ...]

    @property
    def end(self) -> int:
        """The position at the branch's end, to which a redo leads."""
        return self.steps[-1]


def line(journal: Journal, head: int) -> tuple[int, ...]:
    """Return the steps that lead to position `head`, oldest first."""
    steps = []
    while head:
        steps.append(head)
        head = journal[head - 1].parent
    return tuple(reversed(steps))


def lies_behind(journal: Journal, number: int, head: int) -> bool:
    """Return whether step `number` leads to the later position `head`."""
    step = head
    while step > max(number, 0):
        step = journal[step - 1].parent
    return 0 < step == number < head


def is_step(journal: Journal, number: int) -> bool:
    """Return whether entry `number` exists and is a step."""
    return 0 < number <= len(journal) and journal[number - 1].moves


def branches(journal: Journal, head: int) -> tuple[Branch, ...]:
    """Return the lines that were undone and not resumed, in the order of their ends."""
    counts = set(line(journal, head))
    steps = [entry for entry in journal if entry.moves]
    continued = {entry.parent for entry in steps}
    ends = [entry.number for entry in steps if entry.number not in {*continued, *counts}]
    return tuple(_branch(journal, end, counts) for end in ends)


def _branch(journal: Journal, end: int, counts: set[int]) -> Branch:
    steps = []
    while end not in counts:
        steps.append(end)
        end = journal[end - 1].parent
    return Branch(end, tuple(reversed(steps)))


def undone(journal: Journal, head: int) -> int:
    """Return the position from which the last undo came to `head`; 0 if play has gone on since."""
    for entry in reversed(journal):
        if entry.kind == "undo" and entry.parent == head:
            return entry.left
        if entry.moves:
            break
    return 0


def has_seen_dice(journal: Journal, head: int) -> bool:
    """Return whether dice or cards seen before an undo may come again after position `head`.

    The result depends only on what everybody knows, so all veiled choices of a seat count as the same choice.
    """
    counts = set(line(journal, head))
    lines: dict[tuple[int, int, str], int] = {}
    known = {0: 0}
    """A number for each step. Steps after the same publicly known decisions have the same number."""
    for entry in journal:
        if entry.moves:
            before = known[entry.parent]
            decided = entry.decides and not entry.secret
            if decided or entry.kind == "fresh":
                told = f"fresh {entry.number}" if entry.kind == "fresh" else entry.public_what
                before = lines.setdefault((before, entry.seat, told), len(lines) + 1)
            known[entry.number] = before
    after = set[int]()
    """The steps made in the current position or after the same decisions, and all steps after these."""
    for entry in journal:
        if entry.moves and entry.parent and (known[entry.parent] == known[head] or entry.parent in after):
            after.add(entry.number)
            if entry.rolls and not entry.secret and entry.number not in counts:
                return True
    return False


def unheard(journal: Journal, head: int, to: int) -> bool:
    """Return whether all steps between `to` and the later position `head` are secret."""
    return all(journal[number - 1].secret for number in line(journal, head) if number > to)
