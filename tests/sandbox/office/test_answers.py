"""Slash commands and components, from the real client and back."""

import discord as dpy
import pytest
from discord import ui

from sandbox import ClientRefusalError, ManualClock, Permission, Persona, ReplyKind, SandboxError
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import ToyBot, picture, shown


async def test_a_slash_command_is_answered_with_text_picture_and_controls(bot: ToyBot, ann: Persona) -> None:
    reply = await ann.slash("/board", text="All quiet.")
    assert reply.kind is ReplyKind.MESSAGE
    assert reply.text == "All quiet."
    assert [(p.data, p.alt, p.filename) for p in reply.message.pictures] == [
        (picture(), "A blue sea", "board.png")
    ]
    assert [button.label for button in reply.buttons] == ["Anchor at 1"]


async def test_a_public_answer_stands_in_the_channel_for_everyone(
    bot: ToyBot, ann: Persona, ben: Persona
) -> None:
    reply = await ann.slash("/board", text="All quiet.")
    assert ann.sees() == ben.sees() == [reply.message]


async def test_pressing_a_dynamic_button_changes_its_message(bot: ToyBot, ann: Persona, ben: Persona) -> None:
    there = await ann.slash("/board", text="All quiet.")
    reply = await ben.press(there.message, "Anchor at 1")
    assert reply.kind is ReplyKind.UPDATE
    assert there.text == "Anchored at 1."
    again = await ann.press(there.message, custom_id="anchor:2")
    assert again.text == "Anchored at 2."


async def test_an_ephemeral_answer_is_seen_by_one_person_alone(
    bot: ToyBot, ann: Persona, ben: Persona
) -> None:
    reply = await (await ann.slash("/whisper")).settled()
    assert reply.kind is ReplyKind.DEFERRED
    assert reply.ephemeral
    assert reply.text == "Psst."
    assert ann.sees() == [reply.message]
    assert ben.sees() == []


async def test_a_deferred_answer_is_completed_by_an_edit_with_a_picture(bot: ToyBot, ann: Persona) -> None:
    reply = await (await ann.slash("/later")).settled()
    assert reply.text == "Done at last."
    assert not reply.message.loading
    assert len(reply.message.pictures) == 1


async def test_follow_ups_are_messages_of_their_own(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona, ben: Persona
) -> None:
    reply = await ann.slash("/chat")
    await discord.wait_for_message(lambda m: m.text == "Three.")
    assert [m.text for m in reply.followups] == ["Two.", "Three."]
    assert [m.text for m in ann.sees()] == ["One.", "Two.", "Three."]
    assert [m.text for m in ben.sees()] == ["One.", "Three."]


async def test_a_choice_in_a_menu_is_named_by_value_or_label(bot: ToyBot, ann: Persona) -> None:
    there = await ann.slash("/menus")
    reply = await ann.choose(there.message, "wool", "Barrels of rum", placeholder="Load what?")
    assert reply.text == "Loaded wool, rum"


async def test_a_person_is_chosen_in_a_user_menu(bot: ToyBot, ann: Persona, ben: Persona) -> None:
    there = await ann.slash("/menus")
    reply = await ann.choose(there.message, ben, custom_id="crew")
    assert reply.text == "Hired Ben"
    assert reply.ephemeral


async def test_a_form_is_opened_filled_in_and_answered(bot: ToyBot, ann: Persona) -> None:
    opened = await ann.slash("/log")
    assert opened.kind is ReplyKind.MODAL
    assert [field.label for field in opened.modal.fields] == ["Entry", "Weather"]
    reply = await ann.submit(opened.modal, {"Entry": "Land ahead", "Weather": "Storm"})
    assert reply.text == "Land ahead (Storm)"


async def test_a_button_that_is_not_there_cannot_be_pressed(bot: ToyBot, ann: Persona) -> None:
    there = await ann.slash("/board", text="All quiet.")
    with pytest.raises(ClientRefusalError, match=r"no button 'Raise'.*'Anchor at 1'"):
        await ann.press(there.message, "Raise")


async def test_a_message_for_others_cannot_be_pressed(bot: ToyBot, ann: Persona, ben: Persona) -> None:
    there = await (await ann.slash("/whisper")).settled()
    with pytest.raises(ClientRefusalError, match="Ben does not see"):
        await ben.press(there.message, "Anything")


async def test_a_choice_that_is_not_offered_is_refused(bot: ToyBot, ann: Persona) -> None:
    there = await ann.slash("/menus")
    with pytest.raises(ClientRefusalError, match="'gold' is not offered"):
        await ann.choose(there.message, "gold", custom_id="cargo")


async def test_more_choices_than_a_menu_takes_are_refused(bot: ToyBot, ann: Persona, ben: Persona) -> None:
    there = await ann.slash("/menus")
    with pytest.raises(ClientRefusalError, match="choose 1 to 1"):
        await ann.choose(there.message, ann, ben, custom_id="crew")


async def test_two_menus_must_be_told_apart(bot: ToyBot, ann: Persona) -> None:
    there = await ann.slash("/menus")
    with pytest.raises(ClientRefusalError, match="2 menus fit"):
        await ann.choose(there.message, "rum")


async def test_a_form_belongs_to_the_person_it_was_opened_for(
    bot: ToyBot, ann: Persona, ben: Persona
) -> None:
    opened = await ann.slash("/log")
    with pytest.raises(ClientRefusalError, match="opened for Ann"):
        await ben.submit(opened.modal, {"Entry": "Mine"})


async def test_a_required_field_must_be_filled_in(bot: ToyBot, ann: Persona) -> None:
    opened = await ann.slash("/log")
    with pytest.raises(ClientRefusalError, match="'Entry' is required"):
        await ann.submit(opened.modal, {"Weather": "Calm"})


