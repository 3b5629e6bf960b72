"""The words for the values of users' and servers' settings; see `values.toml`."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from bot.store.preferences import Reminders, Way
from bot.store.servers import Threads
from rules.engine.data import Data, data_file


class SettingValue(Data):
    """A value of a setting: its `label` on a control, and a sentence with its `meaning`."""

    label: str
    meaning: str


Switch: TypeAlias = Mapping[bool, SettingValue]
"""The words for a setting that is on (`True`) or off."""


class SettingValues(Data):
    """The values of each setting. For `threads` and `web`, the meaning of a value is also its label."""

    way: Mapping[Way, SettingValue]
    reminders: Mapping[Reminders, SettingValue]
    deck: Switch
    previews: Switch
    lists: Switch
    threads: Mapping[Threads, str]
    web: Mapping[Literal["yes", "all", "no"], str]


@cache
def setting_values() -> SettingValues:
    """Return the words for the values of all settings."""
    return data_file("bot.settings", "values.toml", SettingValues)
