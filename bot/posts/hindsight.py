"""Words for the comparison of people's choices in a finished game with the bot's choices."""

from collections.abc import Iterator, Sequence

from bot.escaping import quoted
from bot.narration.look_back import link_of, moments_back
from bot.posts.menus import Menu, menu_for
from bot.store.rows import EntryRow, GameRow, PostRow
from rules.engine.hindsight import Hindsight, Missed, Tally
from rules.engine.match import Match

COMPARE = "Compare with the bot"

NOTHING = "Nobody had a choice to compare: secret choices, and those with one answer, are left out."

EXPLAINED = (
    "I know no more than the seat did. A choice counts if it is mine, or worth as much to me. Secret choices"
    " are left out."
)

LONGEST = 80
"""The maximum number of characters in the description of a choice."""


def compared(
    row: GameRow, match: Match, journal: Sequence[EntryRow], posts: Sequence[PostRow], found: Hindsight
) -> str:
    """Return lines about each person's choices, with a link to the choice that cost the person most."""
    looked_at = sum(tally.looked_at for tally in found.tallies)
    if not looked_at:
        return NOTHING
    some = f"{looked_at} of {found.choices} choices" if looked_at < found.choices else "all choices"
    lines = [f"**Compared with the bot** · {some}"]
    places = {moment.entry: moment.place for moment in moments_back(row, match, reversed(journal))}
    for tally in found.tallies:
        name = quoted(row.names_at(tally.last)[tally.seat], 40)
        lines.append(f"**{name}**: {tally.shared} of {tally.looked_at} as I would have chosen")
        if tally.missed:
            moment = f"moment {places.get(tally.missed.entry, 0)}"
            link = link_of(row, posts, tally.missed.entry)
            where = f"[{moment}]({link})" if link else moment
            lines += _missed(row, match, tally, tally.missed, where)
    return "\n".join([*lines, f"-# {EXPLAINED}"])


def _missed(row: GameRow, match: Match, tally: Tally, missed: Missed, where: str) -> Iterator[str]:
    game = match.game
    state = game.load_state(missed.state)
    decision = game.decision_of(state, tally.seat)
    if decision is None:
        return
    menu = menu_for(game, state, decision, row.id, 0, row.names_at(missed.entry))
    chosen, better = (_called(menu, what) for what in (missed.chosen, missed.better))
    reason = quoted(menu.with_names(missed.reason), LONGEST * 2)
    yield f"-# Most was lost at {where}: {chosen}. I would have chosen {better}. {reason}"


def _called(menu: Menu, what: str) -> str:
    """Return a bold description of the choice whose notation is `what`."""
    return f"**{quoted(menu.in_words(menu.game.read(what)), LONGEST)}**"
