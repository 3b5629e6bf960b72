"""The signs of games become the bot's own emojis. Each emoji is uploaded once and found again."""

import asyncio
import re

import pytest

import render
from bot.client import Harbourmaster
from bot.handlers.responses import Response
from bot.narration.emojis import Emojis
from bot.posts import emoji_upload
from bot.posts.emoji_upload import KEPT, PAUSE, EmojiUpload, Sign, names
from rules.engine.action import Action
from rules.engine.label import Label
from rules.engine.registry import game
from rules.engine.texts import signs
from rules.port_flower import PortFlower
from rules.port_flower.state import RaceState
from sandbox import AnswerLost, Broken, Message, Persona, RateLimited, Refused
from sandbox.errors import Refusal
from sandbox.world.emojis import ApplicationEmoji
from tests.bot import voyages
from tests.bot.harbour import Harbour, offered
from tests.rules.acrana.table import Table as Race

EMOJIS = "/applications/*/emojis"
RACE = game("port_flower")
WIND, HAUL = "wind_n", "cargo"


class Rest:
    """A clock that advances only while the upload pauses."""

    def __init__(self, harbour: Harbour) -> None:
        self.spent: list[float] = []
        self._clock = harbour.bot.now

    def __call__(self) -> int:
        return self._clock()

    async def sleep(self, seconds: float) -> None:
        self.spent.append(seconds)


