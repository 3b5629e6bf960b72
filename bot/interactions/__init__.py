"""Dispatches what Discord sends. Each command and each press of a control goes to its handler."""
