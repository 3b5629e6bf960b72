"""Settings of Discord servers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Threads = Literal["chosen", "always", "never"]
"""When games get their own threads. With `chosen`, the person who opens a game chooses."""

EVERY_GAME = ""
"""The key in `beginnings` whose pace is for all games without a pace of their own."""


class Beginning(NamedTuple):
    """The pace and the preset with which a game's lobby opens; empty if nothing was chosen."""

    pace: str = ""
    preset: str = ""


class ServerLimits(NamedTuple):
    """The limits of open games in a channel with its threads, on the server, and per person; 0: no limit."""

    channel: int = 0
    server: int = 0
    person: int = 0


NO_LIMITS = ServerLimits()


class Dashboard(NamedTuple):
    """The message that lists the open games of a server.

    - `channel` is 0 if the dashboard was removed.
    - `id` marks the message. A search for the message begins at `since`, an older id from Discord.
    - `message` is 0 until Discord has accepted the message. `shown` is a hash of the text, or empty.
    - `lost` is the reason why the message is no longer updated; empty while it is updated.
    - `old` are the channel and the message of each earlier dashboard that must be deleted.
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

    - `hall` is the channel for results; 0 for none.
    - `gm_role` is the role whose members are game masters of all games of the server; 0 for none.
    - The keys of `beginnings` are slugs of games and `EVERY_GAME`.
    - `channels` are the channels and categories in which games may run. If empty, all channels are allowed.
    - `language` is the language of dates in files; empty for dates in numbers.
    - `web` is true if games have pages, provided that the host serves pages.
    - `page` is the key in the address of the server's own page; empty if the server has no page.
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
        """Return the pace and preset with which lobbies of the game `slug` open."""
        own, every = self.beginnings.get(slug, Beginning()), self.beginnings.get(EVERY_GAME, Beginning())
        return Beginning(own.pace or every.pace, own.preset)


class ServerBook:
    """The settings of all servers of a store."""

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
        """Return the settings of servers with a dashboard that must be updated or deleted."""
        return [self._known[guild] for guild in sorted(self._with_dashboards)]

    @property
    def has_dashboards(self) -> bool:
        """Whether any server has a dashboard that must be updated or deleted."""
        return bool(self._with_dashboards)


def _is_kept_up(settings: ServerSettings) -> bool:
    return settings.dashboard is not None and not settings.dashboard.lost
