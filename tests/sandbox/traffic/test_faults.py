"""Faults on demand."""

import aiohttp
import discord as dpy
import pytest
from discord import DiscordServerError, HTTPException

from sandbox import (
    AnswerLost,
    Broken,
    ManualClock,
    Persona,
    RateLimited,
    Refusal,
    Refused,
    ReplyKind,
    Sandbox,
    UploadCut,
)
from tests.sandbox.toy_bot import ToyBot, picture_file

POSTING = ("POST", "/channels/*/messages")


@pytest.fixture
def channel(bot: ToyBot, discord: Sandbox) -> dpy.TextChannel:
    return bot.text_channel(discord.harbour.id)


async def test_a_rate_limited_post_is_made_after_the_wait(
    discord: Sandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    discord.faults.arm(*POSTING, RateLimited(), times=2)
    await channel.send("Here.")
    assert [request.status for request in discord.journal.find(*POSTING)] == [429, 429, 200]
    assert len(ann.sees()) == 1


async def test_a_broken_server_does_nothing(discord: Sandbox, channel: dpy.TextChannel, ann: Persona) -> None:
    discord.faults.arm(*POSTING, Broken(503))
    with pytest.raises(DiscordServerError):
        await channel.send("Here.")
    assert ann.sees() == []
    assert discord.faults.waiting == 0


async def test_a_refusal_can_be_arranged(discord: Sandbox, channel: dpy.TextChannel) -> None:
    discord.faults.arm(*POSTING, Refused(Refusal.MISSING_ACCESS))
    with pytest.raises(HTTPException) as refused:
        await channel.send("Here.")
    assert refused.value.code == 50001


async def test_an_upload_that_is_cut_off_posts_nothing(
    discord: Sandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    discord.faults.arm(*POSTING, UploadCut())
    with pytest.raises(aiohttp.ClientConnectionError):
        await channel.send(file=picture_file())
    assert ann.sees() == []


async def test_a_message_whose_answer_was_lost_is_not_made_twice(
    discord: Sandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    discord.faults.arm(*POSTING, AnswerLost())
    with pytest.raises(aiohttp.ClientConnectionError):
        await channel.send("Once.", nonce=7)
    assert len(ann.sees()) == 1
    await channel.send("Once.", nonce=7)
    assert len(ann.sees()) == 1


async def test_only_the_request_that_fits_meets_the_fault(
    discord: Sandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    discord.faults.arm("PATCH", "/channels/*/messages/*", Broken())
    sent = await channel.send("Here.")
    with pytest.raises(DiscordServerError):
        await sent.edit(content="There.")
    await sent.edit(content="There.")
    assert ann.sees()[0].text == "There."


async def test_an_answer_that_never_arrives_is_a_failure_for_the_person(
    bot: ToyBot, discord: Sandbox, clock: ManualClock, ann: Persona
) -> None:
    failed: list[Exception] = []

    @bot.tree.error
    async def on_error(_: object, error: Exception) -> None:
        failed.append(error)
        clock.advance(3)

    discord.faults.arm("POST", "/interactions/*", Refused(Refusal.UNKNOWN_INTERACTION))
    assert (await ann.slash("/chat")).kind is ReplyKind.NONE
    assert len(failed) == 1
