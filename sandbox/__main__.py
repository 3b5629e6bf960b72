"""``python -m sandbox`` runs only the sandbox, for a bot that you start yourself."""

import argparse
import asyncio
import sys

from sandbox.server import Sandbox


async def _serve(port: int) -> None:
    sandbox = Sandbox(port=port)
    await sandbox.start()
    sys.stdout.write(
        f"API      {sandbox.api_url}\nGateway  {sandbox.gateway_url}\nToken    {sandbox.token}\n"
    )
    sys.stdout.flush()
    try:
        await asyncio.Event().wait()
    finally:
        await sandbox.stop()


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=8765, help="port on 127.0.0.1; 0 for one that is free")
    try:
        asyncio.run(_serve(parser.parse_args().port))
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
