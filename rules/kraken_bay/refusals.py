"""The sentences behind the codes with which an action is refused."""

from rules.engine.refusals import Refusals

refusal = Refusals("rules.kraken_bay")
