"""Each of the `/settings` is chosen by a menu or a form, shown in full, and obeyed."""

from rules.engine.registry import games
from sandbox import Channel, Persona
from sandbox.personas.invocation import OptionValue
from sandbox.world.permissions import Permission
from tests.bot.cards import card_of, choose, limit
from tests.bot.harbour import Harbour, offered


async def new(harbour: Harbour, person: Persona, place: Channel, **more: OptionValue) -> str:
    """Let a person open a lobby in a channel. Returns the answer."""
    options = {"game": "port_flower", **more}
    return (await harbour.told(await person.slash("/play", channel=place, options=options))).text


async def test_games_begin_where_as_and_as_many_as_their_server_has_chosen(harbour: Harbour) -> None:
    ann, mo = harbour.discord.persona("Ann"), harbour.discord.persona("Mo", moderator=True)
    assert "settings" not in [command.name for command in ann.commands()]
    assert "settings" in [command.name for command in mo.commands()]
    quay, deck = harbour.discord.channel("quay"), harbour.discord.channel("deck")
    await begin_as_chosen(harbour, ann, mo, quay, deck)
    await run_where_chosen(harbour, ann, mo, quay, deck)
    # Three games are open by now, two of them in threads of one channel.
    await choose(harbour, mo, "Threads", "chosen")
    assert "Open games at most: 2 in a channel" in await limit(harbour, mo, channel="2")
    assert "have 2 open games, as many as this server allows" in await new(harbour, ann, quay)
    assert "at most: 3 on this server." in await limit(harbour, mo, channel="", server="3")
    assert "has 3 open games, as many as it allows" in await new(harbour, mo, harbour.place)
    assert "at most: 3 of one person" in await limit(harbour, mo, server="", person="3")
    assert "You have 3 games open on this server" in await new(harbour, ann, quay)
    assert "The lobby of" in await new(harbour, mo, quay)


async def begin_as_chosen(harbour: Harbour, ann: Persona, mo: Persona, quay: Channel, deck: Channel) -> None:
    assert "Games begin with the pace `none`." in (await card_of(harbour, mo)).text
    assert "Games begin with the pace `day`." in await choose(harbour, mo, "Pace of all games", "day")
    card = await card_of(harbour, mo)
    await harbour.told(await mo.choose(card, "port_flower", placeholder="Pace and preset of one game"))
    await harbour.told(await mo.choose(card, "slow", placeholder="Pace"))
    await harbour.told(await mo.choose(card, "wild", placeholder="Preset"))
    await harbour.told(await mo.press(card, "All settings"))
    assert "Sailing Port Flower begins with the pace `slow` and the preset **Wild**." in card.text
    await new(harbour, ann, quay)
    lobby = harbour.posts(quay)[-1].text
    assert "✅ **Wild**" in lobby
    assert "Pace: **slow**" in lobby
    await new(harbour, ann, deck, preset="printed")
    assert "✅ **As published**" in harbour.posts(deck)[-1].text
    await new(harbour, ann, harbour.place, game="privateer")
    assert "Pace: **day**" in harbour.newest.text
    for place in (quay, deck, harbour.place):
        await harbour.lobby_control(ann, "close", channel=place)


async def run_where_chosen(harbour: Harbour, ann: Persona, mo: Persona, quay: Channel, deck: Channel) -> None:
    assert f"Games may run in {quay.mention}" in await choose(harbour, mo, "Channels of games", quay)
    assert f"games run only in {quay.mention}. Go there." in await new(harbour, ann, deck)
    assert "games run only in" in (await harbour.told(await mo.slash("/play", game="privateer"))).text
    assert "The lobby of" in await new(harbour, ann, quay, thread=True)
    assert "The lobby of" in await new(harbour, ann, quay)
    moved = await harbour.gm(ann, "move", quay, to=deck)
    assert f"games run only in {quay.mention}. Go there." in moved.text
    await harbour.lobby_control(ann, "close", channel=quay)
    await choose(harbour, mo, "Channels of games")
    told = await choose(harbour, mo, "Threads", "never")
    assert "Games may run in every channel.\nGames get no threads of their own." in told
    assert "no threads of their own. Leave out `thread`." in await new(harbour, ann, quay, thread=True)
    lesson = await harbour.told(await ann.slash("/learn", channel=deck, options={"game": "port_flower"}))
    assert deck.mention in lesson.text
    await choose(harbour, mo, "Threads", "always")
    assert "is open in <#" in await new(harbour, ann, quay)
    assert len(harbour.discord.world.threads_of(quay)) == 2


