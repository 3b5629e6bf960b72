"""Plain texts, shown after the narration, about the results of tables and battles."""

from rules.acrana import tables
from rules.acrana.tables import TABLES, TableName, row
from rules.engine.wording import listed


def counted(number: int, thing: str) -> str:
    """Return a number of things in words: `1 square`, `7 squares`, `no cards`."""
    return f"{number or 'no'} {thing}{'s' * (number != 1)}"


def times(number: int) -> str:
    """Return a number of times in words: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def of_table(table: TableName, roll: int) -> str:
    """Return a roll's result such as `Die 6: 1 card sails 1 less`, or an empty text if it has no effect."""
    ops = row(table, roll).ops
    return f"Die {roll}: {listed(map(_told, ops))}" if ops else ""


def by_map(roll: int) -> str:
    """Return the result of a reef map in words: `As with a 5: the ship goes 6 squares ahead`."""
    return f"As with a {roll}: {listed(map(_told, row('reef', roll).ops))}"


def of_battle(roll: int) -> str:
    """Return in words the result of a battle's die, and the rolls that sink the attacker or the defender."""
    sunk = {result.side: die for die, result in TABLES.battle.items() if result.op == "send_home"}
    result = TABLES.battle[roll]
    if result.op == "send_home":
        return f"Die {roll}: a {sunk['defender']} sinks the defender, a {sunk['attacker']} the attacker"
    needed = f"a {sunk['defender']} would have sunk the defender, a {sunk['attacker']} the attacker"
    return f"Die {roll}: the {result.side} goes {_moved(result.squares)}; {needed}"


def of_convoy_battle(roll: int) -> str:
    """Return in words the result of a battle with a convoy on one side or both sides."""
    result = TABLES.battle[roll]
    side = {"attacker": "attack", "defender": "defence"}[result.side]
    does = "is sunk" if result.op == "send_home" else f"goes {_moved(result.squares)}"
    return f"Die {roll}: the {side} {does}"


def _told(op: tables.Op) -> str:
    match op:
        case tables.Discard():
            return f"discard {counted(op.count, 'card')}"
        case tables.Draw():
            return f"draw {counted(op.count, 'card')}, to be played this turn"
        case tables.Penalty() | tables.Bonus():
            return _changed(op)
        case tables.Drift():
            return f"the ship goes {_moved(op.squares)}"
        case tables.DriftDice():
            return f"the ship goes {'back' if op.sign < 0 else 'ahead'} by the sum of {op.dice} dice"
        case tables.GainToken():
            return TABLES.words[op.token]
        case _:
            return TABLES.words[op.op].format(**op.model_dump())


def _changed(op: tables.Penalty | tables.Bonus) -> str:
    """Return a change in words, such as `3 cards sail 1 more each` or `a card sails 2 more, twice`."""
    way = "more" if isinstance(op, tables.Bonus) else "less"
    if isinstance(op, tables.Bonus) and op.repeat:
        return f"a card sails {op.amount} {way}, {times(op.cards)}"
    if op.cards == 1:
        return f"1 card sails {op.amount} {way}"
    return f"{op.cards} cards sail {op.amount} {way} each"


def _moved(squares: int) -> str:
    return f"{counted(abs(squares), 'square')} {'ahead' if squares > 0 else 'back'}"
