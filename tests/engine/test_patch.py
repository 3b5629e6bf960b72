"""JSON patches, and the difference between two states of plain data."""

import json

import pytest
from pydantic import JsonValue

from rules.engine.patch import BadPatch, Difference, differences, patched, read_patch, written

DATA: JsonValue = {"a": [1, 2], "b": {"c/d": "x", "e~": None}, "f": [{"g": 1}, {"g": 2}]}


def done(*steps: dict[str, JsonValue]) -> JsonValue:
    return patched(DATA, read_patch(json.dumps(steps)))


def test_a_patch_does_all_that_its_standard_names() -> None:
    steps: list[dict[str, JsonValue]] = [
        {"op": "test", "path": "/a/1", "value": 2},
        {"op": "add", "path": "/a/1", "value": 9},
        {"op": "add", "path": "/a/-", "value": 8},
        {"op": "remove", "path": "/b/e~0"},
        {"op": "replace", "path": "/b/c~1d", "value": [True]},
        {"op": "copy", "from": "/f/0", "path": "/f/-"},
        {"op": "move", "from": "/f/1", "path": "/h"},
    ]
    assert done(*steps) == {
        "a": [1, 9, 2, 8], "b": {"c/d": [True]}, "f": [{"g": 1}, {"g": 1}], "h": {"g": 2},
    }  # fmt: skip
    assert DATA == {"a": [1, 2], "b": {"c/d": "x", "e~": None}, "f": [{"g": 1}, {"g": 2}]}


BAD = {
    "no JSON": ("{", "no JSON"),
    "no steps": ("[]", "1 to 100 steps"),
    "an unknown step": ('[{"op": "burn", "path": "/a"}]', "no JSON patch"),
    "a step without its value": ('[{"op": "add", "path": "/a"}]', "needs a `value`"),
    "a path without its slash": ('[{"op": "remove", "path": "a"}]', "begins with a slash"),
    "what is not there": ('[{"op": "replace", "path": "/z", "value": 1}]', "There is no /z"),
    "a place beyond the end": ('[{"op": "remove", "path": "/a/2"}]', "that list has 2 items"),
    "a place that is no number": ('[{"op": "remove", "path": "/a/01"}]', "counted from 0"),
    "another value than expected": ('[{"op": "test", "path": "/a/0", "value": true}]', "another value"),
    "a move into itself": ('[{"op": "move", "from": "/b", "path": "/b/c"}]', "into itself"),
    "everything": ('[{"op": "remove", "path": ""}]', "everything"),
}


@pytest.mark.parametrize(("text", "told"), BAD.values(), ids=BAD)
def test_a_patch_that_does_not_fit_is_refused(text: str, told: str) -> None:
    with pytest.raises(BadPatch, match=told):
        patched(DATA, read_patch(text))


def test_what_differs_is_told_part_by_part_and_can_be_done_again() -> None:
    after: JsonValue = {"a": [2], "b": {"new": 1, "c/d": "x"}, "f": [{"g": 1}, {"g": True}]}
    found = tuple(differences(DATA, after))
    assert found == (
        Difference(part=("a",), before="[1,2]", after="[2]"),
        Difference(part=("b", "e~"), before="null"),
        Difference(part=("b", "new"), after="1"),
        Difference(part=("f", "1", "g"), before="2", after="true"),
    )
    assert patched(DATA, read_patch(written(found))) == after
