"""The first words of a post: the people who are mentioned, the game, and the reason.

A phone's notification shows little more than the first words.
"""

from collections.abc import Sequence, Set

from bot.escaping import NAME_LENGTH, mention, quoted
from bot.narration.deadlines import bank_left, time_limit, vacation
from bot.narration.seat_marks import with_mark
from bot.narration.seat_names import prompt_of
from bot.sessions.lobby import options_of
from bot.store.rows import EntryRow, GameRow, Member, PostRow, Vote
from rules.engine.match import Match
from rules.engine.registry import game as find_game
from rules.engine.wording import listed

ABOVE = "The turn’s own post"
"""The text of the link to a turn's post."""

ANSWERED = "What was asked here is answered."

LONGEST_TURN = 60
"""The maximum number of characters in a turn's name in a vote."""

GOES_ON = "What was asked here goes on below."


def lobby_call(row: GameRow, post: PostRow) -> str:
    """Return the first words of a lobby's post: how to join, and who got a seat or is invited."""
    called = [f"<@{user}>" for user in lobby_called(row, post)]
    if not called:
        return f"{lobby_title(row)}\n{_invitation(row)}"
    why = "a seat is free, and you have it" if post.called else "once more? Press **Join**"
    return f"{lobby_title(row)}\n{' '.join(called)}: {why}.\n{_invitation(row)}"


def lobby_called(row: GameRow, post: PostRow) -> tuple[int, ...]:
    """Return the users that a lobby's post mentions: people who got seats from the queue, or the invited."""
    if row.status != "lobby":
        return ()
    if post.called:
        return tuple(member.user for member in row.members if member.seat in post.called)
    there = {*(member.user for member in row.members), *(guest.user for guest in row.waiting)}
    return tuple(guest.user for guest in row.invited if guest.user not in there)


def lobby_title(row: GameRow) -> str:
    """Return the heading of a lobby."""
    return f"## ⚓ {find_game(row.slug).title}"


def turn_call(row: GameRow, post: PostRow, match: Match, told: Sequence[EntryRow], machine: int = 0) -> str:
    """Return the awaited players and their questions, or the reason why nobody is asked.

    `told` are the narrated entries. People whom these entries affect are mentioned even if nobody asks them.
    `machine` is the bot's user id.
    """
    # The vote comes first, because most players who are asked to vote have nothing else to do.
    asked = [*([] if match.finished else [_vote(row, match)]), *_asked(row, post, match, machine)]
    call = "\n".join([_where(match), *(f"### {line}" for line in asked if line)])
    users = (member.user for member in row.members if member.seat in _concerned(row, told) & {*post.called})
    others = [mention(user) for user in dict.fromkeys(users) if mention(user) not in call]
    return f"{call}\n🔔 {' '.join(others)}: read what is told below." if others else call


def _concerned(row: GameRow, told: Sequence[EntryRow]) -> set[int]:
    """Return the seats whose players must be mentioned for these entries, even if the seats are not asked."""
    seats: set[int] = set()
    for entry in (line.entry for line in told):
        if entry.kind == "announce":
            seats.update(member.seat for member in row.members)
        elif entry.kind == "absent":
            seats.update((entry.seat, *(seat for user in row.masters for seat in row.seats_of(user))))
    return seats


def interim_call(row: GameRow, post: PostRow, match: Match, message: int) -> str:
    """Return who must answer in another player's turn, and a link to that turn's post, or why nobody must."""
    way = _linked(ABOVE, row, post.channel, message) or ABOVE
    return _still_called(row, post, match, "###", f"{way} has the board and your choices.")


def reminder_call(row: GameRow, post: PostRow, match: Match, message: int) -> str:
    """Return a reminder of open questions, their time limits and `/harbour me`, or why nobody is asked."""
    link = _linked("Go there", row, row.channel, message)
    way = link and f"{link}. "
    more = "`/games` lists all that waits for you; `/harbour me` says how often you are reminded."
    if post.unreached:
        way = f"{way}This bot cannot send you direct messages, so it mentions you here from now on. "
    return _still_called(row, post, match, "⏰", f"{way}{more}")


def _still_called(row: GameRow, post: PostRow, match: Match, mark: str, below: str) -> str:
    """Return the mentioned players' questions, then the line `below`; or why nobody is asked any more."""
    under_way = post.live and match.position.status == "running"
    asked = _questions(row, match, frozenset(post.called)) if under_way else []
    lines = [f"{mark} {line}" for line in asked]
    return "\n".join([_where(match), *lines, f"-# {below if asked else _closed(match, post)}"])


def _linked(words: str, row: GameRow, channel: int, message: int) -> str:
    """Return a link to `message`; empty if `message` is 0."""
    return f"[{words}](https://discord.com/channels/{row.guild}/{channel}/{message})" if message else ""


def _closed(match: Match, post: PostRow) -> str:
    if any(match.awaits(seat) is not None for seat in post.called):
        paused = match.position.status == "paused"
        return "The game was paused; when it goes on, it asks again." if paused else GOES_ON
    return ANSWERED


