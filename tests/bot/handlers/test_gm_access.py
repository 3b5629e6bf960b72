"""Game masters and their powers at a table: naming others, removing people, locking, clocks, looks."""

from dataclasses import replace

from bot.sessions.player_names import forgetting, kept_of
from sandbox import Permission, Persona
from sandbox.world.components import StringMenu
from tests.bot.harbour import Harbour, known, labels

HOUR, DAY = 3_600, 86_400


async def says(harbour: Harbour, person: Persona, command: str, **options: str | int) -> str:
    """Return the answer to a person's command."""
    return (await harbour.told(await person.slash(command, options=options))).text


async def masters(harbour: Harbour) -> tuple[int, ...]:
    """Return the names of the game masters."""
    return (await harbour.table()).row.masters


async def seated(harbour: Harbour) -> list[int]:
    return [member.user for member in (await harbour.table()).row.members]


async def test_a_lobby_has_game_masters_who_take_people_out_and_lock_it(harbour: Harbour) -> None:
    ann, bo, cato, dee = harbour.people("Ann", "Bo", "Cato", "Dee")
    await harbour.open_lobby(ann, bo, cato, game="acrana", master_look="yes")
    await names_another(harbour, ann, bo, dee)
    await takes_out(harbour, dee, ann, cato)
    await locks(harbour, dee, bo)
    assert "set its clock for all to see" in (await harbour.gm(ann, "clock", reason="slow", pace="slow")).text
    await harbour.restart()
    await harbour.lobby_control(dee, "start")
    row = (await harbour.table()).row
    assert (row.masters, row.locked, row.is_barred(cato.id)) == ((ann.id, dee.id), True, True)
    assert "✅" in await says(harbour, bo, "/game check")


async def names_another(harbour: Harbour, ann: Persona, bo: Persona, dee: Persona) -> None:
    (eve,) = harbour.people("Eve")
    assert "Looking at what is hidden: **yes**" in harbour.newest.text
    # Other players may not do this. The refusal names the people who may do it.
    refusals: dict[str, dict[str, str | int]] = {
        "masters": {"what": "add", "member": eve.id},
        "kick": {"player": "Ann", "reason": "why not"},
        "lock": {"reason": "why not"},
    }
    for task, options in refusals.items():
        told = (await harbour.gm(bo, task, **options)).text
        assert f"{known(ann)}, who opened this game, or members with the permission Manage Server" in told
    # A named game master must be somebody who can do the work.
    machine = harbour.bot.tables.machine.user
    assert "A bot cannot" in (await harbour.gm(ann, "masters", what="add", member=machine)).text
    harbour.discord.hide(harbour.place, eve)
    assert "cannot see this channel" in (await harbour.gm(ann, "masters", what="add", member=eve.id)).text
    assert (
        "game master of this game already"
        in (await harbour.gm(ann, "masters", what="add", member=ann.id)).text
    )
    assert (
        "no game master of its own"
        in (await harbour.gm(ann, "masters", what="remove", master="Ann", reason="bye")).text
    )
    await harbour.gm(ann, "masters", what="add", member=dee.id)
    assert await masters(harbour) == (ann.id, dee.id)
    assert f"game masters, who start the game: {ann.mention}, {dee.mention}." in harbour.newest.text
    status = await says(harbour, bo, "/game status")
    assert f"Game masters: {known(ann)} (also plays), {known(dee)}, and members with Manage Server." in status


async def takes_out(harbour: Harbour, dee: Persona, ann: Persona, cato: Persona) -> None:
    bo = harbour.crew[1]
    # The named game master has the creator's powers, except over the creator.
    above = (await harbour.gm(dee, "kick", player="Ann", reason="mine now")).text
    assert f"{known(ann)} opened this game: only members with the permission Manage Server" in above
    assert (
        "opened this game"
        in (await harbour.gm(dee, "masters", what="remove", master="Ann", reason="mine now")).text
    )
    assert "Give a reason" in (await harbour.gm(dee, "kick", player="Cato", reason=" ")).text
    assert "That is you" in (await harbour.gm(ann, "kick", player="Ann", reason="rude")).text
    await harbour.gm(dee, "kick", player="Cato", reason="*rude* @everyone")
    assert await seated(harbour) == [ann.id, bo.id]
    told = f"🚪 {dee.mention} took **Cato** out: \\*rude\\* \\@everyone"
    assert told in harbour.newest.text
    for again in (await cato.slash("/game join"), await cato.press(harbour.newest, "Join")):
        assert "took you out of this game" in (await harbour.told(again)).text
    # The data about removed people are handed out to them, and deleted when they are forgotten.
    row = (await harbour.table()).row
    assert kept_of(row, [], cato.id)["taken out of the lobby"]
    for person in (cato, dee):
        assert str(person.id) not in repr(forgetting(row, person.id))


