"""Controls ask for a ship, a die and a direction, but do not reveal what players must find themselves."""

import pytest

from rules.engine.decision import PartialAnswer, ask
from rules.engine.form import MENU_LIMIT
from rules.privateer import GAME
from rules.privateer.actions import Fire, FireWide
from tests.rules.privateer.table import Table, new_game

FAR = "blue1@A7 blue2@A13"


def answers(table: Table, *chosen: str) -> tuple[str, ...]:
    """Return the next possible answers."""
    (decision,) = GAME.decisions(table.state)
    question = ask(decision.actions, chosen, decision.path)
    assert isinstance(question, PartialAnswer)
    return question.answers


def told(table: Table) -> dict[str, str]:
    """Return the label of every choice."""
    return {text: table.label(text)[0] for text in table.choices()}


def prompted(table: Table) -> str:
    """Return the question without the name of the asked player."""
    (decision,) = GAME.decisions(table.state)
    return GAME.prompt(table.state, decision)


def test_a_spend_is_chosen_by_ship_then_die_and_direction_together() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}", "S3 S2 C4 C2")
    assert answers(table) == ("ship 1", "ship 2")
    ways = ("N", "NE", "SE", "S", "SW", "NW")
    found = answers(table, "ship 1")
    assert found[-1] == "fire"
    assert set(found) <= {*(f"{die} {way}" for die in ("S2", "S3") for way in ways), "fire"}
    assert {"S2 N", "S3 NW"} <= set(found)
    assert answers(table, "ship 1", "fire")[:2] == ("C2 N", "C2 NE")


@pytest.mark.parametrize("silent_dice", [True, False])
def test_no_question_has_more_answers_than_a_menu_holds(silent_dice: bool) -> None:
    ships = f"red1@G7 red2@C8 red3@J5 {FAR}"
    table = Table("red blue", ships, "S2 S3 S4 C1 C2 C3 C4 C5", silent_dice=silent_dice)
    assert longest_question(table) <= MENU_LIMIT
    # A rake hits if the die is at least the distance of the nearest enemy.
    crowd = " ".join(
        f"{colour}{number}@{at}"
        for colour, around in {"blue": "G6 H6 H7", "red": "C7 D7 D8", "green": "J4 K4 K5"}.items()
        for number, at in enumerate(around.split(), 1)
    )
    ships = f"gray1@G7 gray2@C8 gray3@J5 {crowd}"
    table = Table(
        "gray blue red green", ships, "S2 S3 S4 C3 C4 C5", gambit="gray:armed", silent_dice=silent_dice
    )
    assert longest_question(table) <= MENU_LIMIT


def test_what_leads_to_shots_says_whose_and_with_which_ball() -> None:
    ships = "red1@G9 red2@C8 red3@J5 blue1@G8 blue2@A13"
    table = Table("red blue", ships, "S2 S3 S4 C1 C2 C3 C4 C5", silent_dice=False)
    hit, wide = Fire(ship=1, die="C1", dir="N"), Fire(ship=1, die="C2", dir="N")
    said = [GAME.label(table.state, 1, hit, depth).text for depth in (1, 2, 3)]
    assert said == ["Red 1 at G9", "1: shots that hit …", "Red 1 sinks Blue 1"]
    said = [GAME.label(table.state, 1, wide, depth).text for depth in (2, 3)]
    assert said == ["Red 1 fires the 2", "1 fires N at G7: nothing"]


def test_buttons_of_a_post_leave_out_what_the_board_shows() -> None:
    ships = "red1@G9 red2@C8 red3@J5 blue1@G8 blue2@A13"
    dice = "S2 S3 S3 S3 C2 C4"
    table = Table("red blue", ships, dice, terrain="G7:reef H8:reef", silent_dice=False)

    def brief(text: str) -> str:
        action = GAME.read(text)
        return GAME.label(table.state, 1, action, len(GAME.path(table.state, 1, action))).brief

    assert brief("sail 2 S3 NE") == "2 NE"
    assert brief("sail 1 S3 NE") == "1 NE reef"
    assert brief("sail 1 S3 N") == "1 N: boards Blue 1"
    assert brief("fire 1 C2 SW") == "1 fires wide"
    assert brief("fire_wide") == "Fire wide"
    table.does("fire 2 C4 S")
    assert brief("fire_wide") == "Fire wide"


