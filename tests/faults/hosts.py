"""What a host does at the command line, while the bot plays and while it is stopped."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from sandbox import Sandbox
from tests.bot.databases import Where
from tests.bot.program import Program
from tests.faults.progress import running_games

WHOLE = "The whole game: how it began, its journal and its seed."
"""The beginning of the answer to a request for the file of a finished game."""


@dataclass
class Host:
    """Runs commands on the bot's database at any time, and checks their output."""

    bot: Program
    discord: Sandbox
    database: Where
    folder: Path
    """The folder for files."""
    luck: Random
    problems: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    """The number of times each command was run."""

    async def while_it_plays(self) -> None:
        """Make a backup, try to export a game, and check the files of games that people got."""
        copy = self.folder / "copy.db"
        await self._must("backup", str(copy), "--force", says="It was checked and is in order.")
        games = running_games(self.database)
        if games:
            # The bot plays or has just died. In both cases, the export is complete or does not happen.
            code, told = await self.bot.command("export", self.luck.choice(games), str(self._parcel))
            if code and "Another Harbourmaster" not in told:
                self.problems.append(f"export of a game that is played said: {told}")
        if files := self._files():
            file = self.folder / "game.jsonl"
            file.write_bytes(self.luck.choice(files))
            await self._must("verify", str(file), says="the game is as written")

    async def when_it_has_died(self) -> None:
        """If a game was exported while no bot was running, import it again."""
        if self._parcel.exists():
            await self._bring_back()

    async def while_it_is_stopped(self) -> None:
        """Export a game and import it again."""
        games = running_games(self.database)
        if games:
            await self._must("export", self.luck.choice(games), str(self._parcel), says="does not play it")
            await self._bring_back()

    @property
    def _parcel(self) -> Path:
        return self.folder / "game.moving"

    async def _bring_back(self) -> None:
        await self._must("import", str(self._parcel), "--come-back", says="checked and imported")
        self._parcel.unlink(missing_ok=True)

    async def _must(self, *arguments: str, says: str) -> None:
        self.done[f"./harbour {arguments[0]}"] += 1
        code, told = await self.bot.command(*arguments)
        if code or says not in told:
            self.problems.append(f"./harbour {' '.join(arguments)} ended with {code} and said: {told}")

    def _files(self) -> list[bytes]:
        """Return the files of finished games, as people got them."""
        return [
            attached.data
            for message in self.discord.world.messages.values()
            if WHOLE in message.text
            for attached in message.attachments
        ]
