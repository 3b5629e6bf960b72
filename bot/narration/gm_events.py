"""What no event tells: the acts of game masters and of the clock, and where an undo led."""

from collections.abc import Callable, Mapping, Sequence

from bot.escaping import in_words, quoted
from bot.narration.amendments import amended_lines
from bot.narration.seat_names import CrewAt, SeatNames
from bot.sessions.rated_games import intervenes, would_intervene
from bot.sessions.table_options import in_time, pace_in_words
from bot.sessions.undo_path import UndoPath
from bot.store.rows import EntryRow
from rules.engine.chance import Roll
from rules.engine.entries import KICKED, KICKED_OFFERED
from rules.engine.entry import Entry, EntryKind, Matter
from rules.engine.forced_rolls import in_order
from rules.engine.match import open_rolls
from rules.engine.plans import WAIT
from rules.engine.wording import ordinal

Said = Callable[[EntryRow], str]
"""Returns who did what in a step, in plain text."""

LONGEST_STEP = 120
"""The most characters of one step."""

MOST_STEPS = 10
"""The most steps of an undo that are told one by one; `/game log` marks them all."""

MOST_ALIKE = 3
"""The most rolls of one name that are told one by one."""

TAKEN_BACK = "↩️ ~~"
"""The beginning of an undone block, in the log and in its post."""


NEWER_RULES = (
    "📜 The bot knows newer rules of this game: from here on they count. Nobody can go back behind this line."
)


TAKEN_OVER = "-# A seat that changes hands counts for the rating of neither player."
NOT_RATED = "-# So this game counts for no rating."
WOULD_NOT_BE_RATED = "-# If that is done, this game counts for no rating: it is a game master’s wish."

_ASKS: Mapping[Matter, str] = {
    "undo": "to go back",
    "fresh": "for fresh dice, others than those that were seen",
    "pause": "for a pause",
    "resume": "to go on after the pause",
    "end": "to end the game without a result",
}
"""Matter of a vote -> what the asker wants."""

_AGREED: Mapping[EntryKind, str] = {
    "undo": "↩️ Agreed: the game is taken back",
    "fresh": "🎲 Agreed: the coming dice are others than those that were seen",
    "pause": "⏸️ Agreed: the game is paused, until all agree again, with `/game ask`",
    "resume": "▶️ Agreed: the game goes on",
    "end": "🏁 Agreed: the game ends without a result",
}
"""Matter of a vote -> what happens after the last consent."""

_STAYS: Mapping[Matter, str] = {
    "seat": "everybody keeps their seats",
    "undo": "nothing is undone",
    "fresh": "the dice stay as they are",
    "pause": "the game goes on",
    "resume": "the game stays paused",
    "end": "the game goes on",
}
"""Matter of a vote -> what a refusal or withdrawal means."""


def told(entry: Entry, crew_at: CrewAt, journey: UndoPath | None, said: Said) -> list[str]:
    """Return the public lines of an entry before its events; `journey` is where an undo or redo led."""
    lines = _done(entry, crew_at, journey, said)
    if intervenes(entry):
        lines.append(NOT_RATED)
    if would_intervene(entry):
        lines.append(WOULD_NOT_BE_RATED)
    return lines


def _done(entry: Entry, crew_at: CrewAt, journey: UndoPath | None, said: Said) -> list[str]:
    """Return the same without what it means for ratings."""
    name = crew_at(entry.number).name(entry.seat)
    if entry.kind == "restored":
        return [brought_back(int(entry.what))]
    if entry.kind == "rules":
        return [NEWER_RULES]
    if entry.kind == "timeout":
        return _answered_by_rules(entry, crew_at, name)
    if told := _of_the_seat(entry, name):
        return [told]
    if entry.kind == "undo" and entry.actor.role == "seat" and entry.seat:
        own = [row for row in journey.back if not row.entry.secret] if journey else []
        steps = (quoted(said(step), LONGEST_STEP) for step in own)
        what = "; ".join(step.removeprefix(f"{name.strip('*')} ") for step in steps)
        return [f"↩️ {name} took back: {what or 'the last move'}."]
    if entry.kind in {"substitute", "agree", "refuse"}:
        return [_consent(entry, crew_at)]
    if entry.kind == "propose" and (entry.actor.role == "seat" or entry.label):
        asks, would = _question(entry, crew_at, journey), "Would be undone"
        return [f"{asks}{_why(entry)}", *_listed(journey, said, would)]
    return _by_master_or_all(entry, crew_at, journey, said)


