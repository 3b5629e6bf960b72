"""Serves metrics and health on this machine, for example to a host's Prometheus."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from prometheus_client import REGISTRY
from prometheus_client.exposition import choose_encoder

from bot.service.config import SettingsProblem
from bot.service.health import Health

LOOPBACK = "127.0.0.1"

PLAIN = "text/plain; charset=utf-8"


@contextmanager
def shown(port: int, health: Health) -> Iterator[None]:
    """Serve metrics and health to programs on this machine within the block. Port 0 serves nobody.

    `/metrics` has the metrics of `bot/metrics.py`. `/healthz` shows whether the bot is alive, and `/readyz`
    shows whether the bot is ready. Raises SettingsProblem if the port cannot be used.
    """
    if not port:
        yield
        return
    try:
        server = ThreadingHTTPServer((LOOPBACK, port), partial(_Page, health))
    except OSError as error:
        raise SettingsProblem(
            f"METRICS_PORT {port} cannot be used: {error.strerror}. Choose another, or leave it empty."
        ) from error
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="exporter", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Page(BaseHTTPRequestHandler):
    timeout = 10.0

    def __init__(self, health: Health, *request: Any) -> None:  # noqa: ANN401 - the library's
        self._health = health
        super().__init__(*request)

    def do_GET(self) -> None:
        """Respond with the page of the requested path."""
        match urlsplit(self.path).path:
            case "/metrics":
                encode, kind = choose_encoder(self.headers.get("Accept", ""))
                self._answer(HTTPStatus.OK, kind, encode(REGISTRY))
            case "/healthz":
                self._say(self._health.stuck(), "alive")
            case "/readyz":
                self._say(self._health.troubles(), "ready")
            case _:
                self._answer(HTTPStatus.NOT_FOUND, PLAIN, b"There are /metrics, /healthz and /readyz.\n")

    def _say(self, troubles: tuple[str, ...], well: str) -> None:
        status = HTTPStatus.SERVICE_UNAVAILABLE if troubles else HTTPStatus.OK
        self._answer(status, PLAIN, ("\n".join(troubles or [well]) + "\n").encode())

    def _answer(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Do not log requests."""
