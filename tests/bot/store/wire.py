"""A network connection between a store and its server, which a test can cut."""

import socket
import threading
from contextlib import suppress


class Wire:
    """A port on this machine that forwards everything to the server's port."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._lose_answer_to = b""
        self._comes_back = True
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def port(self) -> int:
        """The port number."""
        number: int = self._listening.getsockname()[1]
        return number

    def lose_answer_to(self, said: bytes, *, comes_back: bool = True) -> None:
        """Once the server sends `said`, cut the connection before the client receives it.

        Unless `comes_back` is true, no connection is possible until `mend`.
        """
        self._lose_answer_to, self._comes_back = said, comes_back

    def mend(self) -> None:
        """Allow connections again."""
        self._comes_back = True

    def cut(self) -> None:
        """End all connections immediately. Data in transit may be lost."""
        ends, self._ends = self._ends, []
        _end(*ends)
        for end in ends:
            end.close()

    def close(self) -> None:
        """Refuse new connections."""
        self._listening.close()
        self.cut()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if not self._comes_back and not self._lose_answer_to:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._port))
                self._ends += [near, far]
                losing = threading.Event()
                threading.Thread(target=self._carry_there, args=(near, far, losing), daemon=True).start()
                threading.Thread(target=self._carry_back, args=(near, far, losing), daemon=True).start()

    def _carry_there(self, near: socket.socket, far: socket.socket, losing: threading.Event) -> None:
        with suppress(OSError):
            while said := near.recv(65_536):
                if self._lose_answer_to and self._lose_answer_to in said:
                    self._lose_answer_to = b""
                    losing.set()
                far.sendall(said)
        _end(near, far)

    def _carry_back(self, near: socket.socket, far: socket.socket, losing: threading.Event) -> None:
        with suppress(OSError):
            while (said := far.recv(65_536)) and not losing.is_set():
                near.sendall(said)
        _end(near, far)


def _end(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
