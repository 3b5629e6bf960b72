"""`.env.example` explains all settings, and a wrong setting is reported in a sentence."""

import re
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.service.config import PROJECT, Settings, SettingsProblem, load, strangers

EXAMPLE = PROJECT / ".env.example"
NAMES = sorted(name.upper() for name in Settings.model_fields)
SECRET = "MTA0.Gsecret.part-of_it"


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Remove the settings of this machine, and the checkout's `.env`."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(Settings.model_config, "env_file", tmp_path / ".env")


def test_the_example_names_every_setting_and_no_other() -> None:
    assert sorted(dotenv_values(EXAMPLE)) == NAMES


def test_the_example_says_what_holds_when_nothing_is_said() -> None:
    assert Settings(_env_file=EXAMPLE) == load()


@pytest.mark.parametrize("name", NAMES)
def test_the_example_explains_each_setting_above_it(name: str) -> None:
    paragraphs = EXAMPLE.read_text(encoding="utf-8").split("\n\n")
    [paragraph] = [text for text in paragraphs if re.search(rf"^{name}=", text, re.MULTILINE)]
    assert paragraph.startswith("# ")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"DATABASE_URL": ""}, "CLUSTERS above 1 needs a database on a PostgreSQL server"),
        (
            {"WEB_ADDRESS": "https://games.example.org", "WEB_PORT": "8090"},
            "WEB_ADDRESS and CLUSTERS above 1 do not go together",
        ),
    ],
)
def test_several_clusters_need_a_server_and_have_no_pages(
    more: dict[str, str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"CLUSTERS": "2", "DATABASE_URL": "postgresql://host/games", **more}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsProblem, match=told):
        load()


def test_the_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=ERROR\nLOG_FORMAT=json\n", encoding="utf-8")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    assert (load().log_level, load().log_format) == ("DEBUG", "json")


def test_an_empty_setting_of_the_environment_goes_before_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written = {"METRICS_PORT": "9464", "LOG_FORMAT": "json", "DISCORD_API_URL": "http://127.0.0.1:1"}
    (tmp_path / ".env").write_text("\n".join(map("=".join, written.items())), encoding="utf-8")
    assert load().metrics_port == 9464
    for name in NAMES:
        monkeypatch.setenv(name, "")
    assert load() == Settings(_env_file=EXAMPLE)


def test_a_name_in_the_file_that_is_no_setting_is_told(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("METRIC_PORT=9464\nlog_format=json\nRIGGING=taut\n", encoding="utf-8")
    assert strangers() == [
        "There is no setting METRIC_PORT. Is METRICS_PORT meant?",
        "There is no setting RIGGING. See .env.example.",
    ]


@pytest.mark.parametrize(
    ("name", "meant"),
    [("LOGLEVEL", "LOG_LEVEL"), ("DATABASE_URI", "DATABASE_URL"), ("DISCORD_TOKKEN", "DISCORD_TOKEN")],
)
def test_a_name_in_the_environment_that_is_nearly_a_setting_is_told(
    monkeypatch: pytest.MonkeyPatch, name: str, meant: str
) -> None:
    monkeypatch.setenv(name, SECRET)
    assert strangers() == [f"There is no setting {name}. Is {meant} meant?"]


@pytest.mark.parametrize("name", ["DISCORD_OPENAPI", "DATABASE", "LOG_FILE", "PORT"])
def test_settings_of_other_programs_are_let_alone(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "theirs")
    assert strangers() == []


def test_a_relative_database_file_belongs_to_the_project(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///games.db")
    assert load().database_url.endswith((PROJECT / "games.db").as_posix())


def test_an_absolute_database_file_stays_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'games.db'}")
    assert load().database_url.endswith(str(tmp_path / "games.db"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://host/games"),
        ("DATABASE_URL", "games"),
        ("DISCORD_API_URL", "http://example.org"),
        ("DISCORD_API_URL", "http://["),
        ("DISCORD_GATEWAY_URL", "http://127.0.0.1:8000"),
        ("DISCORD_TOKEN", f"Bot {SECRET}"),
        ("DISCORD_TOKEN", f"'{SECRET}"),
        ("LOG_FORMAT", "xml"),
        ("LOG_LEVEL", "loud"),
        ("METRICS_PORT", "70000"),
        ("METRICS_PORT", "web"),
        ("WEB_ADDRESS", "games.example.org"),
        ("WEB_ADDRESS", "ftp://games.example.org"),
        ("WEB_ADDRESS", "https://games.example.org/games"),
        ("WEB_ADDRESS", f"https://{SECRET}@games.example.org"),
        ("WEB_ADDRESS", "https://["),
        ("WEB_PORT", "90000"),
        ("SHUTDOWN_GRACE", "soon"),
        ("SHUTDOWN_GRACE", "0"),
    ],
)
def test_a_bad_setting_is_named_in_one_sentence_without_its_value(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsProblem) as refused:
        load()
    assert refused.value.message.startswith(name)
    assert "\n" not in refused.value.message
    assert SECRET not in refused.value.message


def test_two_bad_settings_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    monkeypatch.setenv("LOG_FORMAT", "xml")
    with pytest.raises(SettingsProblem, match=r"LOG_LEVEL should .*; LOG_FORMAT should "):
        load()


@pytest.mark.parametrize(
    ("name", "value"), [("WEB_PORT", "8090"), ("WEB_ADDRESS", "https://games.example.org")]
)
def test_an_address_and_its_port_are_given_together(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsProblem, match="WEB_PORT and WEB_ADDRESS must be given together"):
        load()


def test_a_settings_file_that_is_no_text_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsProblem, match="UTF-8"):
        load()


def test_a_missing_token_is_told_with_what_to_do() -> None:
    with pytest.raises(SettingsProblem, match="DISCORD_TOKEN is missing"):
        load().token()


def test_the_token_is_given_to_who_asks_and_hidden_from_who_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    settings = load()
    assert settings.token() == SECRET
    assert SECRET not in f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:1", "[::1]:8000"])
def test_the_stand_in_for_discord_may_be_anywhere_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("DISCORD_API_URL", f"http://{host}/")
    assert load().discord_api_url == f"http://{host}"
