"""The refusals of actions, which have a sentence for each code (section 7.3)."""

from rules.dangerous_sea.board import Good
from rules.engine.errors import IllegalAction, Refusals
from rules.engine.form import Range

refusal = Refusals("rules.dangerous_sea")


def bad_amount(good: Good, amounts: Range) -> IllegalAction:
    """Return the refusal of an amount of `good` that is not in `amounts`."""
    unit = "sailors" if good == "sailors" else "fisk"
    return refusal(f"bad_amount.{unit}", low=amounts.low, high=amounts.high, step=amounts.step)
