from dataclasses import replace

from bot.store.ids import game_id
from bot.store.rows import OPEN, Change, Former, Member, OpenGame, OpenGames, PostRow
from bot.store.store import Store
from rules.engine.time_control import ANSWER
from tests.bot.store.conftest import NOW
from tests.bot.store.samples import ANN, BOB, CID, entry, later, lobby, running, turn


async def test_a_lobby_is_read_as_it_was_written(store: Store) -> None:
    await store.commit(Change(lobby()))
    assert await store.game("HM7KPX") == lobby()


async def test_a_started_game_is_read_with_its_opening_seed_and_position(store: Store) -> None:
    change = turn(running(), 1)
    await store.commit(change)
    assert await store.game("HM7KPX") == change.game


async def test_a_lobby_on_a_preset_that_was_renamed_since_stands_on_what_it_is_called_now(
    store: Store,
) -> None:
    await store.commit(Change(replace(lobby(), preset="quick")))
    assert await store.game("HM7KPX") == replace(lobby(), preset="wild")


async def test_an_unknown_game_is_none(store: Store) -> None:
    assert await store.game("HM7KPX") is None


async def test_a_change_replaces_the_game_and_all_its_members(store: Store) -> None:
    await store.commit(Change(lobby()))
    changed = replace(
        later(lobby()), options={}, preset="printed", members=(Member(1, CID, "Cid"),), updated=1_001
    )
    await store.commit(Change(changed))
    assert await store.game("HM7KPX") == changed


async def test_a_member_s_new_name_is_kept(store: Store) -> None:
    await store.commit(Change(lobby()))
    renamed = replace(later(lobby()), members=(Member(1, ANN, "Captain Ann"), Member(2, BOB, "Bob ⚓")))
    await store.commit(Change(renamed))
    assert await store.game("HM7KPX") == renamed


async def test_a_game_may_be_without_members(store: Store) -> None:
    await store.commit(Change(lobby()))
    empty = replace(later(lobby()), members=())
    await store.commit(Change(empty))
    assert await store.game("HM7KPX") == empty


async def test_every_open_state_occupies_the_channel(store: Store) -> None:
    for changes, status in enumerate(OPEN):
        row = later(lobby(), changes).with_status(status)
        await store.commit(Change(row))
        assert await store.open_game_in(500) == row


async def test_an_ended_game_leaves_its_channel_but_stays_the_latest_there(store: Store) -> None:
    ended = later(lobby()).with_status("ended")
    await store.commit(Change(lobby()))
    await store.commit(Change(ended))
    assert await store.open_game_in(500) is None
    assert await store.latest_game_in(500) == ended


async def test_the_open_game_is_the_latest_even_if_another_was_changed_later(store: Store) -> None:
    await store.commit(Change(replace(lobby("PPPPPP").with_status("over"), updated=9_000)))
    await store.commit(Change(lobby("KKKKKK")))
    assert await store.latest_game_in(500) == lobby("KKKKKK")


async def test_of_ended_games_the_latest_is_the_one_last_changed(store: Store) -> None:
    later = replace(lobby("KKKKKK").with_status("over"), updated=9_000)
    await store.commit(Change(later))
    await store.commit(Change(lobby("PPPPPP", created=2_000).with_status("over")))
    assert await store.latest_game_in(500) == later


async def test_someone_s_games_are_the_open_ones_with_a_seat_of_theirs(store: Store) -> None:
    with_cid = replace(lobby("KKKKKK", channel=501), members=(Member(1, CID, "Cid"),))
    first, second = lobby("PPPPPP", channel=502, created=10), lobby("CCCCCC", channel=503, created=20)
    ended = lobby("RRRRRR", channel=504).with_status("ended")
    for row in (second, with_cid, first, ended):
        await store.commit(Change(row))
    assert await store.games_of(BOB) == [first, second]


async def test_someone_who_holds_two_seats_has_the_game_once(store: Store) -> None:
    both = replace(lobby(), members=(Member(1, ANN, "Ann"), Member(2, ANN, "Ann")))
    await store.commit(Change(both))
    assert await store.games_of(ANN) == [both]


async def test_open_games_are_listed_oldest_first(store: Store) -> None:
    rows = [
        lobby("PPPPPP", created=3),
        lobby("CCCCCC", channel=2, created=1),
        lobby("KKKKKK", channel=3, created=2),
    ]
    for row in (*rows, lobby("RRRRRR", channel=4).with_status("cancelled")):
        await store.commit(Change(row))
    assert await store.open_games() == [rows[1], rows[2], rows[0]]


