"""Complete hunts on The Dangerous Sea in the real client."""

import random
from pathlib import Path

import pytest
from pydantic import JsonValue

from bot.sessions.journal_checks import Checks
from rules.dangerous_sea.state import SeaState
from sandbox import Persona, Reply
from sandbox.world.components import ActionRow
from tests.bot import voyages
from tests.bot.harbour import NOON, Harbour, labels
from tests.bot.harbour import harbour as open_harbour
from tests.bot.test_whole_acrana import shown
from tests.rules.dangerous_sea.table import sea

SHORT = {"max_seasons": "12", "stones_to_win": "3"}


async def test_two_sail_a_hunt_by_typed_lines_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "dangerous_sea", 2, seed=3, **SHORT)
    await voyages.play_by_lines(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def test_a_hunt_is_sailed_by_its_own_commands_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "dangerous_sea", 2, seed=2, start_positions="spread", **SHORT)
    await voyages.play_by_commands(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


async def test_four_sail_a_hunt_by_controls_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "dangerous_sea", 4, seed=4, **SHORT)
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


# Answers to the Ghost Ship are secret until all have answered

LOOKING = (
    "/game board",
    "/game log",
    "/game status",
    "/games",
    "/game check",
    "/game export",
    "/gm",
)

Sight = dict[str, object]


async def haunting(harbour: Harbour, secret: str) -> tuple[list[Sight], str]:
    """Play a season that ends with the Ghost Ship. Bo has a standing order with his secret answer.

    Returns what Ann (a player and the game master) and Finn (a spectator) saw step by step, and the state
    with Bo's answer.
    """
    ann, bo, cato, finn = harbour.people("Ann", "Bo", "Cato", "Finn")
    harbour.bot.now = lambda: NOON  # type: ignore[method-assign]
    # With this clock, each check seems to take no time, so that no check's result is reused.
    harbour.bot.checks = Checks(harbour.bot.store, harbour.bot.now, clock=lambda: 0.0)
    await voyages.set_out(harbour, "dangerous_sea", 3, seed=3)
    ships: JsonValue = {str(seat): {"at": "E5"} for seat in (1, 2, 3)}
    agenda: JsonValue = [{"task": "turn", "seat": 3}]
    given: dict[str, JsonValue] = {"season": 2, "agenda": agenda, "ghost": "E5", "ships": ships}
    await voyages.lay_out(harbour, sea(given, 3))
    await harbour.told(await bo.slash("/game do", action=f"ghost {secret}"))
    seen = [await sight(harbour, ann, finn)]
    await by_thumb(harbour, bo, secret)
    await voyages.force(harbour, "ghost_move", "5")
    await harbour.told(await cato.slash("/game do", action="end_turn"))
    asked = (await harbour.table()).match.position.awaited
    assert [(one.seat, one.kind) for one in asked] == [(seat, "ghost_order") for seat in (1, 2, 3)]
    seen.append(await sight(harbour, ann, finn))
    await harbour.told(await bo.slash("/game do", action=f"order {secret}"))
    seen.append(await sight(harbour, ann, finn))
    hidden = (await harbour.table()).match.position.state
    tries = [
        await harbour.told(await bo.slash("/game do", action="order wait")),
        await harbour.gm(ann, "act", player="Bo", action="order face", reason="he asked me to"),
    ]
    seen.append({"refusals": [shown(reply.message) for reply in tries]})
    await harbour.gm(ann, "substitute", player="Bo", newcomer=finn.id, reason="a holiday")
    seen.append(await sight(harbour, ann))
    return seen, hidden


async def by_thumb(harbour: Harbour, bo: Persona, secret: str) -> None:
    """Show Bo his order against the Ghost Ship, then cancel it."""
    page = (await harbour.told(await bo.slash("/game board"))).message
    orders = (await harbour.told(await bo.press(page, "Standing orders"))).message
    holds = [label for label in labels(orders) if label and label.startswith("✓ When the ghost")]
    assert holds == [f"✓ When the ghost attacks: {'face it' if secret == 'face' else 'wait'}"]
    done = await harbour.told(await bo.press(orders, "When the ghost attacks: ask me"))
    assert done.ephemeral


