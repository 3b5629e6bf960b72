"""A guide is one page, and chat shows it by topic."""

from rules.engine.guide import LONGEST, topics


def shown(body: str) -> str:
    return topics(f"# Nim\n\n## The goal\n\n{body}\n")["goal"].text


def test_lines_that_belong_together_are_joined() -> None:
    assert (
        shown("Take the last\nbuoy.\n\n- One, or\n  two.\n- Three.")
        == "Take the last buoy.\n\n- One, or two.\n- Three."
    )


def test_a_table_becomes_points_under_what_stands_over_its_columns() -> None:
    table = "| option | values | effect |\n| --- | --- | --- |\n| `buoys` | **12**, 13 | how many |"
    assert shown(table) == "-# option · values · effect\n- `buoys`: **12**, 13 · how many"


def test_pictures_are_left_out_and_links_within_the_pages_become_words() -> None:
    body = "![Buoys](../../docs/pictures/nim.png)\n\nSee [buoys](#buoys), [dice](../fair.md), [us](https://a.example)."
    assert shown(body) == "See buoys, dice, [us](https://a.example)."


def test_a_chart_in_letters_is_shown_where_there_is_room() -> None:
    assert shown("```\n. #\n\n# .\n```") == "```\n. #\n\n# .\n```"
    assert shown(f"Here:\n\n```\n{'#' * 61}\n```") == "Here:"


def test_what_is_too_long_for_a_page_goes_on_in_another() -> None:
    found = topics(
        "# Nim\n\n## Rulings\n\n" + "\n".join(f"- Ruling {number}: {'x' * 80}" for number in range(60))
    )
    assert [*found] == ["rulings", "rulings-2"]
    assert found["rulings-2"].title == "Rulings, 2"
    assert all(len(page.text) <= LONGEST for page in found.values())
    assert "\n".join(page.text for page in found.values()).count("- Ruling") == 60
