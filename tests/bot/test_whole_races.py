"""Whole races of Sailing Port Flower, played through the real client."""

import random

import pytest

from rules.engine.action import notation
from sandbox import Message, Persona
from tests.bot.harbour import Harbour, offered

PEOPLE = ("Ann", "Bo", "Cato", "Dagny", "Edda", "Finn")

EVERYTHING_ELSE = {
    "board": "diamond",
    "layout": "players",
    "islands": "3",
    "buoys": "3",
    "sharks": "3",
    "dice_split": "both_sharks",
    "buoy_touch": "stop",
    "escape": "on",
    "repellent": "coin",
    "reroll_when_stuck": "on",
    "shark_finishes": "on",
    "boat_meets_shark": "towed",
    "comeback": "choose",
    "first_player": "seat1",
    "round_limit": "10",
}
"""Every option away from its default."""


async def play_by_slash_commands(harbour: Harbour, seed: int) -> None:
    """Play the race in #harbour to its end with `/do`."""
    generator = random.Random(seed)
    table = await harbour.table()
    while table.row.status == "running":
        decision = table.game.decisions(table.match.state)[0]
        person = harbour.discord.persona(PEOPLE[decision.seat - 1])
        action = generator.choice(decision.actions)
        before = table.match.position.last
        await harbour.told(await person.slash("/do", action=notation(action)))
        assert table.match.position.last > before


async def use_any_control(
    harbour: Harbour, person: Persona, message: Message, chance: random.Random
) -> Message:
    """Use one of the controls of a message at random, but none that goes back; returns the answer."""
    buttons = [button for button in message.buttons if button.label not in {"Take back", "Start over"}]
    if message.menus and (not buttons or chance.random() < 0.5):
        reply = await person.choose(message, chance.choice(offered(message)).value)
    else:
        reply = await person.press(message, custom_id=chance.choice(buttons).custom_id)
    return (await harbour.told(reply)).message


async def play_by_controls(harbour: Harbour, seed: int) -> None:
    """Play the race in #harbour to its end with the buttons and menus below the board."""
    chance = random.Random(seed)
    table = await harbour.table()
    while table.row.status == "running":
        seat = table.match.position.awaited[0].seat
        person = harbour.discord.persona(PEOPLE[seat - 1])
        before = table.match.position.last
        message = harbour.posts()[-1]
        for _ in range(4):
            message = await use_any_control(harbour, person, message, chance)
            if table.match.position.last > before:
                break
        assert table.match.position.last > before, "four presses were not enough for one decision"


@pytest.mark.parametrize("seats", [2, 4, 6])
async def test_a_race_is_played_by_slash_commands_alone(harbour: Harbour, seats: int) -> None:
    people = harbour.people(*PEOPLE[:seats])
    await harbour.start_race(*people, buoys="3", round_limit="10", reroll_when_stuck="on")
    await play_by_slash_commands(harbour, seed=seats)
    check = await harbour.told(await people[0].slash("/verify"))
    assert "rolls come from the seed" in check.text


async def test_a_race_is_played_by_buttons_and_menus_alone(harbour: Harbour) -> None:
    people = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(*people, buoys="3", round_limit="10")
    await play_by_controls(harbour, seed=1)
    assert "Seed" in harbour.posts()[-1].text


async def test_a_race_with_every_option_away_from_its_default_is_played(harbour: Harbour) -> None:
    people = harbour.people("Ann", "Bo")
    await harbour.start_race(*people, **EVERYTHING_ELSE)
    await play_by_controls(harbour, seed=2)
    check = await harbour.told(await people[0].slash("/verify"))
    assert "rolls come from the seed" in check.text