async def sight(harbour: Harbour, *people: Persona) -> Sight:
    """Return all that these people can see of the game, by place."""
    seen: Sight = {f"post {number}": shown(post) for number, post in enumerate(harbour.posts())}
    for person in people:
        if "Your choices" in labels(harbour.newest):
            pressed = await harbour.told(await person.press(harbour.newest, "Your choices"))
            seen[f"{person.name}: Your choices"] = shown(pressed.message)
        for command in LOOKING:
            reply = await harbour.told(await person.slash(command))
            seen[f"{person.name}: {command}"] = shown(reply.message)
            seen[f"{person.name}: files of {command}"] = [file.data for file in reply.message.attachments]
        for line, field in (("/game do", "action"), ("/watch at", "moment")):
            seen[f"{person.name}: {line}"] = await person.complete(line, focused=field)
        seen[f"{person.name}: /gm task:undo"] = shown((await harbour.gm(person, "undo")).message)
    return seen


@pytest.mark.usefixtures("pointed_back")
async def test_nothing_that_others_see_tells_how_somebody_meets_the_ghost_ship(tmp_path: Path) -> None:
    sights, states = [], []
    for secret in ("face", "wait"):
        (folder := tmp_path / secret).mkdir()
        async with open_harbour(folder) as harbour:
            seen, state = await haunting(harbour, secret)
            sights.append(seen)
            states.append(state)
    for one, other in zip(*sights, strict=True):
        assert {where for where in one | other if one.get(where) != other.get(where)} == set()
    assert states[0] != states[1]


async def test_a_route_is_one_action_by_thumb_by_typing_and_by_command(harbour: Harbour) -> None:
    ann, _ = harbour.people("Ann", "Bo")
    await voyages.set_out(harbour, "dangerous_sea", 2, seed=3, turn_order="joined")
    known: JsonValue = {**dict.fromkeys(("E6", "E7", "E8", "E9", "E10", "E11"), "sea"), "E12": "rocky"}
    agenda: JsonValue = [{"task": "turn", "seat": 1}]

    async def begin(at: str) -> None:
        ships: JsonValue = {"1": {"at": at}, "2": {"at": "J10"}}
        await voyages.lay_out(harbour, sea({"ships": ships, "tiles": known, "agenda": agenda}))

    async def comes_to(reply: Reply) -> str | None:
        """Return the square of Ann's ship after the reply."""
        await harbour.told(reply)
        table = await harbour.table()
        return SeaState.model_validate_json(table.match.position.state).ship(1).at

    await begin("E5")
    before, posts = len(await harbour.journal()), len(harbour.posts())
    assert await comes_to(await ann.choose(harbour.newest, "→ E7 (2)")) == "E7"
    offers = await ann.complete("/sea route", focused="to")
    assert [name for name, _ in offers][:2] == ["E5 for 2 points: Open Sea", "E9 for 2 points: Open Sea"]
    assert await comes_to(await ann.slash("/sea route", to="e8")) == "E8"
    assert await comes_to(await ann.slash("/game do", action="NN")) == "E6"
    assert await comes_to(await ann.slash("/sea route", to="n.")) == "E5"
    entered = [str(entry.entry.what) for entry in (await harbour.journal())[before:]]
    assert entered == ["sail S"] * 3 + ["sail N"] * 3 + ["end_turn"]
    assert (await harbour.table()).match.position.awaited[0].seat == 2
    # One post narrates the complete turn, and the next turn has its own post.
    assert len(harbour.posts()) == posts + 1

    for line, option in (("/game do", "action"), ("/sea route", "to")):
        await begin("E10")
        stopped = await ann.slash(line, options={option: "SSS"})
        assert await comes_to(stopped) == "E12"
        assert "Look at what happened there, then go on." in str(shown(stopped.message))


