"""A cache of computed results."""

from typing import TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Cache(dict[Key, Answer]):
    """A dictionary of results. The key must contain everything that the result depends on.

    Tests clear all caches to find results that change because their keys are incomplete.
    """
