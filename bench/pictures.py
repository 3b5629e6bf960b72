"""The cost of a picture, compared with chess bots, which draw an SVG and render it as a PNG with cairo."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle
from random import Random

import render
from bench.effort import Effort
from bench.findings import Finding, Findings, NoPeer, compared
from bench.positions import STEPS, at_its_fullest
from bench.series import WARM, Series, cpu, in_turns
from render.encode import Picture
from render.replay import Film
from rules.engine.event import Event
from rules.engine.game import AnyGame, View
from rules.engine.policy import at_random
from rules.engine.registry import games

NAMES = {seat: f"Captain Longname the {seat}th" for seat in range(1, 9)}

GAMES = 6
"""The maximum number of games that are searched for the largest state."""

POSITION = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5"
"""A chess position with nearly all pieces."""


@dataclass(frozen=True)
class Moment:
    """A state of a game as JSON, with the recent events."""

    state: str
    told: Sequence[Event]


def measure(effort: Effort) -> Findings:
    """Measure public pictures, private pictures and frames of replays of each game's largest states."""
    found = Findings()
    for game in games().values():
        if find_spec(f"render.{game.slug}") is not None:
            _measure(game, effort, found)
    return found


def _measure(game: AnyGame, effort: Effort, found: Findings) -> None:
    stretches = [largest(game, Random(number), effort.rounds) for number in range(min(effort.games, GAMES))]
    moments = max(stretches, key=lambda stretch: max(len(moment.state) for moment in stretch))
    views = [game.view(game.load_state(moment.state), None, moment.told) for moment in moments]
    pictures = [render.draw(view, NAMES) for view in views]
    biggest = max(pictures, key=lambda picture: len(picture.data))

    # Consecutive states differ, as in a game. The renderer would reuse all parts of an unchanged picture.
    shown, last = cycle(views), render.no_strips()
    posted = lambda: cpu(lambda: render.draw(next(shown), NAMES, last))  # noqa: E731 - next to its peer
    try:
        chess = chess_picture(biggest)
        ours, peers = in_turns(effort.rounds, posted, lambda: cpu(chess))
    except NoPeer as why:
        (ours,) = in_turns(effort.rounds, posted)
        found.rows.append(Finding("picture", None, _told(ours, biggest), str(why), game.title))
    else:
        theirs = f"{peers.median * 1e3:.0f} ms, {len(chess()) / 1000:.0f} kB"
        row = Finding("picture", ours.median / peers.median, _told(ours, biggest), theirs, game.title)
        found.rows.append(row)
    kilobytes = len(biggest.data) / 1000
    found.rows.append(Finding("picture_size", kilobytes, f"{kilobytes:.0f} kB", game=game.title))
    found.rows += _private_looks(game, moments, effort.rounds)
    found.rows += _frames(game, views, effort.rounds)


def _frames(game: AnyGame, views: Sequence[View], rounds: int) -> Iterator[Finding]:
    """Measure a single board of a replay, and the average frame, including frames with moving pieces."""
    still, moving = Film(views[0], NAMES), Film(views[0], NAMES)
    shown, played, posts = cycle(views), cycle(views), cycle(views)
    boards, moves, posted = in_turns(
        rounds,
        lambda: cpu(lambda: still.add(next(shown), NAMES, 1)),
        lambda: cpu(lambda: moving.play(next(played), NAMES, 1)),
        lambda: cpu(lambda: render.draw(next(posts), NAMES)),
    )
    yield compared("replay_board", boards, posted, Series.told, game.title)
    frame = statistics.fmean(moves.values) * (rounds + WARM) / moving.frames
    ours = f"{frame * 1e3:.1f} ms; with moves to the next board {moves.median * 1e3:.1f} ms"
    yield Finding("replay", frame / posted.median, ours, posted.told(), game.title)


def _private_looks(game: AnyGame, moments: Sequence[Moment], rounds: int) -> Iterator[Finding]:
    """Compare private pictures, on which players choose places, with public pictures in time and bytes."""
    pairs: list[tuple[View, View]] = []
    for moment in moments:
        state = game.load_state(moment.state)
        for decision in game.decisions(state)[:1]:
            private = game.view_to_choose(state, decision.seat, moment.told)
            if game.reach(private):
                pairs.append((private, game.view(state, None, moment.told)))
    if not pairs:
        return
    looks, posts, last_look, last_post = cycle(pairs), cycle(pairs), render.no_strips(), render.no_strips()
    near, whole = in_turns(
        rounds,
        lambda: cpu(lambda: render.draw(next(looks)[0], NAMES, last_look)),
        lambda: cpu(lambda: render.draw(next(posts)[1], NAMES, last_post)),
    )
    yield compared("private_look", near, whole, Series.told, game.title)
    drawn = [(len(render.draw(one, NAMES).data), len(render.draw(other, NAMES).data)) for one, other in pairs]
    sent, posted = (statistics.median(sizes) / 1000 for sizes in zip(*drawn, strict=True))
    yield Finding("private_look_size", sent / posted, f"{sent:.0f} kB", f"{posted:.0f} kB", game.title)


def _told(took: Series, picture: Picture) -> str:
    return f"{took.told()}, {picture.width} × {picture.height}"


LATELY = 40
"""The maximum number of recent events for a picture. Two turns have fewer events."""


def largest(game: AnyGame, luck: Random, count: int) -> list[Moment]:
    """Return `count` consecutive states of a random game at the largest table, among them the fullest."""
    playing = at_its_fullest(game, luck)
    moments: list[Moment] = []
    for _ in range(STEPS):
        decision = playing.decision
        if decision is None:
            break
        moments.append(Moment(playing.state.model_dump_json(), playing.told[-LATELY:]))
        playing.go_on(decision, at_random)
    best = max(range(len(moments)), key=lambda number: len(moments[number].state))
    start = max(0, min(best, len(moments) - count))
    return moments[start : start + count]


def chess_picture(like: Picture) -> Callable[[], bytes]:
    """Return a function that draws a chess board as large as `like`. Raises NoPeer if packages are absent."""
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