def test_shots_of_a_die_that_hit_nothing_are_offered_once_for_each_ship() -> None:
    table = Table("red blue", "red1@G9 red2@E9 blue1@G5 blue2@A13", "S3 S2 C4 C2", silent_dice=False)
    (decision,) = GAME.decisions(table.state)
    shots = [str(action) for action in decision.offered if isinstance(action, Fire)]
    assert shots == [
        "fire 1 C2 N",
        "fire 1 C4 N",
        "fire 1 C4 NE",
        "fire 2 C2 N",
        "fire 2 C4 N",
        "fire 2 C4 SW",
    ]
    silent = Table("red blue", "red1@G9 red2@E9 blue1@G5 blue2@A13", "S3 S2 C4 C2")
    (decision,) = GAME.decisions(silent.state)
    assert len([action for action in decision.offered if isinstance(action, Fire)]) == 24


def test_a_last_shot_that_can_hit_nothing_plays_itself() -> None:
    table = Table("red blue", "red1@G9 red2@E9 blue1@A7 blue2@A13", "S2 S2 S3 C4", silent_dice=False)
    table.state.fleets["red"].gambit = "used"
    for played in ("sail 1 S2 N", "sail 1 S2 N", "sail 2 S3 S"):
        table.does(played)
    (decision,) = GAME.decisions(table.state)
    assert len(decision.actions) == 6
    assert decision.only_answer == Fire(ship=2, die="C4", dir="N")


def longest_question(table: Table) -> int:
    """Return the maximum number of answers to a question on the path to a spend."""
    (decision,) = GAME.decisions(table.state)
    paths = [decision.path(action) for action in decision.actions]
    starts = {path[:length] for path in paths for length in range(len(path))}
    return max(len(answers(table, *start)) for start in starts if start not in paths)


def test_moves_that_lose_the_ship_are_one_question_further() -> None:
    table = Table("red blue", f"red1@M7 red2@E9 {FAR}", "S3 S2 C4 C2")
    assert answers(table, "ship 1")[:4] == ("S2 N", "lost", "S2 SW", "S2 NW")
    assert answers(table, "ship 1", "lost")[:3] == ("S2 NE", "S2 SE", "S2 S")


def test_where_dice_are_not_silent_shots_that_hit_come_by_themselves_and_others_further_back() -> None:
    table = Table("red blue", "red1@G9 red2@B9 blue1@G5 blue2@A13", "S3 S2 C4 C2", silent_dice=False)
    assert answers(table) == ("ship 1", "hit 1 C4 N", "ship 2")
    assert answers(table, "ship 1")[-1] == "C4 NW"
    (decision,) = GAME.decisions(table.state)
    assert ask(decision.actions, ["hit 1 C4 N"], decision.path) == Fire(ship=1, die="C4", dir="N")


def test_more_shots_that_hit_than_a_row_has_room_for_stand_behind_their_ships() -> None:
    ships = "red1@G9 red2@B9 blue1@G5 blue2@G7 blue3@H6"
    table = Table("red blue", ships, "S3 S2 C4 C2", silent_dice=False)
    assert answers(table) == ("ship 1", "hit 1 C2 N", "hit 1 C4 N", "ship 2")
    table = Table("red blue green", f"{ships} green1@I5", "S3 S2 C4 C2", silent_dice=False)
    table.state.ships["green2"] = "I7"
    assert answers(table) == ("ship 1", "ship 2")
    assert "hit" in answers(table, "ship 1")
    shot = Fire(ship=1, die="C4", dir="N")
    assert GAME.label(table.state, 1, shot, 2).text == "1: shots that hit …"