async def test_a_text_longer_than_its_field_is_refused(bot: ToyBot, ann: Persona) -> None:
    opened = await ann.slash("/log")
    with pytest.raises(ClientRefusalError, match="length"):
        await ann.submit(opened.modal, {"Entry": "x" * 41, "Weather": "Calm"})


async def test_roles_and_channels_are_chosen_in_their_menus(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona
) -> None:
    class Post(ui.RoleSelect[ui.LayoutView]):
        async def callback(self, interaction: dpy.Interaction) -> None:
            await interaction.response.send_message(self.values[0].name)

    class Berth(ui.ChannelSelect[ui.LayoutView]):
        async def callback(self, interaction: dpy.Interaction) -> None:
            await interaction.response.send_message(f"#{self.values[0].name}")

    crew = discord.world.add_role(discord.guild, "Crew", Permission.NONE)
    view = shown(ui.ActionRow(Post(custom_id="post")), ui.ActionRow(Berth(custom_id="berth")))
    await bot.text_channel(discord.harbour.id).send(view=view)
    message = await discord.wait_for_message()
    assert (await ann.choose(message, crew, custom_id="post")).text == "Crew"
    assert (await ann.choose(message, "#harbour", custom_id="berth")).text == "#harbour"
    # The menu shows the values that the bot has preselected.
    again = shown(
        ui.ActionRow(ui.RoleSelect(custom_id="post", min_values=0, default_values=[dpy.Object(crew.id)]))
    )
    await bot.text_channel(discord.harbour.id).send(view=again)
    message = await discord.wait_for_message(lambda one: bool(one.menus), after=message)
    with pytest.raises(ClientRefusalError, match="chosen already"):
        await ann.choose(message, crew)


async def test_a_reply_without_a_message_says_so(bot: ToyBot, ann: Persona) -> None:
    opened = await ann.slash("/log")
    with pytest.raises(SandboxError, match="no message in this reply, its kind is modal"):
        opened.message.text.strip()
    answered = await ann.slash("/chat")
    with pytest.raises(SandboxError, match="no form in this reply"):
        answered.modal.form.title.strip()


async def test_a_deferred_answer_that_never_comes_is_told(
    bot: ToyBot, ann: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    @bot.event
    async def on_interaction(interaction: dpy.Interaction) -> None:
        if interaction.type is dpy.InteractionType.component:
            await interaction.response.defer()

    monkeypatch.setattr("sandbox.personas.reply.SAFETY_SECONDS", 0)
    reply = await ann.forge_press("unknown", (await ann.slash("/chat")).message)
    with pytest.raises(SandboxError, match="never completed"):
        await reply.settled()


CARGO = (dpy.SelectOption(label="Rum"), dpy.SelectOption(label="Wool", default=True))


def cargo(custom_id: str, *options: dpy.SelectOption) -> ui.LayoutView:
    return shown(ui.ActionRow(ui.Select(custom_id=custom_id, options=list(options or CARGO))))


async def test_what_stands_in_a_menu_already_cannot_be_chosen_again(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona
) -> None:
    ben = discord.persona("Ben")

    @bot.event
    async def on_interaction(interaction: dpy.Interaction) -> None:
        await interaction.response.defer()

    sent = await bot.text_channel(discord.harbour.id).send(view=cargo("cargo"))
    message = await discord.wait_for_message()
    with pytest.raises(ClientRefusalError, match="chosen already"):
        await ann.choose(message, "Wool")
    await ann.choose(message, "Rum")
    await ben.choose(message, "Rum")
    await sent.edit(view=cargo("cargo"))
    for person in (ann, ben):
        with pytest.raises(ClientRefusalError, match="chosen already"):
            await person.choose(message, "Rum")
    await ann.choose(message, "Wool")
    await ann.choose(message, "Rum")
    await sent.edit(view=cargo("cargo-2"))
    await ann.choose(message, "Rum")
    await sent.edit(view=cargo("cargo-2", *CARGO, dpy.SelectOption(label="Salt")))
    await ann.choose(message, "Rum")


async def test_what_was_chosen_in_a_private_menu_stands_there_when_it_comes_back(
    bot: ToyBot, ann: Persona
) -> None:
    @bot.event
    async def on_interaction(interaction: dpy.Interaction) -> None:
        if interaction.type is dpy.InteractionType.component:
            await interaction.response.edit_message(view=cargo(next(pages)))

    @bot.tree.command()
    async def hold(interaction: dpy.Interaction) -> None:
        """Open the hold."""
        await interaction.response.send_message(view=cargo("cargo"), ephemeral=True)

    await bot.tree.sync()
    pages = iter(("more", "cargo", "more"))
    message = (await ann.slash("/hold")).message
    await ann.choose(message, "Rum", custom_id="cargo")
    await ann.choose(message, "Rum", custom_id="more")
    with pytest.raises(ClientRefusalError, match="chosen already"):
        await ann.choose(message, "Rum")
    ann.look_away()
    await ann.choose(message, "Rum")


async def test_what_the_bot_did_not_answer_can_be_chosen_again(
    bot: ToyBot, discord: CheckedSandbox, clock: ManualClock, ann: Persona
) -> None:
    @bot.event
    async def on_interaction(interaction: dpy.Interaction) -> None:
        clock.advance(3)

    await bot.text_channel(discord.harbour.id).send(view=cargo("cargo"))
    message = await discord.wait_for_message()
    for _ in range(2):
        assert (await ann.choose(message, "Rum")).kind is ReplyKind.NONE