def late_call(row: GameRow, post: PostRow, match: Match, message: int) -> str:
    """Return a mention with a link, for news that quiet hours or a failed direct message held back."""
    users = dict.fromkeys(member.user for member in row.members if member.seat in post.called)
    people = " ".join(map(mention, users))
    what = "there is news that concerns you"
    if match.finished:
        what = f"the game {'was ended without a result' if match.position.status == 'ended' else 'is over'}"
    link = _linked("Go there", row, row.channel, message)
    way = link and f" {link}."
    why = "which no direct message could tell you" if post.unreached else "which came in your quiet hours"
    return f"{_where(match)}\n🔔 {people}: {what}, {why}.{way}"


def retired_call(match: Match) -> str:
    """Return the first words of a finished post, which mentions nobody any more."""
    return f"-# {match.game.title}"


def _invitation(row: GameRow) -> str:
    if row.status != "lobby":
        return (
            "This lobby was closed." if row.status == "cancelled" else "The game has begun; it goes on below."
        )
    fewest, most = find_game(row.slug).seat_range(options_of(row))
    if len(row.members) >= most:
        return f"All seats are taken: <@{row.creator}> presses **Start**. Latecomers can wait for a seat."
    seats = f"{fewest} to {most}" if fewest < most else f"{most}"
    return f"<@{row.creator}> opens a table for {seats}, {len(row.members)} there: press **Join** to play."


def _where(match: Match) -> str:
    headline = match.game.headline(match.shown)
    return f"-# {match.game.title} · {headline}" if headline else f"-# {match.game.title}"


def _asked(row: GameRow, post: PostRow, match: Match, machine: int) -> list[str]:
    if match.finished:
        return [_ending(row, post, match, machine)]
    if match.position.status == "paused":
        return ["⏸️ The game is paused. A game master lets it go on with `/gm task:resume`."]
    bots = row.seats_of(machine)
    people = frozenset(member.seat for member in row.members if member.seat not in bots)
    thinking = [
        f"{with_mark(match, asked.seat, f'**{quoted(row.names()[asked.seat], NAME_LENGTH)}**')} is thinking."
        for asked in match.position.awaited
        if asked.seat in bots
    ]
    return [*_questions(row, match, people), *thinking]


def _questions(row: GameRow, match: Match, seats: Set[int]) -> list[str]:
    """Return a line with the question for each of the `seats` for which the game waits."""
    lines = []
    for awaited in match.position.awaited:
        decision = match.decision_of(awaited.seat)
        member = next((one for one in row.members if one.seat == awaited.seat and one.seat in seats), None)
        if decision is not None and member is not None:
            who = with_mark(match, member.seat, mention(member.user))
            asked = f"{who} {prompt_of(match, decision, row.names())}."
            away = vacation(row.wishes.of(member.user), row.updated)
            lines.append(f"{asked}{time_limit(row.deadline(awaited))}{bank_left(row, awaited)}{away}")
    return lines


def _vote(row: GameRow, match: Match) -> str:
    """Return the open vote with mentions of players who have not answered; empty if there is no vote."""
    vote = row.vote
    if vote is None or vote.moot:
        return ""
    people = [mention(user) for user in vote.asked if user not in vote.agreed]
    asked = (" or " if vote.enough else " ").join(people)
    if vote.matter == "seat" and vote.user == vote.asker and (not match.keeps_secrets or not people):
        asked = f"{asked}, or a game master alone" if asked else "a game master"
    return f"🗳️ {_question(vote, row)} Press **Agree** or **Refuse**: {asked}"


def _question(vote: Vote, row: GameRow) -> str:
    name = f"**{quoted(vote.name, NAME_LENGTH)}**"
    match vote.matter:
        case "seat":
            return f"May {name} take over the seat of **{quoted(row.names()[vote.seat], NAME_LENGTH)}**?"
        case "undo":
            named = find_game(row.slug).turn_name(vote.turn) if vote.turn else "an earlier moment"
            return f"May the game go back to {quoted(named, LONGEST_TURN)}, as {name} asks?"
        case "fresh":
            return f"Fresh dice from here on, as {name} asks?"
        case "pause":
            return f"May the game pause, as {name} asks?"
        case "resume":
            return f"May the game go on, as {name} asks?"
        case "end":
            return f"May the game end without a result, as {name} asks?"


def _ending(row: GameRow, post: PostRow, match: Match, machine: int) -> str:
    """Return a line about the end of the game, the winners, and the other people that the post mentions."""
    won = match.outcome.winners if match.outcome and match.position.status == "over" else ()
    first = [member for member in row.members if member.seat in won]
    others = [member for member in row.members if member.seat in post.called and member not in first]
    told = [f"🏁 The game {'was ended without a result' if match.position.status == 'ended' else 'is over'}."]
    if first:
        names = (with_mark(match, member.seat, _named(member, post, machine)) for member in first)
        told.append(f"First: {listed(names)}.")
    named = [*dict.fromkeys(_named(member, post, machine) for member in others)]
    if first and named:
        named = [f"Others: {listed(named)}."]
    return " ".join([*told, *named])


def _named(member: Member, post: PostRow, machine: int) -> str:
    """Return a player's mention if the post mentions the player, else the name in bold."""
    called = member.seat in post.called and member.user != machine
    return mention(member.user) if called else f"**{quoted(member.name, NAME_LENGTH)}**"
