"""The command line, with one module for each command."""

from argparse import ArgumentParser


def parser_of(command: str, description: str) -> ArgumentParser:
    """Return the parser of `./harbour COMMAND`, with a description for its help."""
    return ArgumentParser(prog=f"harbour {command}", description=description)
