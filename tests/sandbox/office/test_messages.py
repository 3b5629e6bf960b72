"""Messages in channels: posting, editing, pictures, mentions."""

import io

import discord as dpy
import pytest
from discord import AllowedMentions, HTTPException, NotFound, ui

from sandbox import ClientRefusalError, Permission, Persona, Sandbox, payloads
from sandbox.gateway.events import Intent
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import Kept, ToyBot, board, picture_file, shown, shown_in, written


@pytest.fixture
def channel(bot: ToyBot, discord: Sandbox) -> dpy.TextChannel:
    return bot.text_channel(discord.harbour.id)


async def test_a_posted_message_can_be_waited_for(
    discord: CheckedSandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    await channel.send(view=written("Fog comes in."))
    message = await discord.wait_for_message(lambda m: "Fog" in m.text, channel=discord.harbour)
    assert message in ann.sees()
    assert message.author.bot


async def test_waiting_can_start_after_a_message(discord: CheckedSandbox, channel: dpy.TextChannel) -> None:
    await channel.send("First turn.")
    first = await discord.wait_for_message()
    await channel.send("Second turn.")
    second = await discord.wait_for_message(lambda m: "turn" in m.text, after=first)
    assert second.text == "Second turn."


async def test_a_nonce_makes_the_second_post_return_the_first(
    discord: Sandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    first = await channel.send("Once.", nonce=77)
    second = await channel.send("Once.", nonce=77)
    assert first.id == second.id
    assert len(ann.sees()) == 1


async def test_an_edit_that_names_a_new_picture_drops_the_old_one(
    discord: CheckedSandbox, channel: dpy.TextChannel
) -> None:
    sent = await channel.send(view=board("Calm."), file=picture_file())
    message = await discord.wait_for_message()
    old = message.attachments[0]
    await sent.edit(view=board("Storm."), attachments=[picture_file()])
    assert len(message.attachments) == 1
    assert message.attachments[0].id != old.id


async def test_an_edit_that_names_the_old_picture_keeps_it(
    discord: CheckedSandbox, channel: dpy.TextChannel
) -> None:
    sent = await channel.send(view=board("Calm."), file=picture_file())
    message = await discord.wait_for_message()
    kept = message.attachments
    await sent.edit(view=board("Storm."), attachments=[Kept(shown_in(sent), "board.png")])
    assert message.attachments == kept
    assert shown_in(sent) == kept[0].id


async def test_a_broken_picture_is_kept_as_a_file_without_a_size(channel: dpy.TextChannel) -> None:
    broken = dpy.File(io.BytesIO(b"\x89PNG\r\n\x1a\nand nothing more"), "board.png")
    (kept,) = (await channel.send(file=broken)).attachments
    assert (kept.filename, kept.width) == ("board.png", None)


async def test_a_picture_that_a_component_shows_is_not_listed_among_the_attachments(
    channel: dpy.TextChannel,
) -> None:
    files = [picture_file(), picture_file("loose.png")]
    sent = await channel.send(view=board("Calm."), files=files)
    assert [attachment.filename for attachment in sent.attachments] == ["loose.png"]
    read = await channel.fetch_message(sent.id)
    assert [attachment.filename for attachment in read.attachments] == ["loose.png"]


async def test_an_edit_that_shows_the_old_picture_says_its_id_and_its_name(
    discord: CheckedSandbox, channel: dpy.TextChannel
) -> None:
    sent = await channel.send(view=board("Calm."), file=picture_file())
    message = await discord.wait_for_message()
    with pytest.raises(HTTPException, match="was not found in the message"):
        await sent.edit(view=board("Nothing is named."))
    with pytest.raises(HTTPException, match="was not found in the message"):
        await sent.edit(view=board("No file name."), attachments=[Kept(shown_in(sent), None)])
    assert message.text == "Calm."


async def test_a_gallery_of_a_picture_that_is_not_there_is_refused(channel: dpy.TextChannel) -> None:
    sent = await channel.send(view=board("Calm."), file=picture_file())
    with pytest.raises(HTTPException, match="was not found in the message"):
        await sent.edit(view=board("Storm."), attachments=[])


async def test_a_picture_is_served_with_its_size(channel: dpy.TextChannel) -> None:
    sent = await channel.send(file=picture_file())
    attachment = sent.attachments[0]
    assert (attachment.width, attachment.height, attachment.content_type) == (30, 20, "image/png")
    assert len(await attachment.read()) == attachment.size


async def test_only_the_allowed_people_are_called(
    discord: CheckedSandbox, channel: dpy.TextChannel, ann: Persona, ben: Persona
) -> None:
    view = written(f"{ann.mention} and {ben.mention}, @everyone, your turn. `{ann.mention}`")
    await channel.send(
        view=view, allowed_mentions=AllowedMentions(users=[dpy.Object(ben.id)], everyone=False)
    )
    message = await discord.wait_for_message()
    assert message.pinged == {ben.id}


async def test_without_a_word_about_mentions_everyone_named_is_called(
    discord: CheckedSandbox, channel: dpy.TextChannel, ann: Persona, ben: Persona
) -> None:
    await channel.send(f"{ann.mention} and {ben.mention}, your turn.")
    message = await discord.wait_for_message()
    assert message.pinged == {ann.id, ben.id}


async def test_a_mention_in_code_calls_nobody(
    discord: CheckedSandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    await channel.send(f"`{ann.mention}` ```\n{ann.mention}\n```")
    assert (await discord.wait_for_message()).pinged == frozenset()


async def test_an_edit_calls_nobody(discord: CheckedSandbox, channel: dpy.TextChannel, ann: Persona) -> None:
    sent = await channel.send("Your turn.")
    await sent.edit(content=f"Your turn, {ann.mention}.")
    message = await discord.wait_for_message()
    assert message.mentions == (ann.user,)
    assert message.pinged == frozenset()


async def test_who_cannot_see_the_channel_is_not_called(
    discord: CheckedSandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    discord.hide(discord.harbour, ann)
    await channel.send(f"Your turn, {ann.mention}.")
    assert (await discord.wait_for_message()).pinged == frozenset()


async def test_a_layout_stays_a_layout(channel: dpy.TextChannel) -> None:
    sent = await channel.send(view=written("Calm."))
    with pytest.raises(HTTPException, match="IS_COMPONENTS_V2"):
        await sent.edit(content="Storm.", view=None)


async def test_components_are_numbered_around_the_numbers_they_came_with(
    discord: CheckedSandbox, channel: dpy.TextChannel
) -> None:
    own = ui.TextDisplay[ui.LayoutView]("Mine.", id=1)
    await channel.send(view=shown(ui.TextDisplay("First."), own, ui.TextDisplay("Last.")))
    numbered = payloads.message(await discord.wait_for_message())["components"]
    assert isinstance(numbered, list)
    assert [part["id"] for part in numbered] == [2, 1, 3]


async def test_a_message_is_deleted_for_everyone(
    discord: CheckedSandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    sent = await channel.send("Gone soon.")
    message = await discord.wait_for_message()
    await sent.delete()
    assert message.deleted
    assert ann.sees() == []
    with pytest.raises(NotFound) as refused:
        await sent.edit(content="Back?")
    assert refused.value.code == 10008


async def test_what_people_wrote_cannot_be_edited_by_the_bot(channel: dpy.TextChannel, ann: Persona) -> None:
    said = await ann.say("Ahoy.")
    with pytest.raises(HTTPException) as refused:
        await channel.get_partial_message(said.id).edit(content="Ahem.")
    assert refused.value.code == 50005


async def test_the_history_is_read_newest_first(channel: dpy.TextChannel, ann: Persona) -> None:
    one = await ann.say("One.")
    two = await channel.send("Two.")
    assert [m.id async for m in channel.history()] == [two.id, one.id]
    assert (await channel.fetch_message(two.id)).content == "Two."


async def test_what_others_write_is_withheld_from_a_bot_that_was_not_granted_it(
    discord: Sandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    said = await ann.say("To whom it may concern.")
    await ann.say(f"Listen, <@{discord.world.bot.id}>.")
    answer = await channel.get_partial_message(said.id).reply("Aye.")
    read = [m.content async for m in channel.history()]
    assert read == ["Aye.", f"Listen, <@{discord.world.bot.id}>.", ""]
    replied_to = (await channel.fetch_message(answer.id)).reference
    assert replied_to is not None
    assert isinstance(replied_to.resolved, dpy.Message)
    assert replied_to.resolved.content == ""
    discord.gateway.granted = Intent.MESSAGE_CONTENT
    assert (await channel.fetch_message(said.id)).content == "To whom it may concern."


async def test_a_person_can_be_written_to_in_private(
    bot: ToyBot, discord: Sandbox, ann: Persona, ben: Persona
) -> None:
    user = await bot.fetch_user(ann.id)
    await user.send("Psst.")
    private = ann.private_channel()
    assert [m.text for m in ann.sees(private)] == ["Psst."]
    assert ben.sees(private) == []


async def test_a_person_may_take_no_private_messages(bot: ToyBot, ann: Persona) -> None:
    ann.user.takes_dms = False
    user = await bot.fetch_user(ann.id)
    with pytest.raises(HTTPException) as refused:
        await user.send("Psst.")
    assert refused.value.code == 50007


async def test_a_section_a_thumbnail_and_a_link_come_through(
    discord: CheckedSandbox, channel: dpy.TextChannel
) -> None:
    thumbnail = ui.Thumbnail[ui.LayoutView]("attachment://board.png", description="Small")
    section = ui.Section[ui.LayoutView]("Beside it", accessory=thumbnail)
    link = ui.Button[ui.LayoutView](label="Rules", url="https://example.org/")
    await channel.send(view=shown(section, ui.Separator(), ui.ActionRow(link)), file=picture_file())
    message = await discord.wait_for_message()
    assert [p.alt for p in message.pictures] == ["Small"]
    assert [b.url for b in message.buttons] == ["https://example.org/"]


async def test_a_role_calls_its_members_when_it_may_be_mentioned(
    discord: CheckedSandbox, channel: dpy.TextChannel, ann: Persona, ben: Persona
) -> None:
    crew = discord.world.add_role(discord.guild, "Crew", Permission.NONE, mentionable=True)
    discord.guild.members[ann.id].roles.append(crew)
    await channel.send(f"{crew.mention}, all hands!")
    assert (await discord.wait_for_message()).pinged == {ann.id}
    silent = await channel.send(f"{crew.mention}, rest.", allowed_mentions=AllowedMentions(roles=False))
    assert discord.world.messages[silent.id].pinged == frozenset()


async def test_everyone_is_called_only_by_who_may(
    discord: CheckedSandbox, channel: dpy.TextChannel, ann: Persona, ben: Persona
) -> None:
    denied = await channel.send("@everyone, land!")
    assert discord.world.messages[denied.id].pinged == frozenset()
    discord.grant_bot(discord.harbour, Permission.MENTION_EVERYONE)
    heard = await channel.send("@everyone, land!")
    assert discord.world.messages[heard.id].pinged >= {ann.id, ben.id}


async def test_a_reply_names_the_message_it_answers(discord: Sandbox, channel: dpy.TextChannel) -> None:
    first = await channel.send("Who goes there?")
    second = await first.reply("A friend.")
    assert second.reference
    assert second.reference.message_id == first.id
    assert discord.world.messages[second.id].reference_id == first.id


async def test_who_is_answered_is_called_unless_told_otherwise(
    discord: Sandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    said = channel.get_partial_message((await ann.say("Who goes there?")).id)
    loud = await said.reply("A friend.")
    quiet = await said.reply("A friend.", mention_author=False)
    assert discord.world.messages[loud.id].pinged == {ann.id}
    assert discord.world.messages[quiet.id].pinged == frozenset()


async def test_disabled_controls_cannot_be_used(
    discord: CheckedSandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    button = ui.Button[ui.LayoutView](label="Join", custom_id="join", disabled=True)
    link = ui.Button[ui.LayoutView](label="Rules", url="https://example.org/")
    menu = ui.Select[ui.LayoutView](custom_id="menu", options=[dpy.SelectOption(label="A")], disabled=True)
    await channel.send(view=shown(ui.ActionRow(button, link), ui.ActionRow(menu)))
    message = await discord.wait_for_message()
    for label in ("Join", "Rules"):
        with pytest.raises(ClientRefusalError, match="cannot be pressed"):
            await ann.press(message, label)
    with pytest.raises(ClientRefusalError, match="is disabled"):
        await ann.choose(message, "A")


async def test_a_picture_without_layout_is_shown_with_its_description(
    discord: CheckedSandbox, channel: dpy.TextChannel
) -> None:
    await channel.send("Look.", file=picture_file())
    [picture] = (await discord.wait_for_message()).pictures
    assert (picture.alt, picture.filename) == ("A blue sea", "board.png")


async def test_a_file_name_is_changed_as_discord_changes_it(channel: dpy.TextChannel) -> None:
    sent = await channel.send(file=picture_file("my board.png"))
    assert sent.attachments[0].filename == "my_board.png"
