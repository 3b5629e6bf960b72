"""The page of a game: what people typed stays words."""

from random import Random

from bot.posts.page.markup import as_html


def random_words(luck: Random) -> str:
    return "".join(luck.choice("<>&\"'*~`\\-# @[]():/t1") for _ in range(luck.randrange(40)))


def test_no_words_become_tags() -> None:
    luck = Random(7)
    for _ in range(2000):
        found = as_html(random_words(luck), {1: "<b>"})
        for tag in ("<b>", "</b>", "<i>", "</i>", "<code>", "</code>", "<s>", "</s>", "<small>", "</small>"):
            found = found.replace(tag, "")
        assert "<" not in found
        assert ">" not in found
