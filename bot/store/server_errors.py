"""What a PostgreSQL server complains of. Its driver need not be loaded to look at its errors."""

from sqlalchemy.exc import DBAPIError

_SENTENCES = {
    "08": "The database {} cannot be reached: {}. Check that its server runs and that DATABASE_URL is right.",
    "25006": "The database {} may not be written: its server follows another one, or is told so.",
    "42501": "The database {} may not be written. Give its user the right to write and to make tables.",
    "53100": "There is no room for the database {}: its server's disk is full. Make room, then try again.",
    "53": "The server of the database {} has nothing left for this: {}.",
    "55P03": "The database {} is in use by another program. Stop that one, then try again.",
    "57014": "The database {} took too long, or somebody stopped what was said to it: {}.",
    "58": "The disk of its server does not take or give what belongs to the database {}: {}. Check the disk.",
    "XX001": "The database {} is damaged: {}. Bring back a copy with ./harbour restore FILE.",
    "XX002": "The database {} is damaged: {}. Rebuild that index with REINDEX.",
}
"""By the kind of an error, as PostgreSQL numbers them: all five letters, or the class in the first two."""

_LOST = "08"
_LATER = {"40001", "40P01", "53300"}
_ENDS = {"57P01", "57P02", "57P03", "57P05", "25P03"}
"""The server stops, or starts, or ends a connection."""


def kind_of(error: BaseException) -> str | None:
    """What kind of a server's error it is, empty where nobody numbered it; `None` for all others."""
    reason = error.orig if isinstance(error, DBAPIError) else error
    if reason is None or not type(reason).__module__.startswith("psycopg"):
        return None
    number: str | None = getattr(reason, "sqlstate", None)
    if number is None:
        # The connection told nothing any more, or there was none.
        return _LOST if any(one.__name__ == "OperationalError" for one in type(reason).__mro__) else ""
    return _LOST if number in _ENDS else number


def is_lost(error: BaseException) -> bool:
    """Whether it tells of a connection that is gone, or could not be made."""
    return (kind_of(error) or "").startswith(_LOST)


def may_pass(error: BaseException) -> bool:
    """Whether trying again may help: the connection was lost, or others came between."""
    return is_lost(error) or kind_of(error) in _LATER


def is_known(error: BaseException) -> bool:
    """Whether there is a sentence for it: then the database has failed, and not what was asked of it."""
    return bool(_sentence(kind_of(error) or ""))


def complaint(database: str, error: BaseException) -> str:
    """What is wrong with the database and what to do about it, in one or two sentences.

    Of an error without a sentence only its kind and the server's first words are told: the rest may hold
    rows, and in them what players hide from each other.
    """
    reason = error.orig if isinstance(error, DBAPIError) and error.orig else error
    said = getattr(getattr(reason, "diag", None), "message_primary", None) or str(reason)
    told = next(iter(said.splitlines()), "")
    sentence = _sentence(kind_of(error) or "") or "The database {} cannot be used: {}."
    if not is_known(error):
        told = f"{type(reason).__name__}, {told}"
    return sentence.format(database, told.rstrip("."))


def _sentence(kind: str) -> str:
    return _SENTENCES.get(kind) or _SENTENCES.get(kind[:2], "")