def _answered_by_rules(entry: Entry, crew_at: CrewAt, name: str) -> list[str]:
    """Return that the rules answered for a seat: its time was up, or a game master skipped it."""
    if entry.actor.role != "gm":
        return [f"⏳ {name} did not answer, so the rules do."]
    skipped = f"⏭️ {_master(entry, crew_at)} skipped {name}{_why(entry)}"
    return [skipped, "-# What the rules do for absent players was done for them."]


def _by_master_or_all(entry: Entry, crew_at: CrewAt, journey: UndoPath | None, said: Said) -> list[str]:
    """Return what a game master did, or what a vote decided."""
    if entry.kind in _AGREED and entry.actor.role == "seat":
        return [f"{_AGREED[entry.kind]}{_way(journey)}{_why(entry)}", *_listed(journey, said)]
    if entry.actor.role != "gm":
        return []
    changed = amended_lines(entry, crew_at(entry.number).name)
    deed = f"{_by_master(entry, crew_at, journey)}{_why(entry)}"
    return [deed, *changed, *_meaning(entry), *_listed(journey, said)]


def _meaning(entry: Entry) -> list[str]:
    """Return the consequences for the table, unless they are obvious."""
    if entry.kind == "lock":
        return ["-# Nobody new joins, and buttons are for those at the table."]
    if entry.kind == "unlock":
        return ["-# Whoever wants may join again, and use the buttons."]
    if entry.kind == "clock":
        return [f"-# From now on {new_clock(entry)}. Who is asked now has the whole of that time."]
    return []


def _of_the_seat(entry: Entry, name: str) -> str:
    """Return that a seat plans something, or that its player is away or back; else empty."""
    if entry.kind in {"plan", "unplan"}:
        return f"📝 {name} {_planned(entry)}."
    away = entry.kind in {"absent", "back"} or (entry.kind == "pause" and entry.actor.role == "timeout")
    return _presence(entry, name) if away else ""


def _planned(entry: Entry) -> str:
    """Return what a seat planned or dropped, for itself alone."""
    if entry.kind == "unplan":
        refused = "planned what the rules refuse, so it is given up"
        if entry.what:
            return f"could not do all of a plan; not done: {quoted(entry.what, 120)}"
        return "gave up a plan" if entry.actor.role == "seat" else refused
    when = "as soon as that is asked" if entry.label == WAIT else "at the next question"
    return f"plans {when}: {quoted(entry.what, 120)}"


def _presence(entry: Entry, name: str) -> str:
    """Return that a player is away too long, or back."""
    if entry.kind == "back":
        return f"👋 {name} is back."
    if entry.kind == "pause":
        return "⏸️ Nobody else is there to play with, so the game waits."
    turns = "a turn" if entry.what == "1" else f"{entry.what} turns in a row"
    played = f"⏳ {name} missed {turns}: the bot plays there until they are back, with `/game join`."
    take = " Whoever wants the seat asks for it with `/game join`."
    return played + take if entry.label else played


def _by_master(entry: Entry, crew_at: CrewAt, journey: UndoPath | None) -> str:
    """Return the act of a game master, without its reason."""
    crew, who = crew_at(entry.number), _master(entry, crew_at)
    named = crew.mention(entry.what) if entry.names_somebody else ""
    deeds = {
        "act": f"🎩 {who} acted for {crew.name(entry.seat)}",
        "tried": f"🎩 {who} tried in vain to act for {crew.name(entry.seat)}",
        "force": f"🎲 {who} {forces(entry, crew)}",
        "unforce": f"🎲 {who} {forces(entry, crew)}",
        "fresh": f"🎲 {who} asked for fresh dice",
        "undo": f"↩️ {who} took the game back{_way(journey)}",
        "redo": f"↪️ {who} brought an undone line back{_way(journey)}",
        "propose": f"🗳️ {who} asks whether {named} may take over the seat of"
        f" {crew.name(entry.seat)}; players with another seat now or before, and game masters, can take one"
        " only if everybody else at the table agrees",
        "pause": f"⏸️ {who} paused the game",
        "resume": f"▶️ {who} lets the game go on",
        "end": f"🏁 {who} ended the game",
        "note": f"📝 {who} notes",
        "announce": f"📣 {who} says to all who play",
        "amend": f"🛠️ {who} changed the game for what no rule foresaw",
        "appoint": f"🎩 {who} made {named} a game master of this game, too",
        "dismiss": f"🎩 {who} {_gone(entry, named)}",
        "handover": f"🎩 {who} handed the office over to {named}, who is game master now",
        "lock": f"🔒 {who} locked the game",
        "unlock": f"🔓 {who} unlocked the game",
        "clock": f"⏱️ {who} changed the clock",
        "look": f"👁️ {who} looked at {looked_at(entry, crew.name(entry.seat))}",
        "extend": f"⏳ {who} gave {crew.name(entry.seat) if entry.seat else 'everybody'} {more_time(entry)}",
    }
    return deeds[entry.kind]


