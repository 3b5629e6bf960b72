"""The limits of requests from each address."""

from contextlib import ExitStack, suppress

import pytest

from bot.web.rates import ALL_STREAMS, BURST, KEPT, REFILL, STREAMS, Rates, TooMany


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def drain(rates: Rates, address: str) -> None:
    for _ in range(BURST):
        rates.ask(address)
    with pytest.raises(TooMany):
        rates.ask(address)


def test_an_address_may_ask_again_as_time_passes() -> None:
    clock = Clock()
    rates = Rates(clock)
    drain(rates, "192.0.2.7")
    rates.ask("192.0.2.8")
    clock.now += 2.0
    for _ in range(int(2 * REFILL)):
        rates.ask("192.0.2.7")
    with pytest.raises(TooMany):
        rates.ask("192.0.2.7")


def test_who_never_stops_asking_gets_no_less_than_others() -> None:
    clock = Clock()
    rates = Rates(clock)
    drain(rates, "192.0.2.7")
    served = 0
    for _ in range(1_000):
        clock.now += 0.05
        with suppress(TooMany):
            rates.ask("192.0.2.7")
            served += 1
    assert served == pytest.approx(1_000 * 0.05 * REFILL, abs=1)


def test_a_household_is_one_address() -> None:
    rates = Rates(Clock())
    drain(rates, "2001:db8:1:2::1")
    with pytest.raises(TooMany):
        rates.ask("2001:db8:1:2:ffff::9")
    rates.ask("2001:db8:1:3::1")


def test_words_for_addresses_count_as_one() -> None:
    rates = Rates(Clock())
    drain(rates, "somewhere")
    with pytest.raises(TooMany):
        rates.ask("elsewhere")


def test_only_so_many_addresses_are_remembered() -> None:
    rates = Rates(Clock())
    for number in range(KEPT + 500):
        rates.ask(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(rates._left) == KEPT


def test_only_so_many_pages_are_kept_open() -> None:
    rates = Rates(Clock())
    with ExitStack() as open_pages:
        with ExitStack() as own:
            for _ in range(STREAMS):
                own.enter_context(rates.stream("192.0.2.7"))
            with pytest.raises(TooMany), rates.stream("192.0.2.7"):
                pass
        for number in range(ALL_STREAMS):
            open_pages.enter_context(rates.stream(f"10.0.{number >> 8}.{number & 255}"))
        with pytest.raises(TooMany), rates.stream("192.0.2.7"):
            pass
    with rates.stream("192.0.2.7"):
        pass