def test_ships_are_named_by_number_and_the_last_one_not_at_all() -> None:
    table = Table("red blue", "red1@G9 red2@E9 blue1@G7 blue2@A13", "S3 S2 C4 C2", silent_dice=False)
    assert told(table)["sail 1 S3 NE"] == "1 NE to J6"
    assert told(table)["fire 1 C2 N"] == "Red 1 sinks Blue 1"
    table.does("sail 2 S2 S")
    table.does("fire 2 C4 S")
    assert told(table)["sail 1 S3 NE"] == "NE to J6"
    assert told(table)["fire 1 C2 N"] == "N: sinks Blue 1"
    assert told(table)["fire 1 C2 NE"] == "Fire NE at I7: nothing"


def test_a_die_is_the_sign_of_what_is_done_with_it() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}", "S3 S2 C4 C2")
    (decision,) = GAME.decisions(table.state)
    signs = {
        str(action): GAME.label(table.state, 1, action, len(decision.path(action))).sign
        for action in decision.actions
    }
    assert signs["sail 1 S3 NE"] == "die_s3"
    assert signs["fire 2 C4 N"] == "die_c4"


def test_all_shots_that_hit_nothing_are_one_choice_and_an_entry_each() -> None:
    table = Table("red blue", "red1@G9 red2@E9 blue1@G5 blue2@A13", "S3 S2 C4 C2", silent_dice=False)
    (decision,) = GAME.decisions(table.state)
    assert decision.shortcuts == (FireWide(),)
    assert GAME.label(table.state, 1, FireWide(), 1).text == "Fire C2 and C4 wide"
    shots = GAME.spelled(table.state, 1, FireWide())
    assert [*map(str, shots)] == ["fire 1 C2 N", "fire 2 C4 N"]
    for shot in shots:
        table.does(str(shot))
    assert "blue1" in table.state.ships
    (decision,) = GAME.decisions(table.state)
    assert decision.shortcuts == ()


def test_the_rest_of_a_turn_may_be_written_in_one_line_with_an_example_that_is_legal() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}", "S3 S2 C4 C2")
    (decision,) = GAME.decisions(table.state)
    (form,) = decision.more_forms()
    written = GAME.spelled(table.state, 1, form.example)
    assert len(written) == 4
    for action in written:
        table.does(str(action))
    assert table.state.turn is None or table.state.turn.fleet == "blue"


def test_with_shorten_sail_the_distance_is_chosen_last() -> None:
    table = Table("green blue", f"green1@G9 green2@E9 {FAR}", "S3 S2 C4 C2", gambit="green:armed")
    assert answers(table, "ship 1", "S3 N") == ("1", "2", "3")


def test_a_steady_hand_is_asked_for_the_die_and_then_the_face() -> None:
    table = Table("black blue", f"black1@G9 black2@E9 {FAR}", "S3 S2 C4 C2")
    assert answers(table) == ("ship 1", "ship 2", "gambit")
    assert answers(table, "gambit", "C4") == ("3", "5")


def test_a_ship_is_offered_with_the_die_that_it_has_taken() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}", "S3 S2 C4 C2")
    table.does("sail 1 S3 SE")
    table.does("fire 2 C4 S")
    (decision,) = GAME.decisions(table.state)
    by_ship = {decision.path(action)[0]: action for action in decision.actions}
    ships = [GAME.label(table.state, 1, by_ship[name], 1).text for name in ("ship 1", "ship 2")]
    assert ships == ["Red 1 at J9, sailed SE", "Red 2 at E9, has fired"]


def test_what_is_chosen_step_by_step_names_nothing_twice() -> None:
    table = Table("green blue", f"green1@G9 green2@E9 {FAR}", "S3 S2 C4 C2", gambit="green:armed")
    (decision,) = GAME.decisions(table.state)
    (action,) = [action for action in decision.actions if str(action) == "sail 1 S3 N steps 2"]
    said = [GAME.label(table.state, 1, action, depth).text for depth in (1, 2, 3)]
    assert said == ["Green 1 at G9", "Green 1 N …", "1 N, 2 of 3"]


