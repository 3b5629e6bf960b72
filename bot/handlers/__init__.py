"""Handlers of commands, controls and forms, and the private responses to them."""
