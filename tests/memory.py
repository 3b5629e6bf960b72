"""Playing and drawing without caches."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from types import ModuleType
from typing import Any

import pytest

from rules.engine.cache import Cache


@contextmanager
def nothing_remembered(*packages: str) -> Iterator[None]:
    """Compute everything again at every call in these packages, inside the context.

    This disables caches of functions (wherever they were imported), cached properties and every `Cache`.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Cache, "get", lambda _self, _key, default=None: default)
        for module in _modules(packages):
            for owner in (module, *_classes(module)):
                for name, thing in list(vars(owner).items()):
                    if hasattr(thing, "cache_clear"):
                        patch.setattr(owner, name, thing.__wrapped__)
                    elif isinstance(thing, cached_property):
                        patch.setattr(owner, name, property(thing.func))
        yield


def forget(*packages: str) -> None:
    """Clear every cache in these packages."""
    for module in _modules(packages):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def _modules(packages: tuple[str, ...]) -> list[ModuleType]:
    inside = tuple(f"{package}." for package in packages)
    return [module for name, module in [*sys.modules.items()] if f"{name}.".startswith(inside)]


def _classes(module: ModuleType) -> list[type[Any]]:
    return [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and thing.__module__ == module.__name__
    ]
