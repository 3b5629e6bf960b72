"""`./harbour verify FILE`: check a game that `/game export` wrote, without its database."""

from pathlib import Path

from bot.cli import parser_of
from bot.cli.exported import text_of
from bot.sessions.bot_strengths import rivals
from rules.engine.chance import commitment
from rules.engine.export import read
from rules.engine.registry import game as find_game
from rules.engine.verify import BotVerification, Verification, verify_journal


def run(arguments: list[str]) -> int:
    """Replay a game and print the result. Return 1 if the game is not in order. Raises HarbourmasterError."""
    parser = parser_of(
        "verify", "Check a game that is over, in the file that /game export wrote (docs/fair-dice.md)."
    )
    parser.add_argument("file", type=Path, help="the file")
    parser.add_argument(
        "--bot", action="store_true", help="also let the bot choose again what it chose; that takes long"
    )
    asked = parser.parse_args(arguments)
    file: Path = asked.file
    whole = read(text_of(file))
    game = find_game(whole.opening.game)
    print(f"{game.title}, game {whole.opening.match}: {len(whole.journal)} entries")
    print(f"Commitment {whole.opening.commitment}: it must be the one that the lobby showed.")
    if commitment(whole.seed) != whole.opening.commitment:
        print("NOT IN ORDER: the seed is not the one of that commitment.")
        return 1
    again = BotVerification(rivals(game)) if asked.bot else None
    found = verify_journal(game, whole.opening, whole.seed, whole.journal, again)
    print("\n".join([*_told(found), *(_chosen(again) if again and found.replayed_from else ())]))
    return 1 if found.problems else 0


def _chosen(again: BotVerification) -> list[str]:
    """Return lines about how many choices were repeated, and about entries where the bot now differs."""
    if not again.choices:
        return ["The bot chose nothing by itself."]
    same = again.choices - len(again.others)
    lines = [f"From the seed, the bot makes {same} of its {again.choices} choices again."]
    if again.others:
        some = ", ".join(map(str, again.others[:10]))
        lines.append(f"Not in the entries {some}: another version of the bot made them.")
    return lines


def _told(found: Verification) -> list[str]:
    if found.problems:
        return [f"NOT IN ORDER: {problem}" for problem in found.problems]
    lines = ["The chain of hashes is unbroken."]
    if not found.replayed_from:
        return [*lines, "The game was played under other rules than this program's, so it is not replayed."]
    if found.replayed_from > 1:
        lines.append(
            f"Entries 1 to {found.replayed_from - 1} were played under older rules and are not replayed."
        )
    lines.append("Replayed by the rules, the game is as written.")
    lines.append(f"{found.rolls_checked} of {found.rolls} rolls were computed again from the seed and agree.")
    if found.forced:
        lines.append(f"{found.forced} rolls did not count: game masters had set their values.")
    return lines
