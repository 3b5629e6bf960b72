"""Signs before labels of controls: words until the bot has the emoji, then the emoji."""

from discord import ui

from bot.narration.emojis import Emoji, Emojis
from bot.posts import menu_controls
from bot.posts.control_emojis import put_signs
from bot.posts.menus import Menu
from bot.posts.message import layout
from rules.engine.action import Action
from rules.engine.label import Label
from tests.toy_game import Nim, NimState, Take

FACES = Emojis()
FACES.learn({("nim", f"die_{face}"): Emoji(f"die_{face}_0123abcd", 900 + face) for face in range(7)})


class Signed(Nim):
    """The toy game with a die before each number of buoys."""

    def label(self, state: NimState, seat: int, action: Action, depth: int) -> Label:
        return Label("buoys for the net", sign=f"die_{action.path()[-1]}")


def controls(most: int, emojis: Emojis) -> list[tuple[str, str]]:
    """Return the emoji and the words of each control that offers to take 1 to `most`."""
    actions = [Take(buoys=amount) for amount in range(1, most + 1)]
    menu = Menu(Signed(), NimState(seats=2), 1, actions, (), "1", 1, {1: "Ann", 2: "Bo"})
    view = layout(*menu_controls.controls(menu).rows)
    put_signs(view, emojis)
    found: list[tuple[str, str]] = []
    for part in view.walk_children():
        if isinstance(part, ui.Select):
            found += [(str(one.emoji or ""), one.label) for one in part.options]
        elif isinstance(part, ui.Button):
            found.append((str(part.emoji or ""), part.label or ""))
    return found


def test_a_sign_is_an_emoji_before_the_words_of_a_button_and_of_a_menus_entry() -> None:
    emoji = ("<:die_2_0123abcd:902>", "buoys for the net")
    assert controls(2, FACES)[1] == emoji
    assert controls(6, FACES)[1] == emoji


def test_where_there_is_no_emoji_a_sign_stands_in_plain_text_before_the_words() -> None:
    plain = ("", "2 · buoys for the net")
    assert controls(2, Emojis())[1] == plain
    assert controls(6, Emojis())[1] == plain


def test_the_plain_text_of_a_sign_is_not_said_twice_and_a_letter_is_no_article() -> None:
    assert Label("Take 2 buoys", sign="die_2").in_words("2") == "Take 2 buoys"
    assert Label("Take 12 buoys", sign="die_2").in_words("2") == "2 · Take 12 buoys"
    assert Label("Harvest", sign="food").in_words("food") == "Food · Harvest"
    assert Label("Hit a ship", sign="seat_a").in_words("A") == "A · Hit a ship"
