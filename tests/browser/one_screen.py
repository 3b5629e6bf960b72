"""The height of posts on a phone, measured in a browser: does a turn fit on one screen?

    python -m tests.browser.one_screen [GAME...]

Games of every kind are played by people and by the bot; the people choose as the bot does. The posts are kept
as they are before each decision, and after their turns. The bot's own emojis are uploaded first. (A real bot
needs about four minutes for this after its first start.) A page then shows all posts, 400 pixels wide.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from playwright.async_api import Browser, async_playwright, expect

from bot.posts.emoji_upload import EmojiUpload
from rules.engine.policy import steady
from rules.engine.registry import games
from sandbox import Channel, Message, RateLimits
from sandbox.page import mount
from tests.bot import voyages
from tests.bot.harbour import Harbour, bot_in
from tests.browser.conftest import QUIETLY, browser_path
from tests.browser.window import PHONE, Window
from tests.sandbox.checked import CheckedSandbox

AT_ONCE = 30
"""The number of posts on one page, which shows only a channel's newest posts."""

MEASURE = """() => [...document.querySelectorAll(".message")].map(node => {
    const box = node.getBoundingClientRect();
    const picture = node.querySelector(".picture img")?.getBoundingClientRect();
    const controls = [...node.querySelectorAll("[data-control]")].map(one => one.getBoundingClientRect());
    const rows = new Set(controls.map(one => Math.round(one.top)));
    const right = [...node.querySelectorAll("*")].map(one => one.getBoundingClientRect().right);
    const last = Math.max(picture?.bottom ?? 0, ...controls.map(one => one.bottom));
    return {
        whole: box.height,
        screen: picture && controls.length ? last - picture.top : 0,
        picture: picture?.height ?? 0,
        lines: rows.size,
        wider: Math.max(0, Math.max(...right) - innerWidth),
    };
})"""
"""The sizes of messages in pixels. `screen` is measured from the picture's top to the last control."""


@dataclass(frozen=True)
class Voyage:
    """A game to measure: its kind, the numbers of people and bot seats, and the seed of its luck."""

    game: str
    people: int
    bots: int
    luck: int = 1

    @property
    def name(self) -> str:
        """Its name in tables."""
        return f"{self.game}, {self.people} + {self.bots}"


@dataclass(frozen=True)
class Size:
    """The size of a post in pixels. `lines` is the number of lines of the controls."""

    whole: float
    screen: float
    picture: float
    lines: int
    wider: float


VOYAGES = tuple(Voyage(game, people, bots) for game in games() for people, bots in ((2, 0), (1, 1), (1, 2)))


async def posts_of(harbour: Harbour, voyage: Voyage, most: int) -> list[Message]:
    """Return a game's posts before each of its first decisions, and after their turns."""
    await begin(harbour, voyage)
    table = await harbour.table()
    shown = list[Message]()
    for _ in range(most):
        shown.append(as_it_stands(harbour.newest))
        if table.row.status != "running":
            break
        decision = table.match.decisions[0]
        action = await harbour.bot.tables.machine.choose(table.match, decision, steady)
        person = voyages.seated(harbour, table, decision.seat)
        await voyages.do(harbour, person, action)
    over = [as_it_stands(post) for post in harbour.posts()[1:-1]]
    return [*shown, *over]


async def begin(harbour: Harbour, voyage: Voyage) -> None:
    """Start the game of `voyage` in #harbour, with a bot that has its emojis."""
    bot = harbour.bot
    await EmojiUpload(bot, bot.signs, bot.now, _at_once).bring_all()
    voyages.foretell(harbour, voyage.luck)
    harbour.crew = crew = harbour.people(*voyages.CREW[: voyage.people])
    await harbour.open_lobby(*crew, game=voyage.game)
    for _ in range(voyage.bots):
        await harbour.told(await crew[0].press(harbour.newest, "Add the bot"))
    await harbour.told(await crew[0].press(harbour.newest, "Start"))


async def _at_once(seconds: float) -> None:
    """Do not wait, because the sandbox does not limit the rate of emojis."""


def as_it_stands(message: Message) -> Message:
    """Return a copy of a message that later edits do not change."""
    return replace(message)


async def sizes_of(harbour: Harbour, browser: Browser, posts: Sequence[Message]) -> list[Size]:
    """Return the sizes of these posts on a phone."""
    found = list[Size]()
    for start in range(0, len(posts), AT_ONCE):
        some = posts[start : start + AT_ONCE]
        album = await _album(harbour, some)
        window = await Window.open(browser, harbour.discord.url, width=PHONE, scheme="light")
        await window.go(f"/?as=Ann&channel={album.name}")
        await expect(window.messages).to_have_count(len(some))
        await window.page.evaluate("Promise.all([...document.images].map(one => one.decode()))")
        found += [Size(**one) for one in await window.page.evaluate(MEASURE)]
        await window.close()
    return found


async def _album(harbour: Harbour, posts: Iterable[Message]) -> Channel:
    """Return a separate channel with these posts."""
    world, guild = harbour.discord.world, harbour.discord.guild
    album = world.add_channel(guild, f"album-{world.ids.next()}")
    for post in posts:
        world.post(replace(post, id=world.ids.next(), channel=album, nonce=None))
    return album


# As a program


def told(sizes: Sequence[Size]) -> str:
    """Return the figures of some posts as a line of a table."""
    alive = [size for size in sizes if size.screen]
    screen, whole = [size.screen for size in alive], [size.whole for size in sizes]
    high = sorted(whole)[int(len(whole) * 0.95)]
    lines = max(size.lines for size in alive)
    wider = sum(size.wider > 0 for size in sizes)
    found = (len(sizes), median(screen), max(screen), lines, median(whole), high, wider)
    return " | ".join(f"{number:.0f}" for number in found)


async def _run(names: Sequence[str], most: int) -> None:
    print("game | posts | screen, median | most | lines | whole, median | 95 of 100 | too wide", flush=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=browser_path(), args=QUIETLY)
        for voyage in VOYAGES:
            if names and voyage.game not in names:
                continue
            with tempfile.TemporaryDirectory() as folder:
                async with (
                    CheckedSandbox(limits=RateLimits(hurry=100), mount=mount) as discord,
                    bot_in(discord, Path(folder)) as harbour,
                ):
                    sizes = await sizes_of(harbour, browser, await posts_of(harbour, voyage, most))
            print(f"{voyage.name} | {told(sizes)}", flush=True)
        await browser.close()


def main(arguments: Sequence[str]) -> None:
    """Measure games and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.one_screen", description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *games()], help="only these")
    parser.add_argument("--decisions", type=int, default=10_000, help="of each game no more than these")
    chosen = parser.parse_args(arguments)
    asyncio.run(_run(chosen.games, chosen.decisions))


if __name__ == "__main__":
    main(sys.argv[1:])
