"""The web page on which people without a token play: channels, messages and slash commands in a browser.

Sandbox(port=8400, mount=mount)
"""

from sandbox.page.routes import mount

__all__ = ["mount"]
