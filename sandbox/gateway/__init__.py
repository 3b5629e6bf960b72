"""The gateway: websocket sessions that send events to the bot and can be resumed after a loss."""

from sandbox.gateway.hub import Gateway
from sandbox.gateway.packets import CloseCode
from sandbox.gateway.session import Session

__all__ = ["CloseCode", "Gateway", "Session"]
