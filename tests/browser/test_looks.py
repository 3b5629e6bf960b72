"""Screenshots of the page for people to look at, and measurements of its design."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.demo_bot import DemoBot
from tests.browser.window import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")

# The contrast of each text with its background by WCAG 2. Translucent layers are blended.
FAINT_TEXTS = """() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    const mixed = (layers) => {
        for (const colour of layers) {
            context.fillStyle = colour;
            context.fillRect(0, 0, 1, 1);
        }
        return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const straight = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    const light = (colour) => {
        const [red, green, blue] = colour.map((part) => straight(part / 255));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (node) =>
        node ? [...behind(node.parentElement), getComputedStyle(node).backgroundColor] : ["white"];
    const contrast = (node) => {
        const front = light(mixed([...behind(node), getComputedStyle(node).color]));
        const back = light(mixed(behind(node)));
        return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    };
    const unread = "[disabled], [hidden], .hidden, .spoiler, .covered, .skip, noscript, symbol";
    const faint = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const [text, node] = [walker.currentNode.textContent.trim(), walker.currentNode.parentElement];
        const seen = text && node.getBoundingClientRect().width > 0 && !node.closest(unread);
        if (seen && contrast(node) < 4.5) faint.push(`${contrast(node).toFixed(2)} ${text.slice(0, 40)}`);
    }
    return faint;
}"""

WIDER_THAN_THE_WINDOW = "document.scrollingElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, PHONE])
async def test_the_page_is_legible_and_fits_its_window(
    bot: DemoBot, open_window: OpenWindow, pictures: Path, width: int, scheme: str
) -> None:
    window = await open_window("Mo", width=width, scheme=scheme)
    await window.run("/ask who:Ann words:hoist the sails")
    await window.run("/game board")
    await window.run("/show")
    await expect(window.message("The log")).to_be_visible()
    await window.page.screenshot(path=pictures / f"messages-{width}-{scheme}.png")
    await window.run("/sail ship:9")
    await expect(window.hint).to_be_visible()

    await window.page.screenshot(path=pictures / f"command-{width}-{scheme}.png")

    assert await window.page.evaluate(FAINT_TEXTS) == []
    assert not await window.page.evaluate(WIDER_THAN_THE_WINDOW)