async def test_the_open_games_of_a_server_are_found_by_what_is_wanted_of_them(store: Store) -> None:
    rows = [
        replace(lobby("HHHHHH"), channel=1, created=1),
        replace(lobby("HAAAAA"), channel=2, created=2, slug="chess"),
        replace(lobby("BBBBBB"), channel=3, created=3, creator=BOB),
        replace(lobby("HOVERR"), channel=4, created=4).with_status("over"),
        replace(lobby("HTHERE"), channel=5, created=5, guild=78),
    ]
    for row in rows:
        await store.commit(Change(row))

    def ids(found: list[OpenGame]) -> list[str]:
        return [game.id for game in found]

    assert ids(await store.open_on_server(77, 25)) == ["BBBBBB", "HAAAAA", "HHHHHH"]
    assert await store.open_on_server(77, 1) == [OpenGame("BBBBBB", "nim", 3)]
    assert ids(await store.open_on_server(77, 25, creator=BOB)) == ["BBBBBB"]
    assert ids(await store.open_on_server(77, 25, id_from="H")) == ["HAAAAA", "HHHHHH"]
    assert ids(await store.open_on_server(77, 25, id_from="%")) == []
    assert ids(await store.open_on_server(77, 25, id_from="HH", slugs=["chess"])) == ["HAAAAA", "HHHHHH"]


async def test_a_journal_is_read_in_order_whole_or_in_part(store: Store) -> None:
    for number in range(1, 6):
        await store.commit(turn(running(), number))
    assert await store.entries("HM7KPX") == [entry(number) for number in (1, 2, 3, 4, 5)]
    assert await store.entries("HM7KPX", after=3) == [entry(4), entry(5)]
    assert await store.entries_between("HM7KPX", 2, 4) == [entry(2), entry(3), entry(4)]
    assert await store.entries("OTHERS") == []


async def test_a_journal_is_read_from_its_end_as_far_as_is_wanted(store: Store) -> None:
    for number in range(1, 6):
        await store.commit(turn(running(), number))
    assert [row.entry.number for row in await store.entries_before("HM7KPX", 6, 2)] == [5, 4]
    assert [row.entry.number for row in await store.entries_before("HM7KPX", 4, 50)] == [3, 2, 1]
    assert await store.entries_before("HM7KPX", 1, 50) == []


async def test_the_seat_a_running_game_waits_for_is_found_by_its_user(store: Store) -> None:
    await store.commit(turn(running(), 1))
    (found,) = await store.awaited_of(BOB)
    assert (found.game, found.slug, found.guild, found.channel) == ("HM7KPX", "nim", 77, 500)
    assert (found.seat, found.user, found.kind, found.since) == (2, BOB, "take", 1_001)
    assert await store.awaited_of(ANN) == []


async def test_who_is_awaited_changes_with_every_change(store: Store) -> None:
    await store.commit(turn(running(), 1))
    await store.commit(turn(running(), 2))
    assert await store.awaited_of(BOB) == []
    assert [seat.game for seat in await store.awaited_of(ANN)] == ["HM7KPX"]


async def test_a_seat_is_overdue_when_its_deadline_has_come(store: Store) -> None:
    change = turn(running(), 1)
    position = change.game.position
    assert position is not None
    hurried = tuple(awaited.model_copy(update={"clock": "short"}) for awaited in position.awaited)
    limited = position.model_copy(update={"awaited": hurried})
    await store.commit(replace(change, game=replace(change.game, position=limited)))
    assert await store.overdue(1_000 + ANSWER) == []
    (found,) = await store.overdue(1_001 + ANSWER)
    assert (found.game, found.seat, found.since, found.until) == ("HM7KPX", 2, 1_001, 1_001 + ANSWER)


async def test_the_most_overdue_seat_comes_first(store: Store) -> None:
    since = {"CCCCCC": 3_000, "PPPPPP": 1_000, "HM7KPX": 2_000}
    for channel, (game, asked) in enumerate(since.items()):
        change = turn(running(game, channel=channel), 1)
        position = change.game.position
        assert position is not None
        awaited = tuple(one.model_copy(update={"clock": "short", "since": asked}) for one in position.awaited)
        hurried = position.model_copy(update={"awaited": awaited})
        await store.commit(replace(change, game=replace(change.game, position=hurried)))
    found = await store.overdue(3_000 + ANSWER)
    assert [one.game for one in found] == ["PPPPPP", "HM7KPX", "CCCCCC"]


