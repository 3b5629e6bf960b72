"""A calm opening, for learning: a lesson explains each power of the learner's ship."""

from random import Random

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import Decision
from rules.engine.options import choose
from rules.engine.texts import tutorial
from rules.kraken_bay import GAME
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.state import BayState
from rules.kraken_bay.tables import CARGO

TRICKS = {"chain_shot", "front_guns", "drop_bomb", "greed"}


def opened(seats: int, seed: int, **options: str | int | bool) -> BayState:
    chosen = choose(GAME.options, {"calm_opening": True, **options})
    return GAME.start(chosen, seats, Chance(QuickStream(Random(seed))))[0]


def test_the_practice_game_gives_the_learner_a_ship_without_tricks() -> None:
    course = tutorial(GAME)
    assert course is not None
    for seed in range(12):
        state = opened(2, seed, **course.options)
        assert state.seats[0].character == "captain"
        assert state.seats[1].character != "captain"
        (decision,) = GAME.decisions(state)
        assert decision.seat == 1
        assert not {action.kind for action in decision.offered} & TRICKS


def test_the_others_choose_where_ships_are_chosen() -> None:
    state = opened(2, 1)
    (decision,) = GAME.decisions(state)
    assert decision.seat == 2
    assert "captain" not in state.free_characters


def test_somebody_alone_begins_at_once() -> None:
    assert opened(1, 1).phase == "sailing"


def test_a_game_without_it_is_stored_as_before_there_was_one() -> None:
    assert "calm_opening" not in BayOptions().model_dump(mode="json")
    for options in (BayOptions(), BayOptions(calm_opening=True)):
        assert BayOptions.model_validate(options.model_dump(mode="json")) == options


def test_the_first_lesson_explains_what_the_first_turn_shows() -> None:
    course = tutorial(GAME)
    assert course is not None
    first = course.lessons[0]
    assert all(shown in first for shown in ("🌀", "red button", "tentacle", "percentages", "**Roll**"))


def test_a_learner_s_first_turn_costs_nothing_without_being_asked_once_more() -> None:
    course = tutorial(GAME)
    assert course is not None
    met = 0
    for seed in range(40):
        state, luck = opened(2, seed, **course.options), Random(seed)
        ship = state.ships["captain"]
        before = {cargo: getattr(ship, cargo) for cargo in CARGO}
        while is_learners_turn(state):
            (decision,) = GAME.decisions(state)
            action = luck.choice([one for one in decision.offered if is_plain(state, decision, one)])
            for step in GAME.spelled(state, 1, action):
                # Dice may end the turn before the end of a course.
                if is_learners_turn(state):
                    GAME.apply(state, 1, GAME.canonical(state, 1, step), Chance(QuickStream(luck)))
                    met += ship.at in state.tentacles
        assert all(getattr(ship, cargo) >= held for cargo, held in before.items())
    assert met


def is_plain(state: BayState, decision: Decision, action: Action) -> bool:
    """Return whether the action is done without a warning. A warning must be about the red water."""
    label = GAME.label(state, 1, action, len(decision.path(action)))
    assert not label.dangerous
    assert not label.warning or "red water" in label.warning
    return not label.warning


def is_learners_turn(state: BayState) -> bool:
    return state.turn is not None and state.turn.ship == "captain"