def _master(entry: Entry, crew_at: CrewAt) -> str:
    return f"Game master {crew_at(entry.number).mention(entry.actor.player)}"


def _gone(entry: Entry, whom: str) -> str:
    if entry.what == entry.actor.player:
        return "is no longer a game master of this game"
    return f"took the office of game master from {whom}"


def new_clock(entry: Entry) -> str:
    """Return the pace that a `clock` entry set."""
    return pace_in_words(entry.pace) if entry.pace else ""


def looked_at(entry: Entry, name: str) -> str:
    """Return what a game master looked at; `name` is the seat's player."""
    return f"what {name} hides" if entry.seat else "all that is hidden"


def more_time(entry: Entry) -> str:
    """Return how much more time an `extend` entry gave."""
    return f"{in_time(int(entry.what))} more" if entry.kind == "extend" else ""


def brought_back(taken: int) -> str:
    """Return that the host restored a backup made at that time."""
    return (
        f"⏪ The host has brought back a copy of all games that was made <t:{taken}:f>. This one stands again"
        " as it did then, and goes on from here: what was posted or played after that does not count."
    )


def forces(entry: Entry, crew: SeatNames) -> str:
    """Return which roll a game master set to what, and for which seat, or released."""
    whose = f" of {crew.name(entry.seat)}" if entry.seat else ""
    what = f"{in_words(entry.label) or 'roll'}{whose}"
    if entry.kind == "unforce":
        return f"cancelled that the next {what} is {in_order(entry.what)}"
    return f"set {which_roll(entry, what)} to {in_order(entry.what)}"


def which_roll(entry: Entry, what: str) -> str:
    """Return the name of a set roll; earlier settings of it that still waited come first."""
    if not entry.ahead:
        return f"the next {what}"
    return f"the {ordinal(entry.ahead + 1)} coming {what}"


def led(journey: UndoPath | None, said: Said) -> str:
    """Return where an undo or redo led from and to, and the steps between, as the end of a sentence."""
    back, forth = _back(journey, said), _forth(journey, said)
    parts = [f"undone: {'; '.join(_some(back))}"] if back else []
    parts += [f"brought back: {'; '.join(_some(forth))}"] if forth else []
    return _way(journey) + (f" ({'; '.join(parts)})" if parts else "")


def struck_out(lines: Sequence[str]) -> list[str]:
    """Return undone lines as one struck-out block, without small print."""
    said = [part for line in lines for part in line.split("\n") if part and not part.startswith("-# ")]
    return [f"{TAKEN_BACK}{' '.join(said)}~~"] if said else []


def step_in_words(entry: Entry) -> str:
    """Return the public words for a step."""
    match entry.kind:
        case "timeout":
            return "what the rules do for absent players"
        case "force" | "unforce":
            cancelled = ", cancelled" if entry.kind == "unforce" else ""
            return f"a forced {in_words(entry.label) or 'roll'}: {in_order(entry.what)}{cancelled}"
        case "fresh":
            return "fresh dice"
        case "amend":
            return "a change for what no rule foresaw"
        case _:
            return in_words(entry.public_what) or "a secret choice"


def rolled(rolls: Sequence[Roll]) -> str:
    """Return rolls as `wind 4 0 0 0, reef 1 then 3`; of many only the number: `12 rolls of scatter`."""
    alike: dict[str, list[str]] = {}
    for roll in rolls:
        alike.setdefault(in_words(roll.label), []).append(" ".join(map(str, roll.values)))
    return ", ".join(
        f"{len(values)} rolls of {name}" if len(values) > MOST_ALIKE else f"{name} {' then '.join(values)}"
        for name, values in alike.items()
    )


def _why(entry: Entry) -> str:
    return f": {quoted(entry.reason, 200)}" if entry.reason else "."


