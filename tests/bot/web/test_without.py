"""A host without games on the web has no trace of them."""

import subprocess
import sys

import pytest

from bot.service.config import Settings, SettingsProblem
from bot.web.server import WebServer
from tests.bot.harbour import Harbour
from tests.bot.web.conftest import Watched
from tests.bot.web.visitors import switch_on


def test_nothing_of_it_is_loaded() -> None:
    told = "import sys, bot.client, bot.cli.run; print([one for one in sys.modules if one in %r])"
    asked = told % (["jinja2", "markupsafe", "bot.web", "aiohttp.web"],)
    run = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert "jinja2" not in run.stdout
    assert "bot.web" not in run.stdout


async def test_no_game_has_a_page(harbour: Harbour) -> None:
    await switch_on(harbour)
    await harbour.race_of_two()
    assert harbour.bot.web is None
    assert harbour.bot.store.listeners == []
    assert harbour.bot.tables.spectators.link((await harbour.table()).row) == ""


async def test_a_port_that_is_taken_is_told_in_a_sentence(watched: Watched) -> None:
    with pytest.raises(SettingsProblem, match=f"WEB_PORT {watched.port} cannot be used"):
        await WebServer(watched.harbour.bot).start()


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:8080", "https://games.example.org", "https://games.example.org/"]
)
def test_addresses_of_sites_are_taken(address: str) -> None:
    assert Settings(_env_file=None, web_address=address, web_port=80).web_address == address.rstrip("/")
