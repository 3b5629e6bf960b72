"""The web page for playing without a token: channels, messages and slash commands in a browser.

`Sandbox(port=8400, mount=mount)` serves it.
"""

from sandbox.page.routes import mount

__all__ = ["mount"]
