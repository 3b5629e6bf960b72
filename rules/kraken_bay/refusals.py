"""The refusals of actions: a sentence for each code."""

from rules.engine.refusals import Refusals

refusal = Refusals("rules.kraken_bay")
