"""The laws for the texts of every game: its sentences and its guide.

TEXTS = Texts(GAME, faces=FACES, told=TOLD, games=PLAYED)

@pytest.mark.parametrize("law", LAWS, ids=name_of)
def test_the_texts_obey(law: Law) -> None:
    law(TEXTS)
"""

import random
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter
from typing import NamedTuple, TypeAlias

from rules.engine.action import Resign
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event, OfEach, Ranks, SeatName, Story, StoryValue, Woven
from rules.engine.game import AnyGame
from rules.engine.guide import Topic
from rules.engine.options import Setting, choose, settings
from rules.engine.texts import narration, topics, tutorial
from rules.engine.texts import signs as drawn_signs

LONGEST = 220
"""The maximum number of characters in a line of narration with the longest names."""

LONGEST_NAME = "W" * 32
"""The longest name that Discord allows."""

TITLE = "Yellow and Black"
"""A seat's own name of the greatest length in any game."""

RULES = Path(__file__).parents[1] / "rules"

PRONOUNS = re.compile(r"\b(he|she|him|her|his|hers|himself|herself)\b", re.IGNORECASE)


class Played(NamedTuple):
    """A random game: the number of seats, the options, and the minimum number of sentences in it."""

    seats: int
    options: Mapping[str, object]
    least: int


@dataclass(frozen=True)
class Texts:
    """A game's texts, and their requirements.

    `faces` holds an event for each key of the narration. `told` maps keys to gaps that each of their
    sentences must have. `frequent` maps frequent keys to the number of sentences that they need. `untold`
    are the events that sentences of other events narrate. `games` are played at random to get real events.
    """

    game: AnyGame
    faces: Mapping[str, Event]
    told: Mapping[str, set[str]]
    games: Mapping[str, Played]
    frequent: Mapping[str, int] = field(default_factory=dict)
    untold: Sequence[Event] = ()

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """The narration."""
        return narration(self.game)

    @property
    def pages(self) -> Mapping[str, Topic]:
        """The topics of the guide, as chat shows them."""
        return topics(self.game)

    @property
    def guide(self) -> Path:
        """The file with the guide for players."""
        return RULES / self.game.slug / "guide.md"

    def filled(self) -> Iterator[tuple[str, str, str]]:
        """Yield each sentence as its key, its line, and what players read."""
        for key, event in self.faces.items():
            for line in self.lines[key]:
                yield key, line, filled(line, story_of(event))


class Name(NamedTuple):
    """A seat in a sentence, as the narrator writes it."""

    name: str
    title: str

    def __str__(self) -> str:
        return f"**{self.name}**"


def filled(line: str, story: Story, title: str = TITLE) -> str:
    """Return what players read, with the longest names. Each seat has the name `title` in the game."""
    told = line.format(**{gap: _shown(value, title) for gap, value in story.gaps.items()})
    return f"{told}\n-# {story.effect}." if story.effect else told


def _shown(value: StoryValue, title: str) -> str | int | Name:
    if isinstance(value, Ranks):
        return "1 · **the ranking has lines of its own**"
    if isinstance(value, OfEach):
        return ", ".join(f"**{LONGEST_NAME}** {what}" for _, what in value)
    if isinstance(value, Woven):
        return "".join(f"**{LONGEST_NAME}**" if isinstance(one, SeatName) else one for one in value)
    return Name(LONGEST_NAME, title) if isinstance(value, SeatName) else value


