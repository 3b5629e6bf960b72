"""A cache of computed results."""

from typing import TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Cache(dict[Key, Answer]):
    """Results by everything they depend on. Look them up with `get`.

    It is a dictionary with a class of its own, so that tests can clear all caches at once. If a result is
    different after that, its key was incomplete.
    """
