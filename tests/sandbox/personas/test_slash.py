"""The slash commands that a person can type, and those that Discord's client would not send."""

import pytest
from discord import app_commands
from discord.http import Route

from sandbox import ClientRefusalError, Persona, Sandbox, SandboxError
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import ToyBot

pytestmark = pytest.mark.usefixtures("bot")


async def test_options_arrive_with_their_types(discord: Sandbox, ann: Persona, ben: Persona) -> None:
    race = discord.channel("race")
    reply = await ann.slash(
        "/everything", number=3, colour="Navy blue", ratio=1.5, sure=True, who=ben, where=race
    )
    assert reply.text == "3 navy 1.5 True Ben race"


async def test_options_can_be_written_as_a_person_types_them(ann: Persona, ben: Persona) -> None:
    reply = await ann.slash(
        "/everything", number="3", ratio="2", sure="true", who=ben.mention, where="#harbour"
    )
    assert reply.text == "3  2.0 True Ben harbour"


async def test_an_option_whose_name_is_taken_is_given_apart(ann: Persona, ben: Persona) -> None:
    reply = await ann.slash("/everything", options={"number": 1, "who": "Ben"})
    assert reply.text == "1  0.5 False Ben None"


async def test_subcommands_and_groups_are_words_of_the_command(ann: Persona) -> None:
    assert (await ann.slash("/fleet sail", route="N", knots=7)).text == "Sailing N at 7"
    assert (await ann.slash("/fleet ship sink", name="Mary")).text == "Mary sinks"


async def test_a_command_is_answered_in_the_channel_where_it_was_sent(discord: Sandbox, ann: Persona) -> None:
    race = discord.channel("race")
    reply = await ann.slash("/chat", channel=race)
    assert reply.message.channel is race
    assert ann.sees(discord.harbour) == []


async def test_autocompletion_knows_the_option_in_focus_and_the_others(ann: Persona) -> None:
    assert await ann.complete("/fleet sail", focused="route", route="N", knots=5) == [("North at 5", "N")]
    assert len(await ann.complete("/fleet sail", focused="route")) == 2


async def test_an_option_without_autocompletion_completes_nothing(ann: Persona) -> None:
    with pytest.raises(ClientRefusalError, match="does not complete itself"):
        await ann.complete("/fleet sail", focused="knots")


@pytest.mark.parametrize(
    ("line", "values", "complaint"),
    [
        ("/nothing", {}, "no command /nothing"),
        ("/fleet", {}, "next comes: ship, sail"),
        ("/fleet swim", {}, "nothing is called 'swim'"),
        ("/everything", {}, "requires: number"),
        ("/everything", {"number": 1, "size": 2}, "no option 'size'"),
        ("/everything", {"number": 7}, "outside what is allowed"),
        ("/everything", {"number": "three"}, "is no integer"),
        ("/everything", {"number": True}, "is no integer"),
        ("/everything", {"number": 1, "colour": "red"}, "not offered; offered are: Navy blue"),
        ("/everything", {"number": 1, "who": "Zoe"}, "nobody called 'Zoe'"),
        ("/everything", {"number": 1, "where": "#moon"}, "no channel 'moon'"),
        ("/everything", {"number": 1, "sure": "maybe"}, "neither true nor false"),
    ],
)
async def test_the_client_refuses_what_it_would_not_send(
    ann: Persona, line: str, values: dict[str, str | int], complaint: str
) -> None:
    with pytest.raises(ClientRefusalError, match=complaint):
        await ann.slash(line, options=values)


async def test_a_command_for_moderators_is_offered_to_them_alone(
    bot: ToyBot, discord: Sandbox, ann: Persona
) -> None:
    command = {"name": "gm", "description": "Rule", "default_member_permissions": 32}
    await bot.http.request(Route("POST", f"/applications/{discord.world.bot.id}/commands"), json=command)
    mo = discord.persona("Mo", moderator=True)
    assert "gm" in {command.name for command in mo.commands()}
    assert "gm" not in {command.name for command in ann.commands()}


async def test_a_guild_command_is_not_offered_in_private(bot: ToyBot, discord: Sandbox, ann: Persona) -> None:
    await bot.http.upsert_guild_command(
        discord.world.bot.id, discord.guild.id, {"name": "here", "description": "Only here", "type": 1}
    )
    assert "here" in {command.name for command in ann.commands()}
    assert "here" not in {command.name for command in ann.commands(ann.private_channel())}


async def test_a_command_works_in_a_private_conversation(discord: Sandbox, ann: Persona) -> None:
    reply = await ann.slash("/chat", channel=ann.private_channel())
    assert reply.text == "One."


async def test_a_hidden_channel_takes_no_commands(discord: CheckedSandbox, ann: Persona) -> None:
    secret = discord.channel("secret")
    discord.hide(secret, ann)
    with pytest.raises(ClientRefusalError, match="cannot open #secret"):
        await ann.slash("/chat", channel=secret)


async def test_a_completion_that_does_not_fit_its_option_fails(
    bot: ToyBot, ann: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_commands.Choice, "to_dict", lambda choice: {"name": choice.name, "value": 1})
    with pytest.raises(SandboxError, match="does not take"):
        await ann.complete("/fleet sail", focused="route")
