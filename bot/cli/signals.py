"""Handles signals to stop: SIGTERM from a hosting platform, and Ctrl-C from a person."""

import asyncio
import signal
from collections.abc import Callable


def when_told_to_stop(stop: Callable[[], None]) -> None:
    """Let a signal to stop call `stop` in the running event loop."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # the event loop on Windows does not support signals
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
