"""Forms: actions with fixed fields, and with blanks that people fill in.

A decision may have several forms for one kind of action if their fixed fields differ. A typed text that is
the beginning of only one value of a blank is completed to that value.
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
"""The maximum number of values in one step: Discord's limit for menus and autocomplete."""


@dataclass(frozen=True)
class Range:
    """A number to be chosen freely: from `low` to `high`, both included, in steps of `step`."""

    low: int
    high: int
    step: int = 1

    @classmethod
    def over(cls, numbers: Sequence[int]) -> "Range":
        """Return the smallest range that contains all of these numbers.

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
        """Return `10..120/10`: from, to, and the step if it is not 1."""
        return f"{self.low}..{self.high}" + (f"/{self.step}" if self.step != 1 else "")

    @property
    def meaning(self) -> str:
        """The allowed input: `10 to 120, in steps of 10`."""
        return f"{self.low} to {self.high}" + (f", in steps of {self.step}" if self.step != 1 else "")

    def reads(self, text: str) -> bool:
        """Return whether a completed text is an allowed number.

        >>> Range(10, 40, 10).reads("30"), Range(10, 40, 10).reads("35"), Range(10, 40, 10).reads("many")
        (True, False, False)
        """
        return re.fullmatch("-?[0-9]{1,9}", text) is not None and int(text) in self

    def completed(self, text: str) -> str:
        """Return a typed number without spaces, underscores or a plus sign. Other texts stay unchanged."""
        bare = text.replace(" ", "").replace("_", "").removeprefix("+")
        return bare if bare.removeprefix("-").isdecimal() else text

    @property
    def suggestions(self) -> tuple[str, ...]:
        """At most `MENU_LIMIT` values to suggest: the highest value, and the values nearest to zero."""
        *others, most = range(self.low, self.high + 1, self.step)
        near = sorted(others, key=abs)[: MENU_LIMIT - 1]
        return tuple(map(str, sorted([*near, most])))


@dataclass(frozen=True)
class Words:
    """A text that people write freely, up to `limit` characters."""

    limit: int

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and len(text) <= self.limit

    def __str__(self) -> str:
        return f"({self.meaning})"

    @property
    def meaning(self) -> str:
        """The allowed input: `up to 200 letters`."""
        return f"up to {self.limit} letters"

    def reads(self, text: str) -> bool:
        """Return whether a text is short enough."""
        return text in self

    def completed(self, text: str) -> str:
        """Return the text unchanged."""
        return text

    @property
    def suggestions(self) -> tuple[str, ...]:
        """No values, because the text is free."""
        return ()


@dataclass(frozen=True)
class YesNo:
    """Yes or no."""

    def __contains__(self, value: object) -> bool:
        return isinstance(value, bool)

    def __str__(self) -> str:
        return "yes|no"

    @property
    def meaning(self) -> str:
        """The allowed input."""
        return "yes or no"

    def reads(self, text: str) -> bool:
        """Return whether a completed text says yes or no."""
        return text.lower() in YES | NO

    def completed(self, text: str) -> str:
        """Return `yes` or `no` if the text is the beginning of one of them. Other texts stay unchanged."""
        return _only((word for word in ("yes", "no") if word.startswith(text.casefold())), text)

    @property
    def suggestions(self) -> tuple[str, ...]:
        """Both values."""
        return ("yes", "no")


@dataclass(frozen=True)
class OneOf:
    """A word to be chosen from `words`."""

    words: tuple[str, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.words

    def __str__(self) -> str:
        return "|".join(self.words)

    @property
    def meaning(self) -> str:
        """The allowed input: `small or large`."""
        return " or ".join(filter(None, [", ".join(self.words[:-1]), self.words[-1]]))

    def reads(self, text: str) -> bool:
        """Return whether a completed text is one of the words."""
        return text in self.words

    def completed(self, text: str) -> str:
        """Complete a text that equals a word, or begins only one word, to that word. Case is ignored."""
        typed = text.casefold()
        exact = [word for word in self.words if word.casefold() == typed]
        return _only(exact or (word for word in self.words if word.casefold().startswith(typed)), text)

    @property
    def suggestions(self) -> tuple[str, ...]:
        """The first words, at most `MENU_LIMIT`."""
        return self.words[:MENU_LIMIT]


def _only(found: Iterable[str], text: str) -> str:
    """Return the only word found, or the text as it was typed."""
    words = list(found)
    return words[0] if text and len(words) == 1 else text


Blank: TypeAlias = Range | Words | YesNo | OneOf


@dataclass(frozen=True)
class Form:
    """An action with some fields to fill in.

    `action` is an example, and `blanks` maps each open field to its allowed values. An optional field may
    also stay empty. The rules may still refuse a combination of values. If there are more blanks than Discord
    allows, the last blanks must be optional, and people fill them in on one shared line.
    """

    action: Action
    blanks: Mapping[str, Blank]
    found: Callable[[], Action] | None = field(default=None, compare=False)
    """Finds a better example when the form is opened. This takes longer."""
    offered: bool = field(default=True, compare=False)
    """Whether controls have a button for the form. A form without a button is for people who type."""

    @property
    def example(self) -> Action:
        """The action whose values fill the blanks when the form is opened."""
        return self.found() if self.found else self.action

    @property
    def kind(self) -> type[Action]:
        """The kind of action."""
        return type(self.action)

    @property
    def path(self) -> tuple[str, ...]:
        """The answers that identify the form: the kind of action and the values of its fixed fields."""
        fixed = [text_of(value) for value in self._fixed().values() if value is not None]
        return self.action.kind, *fixed

    def admits(self, action: Action) -> bool:
        """Return whether the action fills this form with allowed values."""
        return self.is_meant_by(action) and not self.fault(action)

    def is_meant_by(self, action: Action) -> bool:
        """Return whether the action has the form's kind and fixed fields, with any values in the blanks."""
        return type(action) is self.kind and all(
            value_of(action, name) == value for name, value in self._fixed().items()
        )

    def fault(self, action: Action) -> str:
        """Return sentences about the wrongly filled blanks of an action, or an empty text."""
        fields = fields_of(self.kind)
        values = {name: value_of(action, name) for name in self.blanks}
        return " ".join(
            misfit(name, text_of(value), self.blanks[name])
            for name, value in values.items()
            if value not in self.blanks[name] and (value is not None or fields[name].is_required())
        )

    def title(self, name: str) -> str:
        """Return the title of a blank as people see it."""
        return title_of(self.kind, name)

    def filled(self, typed: Mapping[str, str]) -> Action:
        """Return the action with the non-empty texts in its blanks. Raises MisfilledForm."""
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
        """Split a line of names and values, such as `salt 3 cloth 9`, into texts for the blanks `names`.

        A blank for free words receives the rest of the line. Raises MisfilledForm if words come before the
        first name.
        """
        called = {self.title(name).casefold(): name for name in names} | {name: name for name in names}
        found, current, words = dict[str, str](), "", line.split()
        for at, word in enumerate(words):
            name = called.get(word.strip(":,;").casefold(), "")
            if name and name not in found:
                found[name], current = "", name
            elif not current:
                before = " or ".join(map(self.title, names))
                raise MisfilledForm([f"{repeated(word)} has no name before it. Write {before} before it."])
            else:
                found[current] = f"{found[current]} {word}".strip()
            if current and takes_words(fields_of(self.kind)[current]):
                found[current] = " ".join(words[at + 1 :])
                break
        return {name: _bare(text) for name, text in found.items()}

    def _fixed(self) -> dict[str, FieldValue]:
        return {name: value_of(self.action, name) for name in fields_of(self.kind) if name not in self.blanks}

    def __str__(self) -> str:
        """Return the form in one line, with the allowed values in place of blanks: `load food 10..120/10`."""
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
    """Return a text without the spaces, commas, semicolons and quotation marks around it."""
    text = text.strip(" ,;")
    return text[1:-1] if len(text) > 1 and text[0] in '"“”„' and text[-1] in '"“”' else text


def misfit(title: str, text: str, blank: Blank) -> str:
    """Return the sentence that says that `text` does not fit a blank, and what the blank accepts."""
    return f"{title}: {repeated(text)} does not fit. Allowed: {blank.meaning}."


def refusal_of(action: Action, forms: Sequence[Form]) -> IllegalAction | None:
    """Return the refusal of an action that fills its forms wrongly; `None` if it fits or has no form."""
    faults = [form.fault(action) for form in forms if form.is_meant_by(action)]
    return IllegalAction("not_allowed", faults[0]) if faults and all(faults) else None
