"""The legal places for buoys and islands of a random or player-made course (section 5)."""

from collections.abc import Sequence

from rules.port_flower.board import Board, Place, Point, Square, four_of

LEAST_GAP = 2


def legal_points(board: Board, earlier: Sequence[Point], last: int, sharks: int) -> tuple[Point, ...]:
    """Return the points for the next of `last` buoys, row by row. The gap shrinks if all are too near."""
    taken = {*board.port, *board.chart.shark_starts[:sharks]}
    taken.update(square for point in earlier for square in four_of(point))
    candidates = [(point, Place.read(point)) for point in board.points if taken.isdisjoint(four_of(point))]
    away_from = [Place.read(earlier[-1] if earlier else board.chart.port_point)]
    if len(earlier) + 1 == last:
        away_from.append(Place.read(board.chart.port_point))
    points: tuple[Point, ...] = ()
    for gap in range(board.chart.min_gap, LEAST_GAP - 1, -1):
        points = tuple(point for point, at in candidates if all(at.gap(place) >= gap for place in away_from))
        if points:
            break
    return points


def legal_islands(
    board: Board, buoys: Sequence[Point], islands: Sequence[Square], sharks: int
) -> tuple[Square, ...]:
    """Return the squares where the next island may be, row by row; empty if there are none."""
    sea = [square for square in board.squares if square not in islands and square not in board.port]
    kept_free = {*board.chart.shark_starts[:sharks], *_narrow_squares(board, sea)}
    kept_free.update(square for point in buoys for square in four_of(point))
    kept_free.update(square for quay in board.port for square in board.neighbours(quay))
    return tuple(square for square in sea if square not in kept_free)


def _narrow_squares(board: Board, sea: Sequence[Square]) -> set[Square]:
    """Return the cut vertices of the sea: squares without which N, E, S and W steps would not connect it."""
    water = set(sea)
    seen_at: dict[Square, int] = {}
    narrow: set[Square] = set()

    def explore(square: Square, before: Square | None) -> int:
        """Search depth first. Return the number of the earliest square that the search meets again."""
        here = earliest = seen_at[square] = len(seen_at)
        branches = 0
        for beyond in board.beside[square]:
            if beyond not in water or beyond == before:
                continue
            reached = seen_at.get(beyond)
            if reached is None:
                reached = explore(beyond, square)
                branches += 1
                if before is not None and reached >= here:
                    narrow.add(square)
            earliest = min(earliest, reached)
        if before is None and branches > 1:
            narrow.add(square)
        return earliest

    if sea:
        explore(sea[0], None)
    return narrow
