"""Forms: actions with fixed answers first and then blanks, which are filled in freely.

A blank is a number, a short text, yes or no, or one of a few words. A form is known by its fixed answers, so
a decision may hold several of one kind of action. What is typed into a blank is completed where only one
value can be meant, and else refused with what may stand there.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import TypeAlias

from rules.engine.action import (
    NO,
    YES,
    Action,
    FieldValue,
    build,
    fields_of,
    repeated,
    takes_words,
    text_of,
    title_of,
    value_of,
)
from rules.engine.errors import IllegalAction, MisfilledForm, UnreadableAction

MENU_LIMIT = 25
"""The most values one step may offer: Discord's limit for menus and autocomplete."""


@dataclass(frozen=True)
class Range:
    """A number that may be chosen freely: from `low` to `high`, both allowed, in steps of `step`."""

    low: int
    high: int
    step: int = 1

    @classmethod
    def over(cls, numbers: Sequence[int]) -> "Range":
        """The least range with all of these numbers in it.

        >>> str(Range.over([10, 20, 40]))
        '10..40/10'
        """
        low = min(numbers)
        return cls(low, max(numbers), gcd(*(number - low for number in numbers)) or 1)

    def __contains__(self, number: object) -> bool:
        return (
            isinstance(number, int)
            and self.low <= number <= self.high
            and not (number - self.low) % self.step
        )

    def __str__(self) -> str:
        """`10..120/10`: from, to, and the step where it is not 1."""
        return f"{self.low}..{self.high}" + (f"/{self.step}" if self.step != 1 else "")

    @property
    def meaning(self) -> str:
        """What may be typed: `10 to 120, in steps of 10`."""
        return f"{self.low} to {self.high}" + (f", in steps of {self.step}" if self.step != 1 else "")

    def reads(self, text: str) -> bool:
        """Whether a completed text is one of these numbers.

        >>> Range(10, 40, 10).reads("30"), Range(10, 40, 10).reads("35"), Range(10, 40, 10).reads("many")
        (True, False, False)
        """
        return re.fullmatch("-?[0-9]{1,9}", text) is not None and int(text) in self

    def completed(self, text: str) -> str:
        """A number as it is read: without blanks, points or a plus sign."""
        bare = text.replace(" ", "").replace("_", "").removeprefix("+")
        return bare if bare.removeprefix("-").isdecimal() else text

    @property
    def suggestions(self) -> tuple[str, ...]:
        """Values to offer: all there are, or of many the most and those nearest to nothing."""
        *others, most = range(self.low, self.high + 1, self.step)
        near = sorted(others, key=abs)[: MENU_LIMIT - 1]
        return tuple(map(str, sorted([*near, most])))


@dataclass(frozen=True)
class Words:
    """A text that may be written freely, up to `limit` characters."""

    limit: int

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and len(text) <= self.limit

    def __str__(self) -> str:
        """`(up to 200 letters)`."""
        return f"({self.meaning})"

    @property
    def meaning(self) -> str:
        """What may be typed: `up to 200 letters`."""
        return f"up to {self.limit} letters"

    def reads(self, text: str) -> bool:
        """Whether a text is short enough."""
        return text in self

    def completed(self, text: str) -> str:
        """The text as it is."""
        return text

    @property
    def suggestions(self) -> tuple[str, ...]:
        """Nothing: it is free."""
        return ()


@dataclass(frozen=True)
class YesNo:
    """Yes or no."""

    def __contains__(self, value: object) -> bool:
        return isinstance(value, bool)

    def __str__(self) -> str:
        """`yes|no`."""
        return "yes|no"

    @property
    def meaning(self) -> str:
        """What may be typed."""
        return "yes or no"

    def reads(self, text: str) -> bool:
        """Whether a completed text says yes or no."""
        return text.lower() in YES | NO

    def completed(self, text: str) -> str:
        """`yes` or `no`, where the letters mean one of them."""
        return _only((word for word in ("yes", "no") if word.startswith(text.casefold())), text)

    @property
    def suggestions(self) -> tuple[str, ...]:
        """Both."""
        return ("yes", "no")


