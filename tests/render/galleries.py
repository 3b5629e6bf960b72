"""The galleries of all games: every folder next to this file with a module of scenes."""

import pkgutil
from importlib import import_module

import tests.render
from rules.engine.game import View
from tests.render.gallery import Gallery

GALLERIES: tuple[Gallery[View], ...] = tuple(
    import_module(f"tests.render.{folder.name}.scenes").GALLERY
    for folder in pkgutil.iter_modules(tests.render.__path__)
    if folder.ispkg
)
