"""The gateway: websocket sessions that bring events to the bot, and can be broken and resumed."""

from sandbox.gateway.hub import Gateway
from sandbox.gateway.packets import CloseCode
from sandbox.gateway.session import Session

__all__ = ["CloseCode", "Gateway", "Session"]
