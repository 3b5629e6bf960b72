"""Lets programs on this machine, such as a host's Prometheus, read the numbers of `bot/metrics.py`."""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import start_http_server

from bot.service.config import SettingsProblem

LOOPBACK = "127.0.0.1"


@contextmanager
def shown(port: int) -> Iterator[None]:
    """Let programs on this machine read the numbers there for as long as the block lasts; port 0: nobody.

    Raises:
        SettingsProblem: the port cannot be used.
    """
    if not port:
        yield
        return
    try:
        server, thread = start_http_server(port, LOOPBACK)
    except OSError as error:
        raise SettingsProblem(
            f"METRICS_PORT {port} cannot be used: {error.strerror}. Choose another, or leave it empty."
        ) from error
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
