"""The proxies of docs/hosting.md pass live pages, and nobody can forge an address through them."""

import asyncio
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.web.rates import BURST
from tests.bot.web.conftest import Watched
from tests.bot.web.visitors import PATIENCE, Visitor, free_port, visitor

HOSTING = Path(__file__).resolve().parents[3] / "docs" / "hosting.md"

NGINX = """\
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {server}
}}
"""

CADDY = """\
{{
    admin off
    auto_https off
    storage file_system {folder}/caddy
}}
{server}
"""


def example(begins: str) -> str:
    """Return the documents' example that begins with these words."""
    section = HOSTING.read_text(encoding="utf-8").partition("## Games on the web")[2]
    found: list[str] = re.findall(r"```\n(.*?)```", section, re.DOTALL)
    return next(one for one in found if one.startswith(begins))


def nginx(folder: Path, bot: int, port: int) -> list[str]:
    """Return the example for Nginx without a certificate."""
    server = example("server {").replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    return nginx_with(folder, server, bot)


def nginx_with(folder: Path, server: str, bot: int) -> list[str]:
    """Run Nginx with this server in front of the bot."""
    file = folder / "nginx.conf"
    file.write_text(NGINX.format(folder=folder, server=server.replace("127.0.0.1:8090", f"127.0.0.1:{bot}")))
    return ["nginx", "-e", f"{folder}/error.log", "-c", str(file)]


def caddy(folder: Path, bot: int, port: int) -> list[str]:
    """Run Caddy with the example, but without a certificate."""
    server = example("games.example.org {").replace("games.example.org {", f"http://127.0.0.1:{port} {{", 1)
    file = folder / "Caddyfile"
    file.write_text(CADDY.format(folder=folder, server=server.replace("127.0.0.1:8090", f"127.0.0.1:{bot}")))
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


PROXIES = {"nginx": nginx, "caddy": caddy}


@pytest.fixture(params=PROXIES)
async def through(request: pytest.FixtureRequest, watched: Watched, tmp_path: Path) -> AsyncIterator[Visitor]:
    """Return Eve, who comes through the proxy."""
    name: str = request.param
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    port = free_port()
    program = await asyncio.create_subprocess_exec(
        *PROXIES[name](tmp_path, watched.port, port),
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        await asyncio.wait_for(answering(port), PATIENCE)
        async with visitor(port, "203.0.113.9") as eve:
            yield eve
    finally:
        program.terminate()
        await program.wait()


CERTIFICATE = (
    "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
)


async def test_a_browser_can_open_more_than_six_live_pages_through_nginx(tmp_path: Path) -> None:
    """HTTP/2 allows it. Over HTTP/1.1, browsers open a seventh page only after another is closed."""
    if shutil.which("nginx") is None or shutil.which("openssl") is None:
        pytest.skip("nginx or openssl is not installed")
    key, certificate, port = tmp_path / "key.pem", tmp_path / "cert.pem", free_port()
    made = [*CERTIFICATE.split(), "-keyout", str(key), "-out", str(certificate)]
    await asyncio.to_thread(subprocess.run, made, check=True, capture_output=True)
    own = f"ssl_certificate {certificate}; ssl_certificate_key {key};"
    server = example("server {").replace("listen 443", f"listen 127.0.0.1:{port}")
    server = server.replace("# ssl_certificate and ssl_certificate_key", own)
    program = await asyncio.create_subprocess_exec(*nginx_with(tmp_path, server, free_port()))
    try:
        await asyncio.wait_for(answering(port), PATIENCE)
        trusting = ssl.create_default_context(cafile=str(certificate))
        trusting.set_alpn_protocols(["h2", "http/1.1"])
        _, writer = await asyncio.open_connection(
            "127.0.0.1", port, ssl=trusting, server_hostname="localhost"
        )
        assert writer.get_extra_info("ssl_object").selected_alpn_protocol() == "h2"
        writer.close()
    finally:
        program.terminate()
        await program.wait()


async def answering(port: int) -> None:
    """Wait until a port has a listener."""
    while True:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        await asyncio.sleep(0.05)


@pytest.mark.usefixtures("announced")
async def test_a_turn_passes_through_without_delay(watched: Watched, through: Visitor) -> None:
    async with through.live(watched.page) as stream:
        assert stream.status == 200
        known = await stream.heard()
        await watched.sail("b N4@F2")
        assert await stream.heard() != known


async def test_pages_pass_through_as_they_are(watched: Watched, through: Visitor) -> None:
    for path in ("", "/2", "/2.png", "/story"):
        direct, found = await watched.get(path), await through.get(watched.page + path)
        assert (found.status, found.data) == (200, direct.data)
        for header in ("ETag", "Cache-Control", "Content-Security-Policy", "Referrer-Policy"):
            assert found.headers[header] == direct.headers[header]
        again = await through.get(watched.page + path, **{"If-None-Match": found.headers["ETag"]})
        assert again.status == 304
        assert (await through.get(watched.page + path, "HEAD")).status == 200
    assert (await through.get("/g/../../etc/passwd")).status in {400, 404}
    assert (await through.get("/g/AAAAAA-" + "a" * 26)).status == 404


async def test_nobody_gets_more_by_naming_another_address(watched: Watched, through: Visitor) -> None:
    wrong, found = "/g/AAAAAA-" + "a" * 26, list[int]()
    for number in range(BURST + 100):
        named = {"X-Forwarded-For": f"198.51.100.{number % 250}", "X-Real-IP": f"198.51.100.{number % 250}"}
        found.append((await through.get(wrong, **named)).status)
    assert found[:BURST] == [404] * BURST
    assert 429 in found
    # A visitor from another address is served.
    async with visitor(watched.port, "198.51.100.1") as fay:
        assert (await fay.get(watched.page)).status == 200