async def locks(harbour: Harbour, dee: Persona, bo: Persona) -> None:
    (flo,) = harbour.people("Flo")
    await harbour.gm(dee, "lock", reason="we are all here")
    assert "🔒 Locked: nobody new joins" in harbour.newest.text
    assert "locked this game, so nobody new joins" in await says(harbour, flo, "/game join")
    assert "has locked this game" in (await harbour.told(await flo.press(harbour.newest, "Options"))).text
    assert "Options of" in (await harbour.told(await bo.press(harbour.newest, "Options"))).text
    await harbour.gm(dee, "lock", reason="one more")
    assert "🔒" not in harbour.newest.text
    await says(harbour, flo, "/game join")
    await harbour.gm(dee, "lock", reason="that is all")


async def test_masters_of_a_game_under_way(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    options = {"master_look": "yes", "absent": "offered", "pace": "slow"}
    await harbour.start_race(ann, bo, cato, game="acrana", **options)
    await by_the_servers_role(harbour)
    await by_name(harbour, ann)
    await set_a_clock(harbour)
    await lock_it(harbour)
    await look(harbour, ann, bo)
    await take_somebody_out(harbour, ann, bo, cato)
    await harbour.restart()
    assert "❌" not in await says(harbour, ann, "/game check")
    (dee,) = harbour.people("Dee")
    await harbour.gm(dee, "end", reason="that was all")
    assert "No game is running" in (await harbour.gm(dee, "lock", reason="too late")).text
    assert "❌" not in await says(harbour, ann, "/game check")
    assert (await masters(harbour)) == (ann.id, dee.id)


async def by_the_servers_role(harbour: Harbour) -> None:
    eve, flo = harbour.people("Eve", "Flo")
    guild = harbour.discord.guild
    role = harbour.discord.world.add_role(guild, "Umpires", Permission.NONE)
    await harbour.bot.store.set_up(guild.id, lambda settings: replace(settings, gm_role=role.id))
    refused = (await harbour.gm(flo, "note", text="hello")).text
    assert f"members with the role <@&{role.id}>, or members with the permission Manage Server" in refused
    harbour.discord.give_role(guild, flo.user, role)
    await harbour.gm(flo, "note", text="hello")
    assert f"Game master {flo.mention} notes: hello" in harbour.newest.text
    by_role = (await harbour.gm(flo, "masters", what="hand over", member=eve.id)).text
    assert "by a role or by Manage Server, which nobody can hand over" in by_role


async def by_name(harbour: Harbour, ann: Persona) -> None:
    dee, eve = harbour.people("Dee", "Eve")
    await harbour.gm(ann, "masters", what="add", member=dee.id)
    assert (
        f"Game master {ann.mention} made {dee.mention} a game master of this game, too."
        in harbour.newest.text
    )
    await harbour.gm(ann, "masters", what="hand over", member=eve.id)
    assert f"handed the office over to {eve.mention}" in harbour.newest.text
    assert await masters(harbour) == (dee.id, eve.id)
    assert "Only the game masters" in (await harbour.gm(ann, "note", text="still me")).text
    assert "Give a reason" in (await harbour.gm(eve, "masters", what="remove", master="Dee", reason=" ")).text
    await harbour.gm(eve, "masters", what="remove", master="Dee", reason="asleep")
    assert f"{eve.mention} took the office of game master from {dee.mention}: asleep" in harbour.newest.text
    assert (
        "no game master of its own"
        in (await harbour.gm(eve, "masters", what="remove", master="Eve", reason="bye")).text
    )
    form = (await harbour.told(await eve.slash("/gm", task="masters"))).modal
    (menu,) = [field.input for field in form.fields if isinstance(field.input, StringMenu)]
    assert [(option.label, option.value) for option in menu.options] == [("Eve", str(eve.id))]


async def set_a_clock(harbour: Harbour) -> None:
    """The awaited player gets the new time in full."""
    bo, (eve,) = harbour.crew[1], harbour.people("Eve")
    blank = {"turn": "", "answer": "", "reason": "slow"}
    for wrong, said in {
        "reason": "Say what to change",
        "turn": "A turn may take from 1 hour to 14 days",
        "answer": "An answer may take from 5 minutes to 2 days",
    }.items():
        told = (await harbour.gm(eve, "clock", **{**blank, wrong: "1 min"})).text
        assert said in told
    assert "set like that already" in (await harbour.gm(eve, "clock", reason="slow", pace="slow")).text
    posts = len(harbour.posts())
    await harbour.gm(eve, "clock", reason="an evening", turn="2 h", missed="never")
    assert len(harbour.posts()) == posts + 1
    assert "From now on 2 hours for a turn, 1 day for an answer. Who is asked now" in harbour.newest.text
    table = await harbour.table()
    set_at = (await harbour.journal())[-1].entry.at
    for asked in table.match.position.awaited:
        assert table.row.deadline(asked) == set_at + (2 * HOUR if asked.clock == "turn" else DAY)
    assert "Clock set by a game master: 2 hours for a turn" in await says(harbour, bo, "/game status")


async def lock_it(harbour: Harbour) -> None:
    """Only people at the table may use buttons. Everybody may use commands that only show the game."""
    dee, eve = harbour.people("Dee", "Eve")
    await harbour.gm(eve, "lock", reason="a final")
    stranger = await harbour.told(await dee.press(harbour.newest, str(labels(harbour.newest)[0])))
    assert "its buttons are for those at the table" in stranger.text
    assert "🔒 Locked" in harbour.newest.text
    assert "Locked" in await says(harbour, dee, "/game status")


async def look(harbour: Harbour, ann: Persona, bo: Persona) -> None:
    """A game master who does not play looks at a hand. The look is on record, and nobody else sees it."""
    dee, eve = harbour.people("Dee", "Eve")
    await harbour.gm(eve, "masters", what="add", member=ann.id)
    assert "You play here yourself" in (await harbour.gm(ann, "look", reason="curious", player="Bo")).text
    assert "Only the game masters" in (await harbour.gm(dee, "look", reason="curious", player="Bo")).text
    hand = (await harbour.told(await bo.slash("/game board"))).text.splitlines()[0]
    seen = await harbour.gm(eve, "look", reason="a doubt", player="Bo")
    assert seen.ephemeral
    assert hand in seen.text
    assert seen.message.pictures
    both = (await harbour.gm(eve, "look", reason="a doubt")).text
    assert "**Ann**" in both
    assert hand in both
    assert f"👁️ Game master {eve.mention} looked at what **Bo** hides: a doubt" in harbour.newest.text
    assert all(hand not in post.text for post in harbour.posts())
    audit = await says(harbour, bo, "/game check")
    assert f"{known(eve)} looked at what {known(bo)} hides — “a doubt”" in audit
    assert f"{known(eve)} looked at all that is hidden — “a doubt”" in audit
    assert f"Game masters: {known(eve)}, {known(ann)} (also plays), and members with the role <@&" in audit
    exported = (await harbour.told(await bo.slash("/game export"))).message.attachments[0].data.decode()
    assert '"kind":"look"' in exported


async def take_somebody_out(harbour: Harbour, ann: Persona, bo: Persona, cato: Persona) -> None:
    """The bot gets the seat, and others may ask for it. Removed people cannot come back by themselves."""
    dee, eve = harbour.people("Dee", "Eve")
    # People who have seen a hand still know it when they are not game masters any more.
    await harbour.gm(eve, "masters", what="hand over", member=dee.id)
    asked_about = (await harbour.gm(ann, "substitute", player="Cato", newcomer=eve.id, reason="a swap")).text
    assert f"asks whether {eve.mention} may take over the seat of" in asked_about
    await harbour.gm(dee, "kick", player="Cato", reason="rude")
    machine = harbour.bot.tables.machine.user
    assert await seated(harbour) == [ann.id, bo.id, machine]
    told = "".join(post.text for post in harbour.posts())
    assert f"🚪 Game master {dee.mention} took **Cato** out of the game: rude" in told
    assert "Anyone who wants the seat asks for it with </game join:" in told
    assert f"{known(dee)} took {known(cato)} out of the game — “rude”" in await says(
        harbour, bo, "/game check"
    )
    assert "took you out" in await says(harbour, cato, "/game join", seat=3)
    assert "has locked this game" in await says(harbour, eve, "/game join", seat=3)
    await harbour.gm(dee, "kick", player="Bo", reason="rude, too")
    assert await seated(harbour) == [ann.id, machine, machine]
    await harbour.gm(dee, "lock", reason="a guest may come")


async def test_where_the_table_did_not_allow_it_nobody_looks(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    mo = harbour.discord.persona("Mo", moderator=True)
    await harbour.start_race(ann, bo, game="acrana")
    before = (await harbour.table()).row
    assert "did not allow that before it began" in (await harbour.gm(mo, "look", reason="a doubt")).text
    assert (await harbour.table()).row == before


async def test_who_was_taken_out_and_is_given_a_seat_again_is_kept_out_no_more(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    await harbour.gm(ann, "kick", player="Bo", reason="rude")
    assert (await harbour.table()).row.is_barred(bo.id)
    await harbour.gm(ann, "substitute", player="2", newcomer=bo.id, reason="Bo is sorry")
    assert not (await harbour.table()).row.is_barred(bo.id)
    assert "❌" not in await says(harbour, bo, "/game check")
