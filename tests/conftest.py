"""What holds for every test: random examples are the same on every machine and every run."""

from hypothesis import settings

settings.register_profile("harbourmaster", derandomize=True, deadline=None)
settings.load_profile("harbourmaster")