async def test_a_season_s_end_is_the_sea_s_own_turn_in_one_post_with_its_picture(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await voyages.set_out(harbour, "dangerous_sea", 2, seed=3, turn_order="joined")
    ships: JsonValue = {"1": {"at": "E5"}, "2": {"at": "J10"}}
    known: JsonValue = dict.fromkeys(("E5", "E4", "J10"), "sea")
    given: dict[str, JsonValue] = {"ships": ships, "tiles": known, "agenda": [{"task": "turn", "seat": 2}]}
    await voyages.lay_out(harbour, sea(given))
    await voyages.force(harbour, "sea_card", "storm")
    await voyages.force(harbour, "storm", "1")
    before = len(harbour.posts())
    await harbour.told(await bo.slash("/game do", action="end_turn"))
    (post,) = harbour.posts()[before:]
    assert r"**Ann** to E4, **Bo** to J9 \(Open Sea\)" in post.text
    assert "Season 2 of 24" in post.text
    assert post.pinged == {ann.id}
    board = post.pictures[0].alt or ""
    assert "Found Open Sea at J9. A storm blew the ships one square north." in board


async def test_a_turn_s_controls_end_with_a_line_for_its_end_and_all_that_leads_elsewhere(
    harbour: Harbour,
) -> None:
    await voyages.set_out(harbour, "dangerous_sea", 2, seed=3, turn_order="joined")
    ships: JsonValue = {"1": {"at": "E5"}, "2": {"at": "J10"}}
    known: JsonValue = dict.fromkeys(("E4", "F5", "D5"), "sea")
    await voyages.lay_out(harbour, sea({"ships": ships, "tiles": known}))
    *_, last = harbour.newest.parts(ActionRow)
    assert [getattr(part, "label", None) for part in last.components] == [
        "End turn",
        "Your choices",
        "Story",
    ]


async def test_a_post_leaves_the_hints_out_that_the_board_shows_and_private_choices_give_them(
    harbour: Harbour,
) -> None:
    ann, _ = harbour.people("Ann", "Bo")
    await voyages.set_out(harbour, "dangerous_sea", 2, seed=3, turn_order="joined")
    ships: JsonValue = {"1": {"at": "E5"}, "2": {"at": "J10"}}
    known: JsonValue = {"E4": "food", "F5": "diseased"}
    await voyages.lay_out(harbour, sea({"ships": ships, "tiles": known}))
    private = (await harbour.told(await ann.press(harbour.newest, "Your choices"))).message
    told = [text.text.replace("\\", "") for text in (harbour.newest, private)]
    assert ["harvest 30 food" in text for text in told] == [False, True]
    assert ["Reveals E6" in text for text in told] == [False, True]
    assert all("Roll for the plague" in text for text in told)


async def test_a_refused_form_is_answered_in_few_words_with_the_way_back_and_without_the_board(
    harbour: Harbour,
) -> None:
    ann, _ = harbour.people("Ann", "Bo")
    await voyages.set_out(harbour, "dangerous_sea", 2, seed=3, turn_order="joined", start_positions="spread")
    await voyages.lay_out(harbour, sea({"ships": {"1": {"at": "D4", "food": 410}}}))
    form = (await harbour.told(await ann.press(harbour.newest, "Drop food…"))).modal
    told = (await harbour.told(await ann.submit(form, {"amount": "45"}))).message
    assert "Amount: “45” does not fit. Allowed: 10 to 410, in steps of 10." in told.text
    assert labels(told) == ["Try again", "Your choices"]
    assert not told.pictures


async def test_a_demand_is_filled_in_good_by_good_and_sent_as_one(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await voyages.set_out(harbour, "dangerous_sea", 2, seed=3, turn_order="joined")
    rich: JsonValue = {"at": "E5", "food": 200, "water": 150, "sailors": 2, "stones": 2}
    agenda: JsonValue = [
        {"task": "turn", "seat": 1},
        {"task": "spoils", "winner": 2, "loser": 1, "margin": 9},
    ]
    await voyages.lay_out(harbour, sea({"ships": {"1": rich, "2": rich}, "agenda": agenda}))
    assert "Take 90 fisk of cargo…" in labels(harbour.newest)
    form = (await harbour.told(await bo.press(harbour.newest, "Demand something of Ann…"))).modal
    assert [one.label for one in form.fields] == ["Food", "Water", "Sailors", "Stones", "Kill, stop, promise"]
    terms = {"food": "30", "water": "-20", "sailors": "", "rest": "stop yes promise I leave your waters"}
    await harbour.told(await bo.submit(form, terms))
    assert "30 food, a halt for this turn and “I leave your waters”, for 20 water." in harbour.newest.text
    await harbour.told(await ann.press(harbour.newest, "Accept the terms"))
    state = (await harbour.table()).match.position.state
    assert SeaState.model_validate_json(state).ship(2).food == 230
