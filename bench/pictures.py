"""What a picture costs, beside what chess bots do: an SVG of the board, turned into a PNG by cairo."""

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random

import render
from bench.effort import Effort
from bench.findings import Finding, Findings, NoPeer
from bench.positions import STEPS, Playing, largest_table_of
from bench.series import Series, cpu, in_turns
from render.encode import Picture
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event
from rules.engine.game import AnyGame, State
from rules.engine.policy import at_random
from rules.engine.registry import games

NAMES = {seat: f"Captain Longname the {seat}th" for seat in range(1, 9)}

GAMES = 6
"""Games that the largest state is looked for in: the chart of each must be painted, which takes long."""

POSITION = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5"
"""A middlegame of chess with nearly all its pieces."""


def measure(effort: Effort) -> Findings:
    """The picture of each game's largest state, and what else that state costs."""
    found = Findings()
    for game in games().values():
        _measure(game, effort, found)
    return found


def _measure(game: AnyGame, effort: Effort, found: Findings) -> None:
    positions = [largest(game, Random(number)) for number in range(min(effort.games, GAMES))]
    state, told = max(
        positions, key=lambda one: len(render.draw(game.view(one[0], None, one[1]), NAMES).data)
    )
    view = game.view(state, None, told)
    picture = render.draw(view, NAMES)
    found.notes.append(_besides(game, state, told, effort.rounds))

    def draw() -> float:
        return cpu(lambda: render.draw(view, NAMES))

    try:
        chess = chess_picture(picture)
        ours, peers = in_turns(effort.rounds, draw, lambda: cpu(chess))
    except NoPeer as why:
        (ours,) = in_turns(effort.rounds, draw)
        found.rows.append(Finding("picture", None, _told(ours, picture), str(why), game.title))
    else:
        theirs = f"{peers.median * 1e3:.0f} ms, {len(chess()) / 1000:.0f} kB"
        row = Finding("picture", ours.median / peers.median, _told(ours, picture), theirs, game.title)
        found.rows.append(row)
    kilobytes = len(picture.data) / 1000
    found.rows.append(Finding("picture_size", kilobytes, f"{kilobytes:.0f} kB", game=game.title))


def _besides(game: AnyGame, state: State, told: Sequence[Event], rounds: int) -> str:
    """What else that state costs, in a sentence."""
    text = state.model_dump_json()
    decision = game.decisions(state)[0]
    chosen = (decision.actions or [form.action for form in decision.forms])[0]

    def act() -> None:
        private = game.load_state(text)
        action = game.resolve(private, decision.seat, chosen)
        game.apply(private, decision.seat, action, Chance(QuickStream(Random(1))))
        private.model_dump_json()

    listing, viewing, acting = in_turns(
        rounds,
        lambda: cpu(lambda: game.decisions(state)[0].actions),
        lambda: cpu(lambda: game.view(state, None, told)),
        lambda: cpu(act),
    )
    return (
        f"{game.title}: in the position of its picture ({len(text):,} bytes) the legal actions take"
        f" {listing.median * 1e3:.2f} ms, a view {viewing.median * 1e6:.0f} µs, one action"
        f" {acting.median * 1e6:.0f} µs."
    )


def _told(took: Series, picture: Picture) -> str:
    each = f"{took.median * 1e3:.1f} ms ({took.low * 1e3:.1f}–{took.high * 1e3:.1f})"
    return f"{each}, {picture.width} × {picture.height}"


LATELY = 40
"""Events that a picture is told: more than the two latest turns bring."""


def largest(game: AnyGame, luck: Random) -> tuple[State, list[Event]]:
    """The state with the most in it that a random game at its largest table comes to, and what was told."""
    playing = Playing.begin(game, *largest_table_of(game), luck)
    best, told = "", playing.told
    for _ in range(STEPS):
        decision = playing.decision
        if decision is None:
            break
        here = playing.state.model_dump_json()
        if len(here) > len(best):
            best, told = here, playing.told[-LATELY:]
        playing.go_on(decision, at_random)
    state: State = game.load_state(best)
    return state, told


def chess_picture(like: Picture) -> Callable[[], bytes]:
    """Draws a chess board with as many pixels as that picture. Raises NoPeer where packages are missing."""
    try:
        chess, svg, cairo = map(import_module, ("chess", "chess.svg", "cairosvg"))
    except (ImportError, OSError) as error:
        raise NoPeer(f"not measured: {error}") from error
    board = chess.Board(POSITION)
    move = chess.Move.from_uci("c4f7")
    side = round((like.width * like.height) ** 0.5)

    def draw() -> bytes:
        drawing = svg.board(board, size=side, lastmove=move, coordinates=True)
        png: bytes = cairo.svg2png(bytestring=drawing.encode())
        return png

    return draw
