"""Settings of a server: how games are played there, and what is shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Threads = Literal["chosen", "always", "never"]
"""Whether games get their own threads: as the person who opens one chooses, always, or never."""

EVERY_GAME = ""
"""The key for all games without settings of their own."""


class Beginning(NamedTuple):
    """The pace and preset with which a game's lobby opens; empty if nothing is chosen."""

    pace: str = ""
    preset: str = ""


class ServerLimits(NamedTuple):
    """The most open games of a channel with its threads, of the server, and of a person there.

    0 means as many as the host allows.
    """

    channel: int = 0
    server: int = 0
    person: int = 0


NO_LIMITS = ServerLimits()


class Dashboard(NamedTuple):
    """The message that lists the open games of a server.

    `id` marks the message. `since` is an id of Discord from before it was owed. `message` is 0 until Discord
    has accepted it. `shown` is what it shows; empty for nothing. `lost` is why it is no longer updated; empty
    while it is. `old` are channels and messages of earlier dashboards that must be deleted. With channel 0
    there is no dashboard any more.
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
    """A server's settings. The defaults are for servers that chose nothing.

    `hall` is the channel for results (0: none). Members with the role `gm_role` are game masters of all its
    games (0: none). `beginnings` are by slug, or `EVERY_GAME`. Games may run in these `channels` or
    categories; in all if there are none. `language` is that of dates in files; empty for numbers. `web`:
    games have pages if the host serves them. `page` is the key in the address of the server's own page; empty
    if it has none.
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
        """Return the pace and preset with which that game's lobby opens here."""
        own, every = self.beginnings.get(slug, Beginning()), self.beginnings.get(EVERY_GAME, Beginning())
        return Beginning(own.pace or every.pace, own.preset)


class ServerBook:
    """The settings of all servers. A store has one of these."""

    def __init__(self, known: Iterable[ServerSettings] = ()) -> None:
        self._known = {one.guild: one for one in known}
        self._with_dashboards = {guild for guild, one in self._known.items() if _is_kept_up(one)}

    def of(self, guild: int) -> ServerSettings:
        """Return a server's settings."""
        return self._known.get(guild) or ServerSettings(guild)

    def put(self, settings: ServerSettings) -> None:
        """Set a server's settings."""
        self._known[settings.guild] = settings
        self._with_dashboards.discard(settings.guild)
        if _is_kept_up(settings):
            self._with_dashboards.add(settings.guild)

    def dashboards(self) -> list[ServerSettings]:
        """Return the servers with a dashboard that must be updated or deleted."""
        return [self._known[guild] for guild in sorted(self._with_dashboards)]

    @property
    def has_dashboards(self) -> bool:
        """Whether any server has one."""
        return bool(self._with_dashboards)


def _is_kept_up(settings: ServerSettings) -> bool:
    return settings.dashboard is not None and not settings.dashboard.lost
