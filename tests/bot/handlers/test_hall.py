"""The hall of a server: a channel that shows its finished games."""

from sandbox import Persona
from tests.bot.cards import choose
from tests.bot.harbour import Harbour, labels

HALL = "Hall of finished games"


async def race_won(harbour: Harbour, ann: Persona, bo: Persona) -> None:
    await harbour.start_race(ann, bo, first_player="seat1")
    await harbour.skip()
    await harbour.resign(bo)


async def test_a_finished_game_is_shown_in_the_hall_with_its_replay(harbour: Harbour) -> None:
    ann, bo, eve = harbour.people("Ann", "_Bo_", "Eve")
    mo = harbour.discord.persona("Mo", moderator=True)
    hall = harbour.discord.channel("hall")
    assert f"Finished games are shown in <#{hall.id}>" in await choose(harbour, mo, HALL, hall)
    await race_won(harbour, ann, bo)
    (shown,) = harbour.posts(hall)
    end = harbour.newest
    assert "### 🏁 Sailing Port Flower" in shown.text
    assert "🥇 **Ann** · **0 of 5 buoys** (" in shown.text
    assert "\n2 · **\\_Bo\\_** · **gave up** (0 of 5 buoys)" in shown.text
    assert "-# 2 turns in " in shown.text
    assert shown.pinged == set()
    assert shown.pictures[0].alt == end.pictures[0].alt
    assert labels(shown) == ["Replay", "Where it was played"]
    assert (
        shown.buttons[1].url
        == f"https://discord.com/channels/{harbour.discord.guild.id}/{harbour.place.id}/{end.id}"
    )
    replay = await harbour.told(await eve.press(shown, "Replay"))
    assert replay.ephemeral
    assert replay.message.pictures[0].filename == "replay.gif"
    await is_not_shown(harbour, ann, bo, mo)
    assert len(harbour.posts(hall)) == 1


async def is_not_shown(harbour: Harbour, ann: Persona, bo: Persona, mo: Persona) -> None:
    """A game without a result and a game in the hall itself are not shown, nor is any game without a hall."""
    hall = harbour.discord.channel("hall")
    await harbour.start_race(ann, bo)
    await harbour.gm(ann, "end", reason="a storm")
    # If the bot may not write in the hall, nothing in the channel of the game is delayed.
    gone = harbour.discord.channel("gone")
    await choose(harbour, mo, HALL, gone)
    harbour.discord.world.delete_channel(gone)
    await race_won(harbour, ann, bo)
    assert "The game is over" in harbour.newest.text
    assert await harbour.bot.store.due_posts() == []
    await choose(harbour, mo, HALL, harbour.place)
    await race_won(harbour, ann, bo)
    assert "🥇" in harbour.newest.text
    assert labels(harbour.newest)[0] == "Play again"
    await choose(harbour, mo, HALL, hall)
    assert "No hall of finished games." in await choose(harbour, mo, HALL)
    await race_won(harbour, ann, bo)
