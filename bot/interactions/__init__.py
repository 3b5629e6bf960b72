"""Dispatch of what Discord sends: each command and each press of a control goes to its handler."""
