"""The figures that decide a place in Privateer's ranking."""

from random import Random

from rules.engine.chance import Chance, QuickStream
from rules.engine.policy import at_random
from rules.privateer import GAME
from rules.privateer.events import GoldReason
from rules.privateer.finish import account
from rules.privateer.play import Play
from rules.privateer.state import PrivateerState

PAID: tuple[tuple[GoldReason, int], ...] = (
    ("start", 2),
    ("third_ship", -2),
    ("gun", 1),
    ("gun", 1),
    ("scuttle", 1),
    ("marque", 2),
    ("marines", 1),
    ("day", 3),
)


def begun(luck: Random) -> PrivateerState:
    state, _ = GAME.start(GAME.options(), 2, Chance(QuickStream(luck)))
    return state


def test_gold_is_told_by_where_it_came_from() -> None:
    state, luck = begun(Random(1)), Random(1)
    state.seat(1).gold, state.seat(1).earned = 0, {}
    play = Play(state, Chance(QuickStream(luck)))
    for reason, amount in PAID:
        play.pay(1, amount, reason)
    told = account(state, 1)
    assert told.merits[0].told == "9 doubloons"
    assert told.parts == [
        "2 to begin with",
        "-2 for a third ship",
        "2 for hits",
        "1 for scuttled ships",
        "2 by letter of marque",
        "1 by marines",
        "3 for days won",
    ]


def test_in_whole_games_the_parts_are_the_sum() -> None:
    over = 0
    for seed in range(8):
        luck = Random(seed)
        state = begun(luck)
        while decisions := GAME.decisions(state):
            action = GAME.canonical(state, decisions[0].seat, at_random(GAME, state, decisions[0], luck))
            GAME.apply(state, decisions[0].seat, action, Chance(QuickStream(luck)))
            assert all(sum(player.earned.values()) == player.gold for player in state.seats)
        over += state.result is not None
    assert over


def test_a_game_from_before_sources_were_counted_says_so() -> None:
    state = begun(Random(1))
    stored = state.model_dump(mode="json")
    for seat in stored["seats"]:
        del seat["earned"]
    renewed = PrivateerState.model_validate(GAME.renewed(stored, 3))
    assert account(renewed, 1).parts == ["2 earned earlier"]
