"""Options as people see them: names, meanings and values, read from a game's options model."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeVar, get_args, get_origin

from pydantic import JsonValue, ValidationError

from rules.engine.action import LONGEST_QUOTE
from rules.engine.data import Data, optional_file
from rules.engine.errors import HarbourmasterError
from rules.engine.game import Options

O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of its bound


OptionValue = str | int | bool

LONGEST_NUMBER = 9
"""The maximum number of digits in a number."""


class BadOption(HarbourmasterError):
    """An option or a value that the game does not have."""


@dataclass(frozen=True)
class Setting:
    """One option. `values` maps the text of each value to its meaning, and is empty for a number."""

    name: str
    title: str
    summary: str
    default: str
    values: Mapping[str, str]
    low: int = 0
    high: int = 0


class OptionWords(Data):
    """The texts of an option: its title, its description, and the meanings of values."""

    title: str = ""
    description: str = ""
    meanings: Mapping[str, str] = {}


_NO_WORDS = OptionWords()


@cache
def words_of(module: str) -> Mapping[str, OptionWords]:
    """Return the texts of a module's options, from the `.toml` file next to it; empty without a file."""
    package, _, name = module.rpartition(".")
    return optional_file(package, f"{name}.toml", dict[str, OptionWords])


def settings(model: type[Options]) -> tuple[Setting, ...]:
    """Return the options of a game in the order of its specification."""
    return tuple(_setting(model, name) for name in model.model_fields)


def choose(model: type[O], chosen: Mapping[str, OptionValue]) -> O:
    """Return the options with the values `chosen`, which may be texts. Raises BadOption."""
    known = model.model_fields
    for name in chosen:
        if name not in known:
            raise BadOption(f"There is no option “{name}”. Known are: {', '.join(known)}.")
    values = {name: _typed(model, name, value) for name, value in chosen.items()}
    try:
        return model.model_validate(values)
    except ValidationError as error:
        known_as = {setting.name: setting for setting in settings(model)}
        names = dict.fromkeys(str(one["loc"][0]) if one["loc"] else "options" for one in error.errors())
        faults = []
        for name in names:
            setting, wrong = known_as.get(name), as_text(chosen.get(name, ""))[:LONGEST_QUOTE]
            title, allowed = (setting.title, _allowed(setting)) if setting else (name, "other values")
            faults.append(f"“{wrong}” does not fit {title}: choose {allowed}.")
        raise BadOption(" ".join(faults)) from error


def as_text(value: JsonValue) -> str:
    """Return an option's value in the words that players use."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def value_in_words(value: str) -> str:
    """Return an option's value as people read it. `choose` accepts both spellings.

    >>> value_in_words("up_to")
    'up to'
    """
    return value.replace("_", " ")


def changed(options: Options) -> dict[str, str]:
    """Return the options that differ from their defaults, as text."""
    model = type(options)
    return {
        name: as_text(getattr(options, name))
        for name, field in model.model_fields.items()
        if getattr(options, name) != field.get_default()
    }


@cache
def _setting(model: type[Options], name: str) -> Setting:
    field, said = model.model_fields[name], words_of(model.__module__).get(name, _NO_WORDS)
    texts, summary = said.meanings, said.description
    title = said.title or name.replace("_", " ").capitalize()
    default = as_text(field.get_default())
    if field.annotation is bool:
        return Setting(name, title, summary, default, {word: texts.get(word, "") for word in ("off", "on")})
    if get_origin(field.annotation) is Literal:
        words = [as_text(value) for value in get_args(field.annotation)]
        return Setting(name, title, summary, default, {word: texts.get(word, "") for word in words})
    low = next((int(mark.ge) for mark in field.metadata if getattr(mark, "ge", None) is not None), 0)
    high = next((int(mark.le) for mark in field.metadata if getattr(mark, "le", None) is not None), 0)
    return Setting(name, title, summary, default, {}, low, high)


def _typed(model: type[Options], name: str, value: OptionValue) -> OptionValue:
    """Convert text to the type of the option. The model refuses texts that do not fit."""
    annotation = model.model_fields[name].annotation
    text = as_text(value).strip().lower()
    spoken = value_in_words(text)
    if annotation is bool:
        return {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}.get(
            text, text
        )
    if get_origin(annotation) is Literal:
        return next(
            (known for known in get_args(annotation) if value_in_words(as_text(known)).lower() == spoken),
            text,
        )
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) <= LONGEST_NUMBER else text


def _allowed(setting: Setting) -> str:
    return (
        ", ".join(map(value_in_words, setting.values))
        if setting.values
        else f"a number from {setting.low} to {setting.high}"
    )
