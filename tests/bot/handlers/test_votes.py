"""In a game with secrets, a newcomer who knows hidden things gets a seat only if all others agree."""

from rules.engine.match import Match
from sandbox import Persona
from tests.bot.harbour import Harbour, labels
from tests.engine.table import cove, nim
from tests.rules.dangerous_sea.table import match as sea


async def cards(harbour: Harbour, *others: str) -> tuple[Persona, ...]:
    """Start a race of King of Acrana with hands of cards. Ann opened it and has seat 1."""
    people = harbour.people("Ann", *others)
    await harbour.start_race(*people, game="acrana")
    return tuple(people)


async def give(harbour: Harbour, master: Persona, seat: int, newcomer: int) -> str:
    reply = await harbour.gm(master, "substitute", player=str(seat), newcomer=newcomer, reason="a holiday")
    return reply.text


async def seated(harbour: Harbour) -> list[int]:
    return [member.user for member in (await harbour.table()).row.members]


# Who needs consent


async def test_a_stranger_sits_down_without_being_asked_about(harbour: Harbour) -> None:
    ann, bo = await cards(harbour, "Bo")
    (eve,) = harbour.people("Edda")
    await give(harbour, ann, 2, eve.id)
    assert await seated(harbour) == [ann.id, eve.id]
    # The seat's earlier player, who had no other seat, may take it back without consent.
    await give(harbour, ann, 2, bo.id)
    assert await seated(harbour) == [ann.id, bo.id]


async def test_who_had_another_seat_needs_the_consent_of_all_the_others(harbour: Harbour) -> None:
    ann, bo, cato = await cards(harbour, "Bo", "Cato")
    eve, finn = harbour.people("Edda", "Finn")
    await give(harbour, ann, 1, eve.id)
    told = await give(harbour, ann, 2, ann.id)
    assert await seated(harbour) == [eve.id, bo.id, cato.id]
    assert f"asks whether {ann.mention} may take over the seat of **Bo**" in told
    post = harbour.newest
    assert post.pinged >= {eve.id, bo.id, cato.id}
    asked = f"{eve.mention} {bo.mention} {cato.mention}"
    assert f"May **Ann** take over the seat of **Bo**? Press **Agree** or **Refuse**: {asked}" in post.text
    assert {"Agree", "Refuse"} <= set(labels(post))

    for person in (eve, bo):
        await harbour.told(await person.press(harbour.newest, "Agree"))
        assert await seated(harbour) == [eve.id, bo.id, cato.id]
    assert "🗳️ **Bo** agrees." in harbour.newest.text
    again = await harbour.told(await bo.press(harbour.newest, "Agree"))
    assert "agreed already" in again.text
    stranger = await harbour.told(await finn.press(harbour.newest, "Agree"))
    assert "not asked" in stranger.text
    await harbour.told(await cato.press(harbour.newest, "Agree"))
    assert await seated(harbour) == [eve.id, ann.id, cato.id]
    assert "takes over the seat of **Bo**" in harbour.newest.text
    assert "Everybody who was asked has agreed." in harbour.newest.text
    assert ann.id in harbour.newest.pinged
    assert "Agree" not in labels(harbour.newest)
    audit = (await harbour.told(await bo.slash("/game check"))).text
    assert f"asked whether {ann.mention} may take over the seat of" in audit
    assert audit.count("agreed to the change of players") == 2
    assert "gave the seat of" in audit
    assert "❌" not in (await harbour.told(await bo.slash("/game check"))).text


async def test_a_player_who_had_another_seat_needs_consent_though_no_game_master(harbour: Harbour) -> None:
    ann, bo, cato = await cards(harbour, "Bo", "Cato")
    (eve,) = harbour.people("Edda")
    await give(harbour, ann, 2, eve.id)
    assert f"asks whether {bo.mention} may take over the seat of **Cato**" in await give(
        harbour, ann, 3, bo.id
    )
    assert await seated(harbour) == [ann.id, eve.id, cato.id]


async def test_one_refusal_is_enough_and_is_told(harbour: Harbour) -> None:
    ann, bo = await cards(harbour, "Bo")
    (eve,) = harbour.people("Edda")
    await give(harbour, ann, 1, eve.id)
    await give(harbour, ann, 2, ann.id)
    agree = harbour.newest.buttons[-2].custom_id or ""
    await harbour.told(await bo.press(harbour.newest, "Refuse"))
    assert "🗳️ **Bo** does not agree: everybody keeps their seats." in harbour.newest.text
    assert await seated(harbour) == [eve.id, bo.id]
    assert "Agree" not in labels(harbour.newest)
    late = await harbour.told(await eve.forge_press(agree, harbour.newest))
    assert "is settled" in late.text
    # The old press does not answer the next question either.
    await give(harbour, ann, 2, ann.id)
    late = await harbour.told(await eve.forge_press(agree, harbour.newest))
    assert "is settled" in late.text