def test_the_last_ship_that_can_act_is_named_where_no_control_asks_for_it() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}", "S3 S2 C4 C2")
    assert prompted(table) == "spends dice for Red: S3 S2 C4 C2"
    table.does("fire 2 C4 S")
    table.does("sail 2 S3 S")
    assert prompted(table) == "spends dice for Red 1: S2 C2"


def test_who_is_to_roll_reads_of_as_many_dice_as_there_will_be() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}")
    assert prompted(table) == "chooses 4 dice for Red"
    table.does("gambit")
    assert prompted(table) == "chooses 6 dice for Red"


def test_hexes_for_terrain_are_chosen_by_letter_and_number() -> None:
    table = Table.before_terrain(terrain="light")
    table.does("third_ship", "tile 1")
    assert answers(table) == (*"ABCDEFGHIJKLM", "random")
    assert answers(table, "place_terrain", "G") == ("1", "4", "5", "9")


def test_only_moves_that_lose_the_ship_for_certain_ask_for_a_confirming_press() -> None:
    table = Table(
        "red blue",
        "red1@G9 red2@M7 blue1@G6 blue2@A7",
        "S3 S3 S2 S4",
        terrain="H8:reef F9:desert F10:volcano",
    )
    warned = {text for text in table.choices("sail", 1) if table.label(text)[1]}
    assert warned == {f"sail 1 S{face} {way}" for face in (2, 3, 4) for way in ("SW", "NW")}
    assert table.label("sail 1 S3 NW") == (
        "1 NW: loses the ship",
        "Red 1 is lost: it runs onto the island at F9. Sail there?",
    )
    assert table.label("sail 2 S2 SE")[1] == "Red 2 is lost: it sails off the map. Sail there?"


def test_a_move_over_a_reef_says_so() -> None:
    table = Table("red blue", f"red1@G9 red2@M7 {FAR}", "S3 S3 S2 S4", terrain="H8:reef I7:reef")
    assert table.label("sail 1 S3 NE") == ("1 NE, 2 reef rolls", "")
    assert table.label("sail 1 S3 N") == ("1 N", "")
    table = Table("red blue", f"red1@G9 red2@M7 {FAR}", "S3 S3 S2 S4", terrain="H8:reef", silent_dice=False)
    assert table.label("sail 1 S3 NE") == ("1 NE to J6, reef roll", "")
    assert table.label("sail 1 S3 N") == ("1 N to G6", "")


def test_silent_dice_say_nothing_of_shots_that_hit_and_moves_that_board() -> None:
    ships = "red1@G9 red2@M7 blue1@G6 blue2@A7"
    silent = Table("red blue", ships, "S4 S3 S2 C3")
    empty = Table("red blue", ships.replace("G6", "A9"), "S4 S3 S2 C3")
    assert told(silent) == told(empty)
    assert silent.label("fire 1 C3 N") == ("1 fires N", "")
    open_dice = Table("red blue", ships, "S4 S3 S2 C3", silent_dice=False)
    assert open_dice.label("fire 1 C3 N") == ("Red 1 sinks Blue 1", "")
    assert open_dice.label("sail 1 S4 N") == ("1 N: boards Blue 1 at G6", "")


def test_the_choice_of_dice_counts_sails_and_cannonballs() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}")
    assert told(table) == {
        "roll 0": "4 sails",
        "roll 1": "3 sails, 1 gun",
        "roll 2": "2 sails, 2 guns",
        "gambit": "Gambit: Extra Powder",
    }
    table.does("gambit")
    assert told(table)["roll 1"] == "3 sails, 3 guns"


