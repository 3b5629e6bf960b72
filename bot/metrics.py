"""Metrics of the running bot, for a host's Prometheus.

Each number is counted where its event happens; `bot/service/exporter.py` serves them on this machine. Labels
come from short lists: never a name, an id, a text or a part of a game.
"""

from logging import LogRecord

from prometheus_client import Counter, Gauge, Histogram

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)
"""The latency buckets; after three seconds Discord considers an interaction unanswered."""

ENTRIES = Counter(
    "harbourmaster_entries", "Things that happened in games: moves, undos, skips and so on.", ["game", "kind"]
)
INTERACTIONS = Gauge("harbourmaster_interactions", "Commands and presses that are being answered now.")
INTERACTION_SECONDS = Histogram(
    "harbourmaster_interaction_seconds",
    "Time from an interaction's arrival to the end of its answer.",
    ["kind"],
    buckets=_SECONDS,
)
WRITING = Gauge("harbourmaster_store_queue", "Changes that wait for the database now.")
WRITING_SECONDS = Histogram(
    "harbourmaster_store_seconds", "Time until a change was durably stored, or refused.", buckets=_SECONDS
)
READING_SECONDS = Gauge("harbourmaster_store_read_seconds", "Time of the last read from the database.")
DRAWING_SECONDS = Histogram("harbourmaster_picture_seconds", "Time to draw a board.", buckets=_SECONDS)
DELIVERING = Gauge("harbourmaster_outbox_games", "Games whose posts are being delivered now.")
WAITING = Gauge("harbourmaster_outbox_retries", "Posts that could not be delivered and wait for another try.")
PARKED = Gauge(
    "harbourmaster_outbox_parked", "Posts and games that wait until their server or channel is back."
)
DELIVERIES = Counter(
    "harbourmaster_deliveries",
    "Tries to post or edit a message: delivered, failed (tried again), refused or gone (never tried again).",
    ["outcome"],
)
DELIVERY_SECONDS = Histogram(
    "harbourmaster_delivery_seconds", "One try to post or edit, its picture included.", buckets=_SECONDS
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
    "Direct messages: sent, failed (tried again), or closed (their player is called in the channel instead).",
    ["outcome"],
)
LOOP_LAG = Gauge("harbourmaster_loop_lag_seconds", "Delay of the event loop at the last check.")
CONNECTIONS = Gauge("harbourmaster_gateway_connections", "Connections to Discord (shards).")
GATEWAY_SECONDS = Gauge(
    "harbourmaster_gateway_seconds", "Time from a heartbeat to Discord's answer, on the slowest connection."
)
OVERDUE = Gauge("harbourmaster_overdue", "Deadlines that have passed, and on which nothing was done yet.")
OVERDUE_SECONDS = Gauge("harbourmaster_overdue_seconds", "How long ago the oldest of them passed.")
POSTS_WAITING = Gauge("harbourmaster_posts_waiting", "Posts that are to be sent or edited.")
LETTERS_WAITING = Gauge("harbourmaster_letters_waiting", "Direct messages that are due and not sent yet.")
LOG_LINES = Counter("harbourmaster_log_lines", "Lines of the log.", ["level"])

# Counters start at 0, so that the first increment can raise an alarm.
for _outcome in ("delivered", "failed", "refused", "gone"):
    DELIVERIES.labels(_outcome)
for _outcome in ("sent", "failed", "closed"):
    LETTERS.labels(_outcome)
for _status in ("401", "403", "429"):
    INVALID_REQUESTS.labels(_status)
for _level in ("debug", "info", "warning", "error", "critical"):
    LOG_LINES.labels(_level)


def count_line(record: LogRecord) -> bool:
    """Count a log line, as a filter that lets everything pass."""
    LOG_LINES.labels(record.levelname.lower()).inc()
    return True
