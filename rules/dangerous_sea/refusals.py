"""The sentences behind the codes with which an action is refused (7.3)."""

from rules.engine.refusals import Refusals

refusal = Refusals("rules.dangerous_sea")
