"""Metrics of the running bot, which `bot/service/exporter.py` serves for a host's Prometheus.

Labels have few possible values, and never contain names, ids, texts or parts of a game.
"""

from logging import LogRecord

from prometheus_client import Counter, Gauge, Histogram

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)
"""The buckets of latencies. Discord considers an interaction failed after three seconds."""

ENTRIES = Counter(
    "harbourmaster_entries", "Things that happened in games: moves, undos, skips and so on.", ["game", "kind"]
)
INTERACTIONS = Gauge("harbourmaster_interactions", "Commands and presses that are being handled now.")
INTERACTION_SECONDS = Histogram(
    "harbourmaster_interaction_seconds",
    "Time from an interaction's arrival to the end of its handling.",
    ["kind"],
    buckets=_SECONDS,
)
WRITING = Gauge("harbourmaster_store_queue", "Changes that wait to be stored now.")
WRITING_SECONDS = Histogram(
    "harbourmaster_store_seconds", "Time until a change was stored or refused.", buckets=_SECONDS
)
READING_SECONDS = Gauge("harbourmaster_store_read_seconds", "Time of the last read from the database.")
DRAWING_SECONDS = Histogram("harbourmaster_picture_seconds", "Time to draw a board.", buckets=_SECONDS)
DELIVERING = Gauge("harbourmaster_outbox_games", "Games whose posts are being delivered now.")
WAITING = Gauge("harbourmaster_outbox_retries", "Posts that could not be delivered and wait for a retry.")
PARKED = Gauge(
    "harbourmaster_outbox_parked", "Posts and games that wait until their server or channel is back."
)
DELIVERIES = Counter(
    "harbourmaster_deliveries",
    "Attempts to post or edit a message: delivered, failed (will be retried), refused or gone (will not).",
    ["outcome"],
)
DELIVERY_SECONDS = Histogram(
    "harbourmaster_delivery_seconds",
    "Time of an attempt to post or edit, with its picture.",
    buckets=_SECONDS,
)
INVALID_REQUESTS = Counter(
    "harbourmaster_invalid_requests",
    "Requests that Discord counts as invalid: 10,000 in ten minutes block the bot.",
    ["status"],
)
GAMES_WAITING = Gauge(
    "harbourmaster_games_waiting_for_bot",
    "Games in which the bot failed to act; if they stay, something is wrong.",
)
LETTERS = Counter(
    "harbourmaster_letters",
    "Direct messages: sent, failed (will be retried), or closed (the channel mentions the player instead).",
    ["outcome"],
)
LOOP_LAG = Gauge("harbourmaster_loop_lag_seconds", "Delay of the event loop at the last check.")
CONNECTIONS = Gauge("harbourmaster_gateway_connections", "Connections to Discord (shards).")
GATEWAY_SECONDS = Gauge(
    "harbourmaster_gateway_seconds", "Time from a heartbeat to Discord's answer, on the slowest connection."
)
OVERDUE = Gauge("harbourmaster_overdue", "Deadlines that have passed and were not handled yet.")
OVERDUE_SECONDS = Gauge("harbourmaster_overdue_seconds", "Time since the oldest unhandled deadline passed.")
POSTS_WAITING = Gauge("harbourmaster_posts_waiting", "Posts that are due to be sent or edited.")
LETTERS_WAITING = Gauge("harbourmaster_letters_waiting", "Direct messages that are due to be sent.")
LOG_LINES = Counter("harbourmaster_log_lines", "Lines written to the log.", ["level"])

# Counters exist from the start with the value 0, so that the first increment can raise an alarm.
for _outcome in ("delivered", "failed", "refused", "gone"):
    DELIVERIES.labels(_outcome)
for _outcome in ("sent", "failed", "closed"):
    LETTERS.labels(_outcome)
for _status in ("401", "403", "429"):
    INVALID_REQUESTS.labels(_status)
for _level in ("debug", "info", "warning", "error", "critical"):
    LOG_LINES.labels(_level)


def count_line(record: LogRecord) -> bool:
    """Count a log line. This is a logging filter that lets every line pass."""
    LOG_LINES.labels(record.levelname.lower()).inc()
    return True
