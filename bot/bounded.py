"""A dictionary with a maximum number of entries."""

from collections import OrderedDict
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedDict(OrderedDict[Key, Value]):
    """A dictionary with at most `most` entries: a further entry drops the entry that was set first.

    An entry that is set again counts as the newest entry. Reading changes nothing.

    >>> found = BoundedDict(2)
    >>> found["a"], found["b"], found["a"], found["c"] = 1, 2, 3, 4
    >>> dict(found)
    {'a': 3, 'c': 4}
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        """Set an entry, and drop the oldest entry if there are too many."""
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