async def test_who_may_take_their_time_is_never_overdue(store: Store) -> None:
    await store.commit(turn(running(), 1))
    assert await store.overdue(2**40) == []


async def test_a_seat_handed_over_is_awaited_of_its_new_holder(store: Store) -> None:
    change = turn(running(), 1)
    await store.commit(change)
    handed = replace(later(change.game), members=(Member(1, ANN, "Ann"), Member(2, CID, "Cid")))
    await store.commit(Change(handed))
    assert await store.awaited_of(BOB) == []
    assert [seat.seat for seat in await store.awaited_of(CID)] == [2]


async def test_a_paused_game_waits_for_nobody(store: Store) -> None:
    change = turn(running(), 1)
    await store.commit(change)
    await store.commit(Change(later(change.game).with_status("paused")))
    assert await store.awaited_of(BOB) == []
    await store.commit(Change(later(change.game, 2)))
    assert len(await store.awaited_of(BOB)) == 1


async def test_whoever_is_awaited_in_many_games_sees_the_longest_wait_first(store: Store) -> None:
    for game, channel, entries in (("PPPPPP", 1, 5), ("CCCCCC", 2, 3)):
        for number in range(1, entries + 1):
            await store.commit(turn(running(game, channel=channel), number))
    assert [seat.game for seat in await store.awaited_of(BOB)] == ["CCCCCC", "PPPPPP"]


async def test_a_new_game_s_id_is_short_readable_and_not_taken(store: Store) -> None:
    chosen = await store.new_game_id()
    assert len(chosen) == 6
    assert set(chosen).isdisjoint("0O1IL2Z5S8BUV")
    assert await store.game(chosen) is None


def test_game_ids_differ() -> None:
    assert len({game_id() for _ in range(100)}) == 100


async def test_ids_of_posts_rise_and_fit_a_nonce(store: Store) -> None:
    chosen = [store.new_id() for _ in range(1_000)]
    assert chosen == sorted(set(chosen))
    assert NOW * 1000 << 20 <= chosen[0] < 2**63
    assert len(str(2**63 - 1)) <= 25


async def test_ids_of_posts_rise_over_a_restart_with_the_clock_set_back(url: str) -> None:
    before = await Store.open(url, lambda: NOW)
    post = PostRow(id=before.new_id(), game="HM7KPX", kind="lobby", channel=lobby().channel)
    await before.commit(Change(lobby(), posts=(post,)))
    await before.close()
    after = await Store.open(url, lambda: NOW - 60)
    chosen = after.new_id()
    await after.close()
    assert chosen > post.id


async def test_the_seed_and_the_presses_of_a_lobby_are_kept(store: Store) -> None:
    row = replace(lobby(), seed=bytes(range(32)), presses={ANN: 10**18, BOB: 10**18 + 7})
    await store.commit(Change(row))
    assert await store.game("HM7KPX") == row


async def test_who_had_a_seat_before_is_kept_with_the_name_of_then(store: Store) -> None:
    kept = replace(lobby(), former=(Former(2, 4, CID, "Cid"), Former(2, 9, ANN, "Ann ⚓")))
    await store.commit(Change(kept))
    found = await store.game("HM7KPX")
    assert found == kept
    assert [kept.names_at(entry)[2] for entry in (1, 4, 5, 9, 10)] == [
        "Cid",
        "Cid",
        "Ann ⚓",
        "Ann ⚓",
        "Bob ⚓",
    ]
    assert kept.seated(4)[2] == Member(2, CID, "Cid")


async def test_open_games_are_counted_by_who_opened_them_and_where(store: Store) -> None:
    for game, channel in (("PPPPPP", 1), ("CCCCCC", 2)):
        await store.commit(Change(lobby(game, channel=channel)))
    await store.commit(turn(running("KKKKKK", channel=3), 1))
    await store.commit(Change(replace(lobby("TTTTTT", channel=4), status="cancelled")))
    await store.commit(Change(replace(lobby("MMMMMM", channel=5), guild=78)))
    await store.commit(Change(replace(lobby("NNNNNN", channel=6), creator=BOB)))
    assert await store.count_open(ANN, 77) == OpenGames(lobbies=3, games=4, on_server=4, own_there=3)
    assert await store.count_open(CID, 79) == OpenGames(0, 0, 0)


def test_an_entry_belongs_to_whoever_had_the_seat_when_it_was_made() -> None:
    row = replace(lobby(), members=(Member(1, CID, "Cid"),), former=(Former(1, 7, ANN, "Ann"),))
    assert [row.seated(number)[1].user for number in (7, 8)] == [ANN, CID]
