"""Errors of PostgreSQL servers, recognised without loading the driver."""

from sqlalchemy.exc import DBAPIError

_SENTENCES = {
    "08": "The database {} cannot be reached: {}. Check that its server runs and that DATABASE_URL is right.",
    "25006": "The database {} may not be written: its server is a standby, or is set to read-only.",
    "42501": "The database {} may not be written. Give its user the right to write and to create tables.",
    "53100": "There is no room for the database {}: its server's disk is full. Make room, then try again.",
    "53": "The server of the database {} lacks resources: {}.",
    "55P03": "The database {} is in use by another program. Stop that program, then try again.",
    "57014": "The database {} took too long, or somebody cancelled the statement: {}.",
    "58": "The server of the database {} cannot read or write its disk: {}. Check the disk.",
    "XX001": "The database {} is damaged: {}. Bring back a copy with ./harbour restore FILE.",
    "XX002": "The database {} is damaged: {}. Rebuild that index with REINDEX.",
}
"""Sentences by PostgreSQL's error codes. A key of two characters is for all codes that begin with it."""

_LOST = "08"
_LATER = {"40001", "40P01", "53300"}
_ENDS = {"57P01", "57P02", "57P03", "57P05", "25P03"}
"""The error codes of a server that stops, starts, or ends a connection."""


def kind_of(error: BaseException) -> str | None:
    """Return the code of a PostgreSQL error; empty if there is no code, `None` if it is another error."""
    reason = error.orig if isinstance(error, DBAPIError) else error
    if reason is None or not type(reason).__module__.startswith("psycopg"):
        return None
    number: str | None = getattr(reason, "sqlstate", None)
    if number is None:
        # An OperationalError without a code means that there is no connection.
        return _LOST if any(one.__name__ == "OperationalError" for one in type(reason).__mro__) else ""
    return _LOST if number in _ENDS else number


def is_lost(error: BaseException) -> bool:
    """Return whether a connection was lost or could not be made."""
    return (kind_of(error) or "").startswith(_LOST)


def may_pass(error: BaseException) -> bool:
    """Return whether a retry may help, because a connection failed or transactions collided."""
    return is_lost(error) or kind_of(error) in _LATER


def is_known(error: BaseException) -> bool:
    """Return whether there is a sentence for the error, so that the database failed and not the statement."""
    return bool(_sentence(kind_of(error) or ""))


def complaint(database: str, error: BaseException) -> str:
    """Return one or two sentences with the problem of the database and, if known, its remedy."""
    reason = error.orig if isinstance(error, DBAPIError) and error.orig else error
    # Only the first line of the server's message is safe: the others may contain rows with players' secrets.
    said = getattr(getattr(reason, "diag", None), "message_primary", None) or str(reason)
    told = next(iter(said.splitlines()), "")
    sentence = _sentence(kind_of(error) or "") or "The database {} cannot be used: {}."
    if not is_known(error):
        told = f"{type(reason).__name__}, {told}"
    return sentence.format(database, told.rstrip("."))


def _sentence(kind: str) -> str:
    return _SENTENCES.get(kind) or _SENTENCES.get(kind[:2], "")
