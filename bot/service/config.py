"""The settings of an installation, from the environment and `.env`. `.env.example` explains each setting."""

import base64
import os
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

from bot.store.addresses import is_server, read_url
from bot.store.errors import BadDatabase
from rules.engine.errors import HarbourmasterError

PROJECT = Path(__file__).resolve().parents[2]

ALIKE = 0.84
"""The similarity, from 0 to 1, from which an unknown variable of the environment counts as a typo."""


class SettingsProblem(HarbourmasterError):
    """A setting is missing or invalid; the message names the setting and says what to do."""


def _bare(token: SecretStr) -> SecretStr:
    text = token.get_secret_value()
    if text.startswith("Bot ") or text != text.strip("\"' \t"):
        raise ValueError("must be the token alone, without quotes, blanks or the word Bot")
    return token


def in_project(address: str) -> str:
    """Return a database address with a file's relative path resolved in the project. Raises BadDatabase."""
    url = read_url(address)
    if is_server(url):
        return address
    return url.set(database=str(PROJECT / (url.database or ""))).render_as_string(hide_password=False)


def _of_a_site(address: str) -> str:
    try:
        parts = urlsplit(address)
        whole = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
        bare = parts.path in {"", "/"} and not (parts.query or parts.fragment or "@" in parts.netloc)
    except ValueError:
        whole = bare = False
    if address and not (whole and bare):
        raise ValueError("must be an address without a path, such as https://games.example.org, or empty")
    return address.rstrip("/")


def _on_this_machine(*schemes: str) -> AfterValidator:
    # The bot's token is sent to this address, so a typo must not send it to a stranger.
    def check(address: str) -> str:
        if address and not _is_loopback(address, schemes):
            example = f"{schemes[0]}://127.0.0.1:8000"
            raise ValueError(f"must be an address of this machine such as {example}, or empty")
        return address.rstrip("/")

    return AfterValidator(check)


def _is_loopback(address: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in schemes and (
            parts.hostname == "localhost" or ip_address(parts.hostname or "").is_loopback
        )
    except ValueError:
        return False


class Settings(BaseSettings):
    """A host's settings. If the settings are logged, the token is hidden."""

    model_config = SettingsConfigDict(
        env_file=PROJECT / ".env",
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        validate_default=True,
    )

    discord_token: Annotated[SecretStr, AfterValidator(_bare)] = SecretStr("")
    database_url: Annotated[str, AfterValidator(in_project), Field(repr=False)] = "sqlite:///harbourmaster.db"
    clusters: Annotated[int, Field(ge=1, le=256)] = 1
    """The number of clusters of servers; one process serves each cluster."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    shutdown_grace: Annotated[float, Field(gt=0, le=300)] = 20.0
    """Seconds to finish and post accepted requests before the program ends."""
    keep_finished_days: Annotated[int, Field(ge=0)] = 0
    """Days for which finished games are kept; 0 means that they are never deleted."""
    metrics_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """The port on this machine for metrics; 0 means no metrics."""
    web_address: Annotated[str, AfterValidator(_of_a_site)] = ""
    """The public address of games' pages, such as https://games.example.org; empty means no pages."""
    web_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """The port on this machine that serves pages to the proxy behind `web_address`."""
    open_lobbies_per_person: Annotated[int, Field(ge=1)] = 10
    open_games_per_person: Annotated[int, Field(ge=1)] = 50
    open_games_per_server: Annotated[int, Field(ge=1)] = 500
    """A game is open from its lobby until it is over."""
    discord_api_url: Annotated[str, _on_this_machine("http", "https")] = ""
    discord_gateway_url: Annotated[str, _on_this_machine("ws", "wss")] = ""

    @model_validator(mode="before")
    @classmethod
    def _nothing_said(cls, said: dict[str, Any]) -> dict[str, Any]:
        # An empty variable means the default, even if `.env` has a value.
        return {name: value for name, value in said.items() if value != ""}

    @field_validator("clusters")
    @classmethod
    def _on_a_server(cls, clusters: int, info: ValidationInfo) -> int:
        if clusters > 1 and not is_server(read_url(info.data.get("database_url", "sqlite:///games.db"))):
            raise ValueError("above 1 needs a database on a PostgreSQL server")
        return clusters

    @field_validator("web_address")
    @classmethod
    def _by_one_process(cls, address: str, info: ValidationInfo) -> str:
        if address and info.data.get("clusters", 1) > 1:
            raise ValueError("and CLUSTERS above 1 do not go together: one process serves all pages")
        return address

    @field_validator("web_port")
    @classmethod
    def _both_or_none(cls, port: int, info: ValidationInfo) -> int:
        if bool(port) != bool(info.data.get("web_address", port)):
            raise ValueError("and WEB_ADDRESS must be given together, or neither of them")
        return port

    def token(self) -> str:
        """Return the token for logging in. Raises SettingsProblem if the token is missing."""
        if not self.discord_token:
            raise SettingsProblem(
                "DISCORD_TOKEN is missing: copy .env.example to .env and put your bot's token there. "
                "Without a token, ./harbour play shows the games on this machine."
            )
        return self.discord_token.get_secret_value()


def bot_of(token: str) -> int:
    """Return the bot's id on Discord, which its token contains. Raises SettingsProblem."""
    first = token.partition(".")[0]
    try:
        return int(base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)))
    except ValueError as error:
        raise SettingsProblem("DISCORD_TOKEN is no token of a bot: it begins with no id.") from error


def strangers() -> list[str]:
    """Return a sentence for each unknown name in `.env`, and for each likely typo in the environment."""
    known = [name.upper() for name in Settings.model_fields]
    written = set(_written())
    around = {name for name in map(str.upper, os.environ) if get_close_matches(name, known, 1, ALIKE)}
    return [_stranger(name, known) for name in sorted((written | around) - {*known})]


def _stranger(name: str, known: list[str]) -> str:
    meant = get_close_matches(name, known, 1)
    return f"There is no setting {name}." + (f" Is {meant[0]} meant?" if meant else " See .env.example.")


def wants_json() -> bool:
    """Return whether the log is in JSON, without validating the settings."""
    try:
        written = _written()
    except (OSError, UnicodeDecodeError):
        written = {}
    return os.environ.get("LOG_FORMAT", written.get("LOG_FORMAT")) == "json"


def _written() -> dict[str, str | None]:
    """Return the values in `.env`, by their names in capitals."""
    return {name.upper(): value for name, value in DotEnvSettingsSource(Settings).env_vars.items()}


def load() -> Settings:
    """Read the settings. The environment takes precedence over `.env`.

    Raises SettingsProblem if a setting is invalid. The message contains no values, since they may be secret.
    """
    try:
        return Settings()
    except ValidationError as problem:
        said: list[str] = []
        for error in problem.errors():
            message = error["msg"].removeprefix("Value error, ").removeprefix("Input ")
            said.append(f"{str(error['loc'][0]).upper()} {message}")
        raise SettingsProblem(f"{'; '.join(said)}. See .env.example.") from None
    except BadDatabase as problem:
        raise SettingsProblem(problem.message) from None
    except (OSError, UnicodeDecodeError):
        raise SettingsProblem("The file .env cannot be read: it must be plain text in UTF-8.") from None