async def test_a_game_master_who_never_had_a_seat_needs_consent_as_well(harbour: Harbour) -> None:
    _, bo = await cards(harbour, "Bo")
    mo = harbour.discord.persona("Mo", moderator=True)
    ann = harbour.crew[0]
    assert "asks whether" in await give(harbour, mo, 2, mo.id)
    assert "asks whether" in await give(harbour, ann, 2, mo.id)
    # Ann asked, so only Bo's consent is missing.
    await harbour.told(await bo.press(harbour.newest, "Agree"))
    assert await seated(harbour) == [ann.id, mo.id]


async def test_a_master_can_withdraw_the_question(harbour: Harbour) -> None:
    await cards(harbour, "Bo")
    mo = harbour.discord.persona("Mo", moderator=True)
    await give(harbour, mo, 2, mo.id)
    await harbour.told(await mo.press(harbour.newest, "Refuse"))
    assert (
        f"Game master {mo.mention} withdraws the question: everybody keeps their seats."
        in harbour.newest.text
    )
    assert (await harbour.table()).row.vote is None


async def test_the_bot_itself_is_never_asked_about_and_never_asked(harbour: Harbour) -> None:
    ann, bo = await cards(harbour, "Bo")
    (eve,) = harbour.people("Edda")
    machine = harbour.bot.tables.machine.user
    await give(harbour, ann, 2, machine)
    await give(harbour, ann, 1, eve.id)
    await give(harbour, ann, 2, bo.id)
    await give(harbour, ann, 1, machine)
    assert await seated(harbour) == [machine, bo.id]


async def test_where_nothing_is_hidden_nobody_is_asked(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    (eve,) = harbour.people("Edda")
    await give(harbour, ann, 1, eve.id)
    await give(harbour, ann, 2, ann.id)
    assert await seated(harbour) == [eve.id, ann.id]
    assert bo.id not in await seated(harbour)


# While the question is open


async def test_a_vote_outlives_a_restart_and_later_turns(harbour: Harbour) -> None:
    ann, bo = await cards(harbour, "Bo")
    (eve,) = harbour.people("Edda")
    await give(harbour, ann, 1, eve.id)
    await give(harbour, ann, 2, ann.id)
    await harbour.told(await eve.press(harbour.newest, "Agree"))
    await harbour.restart()
    await harbour.gm(ann, "skip", reason="away")
    await harbour.gm(ann, "pause", reason="dinner")
    assert (
        f"May **Ann** take over the seat of **Bo**? Press **Agree** or **Refuse**: {bo.mention}"
        in harbour.newest.text
    )
    await harbour.told(await bo.press(harbour.newest, "Agree"))
    assert await seated(harbour) == [eve.id, ann.id]


async def test_any_change_of_players_ends_a_vote(harbour: Harbour) -> None:
    ann, bo, _ = await cards(harbour, "Bo", "Cato")
    eve, finn = harbour.people("Edda", "Finn")
    await give(harbour, ann, 1, eve.id)
    await give(harbour, ann, 2, ann.id)
    await give(harbour, ann, 3, finn.id)
    assert (await harbour.table()).row.vote is None
    assert "Agree" not in labels(harbour.newest)
    assert (await seated(harbour))[1] == bo.id


async def test_a_vote_ends_with_the_game(harbour: Harbour) -> None:
    ann, _ = await cards(harbour, "Bo")
    (eve,) = harbour.people("Edda")
    await give(harbour, ann, 1, eve.id)
    await give(harbour, ann, 2, ann.id)
    await harbour.gm(ann, "end", reason="enough")
    assert "May **Ann**" not in harbour.newest.text
    assert labels(harbour.newest) == ["Play again", "Replay", "Page", "Dice file", "Story"]


def secrets(match: Match) -> bool:
    return match.keeps_secrets


def test_a_match_knows_whether_it_keeps_secrets() -> None:
    assert [secrets(match) for match in (cove(), nim())] == [True, False]


def test_a_match_in_which_secret_orders_can_stand_keeps_secrets() -> None:
    assert [secrets(sea(ghost_ship=on)) for on in (True, False)] == [True, False]
