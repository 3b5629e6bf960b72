"""Actions: what a player can do, as data, and their one-line notation.

The fields of an action become the options of a slash command, the steps of a menu and the words of a line.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import ClassVar, NamedTuple, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from rules.engine.errors import UnreadableAction
from rules.engine.wording import in_snake_case, listed

FieldValue = str | int | bool | tuple[str, ...] | None
"""The types that an action's field may have."""

A = TypeVar("A", bound="Action")

YES, NO = frozenset({"yes", "y", "true", "on"}), frozenset({"no", "n", "false", "off"})
"""The words that people may type for yes and no."""

LONGEST_QUOTE = 40
"""The maximum number of characters of a wrong value that a refusal repeats."""


def _lower(text: object) -> object:
    return text.strip().lower() if isinstance(text, str) else text


def _upper(text: object) -> object:
    return text.strip().upper() if isinstance(text, str) else text


LOWER, UPPER = BeforeValidator(_lower), BeforeValidator(_upper)
"""Annotations of fields whose case does not matter when they are typed: `Annotated[Colour, LOWER]`."""


def repeated(text: str) -> str:
    """Quote a wrong text for a refusal. A long text is shortened.

    >>> repeated("N9")
    '“N9”'
    """
    return f"“{text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + '…'}”"


def sentence_case(notation: str) -> str:
    """Return a notation, or its beginning, with a capital letter and without underscores.

    >>> sentence_case("fire_wide")
    'Fire wide'
    """
    return f"{notation[:1].upper()}{notation[1:]}".replace("_", " ")


class Action(BaseModel):
    """The base class of actions, which seats can perform.

    Players read the first line of a subclass's docstring and the description of each field, each with at most
    100 characters.

    In the notation, required fields have fixed positions, and optional fields (`None` when absent) are
    written as `name value`. One text field may set `json_schema_extra={"words": True}`, so that it contains
    all remaining words without quotation marks.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)

    kind: ClassVar[str]
    """The first word of the notation. By default it is the name of the class in snake case."""
    summary: ClassVar[str]
    """The description for players: the first line of the docstring."""
    free: ClassVar[bool] = False
    """Whether a seat may perform the action even when the seat is not asked."""
    standing: ClassVar[bool] = False
    """Whether the action is a standing order: free, without rolls and kept by undos. Controls stay valid."""
    secret: ClassVar[bool] = False
    """Whether the log hides the action from the other seats."""
    ends_turn: ClassVar[bool] = False
    """Whether the action only ends the turn. A series may end with it even if the turn is over already."""
    typed: ClassVar[bool] = False
    """Whether the action has a slash command of its own."""
    by_players: ClassVar[bool] = True
    """Whether players may perform the action. False for an action that only a timeout performs."""
    stands_for: ClassVar[tuple[type["Action"], ...]] = ()
    """The kinds of action for which this kind is a shorthand. People type shorthands; controls offer none.

    Autocomplete suggests the values of these kinds. `Game.canonical` turns the shorthand into an action.
    """

    def __init_subclass__(cls) -> None:
        """Set the subclass's kind and summary."""
        super().__init_subclass__()
        if "kind" not in vars(cls):
            cls.kind = in_snake_case(cls.__name__)
        cls.summary = (cls.__doc__ or "").partition("\n")[0]

    @classmethod
    def command(cls) -> str:
        """Return the word that people type for this kind: in a line and, if `typed`, as a slash command."""
        return cls.kind.replace("_", "-")

    def path(self) -> tuple[str, ...]:
        """Return the answers that lead to this action in controls: by default the kind and the field values.

        No answer is empty or contains a `/`. No two legal actions have the same path.
        """
        answers = [self.kind]
        for name in fields_of(type(self)):
            value = value_of(self, name)
            if isinstance(value, tuple):
                answers += value
            elif value is not None:
                answers.append(text_of(value))
        return tuple(answers)

    def __str__(self) -> str:
        """Return the notation of this action."""
        return notation(self)


class StandingOrder(Action):
    """A base class of answers that a seat gives in advance. Subclasses have a field `policy`.

    The subclass `SetStance` has the kind `stance`.
    """

    free = True
    standing = True

    def __init_subclass__(cls) -> None:
        """Set the subclass's kind and summary."""
        if "kind" not in vars(cls):
            cls.kind = in_snake_case(cls.__name__).removeprefix("set_")
        super().__init_subclass__()


