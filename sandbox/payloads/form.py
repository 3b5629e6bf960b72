import json
from pathlib import Path
from typing import TypeAlias

JsonObject: TypeAlias = dict[str, object]

FIXED: dict[str, JsonObject] = json.loads(Path(__file__).with_name("fixed.json").read_text(encoding="utf-8"))
"""The fields of each kind of object that always have the same value in the sandbox."""
