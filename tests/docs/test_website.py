"""The website made from the documents has every page and loads nothing from other sites."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOADED = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)=["'](?:https?:)?//[^"']*""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_every_document_is_a_page(site: Path) -> None:
    written = {page.relative_to(ROOT / "docs").with_suffix("") for page in (ROOT / "docs").rglob("*.md")}
    built = {page.relative_to(site).with_suffix("") for page in site.rglob("*.html")}
    # The index of a folder is its README.
    named = {page.with_name("index") if page.name == "README" else page for page in written}
    assert named - built == set()


def test_nothing_is_loaded_from_outside(site: Path) -> None:
    pages = {page.name: LOADED.findall(page.read_text(encoding="utf-8")) for page in site.rglob("*.html")}
    assert {name: found for name, found in pages.items() if found} == {}


def test_the_reference_tells_what_a_game_is_made_of(site: Path) -> None:
    page = (site / "reference/game.html").read_text(encoding="utf-8")
    for name in ("rules.engine.game.Game", "rules.engine.action.Action", "rules.engine.event.Event"):
        assert f'id="{name}"' in page
