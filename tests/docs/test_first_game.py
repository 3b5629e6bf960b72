"""The first game is built as its page describes, and every step gives the result on the page."""

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from PIL import Image

from rules.engine.game import AnyGame
from rules.engine.registry import guest
from rules.engine.room_report import look_around, table
from rules.engine.scenario import load
from rules.engine.scenario_runner import rehearse
from rules.engine.texts import topics
from sandbox import Persona
from tests.bot.harbour import Harbour, harbour
from tests.docs.first_game import build, built, shown, steps
from tests.laws import LAWS, Law, Table, every_game_ends, name_of, tables
from tests.owed import owes

PAINTED = 4
"""The steps that end with a picture."""


async def dives(place: Harbour, person: Persona, breath: str) -> str:
    """Let a person dive with the given breath, by the form. Returns the private answer."""
    choices = await place.told(await person.press(place.newest, "Your choices"))
    form = (await place.told(await person.press(choices.message, "Dive…"))).modal
    return (await place.told(await person.submit(form, {"breath": breath}))).text


async def first_dives(game: AnyGame, folder: Path) -> tuple[str, str, Harbour]:
    """Return the private text after Ann dived with 3, and the channel's text after Bo dived with 5."""
    with guest(game):
        async with harbour(folder) as place:
            ann, bo = place.people("Ann", "Bo")
            await place.start_race(ann, bo, game=game.slug)
            private = await dives(place, ann, "3")
            await dives(place, bo, "5")
            return private, "\n".join(message.text for message in place.posts()), place


def test_the_rooms_are_listed_as_the_page_shows(tmp_path: Path) -> None:
    with built(tmp_path, 1) as game:
        assert "\n".join(table(game, look_around(game, 30, 1))) == shown(steps()[0])[0]


@pytest.mark.parametrize("step", [1, 2])
async def test_the_channel_reads_what_the_page_shows(tmp_path: Path, step: int) -> None:
    with built(tmp_path, step) as game:
        _, told, _ = await first_dives(game, tmp_path)
    assert shown(steps()[step - 1])[-1] in told


async def test_nobody_learns_of_a_dive_before_all_are_up(tmp_path: Path) -> None:
    with built(tmp_path, 3) as game, guest(game):
        async with harbour(tmp_path) as place:
            ann, bo = place.people("Ann", "Bo")
            await place.start_race(ann, bo, game=game.slug)
            await dives(place, ann, "3")
            mine = await place.told(await ann.slash("/game board"))
            assert "You have dived with 3 breath." in mine.message.text
            assert "breath" not in " ".join(message.text for message in place.posts())
            seen = await place.told(await bo.press(place.newest, "Your choices"))
            assert "3" not in seen.message.text
            await dives(place, bo, "5")
            assert "**Ann** comes up after 3 breath." in place.newest.text
            assert "Ann 0 coins · Bo 7 coins" in place.newest.text


async def test_a_number_that_cannot_be_is_refused_with_what_can(tmp_path: Path) -> None:
    with built(tmp_path, 3) as game, guest(game):
        async with harbour(tmp_path) as place:
            ann, bo = place.people("Ann", "Bo")
            await place.start_race(ann, bo, game=game.slug)
            assert "1 to 10" in await dives(place, ann, "11")


@pytest.mark.parametrize("law", [*LAWS, every_game_ends], ids=name_of)
def test_the_game_obeys_the_laws_that_the_page_tries(law: Law, tmp_path: Path) -> None:
    with built(tmp_path, 3) as game:

        @settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
        @given(table=tables(game))
        def obeys(table: Table) -> None:
            law(table)

        obeys()


async def test_the_picture_is_its_own_and_told_in_words(tmp_path: Path) -> None:
    with built(tmp_path, PAINTED) as game, guest(game):
        async with harbour(tmp_path) as place:
            ann, bo = place.people("Ann", "Bo")
            await place.start_race(ann, bo, game=game.slug)
            (picture, *_) = place.newest.pictures
        assert Image.open(BytesIO(picture.data)).size == (1200, 380)
        assert (
            picture.alt == "Salvage. Wreck 1 of 5: 7 coins. Ann: 10 breath, 0 coins. Bo: 10 breath, 0 coins."
        )


def test_its_guide_is_shown_by_topic(tmp_path: Path) -> None:
    with built(tmp_path, 5) as game:
        assert [*topics(game)] == ["goal", "dive", "credit"]


def test_its_options_have_words_and_presets(tmp_path: Path) -> None:
    with built(tmp_path, 6) as game:
        assert [(one.title, one.options) for one in game.presets] == [
            ("For chat", {"wrecks": 3}), ("As published", {}), ("Wild", {"wrecks": 9}),
        ]  # fmt: skip
        with guest(game):
            assert owes.__wrapped__(game.slug).keys().isdisjoint({"presets"})


def test_its_scenario_comes_true(tmp_path: Path) -> None:
    with built(tmp_path, 6) as game, guest(game):
        (scenario,) = load(tmp_path / "tests" / "scenarios" / "salvage" / "equally_deep.toml")
        assert rehearse(scenario) is None


def test_what_the_game_owes_before_it_is_merged_is_said_as_the_page_shows(tmp_path: Path) -> None:
    with built(tmp_path, 7) as game, guest(game):
        assert set(shown(steps()[6])[0].split("\n")) <= {*owes.__wrapped__(game.slug).values()}


def test_the_game_needs_no_more_than_its_own_folders(tmp_path: Path) -> None:
    build(tmp_path, 7)
    files = [file for file in sorted(tmp_path.rglob("*")) if file.is_file()]
    assert {file.relative_to(tmp_path).parts[:2] for file in files} == {
        ("rules", "salvage"),
        ("render", "salvage.py"),
        ("tests", "rules"),
        ("tests", "scenarios"),
    }
    rules = tmp_path / "rules" / "salvage"
    lines = sum(len(file.read_text("utf-8").splitlines()) for file in rules.glob("*.py"))
    assert lines <= 220
