"""A program that thinks for the bot.

The program reads each question as a line of JSON, and writes its answer as a line, or an empty line.
"""

import sys
import time

from bot.sessions.programs.modest import be_modest
from rules.engine.errors import HarbourmasterError
from rules.engine.thinking import ThinkingRequest, answer

LONGEST = 5.0
"""The seconds after which the search ends and the best answer so far counts."""


def main() -> None:
    """Answer until there are no more questions."""
    be_modest()
    for line in sys.stdin:
        sys.stdout.write(f"{_answered(line)}\n")
        sys.stdout.flush()


def _answered(line: str) -> str:
    until = time.monotonic() + LONGEST
    try:
        return answer(ThinkingRequest.model_validate_json(line), lambda: time.monotonic() > until)
    except (HarbourmasterError, ValueError, MemoryError):
        return ""


if __name__ == "__main__":
    main()
