from datetime import datetime
from typing import TypeAlias

JsonObject: TypeAlias = dict[str, object]


def moment(when: datetime) -> str:
    """Return `when` as Discord writes it."""
    return when.isoformat()
