"""The refusals of actions: a sentence for each code."""

from rules.engine.errors import Refusals

refusal = Refusals("rules.kraken_bay")
