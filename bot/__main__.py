"""The command line `python -m bot COMMAND`, which `./harbour COMMAND` calls."""

import importlib
import os
import sys

from bot.service.garbage_collection import loading
from rules.engine.errors import HarbourmasterError

COMMANDS = (
    "play",
    "run",
    "migrate",
    "backup",
    "restore",
    "copy",
    "prune",
    "server",
    "scenario",
    "simulate",
    "verify",
    "rooms",
    "picture",
    "replay",
    "page",
    "import",
    "export",
    "try-discord",
)

NAMED_OTHERWISE = {"import": "import_game", "copy": "copy_database"}
"""The modules of commands that are named like a keyword or a standard module of Python."""

OURS = {"bot", "render", "rules", "sandbox"}


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code. Errors are printed as a sentence on standard error."""
    if not arguments or arguments[0] not in COMMANDS:
        known = f"Choose one of: {', '.join(COMMANDS)}. ./harbour --help explains them, and some more."
        print(known, file=sys.stderr)
        return 2
    try:
        # Only the requested command is loaded, because the start of the bot must not wait for the sandbox.
        with loading():
            module = NAMED_OTHERWISE.get(arguments[0], arguments[0].replace("-", "_"))
            command = importlib.import_module(f"bot.cli.{module}")
        code: int = command.run(arguments[1:])
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in OURS:
            raise
        print(f"The package {missing.name} is missing. ./harbour installs what is needed.", file=sys.stderr)
        return 1
    except HarbourmasterError as problem:
        # Most commands do not need this module, so it is loaded only here.
        from bot.service.logs import complaint  # noqa: PLC0415

        print(complaint(problem.message), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader, such as `head`, has closed the pipe. Without a new output, Python would fail at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