@pytest.fixture
def upload(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> EmojiUpload:
    """Return an upload of Port Flower's signs alone, without pauses."""
    monkeypatch.setattr(emoji_upload, "games", lambda: {"port_flower": RACE})
    return fresh(harbour, harbour.bot.signs)


def fresh(harbour: Harbour, emojis: Emojis) -> EmojiUpload:
    """Return the same upload in a newly started process."""
    return EmojiUpload(harbour.bot, emojis, harbour.bot.now, Rest(harbour).sleep)


def there(harbour: Harbour) -> dict[str, ApplicationEmoji]:
    """Return the application's emojis by name."""
    return {emoji.name: emoji for emoji in harbour.discord.world.emojis.values()}


def brought(harbour: Harbour) -> int:
    """Return the number of emojis that the bot has uploaded."""
    return len(harbour.discord.journal.find("POST", EMOJIS))


async def test_each_sign_is_brought_once_and_found_after_a_restart(
    harbour: Harbour, upload: EmojiUpload
) -> None:
    assert harbour.bot.signs.of(RACE, WIND) is None
    await upload.bring_all()
    assert there(harbour).keys() == set(names().values())
    wind = there(harbour)[names()[Sign("port_flower", WIND)]]
    assert wind.data == render.sign("port_flower", WIND)
    assert str(harbour.bot.signs.of(RACE, WIND)) == wind.mark

    emojis = Emojis()
    count = brought(harbour)
    await fresh(harbour, emojis).bring_all()
    assert brought(harbour) == count
    assert str(emojis.of(RACE, WIND)) == wind.mark


async def test_it_begins_by_itself_when_the_bot_is_ready_and_rests_before_each(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.until(lambda: bool(harbour.discord.journal.find("GET", EMOJIS)))
    monkeypatch.setattr(emoji_upload, "games", lambda: {"port_flower": RACE})
    rest = Rest(harbour)
    await EmojiUpload(harbour.bot, Emojis(), harbour.bot.now, rest.sleep).bring_all()
    assert rest.spent.count(PAUSE) == len(set(names().values())) == brought(harbour)
    assert rest.spent[0] == emoji_upload.CALM


async def test_a_process_without_the_first_shard_only_looks(
    harbour: Harbour, upload: EmojiUpload, monkeypatch: pytest.MonkeyPatch
) -> None:
    emojis, first = Emojis(), dict(harbour.bot.shards)
    other = fresh(harbour, emojis)

    async def rest(seconds: float) -> None:
        """Let the first process go on while the other one waits."""
        monkeypatch.setattr(Harbourmaster, "shards", first)
        await upload.bring_all()
        monkeypatch.setattr(Harbourmaster, "shards", {1: first[0]})

    monkeypatch.setattr(Harbourmaster, "shards", {1: first[0]})
    monkeypatch.setattr(other, "_pause", rest)
    await other.bring_all()
    assert brought(harbour) == len(signs(RACE))
    assert emojis.of(RACE, HAUL) is not None


@pytest.mark.parametrize("mishap", [Broken(503), AnswerLost(), RateLimited(1000)], ids=repr)
async def test_what_could_not_be_brought_is_brought_later_and_told_in_words_meanwhile(
    harbour: Harbour, upload: EmojiUpload, mishap: Broken | AnswerLost | RateLimited
) -> None:
    harbour.discord.faults.arm("POST", EMOJIS, mishap)
    await upload.bring_all()
    assert harbour.discord.faults.waiting == 0
    assert there(harbour).keys() == set(names().values())


async def test_a_sign_that_discord_refuses_stays_in_words_and_all_others_are_brought(
    harbour: Harbour, upload: EmojiUpload
) -> None:
    harbour.discord.faults.arm("POST", EMOJIS, Refused(Refusal.INVALID_FORM_BODY))
    await upload.bring_all()
    assert len(there(harbour)) == len(signs(RACE)) - 1
    first = min(names(), key=lambda sign: names()[sign])
    assert harbour.bot.signs.of(RACE, first.key) is None


async def test_without_the_right_to_look_everything_stays_in_words(
    harbour: Harbour, upload: EmojiUpload
) -> None:
    harbour.discord.faults.arm("GET", EMOJIS, Refused(Refusal.MISSING_ACCESS))
    await upload.bring_all()
    assert there(harbour) == {}


async def test_a_sign_drawn_otherwise_is_a_new_emoji_and_the_old_one_goes_after_a_month(
    harbour: Harbour, upload: EmojiUpload, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.bot.create_application_emoji(name="our_logo", image=render.sign("port_flower", "gold"))
    await upload.bring_all()
    old = names()[Sign("port_flower", WIND)]
    drawn = render.sign
    monkeypatch.setattr(render, "sign", lambda slug, key: drawn(slug, HAUL if key == WIND else key))
    new = names()[Sign("port_flower", WIND)]
    await fresh(harbour, harbour.bot.signs).bring_all()
    assert {old, new, "our_logo"} <= there(harbour).keys()
    assert str(harbour.bot.signs.of(RACE, WIND)) == there(harbour)[new].mark

    monkeypatch.setattr(harbour.bot, "now", lambda: Harbourmaster.now() + KEPT + 60)
    await fresh(harbour, harbour.bot.signs).bring_all()
    assert old not in there(harbour)
    assert {new, "our_logo"} <= there(harbour).keys()


async def test_where_there_is_no_room_what_is_not_used_any_more_gives_way(
    harbour: Harbour, upload: EmojiUpload, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("die_4_00000000", "our_logo"):
        await harbour.bot.create_application_emoji(name=name, image=render.sign("port_flower", "gold"))
    monkeypatch.setattr(emoji_upload, "MOST", len(signs(RACE)) + 1)
    await upload.bring_all()
    assert there(harbour).keys() == {*names().values(), "our_logo"}


# What people see


@pytest.fixture
def signed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Port Flower have a sign on each of its labels."""
    label = PortFlower.label

    def with_sign(self: PortFlower, state: RaceState, seat: int, action: Action, depth: int) -> Label:
        return label(self, state, seat, action, depth)._replace(sign=WIND)

    monkeypatch.setattr(PortFlower, "label", with_sign)


def emojis_of(post: Message) -> set[str | None]:
    """Return the names of the emojis in the menus."""
    return {option.emoji.name if option.emoji else None for option in offered(post)}


@pytest.mark.usefixtures("signed")
async def test_buttons_have_words_first_emojis_once_those_are_there_and_words_again_when_they_are_gone(
    harbour: Harbour, upload: EmojiUpload
) -> None:
    await harbour.race_of_two()
    assert emojis_of(harbour.newest) == {None}
    words = {option.label for option in offered(harbour.newest)}
    await upload.bring_all()
    await harbour.pass_turn(4, 0, 0, 0)
    assert emojis_of(harbour.newest) == {names()[Sign("port_flower", WIND)]}

    harbour.discord.world.emojis.clear()
    await harbour.pass_turn(4, 0, 0, 0)
    assert emojis_of(harbour.newest) == {None}
    assert words & {option.label for option in offered(harbour.newest)}
    assert harbour.bot.signs.doubted.is_set()


@pytest.mark.usefixtures("signed")
async def test_a_private_answer_has_words_where_an_emoji_is_gone(
    harbour: Harbour, upload: EmojiUpload
) -> None:
    _, bo = await harbour.race_of_two()
    await upload.bring_all()
    harbour.discord.world.emojis.clear()
    answer = (await harbour.told(await bo.press(harbour.newest, "Your choices"))).message
    assert answer.only_for is not None
    assert emojis_of(answer) == {None}


@pytest.mark.usefixtures("signed")
async def test_a_private_answer_has_words_also_where_another_has_met_the_emoji_that_is_gone_before(
    harbour: Harbour, upload: EmojiUpload, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo = await harbour.race_of_two()
    await upload.bring_all()
    harbour.discord.world.emojis.clear()
    give = Response._give

    async def give_late(answer: Response, *what: object) -> None:
        harbour.bot.signs.doubt()
        await give(answer, *what)  # type: ignore[arg-type]

    monkeypatch.setattr(Response, "_give", give_late)
    answer = (await harbour.told(await bo.press(harbour.newest, "Your choices"))).message
    assert answer.only_for is not None
    assert emojis_of(answer) == {None}


async def test_a_bot_whose_connection_closes_while_it_looks_breaks_off_quietly(harbour: Harbour) -> None:
    await harbour.bot.close()
    fresh(harbour, harbour.bot.signs).start()
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "signs"))


MARK = r"<:seat_[a-z]_\w{8}:\d+>"
"""Return a seat's mark in a text."""


async def two_with_emojis(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> list[Persona]:
    """Give the bot the emojis of King of Acrana. Returns two people."""
    acrana = game("acrana")
    monkeypatch.setattr(emoji_upload, "games", lambda: {"acrana": acrana})
    await fresh(harbour, harbour.bot.signs).bring_all()
    return harbour.people("Ann", "Bo")


async def test_a_standing_shows_the_marks_of_its_seats(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = await two_with_emojis(harbour, monkeypatch)
    await harbour.start_race(ann, bo, game="acrana")
    assert re.search(rf"-# .*{MARK}", harbour.newest.text)


async def test_a_hand_and_the_story_of_its_cards_show_them(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = await two_with_emojis(harbour, monkeypatch)
    await harbour.start_race(ann, bo, game="acrana", autoplay="off")
    await voyages.lay_out(harbour, Race("A1@40 B1@30", A="7a 9b", B="Jb").state)
    page = (await harbour.told(await ann.press(harbour.newest, "Your choices"))).message
    seven, nine, *_ = page.buttons
    assert [one.emoji and one.emoji.name for one in (seven, nine)] == [
        names()[Sign("acrana", f"card_{rank}")] for rank in ("7", "9")
    ]
    assert [seven.label, nine.label] == ["1 · A1 to 47", "2 · A1 to 49, coast guard"]
    await harbour.told(await ann.press(page, custom_id=seven.custom_id))
    assert re.search(r"<:card_7_\w{8}:\d+>", harbour.newest.text)


async def test_a_post_shows_marks_and_dice_and_the_log_tells_them_in_words(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    kraken = game("kraken_bay")
    monkeypatch.setattr(emoji_upload, "games", lambda: {"kraken_bay": kraken})
    await fresh(harbour, harbour.bot.signs).bring_all()
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, game="kraken_bay")
    seen = ""
    for _ in range(12):
        await harbour.skip()
        seen += "\n".join(post.text for post in harbour.posts())
    assert re.search(rf"### {MARK} <@\d+> ", seen)
    assert re.search(r"<:die_\d_\w{8}:\d+>", seen)
    log = (await harbour.told(await ann.slash("/game log"))).message
    assert "<:" not in log.text