def _way(journey: UndoPath | None) -> str:
    """Return the turns it led from and to."""
    if journey is None or not journey.left:
        return ""
    if journey.left == journey.reached:
        return f" within turn {journey.left}"
    return f" from turn {journey.left} to turn {journey.reached}"


def _listed(journey: UndoPath | None, said: Said, undone: str = "Undone") -> list[str]:
    back, forth = _back(journey, said), _forth(journey, said)
    return [
        *(f"-# ↩️ {undone}: {step}" for step in _some(back)),
        *(f"-# ↪️ Brought back: {step}" for step in _some(forth)),
    ]


def _back(journey: UndoPath | None, said: Said) -> list[str]:
    return [_step(row, said) for row in journey.back if not row.entry.secret] if journey else []


def _forth(journey: UndoPath | None, said: Said) -> list[str]:
    return [_step(row, said) for row in journey.forth if not row.entry.secret] if journey else []


def _some(steps: Sequence[str]) -> list[str]:
    """Return the first of many steps, and the number of the others."""
    left = len(steps) - MOST_STEPS
    return [*steps[:MOST_STEPS], *([f"… and {left} more, all of them in /game log"] if left > 0 else [])]


def _step(row: EntryRow, said: Said) -> str:
    """Return a step with its player and the public rolls."""
    seen = rolled(open_rolls(row.entry))
    return quoted(said(row), LONGEST_STEP) + (f" · 🎲 {quoted(seen, 120)}" if seen else "")


def _consent(entry: Entry, crew_at: CrewAt) -> str:
    """Return a change of players, or an answer to a request for one."""
    name, by_seat = crew_at(entry.number).name(entry.seat), entry.actor.role == "seat"
    if entry.kind == "agree":
        return f"🗳️ {name} agrees."
    if entry.kind == "refuse":
        return f"🗳️ {_no(entry, crew_at, name)}"
    if entry.label in {KICKED, KICKED_OFFERED}:
        return _kicked(entry, crew_at)
    agreed = f" Everybody who was asked has agreed.\n{TAKEN_OVER}" if by_seat else ""
    return f"🔁 {_handed_over(entry, crew_at)}{_why(entry)}{agreed}"


def _kicked(entry: Entry, crew_at: CrewAt) -> str:
    """Return that a game master took somebody out, and what becomes of the seat."""
    former = crew_at(entry.number - 1).name(entry.seat)
    take = " Whoever wants the seat asks for it with `/game join`."
    offer = take if entry.label == KICKED_OFFERED else ""
    return (
        f"🚪 {_master(entry, crew_at)} took {former} out of the game{_why(entry)}\n"
        f"-# The bot plays that seat from here on.{offer}"
    )


def _question(entry: Entry, crew_at: CrewAt, journey: UndoPath | None) -> str:
    """Return what a player asks of the others, without the reason."""
    crew = crew_at(entry.number)
    if entry.matter == "seat":
        newcomer = crew.mention(entry.what)
        return f"🗳️ {newcomer} asks to take over the seat of {crew.name(entry.seat)}"
    if entry.actor.role == "gm":
        return (
            f"🗳️ {_master(entry, crew_at)}, who also plays, wants to take the game back{_way(journey)} behind"
            " dice or cards that were seen; at this table another player must agree"
        )
    return f"🗳️ {crew.name(entry.seat)} asks {_ASKS[entry.matter]}{_way(journey)}"


def _no(entry: Entry, crew_at: CrewAt, name: str) -> str:
    """Return how a vote ended that was not agreed to."""
    stays = _STAYS[entry.matter]
    if entry.what == "moot":
        return "The game went another way, so nobody is asked any more."
    if entry.what == "decided":
        return f"{_master(entry, crew_at)} does not agree: {stays}."
    if entry.seat:
        return f"{name} does not agree: {stays}."
    who = crew_at(entry.number).mention(entry.actor.player)
    return f"{_master(entry, crew_at) if entry.actor.role == 'gm' else who} withdraws the question: {stays}."


def _handed_over(entry: Entry, crew_at: CrewAt) -> str:
    """Return whose seat passes to whom; the new player is mentioned."""
    crew, before = crew_at(entry.number), crew_at(entry.number - 1)
    name, former = crew.name(entry.seat), before.name(entry.seat)
    return f"{name}, {crew.mention(entry.what)}, takes over the seat of {former}"