def test_a_prize_is_offered_with_the_ship_it_would_become() -> None:
    table = Table("red blue", "red1@D8 red2@A9 blue1@F6 blue2@M6", "S4 S3 S3 C2")
    table.does("sail 1 S4 NE", "boarding 5 1")
    assert told(table)["prize scuttle"] == "Scuttle Blue 1"
    assert told(table)["prize take hex F5"] == "Take: F5"
    take = GAME.resolve(table.state, 1, GAME.read("prize take hex F5"))
    assert GAME.label(table.state, 1, take, 3).hint == "There it becomes Red 3."


def test_a_hex_is_offered_with_what_will_be_done_there() -> None:
    setting_up = Table.before_terrain(terrain="light")
    setting_up.does("third_ship", "tile 3")
    assert told(setting_up)["place_terrain G5"] == "Reef on G5"
    table = Table("red blue green", "blue1@G3 green1@M6", turn="green", grudge=True)
    table.ends_turn()
    assert told(table)["grudge hex G1"] == "Return at G1"


def test_declining_a_grudge_for_good_asks_for_a_confirming_press() -> None:
    table = Table("red blue green", "blue1@G3 green1@M6", turn="green", grudge=True)
    table.ends_turn()
    assert table.label("grudge")[1]
    assert answers(table)[-1] == "decline"


def test_a_defender_is_asked_with_a_short_clock() -> None:
    table = Table("red blue", "red1@D8 red2@A9 blue1@F6 blue2@M6", "S4 S3 S3 C2")
    table.does("sail 1 S4 NE", "boarding 1 5")
    assert [decision.clock for decision in GAME.decisions(table.state)] == ["short"]
    table = Table("red blue", "red1@D8 red2@A9 blue1@F6 blue2@M6", "S4 S3 S3 C2")
    table.does("sail 1 S4 NE", "boarding 5 1")
    assert [decision.clock for decision in GAME.decisions(table.state)] == ["turn"]


def test_a_standing_answer_is_offered_only_where_defenders_are_asked() -> None:
    asked = Table("red blue", f"red1@G9 {FAR}")
    assert [str(action) for action in GAME.free_actions(asked.state, 2)] == [
        "prize_policy ask", "prize_policy scuttle", "resign",
    ]  # fmt: skip
    unasked = Table("red blue", f"red1@G9 {FAR}", defender_prize="scuttle")
    assert [str(action) for action in GAME.free_actions(unasked.state, 2)] == ["resign"]


def test_a_newcomer_is_asked_anew_what_to_do_with_prizes() -> None:
    table = Table("red blue", f"red1@G9 {FAR}")
    table.does("prize_policy scuttle", by="blue")
    GAME.replace(table.state, table.seat("blue"))
    assert table.state.seat(table.seat("blue")).prize_policy == "ask"


def test_each_turn_has_a_key_of_its_own() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}")
    before = GAME.turn(table.state)
    table.does("roll 0", "sail_die 2 2 2 2")
    assert GAME.turn(table.state) == before
    table.ends_turn()
    assert GAME.turn(table.state) != before


def test_the_key_of_a_turn_can_be_read() -> None:
    assert GAME.turn(Table("red blue", f"red1@G9 {FAR}").state) == "2 of Red"
    assert GAME.turn(Table("red blue", f"red1@G9 {FAR}", battles=3).state) == "2 of Red in battle 1"
    assert GAME.turn(new_game("red blue")[0]) == "0 of Red, deploy"


def test_the_headline_counts_battles_only_in_a_campaign() -> None:
    assert GAME.headline(Table("red blue", f"red1@G9 {FAR}").state) == "Round 2"
    campaign = Table("red blue", f"red1@G9 {FAR}", battles=3)
    assert GAME.headline(campaign.state) == "Battle 1 of 3 · Round 2"
    assert GAME.headline(new_game("red blue")[0]) == "Before the battle"


def test_a_seat_is_called_by_its_colours() -> None:
    assert GAME.seat_name(new_game("red blue")[0], 2) == "Blue"
    duel, _ = new_game("red blue green black", mode="duel")
    assert GAME.seat_name(duel, 1) == "Red and Green"
