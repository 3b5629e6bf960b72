"""Types of texts, with the checks and changes that Discord makes."""

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, StringConstraints
from pydantic_core import PydanticCustomError

Trimmed = Annotated[str, StringConstraints(strip_whitespace=True)]
"""A text whose surrounding space is removed before its length is checked."""


def _absent_when_blank(value: object) -> object:
    return value.strip() or None if isinstance(value, str) else value


TrimmedOrAbsent = Annotated[Trimmed | None, BeforeValidator(_absent_when_blank)]
"""A text that counts as absent if it is blank."""


def _has_a_known_scheme(url: str) -> str:
    if not url.startswith(("http://", "https://")):
        raise PydanticCustomError("URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https').")
    return url


WebAddress = Annotated[str, AfterValidator(_has_a_known_scheme)]
