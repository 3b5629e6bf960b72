"""The refusals of actions: a sentence for each code (section 7.3)."""

from rules.engine.refusals import Refusals

refusal = Refusals("rules.dangerous_sea")
