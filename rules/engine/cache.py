"""What was worked out before and is kept."""

from typing import TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Cache(dict[Key, Answer]):
    """Answers by everything they depend on, looked up with `get`.

    A dictionary under a name of its own, so that tests can let all of them forget at once: an answer that
    then differs was kept under a key that holds too little.
    """