@dataclass(frozen=True)
class OneOf:
    """One of these words."""

    words: tuple[str, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.words

    def __str__(self) -> str:
        """`small|large`."""
        return "|".join(self.words)

    @property
    def meaning(self) -> str:
        """What may be typed: `small or large`."""
        return " or ".join(filter(None, [", ".join(self.words[:-1]), self.words[-1]]))

    def reads(self, text: str) -> bool:
        """Whether a completed text is one of the words."""
        return text in self.words

    def completed(self, text: str) -> str:
        """The word that is meant by its first letters, if there is only one."""
        typed = text.casefold()
        exact = [word for word in self.words if word.casefold() == typed]
        return _only(exact or (word for word in self.words if word.casefold().startswith(typed)), text)

    @property
    def suggestions(self) -> tuple[str, ...]:
        """All of them."""
        return self.words[:MENU_LIMIT]


def _only(found: Iterable[str], text: str) -> str:
    """The only word found, or the text as it was typed."""
    words = list(found)
    return words[0] if text and len(words) == 1 else text


Blank: TypeAlias = Range | Words | YesNo | OneOf


@dataclass(frozen=True)
class Form:
    """An action some of whose fields are filled in freely: amounts, short texts, yes or no, a word.

    `action` is an example with legal values; `blanks` says for each open field what may stand there; that of
    an optional field may also be left empty. The rules may still refuse a combination. Of more blanks than
    Discord has fields, the last must be optional: they are filled in one line.
    """

    action: Action
    blanks: Mapping[str, Blank]
    found: Callable[[], Action] | None = field(default=None, compare=False)
    """Looks for a better example, where that takes longer than showing that there is the form."""
    offered: bool = field(default=True, compare=False)
    """Whether controls have a button for it; one that has none is for those who type."""

    @property
    def example(self) -> Action:
        """What stands in the blanks when the form is opened."""
        return self.found() if self.found else self.action

    @property
    def kind(self) -> type[Action]:
        """The kind of action."""
        return type(self.action)

    @property
    def path(self) -> tuple[str, ...]:
        """What the form is known by: the kind and its fixed answers."""
        fixed = [text_of(value) for value in self._fixed().values() if value is not None]
        return self.action.kind, *fixed

    def admits(self, action: Action) -> bool:
        """Whether the action is this form, filled in within its ranges."""
        return self.is_meant_by(action) and not self.fault(action)

    def is_meant_by(self, action: Action) -> bool:
        """Whether the action has the form's kind and fixed answers, whatever stands in the blanks."""
        return type(action) is self.kind and all(
            value_of(action, name) == value for name, value in self._fixed().items()
        )

    def fault(self, action: Action) -> str:
        """What is wrong with the blanks of an action that means this form; empty when nothing is."""
        fields = fields_of(self.kind)
        values = {name: value_of(action, name) for name in self.blanks}
        return " ".join(
            misfit(name, text_of(value), self.blanks[name])
            for name, value in values.items()
            if value not in self.blanks[name] and (value is not None or fields[name].is_required())
        )

    def title(self, name: str) -> str:
        """What people see a blank called."""
        return title_of(self.kind, name)

    def filled(self, typed: Mapping[str, str]) -> Action:
        """The action with these texts in its blanks; an empty one is left out.

        Raises MisfilledForm with what may stand in each blank that holds something else.
        """
        texts = {name: text_of(value) for name, value in self._fixed().items() if value is not None}
        faults = []
        for name, blank in self.blanks.items():
            text = typed.get(name, "").strip()
            if text:
                texts[name] = blank.completed(text)
                if not blank.reads(texts[name]):
                    faults.append(misfit(self.title(name), text, blank))
            elif fields_of(self.kind)[name].is_required():
                faults.append(f"{self.title(name)} is empty. Allowed: {blank.meaning}.")
        if faults:
            raise MisfilledForm(faults)
        try:
            return build(self.kind, texts)
        except UnreadableAction as fault:
            raise MisfilledForm(fault.faults) from fault

    def spread(self, names: Sequence[str], line: str) -> dict[str, str]:
        """What one line says for these blanks, each behind its name: `salt 3 cloth 9`.

        One that takes words takes all that follows. Raises MisfilledForm for what belongs to no blank.
        """
        called = {self.title(name).casefold(): name for name in names} | {name: name for name in names}
        found, current, words = dict[str, str](), "", line.split()
        for at, word in enumerate(words):
            name = called.get(word.strip(":,;").casefold(), "")
            if name and name not in found:
                found[name], current = "", name
            elif not current:
                before = " or ".join(map(self.title, names))
                raise MisfilledForm([f"{repeated(word)} stands behind no name. Write {before} before it."])
            else:
                found[current] = f"{found[current]} {word}".strip()
            if current and takes_words(fields_of(self.kind)[current]):
                found[current] = " ".join(words[at + 1 :])
                break
        return {name: _bare(text) for name, text in found.items()}

    def _fixed(self) -> dict[str, FieldValue]:
        return {name: value_of(self.action, name) for name in fields_of(self.kind) if name not in self.blanks}

    def __str__(self) -> str:
        """The form in one line, each blank in its place: `load food 10..120/10`."""
        words = [self.action.kind]
        for name, info in fields_of(self.kind).items():
            value = value_of(self.action, name)
            text = str(self.blanks[name]) if name in self.blanks else text_of(value)
            if info.is_required():
                words.append(text)
            elif name in self.blanks or value is not None:
                words += [name, text]
        return " ".join(words)


def _bare(text: str) -> str:
    """A text without the comma behind it or the quotation marks around it."""
    text = text.strip(" ,;")
    return text[1:-1] if len(text) > 1 and text[0] in '"“”„' and text[-1] in '"“”' else text


def misfit(title: str, text: str, blank: Blank) -> str:
    """What is said of a text that does not fit into a blank: what may stand there instead."""
    return f"{title}: {repeated(text)} does not fit. Allowed: {blank.meaning}."


def refusal_of(action: Action, forms: Sequence[Form]) -> IllegalAction | None:
    """Why an action that means one of these forms is none of them: what may stand in its blanks."""
    faults = [form.fault(action) for form in forms if form.is_meant_by(action)]
    return IllegalAction("not_allowed", faults[0]) if faults and all(faults) else None
