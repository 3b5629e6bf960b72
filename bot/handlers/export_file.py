"""The file of `/game export`, and of the button Dice file."""

import asyncio

from bot.handlers.press import Press, Visit
from bot.service import export_files
from bot.service.export_files import Document

WHOLE = (
    "The whole game: how it began, its journal and its seed. `./harbour verify FILE` checks every roll, and"
    " so can a program of your own; the page “Fair dice” says how."
)

SO_FAR = (
    "The game so far, as everybody may know it: without its seed and without what is hidden. Once it is over,"
    " the file holds everything, and every roll can be checked."
)


async def whole_game(visit: Visit) -> tuple[str, Document]:
    """Return a sentence about the game's file, and the file. Raises NoGame while the game is in its lobby."""
    row, match = visit.table.row, visit.table.match
    entries = await visit.interaction.client.store.entries(row.id)
    document = await asyncio.to_thread(export_files.exported, row, match, entries)
    return SO_FAR if match.public_seed() is None else WHOLE, document


async def asked_for(press: Press) -> None:
    """Handle the button Dice file of a finished game."""
    told, document = await whole_game(press)
    await press.answer.say(told, document=document)
