"""Checks of requests, answers and events against Discord's own description."""
