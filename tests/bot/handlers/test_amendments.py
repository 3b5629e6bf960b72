"""Amendments in chat: searched by words, previewed, confirmed, announced, and undone."""

import json

from rules.acrana.cards import sorted_deck
from rules.acrana.state import RaceState
from sandbox import Persona, Reply
from tests.bot.harbour import Harbour, known, labels

LOAN = {"part": "seat 2, repellents", "value": "2", "reason": "lost in a *storm*"}


async def amend(harbour: Harbour, who: Persona, **options: str) -> Reply:
    return await harbour.gm(who, "amend", **{"reason": "a test", **options})


async def test_what_no_rule_foresaw_is_changed_and_everybody_reads_it(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    assert "- Bo, repellents\\: 0" in (await amend(harbour, ann, part="bo repel")).text
    assert "(may be: no, yes)" in (await amend(harbour, ann, part="bo skip")).text
    await is_refused(harbour, ann, bo)
    # A preview, and Cancel.
    page = (await amend(harbour, ann, **LOAN)).message
    assert "**Bo**, repellents: 0 → 2" in page.text
    assert page.pictures
    assert "Nothing was changed." in (await harbour.told(await ann.press(page, "Cancel"))).text
    assert len(await harbour.journal()) == (await harbour.table()).match.position.last == 3
    # A preview is valid only for the game for which it was made, also after a restart.
    page = (await amend(harbour, ann, **LOAN)).message
    await harbour.gm(ann, "note", text="a gull")
    stale = await harbour.told(await ann.press(page, "Confirm"))
    assert "has moved on since that was shown" in stale.text
    twin = (await amend(harbour, ann, **LOAN)).message
    await harbour.restart()
    done = await harbour.told(await ann.press(stale.message, "Confirm"))
    assert "It is changed" in done.text
    told = harbour.newest
    assert (
        f"🛠️ Game master {ann.mention} changed the game for what no rule foresaw: lost in a \\*storm\\*"
        in told.text
    )
    assert "-# 🛠️ **Bo**, repellents: 0 → 2" in told.text
    assert told.pictures
    assert bo.id in told.pinged
    assert (await harbour.race()).seats[1].repellents == 2
    # A second confirmation does nothing.
    again = await harbour.told(await ann.press(twin, "Confirm"))
    assert "the state has these values already" in again.text
    # The audit and the status mention the amendment. It can be undone like any other entry.
    audit = (await harbour.told(await bo.slash("/game check"))).text
    assert f"{known(ann)} changed the game: {known(bo)}, repellents: 0 → 2 — “lost in a" in audit
    assert "-# Not rated, since a game master" in (await harbour.told(await bo.slash("/game status"))).text
    assert "✅ The chain of hashes is unbroken" in (await harbour.told(await bo.slash("/game check"))).text
    moments = await ann.complete("/game ask", what="undo", focused="to", to="")
    (moment,) = [value for name, value in moments if "foresaw" in name]
    page = (await harbour.gm(ann, "undo", to=str(moment))).message
    form = (await harbour.told(await ann.press(page, "Go back to this…"))).modal
    await harbour.told(await ann.submit(form, {"reason": "found again"}))
    assert (await harbour.race()).seats[1].repellents == 0
    # The records keep an undone amendment.
    assert "-# Not rated" in (await harbour.told(await bo.slash("/game status"))).text


async def is_refused(harbour: Harbour, ann: Persona, bo: Persona) -> None:
    """Each refusal suggests another step, and nothing changes."""
    refused = {
        "game masters": await amend(harbour, bo, part="round", value="3"),
        "Give a reason": await amend(harbour, ann, part="round", value="3", reason=" "),
        "what to change and its new value": await amend(harbour, ann, value="3"),
        "Nothing in this game has that name": await amend(harbour, ann, part="the moon", value="3"),
        "No game can be in that state": await amend(harbour, ann, part="round", value="soon"),
        "Bo has reached too many buoys": await amend(harbour, ann, part="Bo, reached", value="99"),
        "the state has these values already": await amend(harbour, ann, part="round", value="1"),
        "That is no JSON": await amend(harbour, ann, patch="{"),
    }
    for told, reply in refused.items():
        assert told in reply.text
        assert reply.ephemeral


async def test_of_what_is_hidden_it_is_told_whose_it_was_and_never_what(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    mo = harbour.discord.persona("Mo", moderator=True)
    await harbour.open_lobby(ann, bo, game="acrana", master_look="yes")
    await harbour.lobby_control(ann, "start")
    state = (await harbour.table()).match.state
    assert isinstance(state, RaceState)
    hand, card = state.seats[1].hand, state.deck[0]
    swap = [
        {"op": "replace", "path": "/seats/1/hand", "value": [card, *hand[1:]]},
        {"op": "replace", "path": "/deck", "value": sorted_in(state, [hand[0], *state.deck[1:]])},
    ]
    # Ann plays, so she neither sees nor changes hands.
    found = (await amend(harbour, ann, part="hand")).text
    assert ("Ann, hand" in found, "Bo, hand" in found) == (True, False)
    assert "hidden from you" in (await amend(harbour, ann, patch=json.dumps(swap))).text
    # Mo may look, but only on record, so the preview hides secret parts.
    found = (await amend(harbour, mo, part="hand")).text
    assert [line.rpartition(" ")[2] for line in found.splitlines()[1:]] == ["hidden", "hidden"]
    page = (await amend(harbour, mo, patch=json.dumps(swap), reason="a torn card")).message
    assert "**Bo**, hand: changed" in page.text
    # The acceptance of the amendment reveals a hidden hand, so it counts as a look.
    assert f"Game master {mo.mention} looked at" in harbour.newest.text
    shown = page.text.split("As a patch")[0]
    assert not any(one in shown for one in {*hand, card} if len(one) > 1)
    await harbour.told(await mo.press(page, "Confirm"))
    assert "a torn card" in harbour.newest.text
    assert "-# 🛠️ what is hidden of **Bo** was changed" in harbour.newest.text
    assert "what is hidden of" in (await harbour.told(await bo.slash("/game check"))).text
    after = (await harbour.table()).match.state
    assert isinstance(after, RaceState)
    assert after.seats[1].hand == [card, *hand[1:]]
    exported = await harbour.told(await bo.slash("/game export"))
    assert '"path"' not in exported.message.attachments[0].data.decode()
    assert "✅" in (await harbour.told(await bo.slash("/game check"))).text


def sorted_in(state: RaceState, cards: list[str]) -> list[str]:

    return sorted_deck(cards)


async def test_the_buttons_are_those_of_the_private_message(harbour: Harbour) -> None:
    ann, _ = await harbour.race_of_two()
    page = (await amend(harbour, ann, part="round", value="3", reason="`x` ``` /gm end <@1>")).message
    assert list(labels(page)) == ["Confirm", "Cancel"]
    await harbour.told(await ann.press(page, "Confirm"))
    assert (await harbour.journal())[-1].entry.reason == "`x` ``` /gm end <@1>"
