"""The sandbox in which tests run bots."""

import os
from pathlib import Path

from sandbox import RateLimits, Sandbox
from sandbox.clock import Clock
from sandbox.server import Mount
from tests.sandbox.description.openapi import Description


class CheckedSandbox(Sandbox):
    """A sandbox that compares all traffic with Discord's description, if `DISCORD_OPENAPI` names it."""

    def __init__(
        self,
        *,
        port: int = 0,
        clock: Clock | None = None,
        limits: RateLimits | None = None,
        mount: Mount | None = None,
    ) -> None:
        path = os.environ.get("DISCORD_OPENAPI")
        description = Description.load(Path(path)) if path else None
        super().__init__(port=port, clock=clock, limits=limits, mount=mount, description=description)
