"""A window of the page, with short names for its parts and for what people do."""

from playwright.async_api import Browser, ConsoleMessage, Locator, Page, expect

PHONE = 400
"""The width in pixels up to which windows are touched instead of clicked."""

PATIENCE = 60_000
"""The timeout in milliseconds on a busy machine. Nearly everything is faster."""

expect.set_options(timeout=PATIENCE)


class Window:
    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.troubles: list[str] = []
        self._forgiven: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._hear)

    @classmethod
    async def open(cls, browser: Browser, url: str, *, width: int, scheme: str) -> "Window":
        context = await browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=width <= PHONE,
            reduced_motion="reduce",
            timezone_id="Etc/UTC",
        )
        return cls(await context.new_page(), url)

    async def close(self) -> None:
        await self.page.context.close()

    def forgive(self, words: str) -> None:
        """Ignore error messages of the browser that contain `words`."""
        self._forgiven.append(words)

    def _hear(self, line: ConsoleMessage) -> None:
        if line.type == "error" and not any(words in line.text for words in self._forgiven):
            self.troubles.append(line.text)

    async def go(self, address: str) -> None:
        await self.page.goto(self.url + address)
        await expect(self.page.locator("#title span")).not_to_be_empty()

    # --- reading ---

    @property
    def box(self) -> Locator:
        """The field for plain messages."""
        return self.page.locator(".composer-text")

    @property
    def messages(self) -> Locator:
        return self.page.locator(".message")

    @property
    def last(self) -> Locator:
        return self.messages.last

    @property
    def board(self) -> Locator:
        """The newest board, from the beginning of a turn or from later in it. Close-ups do not count."""
        return self.messages.locator('.picture img:is([src$="/board.png"], [src$="/board-now.png"])').last

    @property
    def suggestions(self) -> Locator:
        return self.page.locator(".suggestions [role=option]")

    @property
    def hint(self) -> Locator:
        return self.page.locator(".composer-hint")

    @property
    def form(self) -> Locator:
        return self.page.locator("dialog.form")

    def message(self, text: str) -> Locator:
        return self.messages.filter(has_text=text)

    def button(self, name: str) -> Locator:
        """Return the newest button of this name in a message."""
        return self.messages.get_by_role("button", name=name, exact=True).last

    def control(self, custom_id: str) -> Locator:
        """Return the button or menu with this id."""
        return self.page.locator(f'[data-control="{custom_id}"]').last

    def option(self, name: str) -> Locator:
        """Return the field of an option of the command in the message box."""
        return self.page.locator(f".pill-input[data-option={name}]")

    def face(self, name: str) -> Locator:
        return self.page.locator("#people").get_by_role("button", name=name, exact=True)

    def place(self, name: str) -> Locator:
        return self.page.locator(".place").filter(has_text=name)

    # --- using ---

    async def type(self, text: str) -> None:
        """Type into the message box, or into the field to which typing has moved the focus."""
        if not await self.page.evaluate("document.activeElement.closest('.composer-fields')"):
            await self.box.click()
        await self.page.keyboard.type(text)

    async def key(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def run(self, line: str) -> None:
        """Type a whole command line, such as ``/ask who:Bo words:hello``, and send it."""
        await self.box.fill(f"{line} ")
        await self.page.get_by_role("button", name="Send").click()

    async def play(self, name: str) -> None:
        await self.face(name).click()
        await expect(self.face(name)).to_have_attribute("aria-pressed", "true")
