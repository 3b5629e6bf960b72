"""What those who manage a server have chosen for it: how games are played there, and what is shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Threads = Literal["chosen", "always", "never"]
"""Whether games get threads of their own: as whoever opens one chooses, always, or never."""

EVERY_GAME = ""
"""Stands for all games of which nothing else is chosen."""


class Beginning(NamedTuple):
    """With what a lobby of some game opens; empty where nothing is chosen."""

    pace: str = ""
    preset: str = ""


class ServerLimits(NamedTuple):
    """The most open games of one channel with its threads, of the server, and of one person there.

    0: as many as the host allows.
    """

    channel: int = 0
    server: int = 0
    person: int = 0


NO_LIMITS = ServerLimits()


class Dashboard(NamedTuple):
    """The message that lists the open games of a server.

    The message bears `id` as its mark; `since` is an id that Discord gave to something before it was owed.
    `message` is 0 until Discord has it; `shown` tells what it shows, empty for nothing. `lost` says why it is
    kept up no more; empty while it is. `old` are channels and messages of dashboards before it, which are to
    be deleted. With channel 0 there is none any more.
    """

    channel: int
    id: int
    since: int = 0
    message: int = 0
    shown: str = ""
    lost: str = ""
    old: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class ServerSettings:
    """One server's. Where nobody said anything these hold.

    `hall` is where finished games are shown (0: nowhere). Members with the role `gm_role` are game masters
    of all its games (0: nobody is by a role). `beginnings` are by the game's slug, `EVERY_GAME` among them.
    Games may run in these `channels` or categories; everywhere if there are none. `language` is that of dates
    that the bot writes itself; empty for numbers. `web`: games have pages, where the host serves them.
    `page` is the key in the address of the server's own page; empty: it has none.
    """

    guild: int
    hall: int = 0
    gm_role: int = 0
    beginnings: Mapping[str, Beginning] = field(default_factory=dict)
    channels: tuple[int, ...] = ()
    threads: Threads = "chosen"
    limits: ServerLimits = NO_LIMITS
    language: str = ""
    dashboard: Dashboard | None = None
    web: bool = False
    page: str = ""

    def beginning(self, slug: str) -> Beginning:
        """With what a lobby of that game opens here."""
        own, every = self.beginnings.get(slug, Beginning()), self.beginnings.get(EVERY_GAME, Beginning())
        return Beginning(own.pace or every.pace, own.preset)


class ServerBook:
    """Every server's. A store has one of these, and whoever needs a setting reads it there."""

    def __init__(self, known: Iterable[ServerSettings] = ()) -> None:
        self._known = {one.guild: one for one in known}
        self._with_dashboards = {guild for guild, one in self._known.items() if _is_kept_up(one)}

    def of(self, guild: int) -> ServerSettings:
        """What is chosen for that server."""
        return self._known.get(guild) or ServerSettings(guild)

    def put(self, settings: ServerSettings) -> None:
        """This is chosen from now on."""
        self._known[settings.guild] = settings
        self._with_dashboards.discard(settings.guild)
        if _is_kept_up(settings):
            self._with_dashboards.add(settings.guild)

    def dashboards(self) -> list[ServerSettings]:
        """The servers that have a dashboard which is to be kept up, or deleted."""
        return [self._known[guild] for guild in sorted(self._with_dashboards)]

    @property
    def has_dashboards(self) -> bool:
        """Whether any server has one."""
        return bool(self._with_dashboards)


def _is_kept_up(settings: ServerSettings) -> bool:
    return settings.dashboard is not None and not settings.dashboard.lost