def gaps(line: str) -> set[str]:
    """Return the gaps of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(line) if name}


def story_of(event: Event) -> Story:
    """Return the story of an event, which must have one."""
    story = event.story()
    assert story is not None, event
    return story


def signs(line: str) -> list[str]:
    """Return the pictograms in a sentence."""
    return [mark for mark in line if unicodedata.category(mark) == "So"]


def happenings(
    game: AnyGame, seats: int, options: Mapping[str, object], actions: int = 200
) -> Iterator[Event]:
    """Yield the events of a game with random players."""
    generator = random.Random(7)
    chance = Chance(QuickStream(generator))
    state, events = game.start(game.options.model_validate(options), seats, chance)
    yield from events
    for _ in range(actions):
        if game.outcome(state) is not None:
            return
        decision = game.decisions(state)[0]
        action = generator.choice(decision.actions)
        yield from game.apply(state, decision.seat, game.resolve(state, decision.seat, action), chance)


def _values(setting: Setting) -> list[str]:
    """Return the possible values, as players type them."""
    return list(setting.values) or [str(setting.low), str(setting.high)]


# Narration


def a_face_is_told_under_its_own_key(texts: Texts) -> None:
    for key, event in texts.faces.items():
        assert story_of(event).key == key


def every_event_is_told_or_left_to_another_sentence(texts: Texts) -> None:
    known = {event.kind for event in (*texts.faces.values(), *texts.untold)}
    assert known == {event.kind for event in texts.game.events}
    assert all(event.story() is None for event in texts.untold)


def the_narration_holds_every_face_and_nothing_that_is_never_told(texts: Texts) -> None:
    assert set(texts.lines) == set(texts.faces)


def a_story_can_be_told_in_several_ways(texts: Texts) -> None:
    assert set(texts.frequent) <= set(texts.lines)
    for key, lines in texts.lines.items():
        assert len(lines) >= texts.frequent.get(key, 3), key


def no_sentence_is_written_twice(texts: Texts) -> None:
    every_line = [line for lines in texts.lines.values() for line in lines]
    assert len(set(every_line)) == len(every_line)


def a_sentence_has_only_gaps_that_its_story_fills(texts: Texts) -> None:
    for key, line, _ in texts.filled():
        known = story_of(texts.faces[key]).gaps
        titles = {f"{gap}.title" for gap, value in known.items() if isinstance(value, SeatName)}
        assert gaps(line) <= {*known, *titles}, line


def a_sign_for_a_gap_is_drawn_and_stands_where_it_is_shown(texts: Texts) -> None:
    for key, line, _ in texts.filled():
        shown = story_of(texts.faces[key]).signs
        assert {sign for keys in shown.values() for sign in keys} <= drawn_signs(texts.game).keys()
        in_code = {gap for code in re.findall(r"`[^`]*`", line) for gap in gaps(code)}
        assert not in_code & shown.keys(), line


def no_sentence_uses_a_gap_that_may_be_empty(texts: Texts) -> None:
    for key, line, read in texts.filled():
        empty = {gap for gap, value in story_of(texts.faces[key]).gaps.items() if value in {"", "None"}}
        assert not gaps(line) & empty, line
        assert "None" not in read, line


def a_sentence_leaves_nothing_out_that_a_spectator_needs(texts: Texts) -> None:
    for key, needed in texts.told.items():
        for line in texts.lines[key]:
            found = gaps(line)
            # A gap that begins a sentence has a capital letter.
            assert {*found, *map(str.lower, found)} >= needed, line


def a_sentence_is_short_even_with_the_longest_names(texts: Texts) -> None:
    for _, line, read in texts.filled():
        assert all(len(part) <= LONGEST for part in read.splitlines()), line


def no_sentence_begins_with_a_small_letter(texts: Texts) -> None:
    for _, line, read in texts.filled():
        words = read.lstrip("".join(signs(line)) + "\ufe0f *`+“")
        assert not words[0].islower(), read


def the_ranking_stands_below_the_sentence(texts: Texts) -> None:
    ends = [line for _, line, _ in texts.filled() if "ranks" in gaps(line)]
    assert ends
    for line in ends:
        assert line.endswith("\n{ranks}"), line
        assert line.count("\n") == 1, line


def the_same_news_has_the_same_sign_and_only_one(texts: Texts) -> None:
    for key, line, _ in texts.filled():
        first = signs(texts.lines[key][0])
        assert len(first) <= 1, line
        assert signs(line) == first, line
        assert line.startswith("".join(first)), line


def no_sentence_knows_whether_a_player_is_a_he_or_a_she(texts: Texts) -> None:
    for _, line, _ in texts.filled():
        assert not PRONOUNS.search(line), line


def whatever_happens_can_be_told(texts: Texts) -> None:
    for name, played in texts.games.items():
        told = 0
        for event in happenings(texts.game, played.seats, played.options):
            story = event.story()
            if story is not None:
                assert all("None" not in filled(line, story) for line in texts.lines[story.key]), story
                told += 1
        assert told >= played.least, name


# The guide, as a page and by topic


def the_guide_begins_with_the_goal_and_ends_with_the_credit(texts: Texts) -> None:
    first, *_, last = texts.pages
    assert (first, last.split("-")[0]) == ("goal", "credit")


def the_guide_tells_the_rules_and_what_is_done_for_the_absent(texts: Texts) -> None:
    assert {"options", "presets", "commands", "somebody-is-away-or-leaves", "rulings"} <= set(texts.pages)


def a_page_fits_into_one_message(texts: Texts) -> None:
    for page in texts.pages.values():
        assert 0 < len(page.text) <= 3500, page.title
        assert len(page.title) <= 40, page.title


def a_page_closes_what_it_opens(texts: Texts) -> None:
    for page in texts.pages.values():
        for line in page.text.splitlines():
            assert line.count("**") % 2 == 0, line
            assert line == "```" or line.count("`") % 2 == 0, line


def the_guide_explains_every_option_with_its_values_and_default(texts: Texts) -> None:
    lines = [line for page in texts.pages.values() for line in page.text.splitlines()]
    for setting in settings(texts.game.options):
        (line,) = (line for line in lines if line.startswith(f"- `{setting.name}`: "))
        assert f"**{setting.default}**" in line, line
        assert all(re.search(rf"\b{value}\b", line) for value in _values(setting)), line


def the_guide_names_every_preset(texts: Texts) -> None:
    for preset in texts.game.presets:
        assert f"- `{preset.name}`: " in texts.pages["presets"].text


def the_guide_names_the_command_for_everything_a_player_can_do(texts: Texts) -> None:
    for kind in texts.game.actions:
        command = f"/{texts.game.command} {kind.command()}" if kind.typed else kind.kind
        told = "/game leave" if kind is Resign else command
        assert (f"`{told}`" in texts.pages["commands"].text) == kind.by_players, told


def the_links_of_the_guide_lead_somewhere(texts: Texts) -> None:
    text = texts.guide.read_text("utf-8")
    titles = re.findall("^##+ (.+)$", text, re.MULTILINE)
    headings = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
    for link in re.findall(r"\]\(([^)]+)\)", text):
        if link.startswith("#"):
            assert link[1:] in headings, link
        elif "://" not in link:
            assert (texts.guide.parent / link.split("#")[0]).is_file(), link


def the_practice_game_can_be_opened(texts: Texts) -> None:
    course = tutorial(texts.game)
    assert course is not None
    options = choose(texts.game.options, course.options)
    fewest, most = texts.game.seat_range(options)
    assert fewest <= 2 <= most
    texts.game.start(options, 2, Chance(QuickStream(random.Random(7))))
    assert all(lesson.startswith("💡 ") for lesson in course.lessons)


Law: TypeAlias = Callable[[Texts], None]

LAWS: tuple[Law, ...] = (
    a_face_is_told_under_its_own_key,
    every_event_is_told_or_left_to_another_sentence,
    the_narration_holds_every_face_and_nothing_that_is_never_told,
    a_story_can_be_told_in_several_ways,
    no_sentence_is_written_twice,
    a_sentence_has_only_gaps_that_its_story_fills,
    a_sign_for_a_gap_is_drawn_and_stands_where_it_is_shown,
    no_sentence_uses_a_gap_that_may_be_empty,
    a_sentence_leaves_nothing_out_that_a_spectator_needs,
    a_sentence_is_short_even_with_the_longest_names,
    no_sentence_begins_with_a_small_letter,
    the_ranking_stands_below_the_sentence,
    the_same_news_has_the_same_sign_and_only_one,
    no_sentence_knows_whether_a_player_is_a_he_or_a_she,
    whatever_happens_can_be_told,
    the_guide_begins_with_the_goal_and_ends_with_the_credit,
    a_page_fits_into_one_message,
    a_page_closes_what_it_opens,
    the_guide_tells_the_rules_and_what_is_done_for_the_absent,
    the_guide_explains_every_option_with_its_values_and_default,
    the_guide_names_every_preset,
    the_guide_names_the_command_for_everything_a_player_can_do,
    the_links_of_the_guide_lead_somewhere,
    the_practice_game_can_be_opened,
)


def name_of(law: Law) -> str:
    """Return the law's name, for the test report."""
    return law.__name__
