"""Standing orders are private, and leave no trace that others could read."""

from sandbox import Message, Persona
from tests.bot.harbour import Harbour, known, offered


async def race(harbour: Harbour) -> tuple[Persona, Persona]:
    """Start a race of Ann and Bo with a repellent each. It is Bo's turn, with the wind N4 E0 S0 W0."""
    return await harbour.race_of_two(repellent="coin")


async def hit(harbour: Harbour, ann: Persona, bo: Persona) -> None:
    """Move Bo to F6, and let Ann's shark attack him."""
    await harbour.force(0, 4, 0, 1)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.told(await ann.slash("/game do", action="s1 E4"))


def everything(message: Message) -> tuple[object, ...]:
    """Return everything in a message that people and their programs can see."""
    controls = [(button.label, button.custom_id) for button in message.buttons]
    pictures = [(picture.filename, picture.alt, picture.data) for picture in message.pictures]
    return message.id, message.text, controls, pictures, message.edited_at


async def test_a_standing_order_leaves_the_channel_as_it_was(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    before = [everything(post) for post in harbour.posts()]
    reply = await harbour.told(await bo.slash("/game do", action="repel_policy always"))
    assert reply.ephemeral
    assert [everything(post) for post in harbour.posts()] == before


async def test_a_standing_order_makes_no_control_stale(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    page = (await harbour.told(await bo.press(harbour.newest, "Your choices"))).message
    await harbour.told(await bo.slash("/game do", action="repel_policy never"))
    await harbour.told(await ann.slash("/game do", action="repel_policy always"))
    await harbour.told(await bo.choose(page, offered(page)[0].value, placeholder="A shark …"))
    assert "earlier moment" not in page.text


async def test_a_standing_order_is_carried_out(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action="repel_policy always"))
    await hit(harbour, ann, bo)
    state = await harbour.race()
    assert (state.seats[1].position, state.seats[1].repellents, state.turn_seat) == ("F6", 0, 1)


async def test_a_standing_order_stays_when_play_is_taken_back(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action="repel_policy always"))
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    page = (await harbour.gm(ann, "undo", to="3")).message
    form = (await harbour.told(await ann.press(page, "Go back to this…"))).modal
    await harbour.told(await ann.submit(form, {"reason": "a test"}))
    assert (await harbour.race()).seats[1].repel_policy == "always"


async def test_nobody_reads_of_a_standing_order_in_records_and_lists(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    commands = (
        "/game log",
        "/game check",
        "/game status",
        "/game board",
        "/gm",
        "/watch stats",
    )
    before = [everything((await harbour.told(await ann.slash(line))).message)[1:4] for line in commands]
    await harbour.told(await bo.slash("/game do", action="repel_policy always"))
    after = [everything((await harbour.told(await ann.slash(line))).message)[1:4] for line in commands]
    assert after == before


async def test_no_number_in_any_control_or_name_counts_standing_orders(harbour: Harbour) -> None:
    ann, bo = await race(harbour)

    async def seen() -> list[tuple[int, ...]]:
        table = await harbour.table()
        stamps = tuple(awaited.stamp for awaited in table.match.position.awaited)
        page = (await harbour.gm(ann, "undo")).message
        points = tuple(int(option.value) for option in offered(page))
        return [stamps, points]

    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    plain = await seen()
    await harbour.told(await bo.press(harbour.newest, "Take back"))
    for _ in range(5):
        await harbour.told(await bo.slash("/game do", action="repel_policy always"))
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    stamps, points = await seen()
    assert stamps == (plain[0][0] + 2,)  # an undo, then the same movement again
    assert points == (plain[1][0] + 2, *plain[1][1:])


async def test_a_master_s_order_for_a_player_is_on_record_without_what_it_says(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.gm(ann, "act", player="2", action="repel_policy never", reason="as he asked")
    audit = (await harbour.told(await bo.slash("/game check"))).text
    assert f"acted for {known(bo)}: what only they may know — “as he asked”" in audit
    assert "never" not in audit
