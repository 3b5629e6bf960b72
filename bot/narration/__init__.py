"""Narration: sentences for events and for what game masters do."""
