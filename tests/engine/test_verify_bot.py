"""The bot's choices are checked against the seed once everybody may know it."""

from random import Random

from rules.engine.entries import Timeout, Undo
from rules.engine.match import SYSTEM, Match
from rules.engine.policy import at_random, steady
from rules.engine.verify import BotVerification, verify
from tests.engine.table import MASTER, cove, does


def bot_plays(match: Match, turns: int) -> Match:
    """Return the match after the bot has answered `turns` questions, on any seat."""
    for _ in range(turns):
        if not match.finished:
            decision = match.decisions[0]
            action = steady(match.game, match.state, decision, match.luck_of(decision.seat))
            match = match.act(decision.seat, action, SYSTEM, 200).match
    return match


def rechosen(match: Match) -> BotVerification:
    again = BotVerification([steady])
    assert verify(match, again).problems == ()
    return again


def test_what_the_bot_chose_is_chosen_again_also_around_an_undo() -> None:
    match = bot_plays(cove(), 5)
    match = match.enter(Undo(match.line()[-2]), MASTER, 201, "a slip").match
    again = rechosen(bot_plays(match, 9))
    assert again.choices > 5
    assert again.others == []


def test_a_choice_that_the_seed_does_not_give_is_found() -> None:
    match = bot_plays(cove(), 1)
    decision = match.decisions[0]
    meant = steady(match.game, match.state, decision, match.luck_of(decision.seat))
    other = next(action for action in decision.actions if action != meant)
    match = bot_plays(match.act(decision.seat, other, SYSTEM, 200).match, 2)
    assert rechosen(match).others == [3]


def test_what_people_and_the_clock_do_is_no_choice_of_the_bot() -> None:
    match = does(cove(), 1, str(at_random(cove().game, cove().state, cove().decisions[0], Random(1))))
    assert rechosen(match.enter(Timeout(2), MASTER, 200).match).choices == 0
