"""The small parts of the contract: agenda, outcome, events, registry, texts."""

from typing import Literal

import pytest
from pydantic import TypeAdapter, ValidationError

from rules.engine.agenda import Task
from rules.engine.errors import UnknownGame
from rules.engine.event import Event, SeatName, dump_event
from rules.engine.outcome import Outcome
from rules.engine.registry import game, games, guest
from rules.engine.seat import Seat
from rules.engine.texts import narration, topics
from tests.engine.table import NIM


class Hop(Task):
    task: Literal["hop"] = "hop"
    left: int


class Errands(Task, family=True):
    pass


class Call(Errands):
    task: Literal["call"] = "call"
    port: str


class Calling(Call):
    """An action whose effect is declared elsewhere."""


class Wait(Errands):
    task: Literal["wait"] = "wait"


def test_a_family_reads_its_records_as_the_latest_class_of_their_word() -> None:
    stored = TypeAdapter(list[Errands])
    text = b'[{"task":"wait"},{"task":"call","port":"F2"}]'
    assert stored.validate_json(text) == [Wait(), Calling(port="F2")]
    assert stored.dump_json(stored.validate_json(text)) == text
    with pytest.raises(ValidationError):
        stored.validate_json('[{"task": "hop", "left": 1}]')


def test_two_classes_of_one_word_are_an_error() -> None:
    with pytest.raises(TypeError, match="Ring and Wait are both the task “wait”"):

        class Ring(Errands):
            task: Literal["wait"] = "wait"


def test_a_record_is_checked_where_a_state_is_read() -> None:
    stored = TypeAdapter(Hop)
    assert stored.validate_json(stored.dump_json(Hop(left=1))) == Hop(left=1)
    for wrong in ('{"task": "hop", "left": "far"}', '{"task": "hop", "left": 1, "right": 1}'):
        with pytest.raises(ValidationError):
            stored.validate_json(wrong)


def test_equal_ranks_share_the_better_place() -> None:
    outcome = Outcome(reason="dawn", ranking=((2,), (1, 3), (4,)))
    assert outcome.winners == (2,)
    assert outcome.places() == {2: 1, 1: 2, 3: 2, 4: 4}


def test_a_team_has_one_place() -> None:
    outcome = Outcome(reason="dawn", ranking=((2, 4), (1, 3), (5,)))
    assert outcome.places({1: 1, 2: 2, 3: 1, 4: 2, 5: 3}.__getitem__) == {2: 1, 4: 1, 1: 2, 3: 2, 5: 3}
    assert outcome.places() == {2: 1, 4: 1, 1: 3, 3: 3, 5: 5}


def test_a_game_nobody_won_has_no_winners() -> None:
    assert Outcome(reason="sunk", ranking=()).winners == ()


class Hit(Event):
    kind = "hit"
    seat: Seat
    path: list[str]
    hard: bool


def test_an_event_is_told_with_its_fields_and_seats_as_names() -> None:
    story = Hit(seat=2, path=["A1", "B1"], hard=True).story()
    assert story is not None
    assert (story.key, story.gaps) == ("hit", {"seat": 2, "path": "A1, B1", "hard": True})
    assert isinstance(story.gaps["seat"], SeatName)


def test_an_event_is_stored_as_plain_data() -> None:
    assert dump_event(Hit(seat=2, path=["A1"], hard=False)) == {
        "event": "hit", "seat": 2, "path": ["A1"], "hard": False,
    }  # fmt: skip


def test_a_guest_is_known_while_it_stays() -> None:
    with guest(NIM):
        assert game("nim") is NIM
        assert list(games()) == sorted(games())
    with pytest.raises(UnknownGame, match=r"no game “nim”\. Choose one of: .*port_flower"):
        game("nim")


def test_a_game_is_found_by_its_title_as_people_type_it() -> None:
    assert game("sailing Port flower ") is game("port_flower")


def test_a_game_without_texts_has_none() -> None:
    assert (narration(NIM), topics(NIM)) == ({}, {})