async def test_all_settings_are_shown_whole_and_changed_by_menus_across_a_restart(harbour: Harbour) -> None:
    mo, ann = harbour.discord.persona("Mo", moderator=True), harbour.discord.persona("Ann")
    quay, guild = harbour.discord.channel("quay"), harbour.discord.guild
    pilots = harbour.discord.world.add_role(guild, "Pilots", Permission.NONE)
    page = await card_of(harbour, mo)
    assert page.text.startswith("**How the bot is set up on this server**\nGame masters: by no role.")
    everybody = guild.everyone
    await harbour.told(await mo.choose(page, everybody, placeholder="Role of game masters"))
    assert "everybody would be a game master" in page.text

    page = await card_of(harbour, mo)
    # A forged press by another person changes nothing.
    forged = next(menu.custom_id for menu in page.menus if menu.placeholder == "Threads")
    refused = await harbour.told(await ann.forge_press(forged, page, component_type=3, values=["never"]))
    assert "Manage Server" in refused.text
    page = await card_of(harbour, mo)
    for placeholder, picked in (
        ("Role of game masters", pilots),
        ("Channels of games", quay),
        ("Hall of finished games", quay),
        ("Threads", "always"),
        ("Pace of all games", "evening"),
        ("Dates", "de"),
    ):
        await harbour.told(await mo.choose(page, picked, placeholder=placeholder))
    form = (await harbour.told(await mo.press(page, "Limits…"))).modal
    refused = await harbour.told(await mo.submit(form, {"server": "two", "person": "501"}))
    assert "On this server: “two” does not fit. Allowed: 1 to 500, or nothing." in refused.text
    assert "Of one person: “501” does not fit. Allowed: 1 to 500, or nothing." in refused.text
    form = (await harbour.told(await mo.press(refused.message, "Try again"))).modal
    await harbour.told(await mo.submit(form, {"server": "40", "person": ""}))
    await harbour.told(await mo.choose(page, "acrana", placeholder="Pace and preset of one game"))
    presets = [one.value for one in offered(page) if one.value not in {"none", "evening", "day", "slow", "-"}]
    titles = {preset.name: preset.title for preset in games()["acrana"].presets}
    await harbour.told(await mo.choose(page, presets[0], placeholder="Preset"))
    assert f"the pace `evening` and the preset **{titles[presets[0]]}**" in page.text
    await harbour.told(await mo.press(page, "All settings"))

    await harbour.restart()
    page = await card_of(harbour, mo)
    assert page.text.split("\n")[1:] == [
        f"Game masters of every game: members with {pilots.mention}.",
        "Games begin with the pace `evening`.",
        f"King of Acrana's annual ship race begins with the preset **{titles[presets[0]]}**.",
        f"Games may run in {quay.mention} and threads there.",
        "Each game gets a thread of its own.",
        "Open games at most: 40 on this server.",
        "Dates in files look like this: 21. September 2026, 14:13 UTC.",
        f"Finished games are shown in {quay.mention}.",
        "No dashboard of open games.",
    ]
    assert not page.pinged
    await harbour.told(await mo.choose(page, placeholder="Role of game masters"))
    await harbour.told(await mo.choose(page, placeholder="Channels of games"))
    assert "by no role." in page.text
    assert "in every channel." in page.text
    # The card marks a deleted channel as gone.
    await choose(harbour, mo, "Channels of games", quay)
    harbour.discord.world.delete_channel(quay)
    assert "are gone." in await new(harbour, ann, harbour.place)
    assert "2026-09-21 14:13 UTC" in await choose(harbour, mo, "Dates", "-")


async def test_a_forged_press_on_the_card_changes_nothing_and_breaks_nothing(harbour: Harbour) -> None:
    mo = harbour.discord.persona("Mo", moderator=True)
    page = await card_of(harbour, mo)
    before = harbour.bot.store.servers.of(harbour.discord.guild.id)
    menus = ("threads", "pace", "game", "language", "gm-role", "channels", "hall", "dashboard", "acrana/pace")
    for what in (*menus, "acrana/preset", "acrana/x", "x", ""):
        for values in ([], ["x"], ["@everyone"]):
            await harbour.told(
                await mo.forge_press(f"hm:sv:0:0:{what}", page, component_type=3, values=values)
            )
            assert "Something went wrong" not in page.text
    assert harbour.bot.store.servers.of(harbour.discord.guild.id) == before
