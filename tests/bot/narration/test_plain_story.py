"""If a game has no sentences of its own, the engine's narration alone is enough to follow the game."""

from bot.narration.narrator import Narrator
from bot.store.rows import EntryRow, Member
from rules.engine.entry import Actor
from rules.engine.event import dump_event
from rules.engine.match import Advance, Match
from tests.engine.table import nim
from tests.toy_game import Nim, NimState, Take

PEOPLE = {1: Member(1, 11, "Ann"), 2: Member(2, 22, "B*a")}


def narrator() -> Narrator:
    return Narrator(Nim(), NimState(seats=2), lambda _: PEOPLE, "a game", {})


def takes(match: Match, buoys: int) -> Advance:
    seat = match.position.awaited[0].seat
    return match.act(seat, Take(buoys=buoys), Actor(role="seat", player=str(11 * seat)), 0)


def told(advance: Advance) -> list[str]:
    return narrator().tell(EntryRow(advance.entry, tuple(map(dump_event, advance.events))))


def test_a_move_is_told_by_its_notation_its_dice_and_its_events() -> None:
    advance = takes(nim(), 2)
    (tide,) = advance.entry.rolls[0].values
    assert told(advance) == [
        "**Ann**: take 2.",
        f"🎲 Tide: {tide}.",
        f"**Ann**: taken, buoys 2, drifted {tide}.",
    ]


def test_a_name_is_as_harmless_there_as_in_any_sentence() -> None:
    advance = takes(takes(nim(), 3).match, 3)
    assert told(advance) == [r"**B\*a**: take 3.", r"**B\*a**: taken, buoys 3, drifted 0."]


def test_the_end_names_the_winner_and_everybody_s_place() -> None:
    match = nim()
    while match.outcome is None:
        match = takes(match, min(3, NimState.model_validate_json(match.position.state).left)).match
    won = match.outcome.winners[0]
    name = {1: "**Ann**", 2: r"**B\*a**"}[won]
    assert narrator().ending(match.outcome, match.position.last) == [f"🏁 The game is over: {name} wins."]


def test_a_choice_is_called_by_its_notation() -> None:
    game, state = Nim(), NimState(seats=2)
    action = Take(buoys=2)
    assert [game.label(state, 1, action, depth).text for depth in (1, 2)] == ["Take", "Take 2"]