class ByTimeout(Action):
    """A base class of actions that the rules perform when nobody answers in time."""

    by_players = False


class Resign(Action):
    """Leave this game for good; the others play on."""

    free = True


@cache
def fields_of(kind: type[Action]) -> Mapping[str, FieldInfo]:
    """Map the names that players use to the fields of an action, in the order of the notation."""
    return MappingProxyType({field.alias or name: field for name, field in kind.model_fields.items()})


def title_of(kind: type[Action], name: str) -> str:
    """Return the title of a field as people see it: `From the left`."""
    return fields_of(kind)[name].title or name.replace("_", " ").capitalize()


@cache
def _attributes(kind: type[Action]) -> Mapping[str, str]:
    """Map the names that players use for fields to the attributes of the model."""
    return MappingProxyType({field.alias or name: name for name, field in kind.model_fields.items()})


def value_of(action: Action, name: str) -> FieldValue:
    """Return the value of the field that players call `name`. Raises KeyError if there is no such field."""
    value: FieldValue = getattr(action, _attributes(type(action))[name])
    return value


def text_of(value: FieldValue) -> str:
    """Return the value of a field in the words that players use."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(value)
    return "" if value is None else str(value)


def notation(action: Action) -> str:
    """Return the one-line notation of an action: `move boat "E4 N3" from F2`. `read` inverts it."""
    fields = fields_of(type(action))
    words = [action.kind]
    for name, field in fields.items():
        value = value_of(action, name)
        if field.is_required():
            text = _quoted(text_of(value))
            words.append(f'"{text}"' if text.lower() in fields else text)
        elif value is not None:
            words += [name, _quoted(text_of(value))]
    return " ".join(words)


def read(text: str, kinds: Iterable[type[A]]) -> A:
    """Return the action that a line of notation describes. Raises UnreadableAction."""
    words = _words(text)
    by_kind = {kind.kind: kind for kind in kinds}
    if not words:
        raise UnreadableAction("Type an action.")
    first = words[0].text
    kind = by_kind.get(first.lower().replace("-", "_"))
    if kind is None:
        # Journals also contain actions of timeouts, but suggestions leave these out.
        known = [kind.command() for kind in by_kind.values() if kind.by_players]
        meant = "".join(f" Perhaps you mean `{one}`." for one in get_close_matches(first.lower(), known, 1))
        raise UnreadableAction(f"{repeated(first)} is nothing that one can do here.{meant}")
    return build(kind, _assign(kind, words[1:]))


def build(kind: type[A], values: dict[str, str]) -> A:
    """Build an action of this kind from fields given as text. Raises UnreadableAction."""
    fields = fields_of(kind)
    _must_name(kind, [name for name, field in fields.items() if field.is_required() and name not in values])
    typed = {name: _typed(fields[name], text) for name, text in values.items()}
    try:
        return kind.model_validate(typed)
    except ValidationError as error:
        problems = [(str(one["loc"][0]) if one["loc"] else "action", _problem(one)) for one in error.errors()]
        faults = [
            f"{title_of(kind, name)}: {problem}."
            if name in fields
            else f"{problem[:1].upper()}{problem[1:]}."
            for name, problem in problems
        ]
        raise UnreadableAction(" ".join(faults), faults=faults) from error


def _problem(error: ErrorDetails) -> str:
    """Describe for players what is wrong with a field."""
    number, limits = str(error["input"]), error.get("ctx", {})
    given = repeated(number) if number else "nothing"
    match error["type"]:
        case "value_error":
            return str(error["msg"]).removeprefix("Value error, ").rstrip(".")
        case "int_parsing" | "int_from_float" | "int_type" | "int_parsing_size":
            return f"{given} is no whole number"
        case "bool_parsing" | "bool_type":
            return f"{given} is neither yes nor no"
        case "greater_than_equal" | "greater_than":
            return f"{number} is too little; the least is {limits.get('ge', limits.get('gt', 0) + 1)}"
        case "less_than_equal" | "less_than":
            return f"{number} is too much; the most is {limits.get('le', limits.get('lt', 0) - 1)}"
        case "literal_error":
            return f"{given} is none of {limits['expected']}".replace("'", "")
        case "string_too_long":
            return f"that is too long; up to {limits['max_length']} letters fit"
        case _:
            return f"{given} does not fit"


def _must_name(kind: type[Action], missing: Sequence[str]) -> None:
    """Raise UnreadableAction with an explanation of the fields in `missing`, unless there are none."""
    if missing:
        told = f"{repeated(kind.command())} says too little. Add: {_explained(kind, missing)}."
        raise UnreadableAction(told, faults=[told])


def _explained(kind: type[Action], names: Iterable[str]) -> str:
    """Return the title and description of each field: `ship (the number of your ship: 1, 2 or 3)`."""
    return listed(
        f"{_inside(title_of(kind, name))} ({_inside(fields_of(kind)[name].description or name)})"
        for name in names
    )


def _inside(sentence: str) -> str:
    """Return a title or sentence as a part of another sentence. Abbreviations keep their capitals.

    >>> _inside("The number of your ship."), _inside("N, E, S or W.")
    ('the number of your ship', 'N, E, S or W')
    """
    bare = sentence.rstrip(".")
    return bare[:1].lower() + bare[1:] if re.match("A |[A-Z][a-z]", bare) else bare


class _Word(NamedTuple):
    """A word of a typed line. A quoted word is never the name of a field."""

    text: str
    quoted: bool


# Phones turn straight quotes into curly quotes, so the parser reads both kinds.
_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"(?!\S)|[“”„]([^“”„"]*)[“”](?!\S)|(\S+)', re.DOTALL)


def _words(line: str) -> list[_Word]:
    words = []
    for match in _WORD.finditer(line):
        straight, curly, bare = match.groups()
        if bare is None:
            text = curly if straight is None else re.sub(r"\\(.)", _unescaped, straight, flags=re.DOTALL)
            words.append(_Word(text, quoted=True))
        elif bare[0] in '"“”„':
            raise UnreadableAction('A quotation mark is open: write "N4 E2" with both quotes, or none.')
        else:
            words.append(_Word(bare, quoted=False))
    return words


def _unescaped(mark: re.Match[str]) -> str:
    return "\n" if mark[1] == "n" else mark[1]


def _quoted(text: str) -> str:
    if text and not re.search(r'[\s"\\“”„]', text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _assign(kind: type[Action], words: Sequence[_Word]) -> dict[str, str]:
    """Map each field to its text in a typed line."""
    fields = fields_of(kind)
    required = [name for name, field in fields.items() if field.is_required()]
    values: dict[str, str] = {}
    positional: list[str] = []
    rest = iter(words)
    for word in rest:
        name = word.text.lower()
        if not word.quoted and name in fields and name not in {*required, *values}:
            values[name] = next(rest, _Word("", quoted=True)).text
        else:
            positional.append(word.text)
    greedy = next((name for name, field in fields.items() if takes_words(field)), None)
    extra = len(positional) - len(required)
    _must_name(kind, required[len(positional) :])
    if extra > 0 and greedy not in {*required, *values}:
        over = " ".join(positional[len(required) :])
        known = f"What belongs there: {_explained(kind, fields)}." if fields else "Nothing belongs there."
        raise UnreadableAction(f"{repeated(over)} is too much after {repeated(kind.command())}. {known}")
    for name in required:
        count = 1 + (extra if name == greedy else 0)
        values[name] = " ".join(positional[:count])
        positional = positional[count:]
    if positional and greedy is not None:
        values[greedy] = " ".join([values[greedy], *positional])
    return values


def takes_words(field: FieldInfo) -> bool:
    """Return whether a field contains all remaining words of a line."""
    return isinstance(field.json_schema_extra, dict) and bool(field.json_schema_extra.get("words"))


def _typed(field: FieldInfo, text: str) -> str | bool | tuple[str, ...]:
    choices = (field.annotation, *get_args(field.annotation))
    if bool in choices:
        return True if text.lower() in YES else False if text.lower() in NO else text
    if any(getattr(choice, "__origin__", None) is tuple for choice in choices):
        return tuple(part for part in text.split(",") if part)
    return text
