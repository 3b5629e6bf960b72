"""The sentences that say why an action is refused, by code."""

from rules.engine.refusals import Refusals

refusal = Refusals("rules.kraken_bay")
