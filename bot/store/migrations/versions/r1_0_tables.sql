CREATE TABLE games (
    id VARCHAR NOT NULL,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    slug VARCHAR NOT NULL,
    status VARCHAR NOT NULL,
    creator BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    preset VARCHAR NOT NULL,
    options TEXT NOT NULL,
    opening TEXT,
    seed $bytes NOT NULL,
    position TEXT,
    former TEXT DEFAULT '[]' NOT NULL,
    version INTEGER DEFAULT '0' NOT NULL,
    presses TEXT DEFAULT '{}' NOT NULL,
    vote TEXT,
    waiting TEXT DEFAULT '[]' NOT NULL,
    invited TEXT DEFAULT '[]' NOT NULL,
    checksum VARCHAR DEFAULT '' NOT NULL,
    people TEXT DEFAULT '[]' NOT NULL,
    followers TEXT DEFAULT '[]' NOT NULL,
    office TEXT DEFAULT '' NOT NULL,
    pending VARCHAR DEFAULT '' NOT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX games_channel ON games (channel);
CREATE UNIQUE INDEX games_one_open_in_channel ON games (channel) WHERE status IN ('lobby', 'running', 'paused');
CREATE INDEX games_open_of_creator ON games (creator) WHERE status IN ('lobby', 'running', 'paused');
CREATE INDEX games_open_on_server ON games (guild, created) WHERE status IN ('lobby', 'running', 'paused');
CREATE INDEX games_pending ON games (updated) WHERE pending != '';

CREATE TABLE interactions (
    id $wide NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE logins (
    id $counted NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE outages (
    id $counted NOT NULL,
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE presence (
    id $counted NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE servers (
    guild BIGINT NOT NULL,
    hall BIGINT DEFAULT '0' NOT NULL,
    gm_role BIGINT DEFAULT '0' NOT NULL,
    beginnings TEXT DEFAULT '{}' NOT NULL,
    channels TEXT DEFAULT '[]' NOT NULL,
    threads VARCHAR DEFAULT 'chosen' NOT NULL,
    limits TEXT DEFAULT '[0,0,0]' NOT NULL,
    language VARCHAR DEFAULT '' NOT NULL,
    dashboard TEXT,
    PRIMARY KEY (guild)
)$by_key;

CREATE TABLE unlisted (
    $user BIGINT NOT NULL,
    PRIMARY KEY ($user)
)$by_key;

CREATE TABLE wishes (
    $user BIGINT NOT NULL,
    reminders VARCHAR NOT NULL,
    way VARCHAR DEFAULT 'channel' NOT NULL,
    on_deck BOOLEAN DEFAULT '0' NOT NULL,
    closed BOOLEAN DEFAULT '0' NOT NULL,
    quiet TEXT,
    away TEXT DEFAULT '[]' NOT NULL,
    answers TEXT DEFAULT '{}' NOT NULL,
    previews BOOLEAN DEFAULT '0' NOT NULL,
    PRIMARY KEY ($user)
)$by_key;

CREATE TABLE awaited (
    game VARCHAR NOT NULL,
    seat INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT DEFAULT '0' NOT NULL,
    remind BIGINT DEFAULT '0' NOT NULL,
    planned BIGINT DEFAULT '0' NOT NULL,
    PRIMARY KEY (game, seat),
    CONSTRAINT awaited_game_fkey FOREIGN KEY(game) REFERENCES games (id)
)$by_key;
CREATE INDEX awaited_planned ON awaited (planned) WHERE planned != 0;
CREATE INDEX awaited_remind ON awaited (remind) WHERE remind != 0;
CREATE INDEX awaited_until ON awaited (until) WHERE until != 0;

CREATE TABLE entries (
    game VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    turn VARCHAR NOT NULL,
    entry TEXT NOT NULL,
    events TEXT NOT NULL,
    checksum VARCHAR DEFAULT '' NOT NULL,
    away BIGINT DEFAULT '0' NOT NULL,
    PRIMARY KEY (game, number),
    CONSTRAINT entries_game_fkey FOREIGN KEY(game) REFERENCES games (id)
);

CREATE TABLE letters (
    id $wide NOT NULL,
    $user BIGINT NOT NULL,
    game VARCHAR NOT NULL,
    why VARCHAR NOT NULL,
    seat INTEGER NOT NULL,
    asked BIGINT NOT NULL,
    at BIGINT NOT NULL,
    first INTEGER DEFAULT '0' NOT NULL,
    last INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT letters_game_fkey FOREIGN KEY(game) REFERENCES games (id)
);
CREATE INDEX letters_at ON letters (at);
CREATE INDEX letters_user ON letters ($user);

CREATE TABLE looks (
    $user BIGINT NOT NULL,
    game VARCHAR NOT NULL,
    entry INTEGER NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY ($user, game),
    CONSTRAINT looks_game_fkey FOREIGN KEY(game) REFERENCES games (id)
)$by_key;

CREATE TABLE members (
    game VARCHAR NOT NULL,
    seat INTEGER NOT NULL,
    $user BIGINT NOT NULL,
    name VARCHAR NOT NULL,
    PRIMARY KEY (game, seat),
    CONSTRAINT members_game_fkey FOREIGN KEY(game) REFERENCES games (id)
)$by_key;
CREATE INDEX members_user ON members ($user);

CREATE TABLE posts (
    id $wide NOT NULL,
    game VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    channel BIGINT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    turn VARCHAR NOT NULL,
    called TEXT NOT NULL,
    live BOOLEAN NOT NULL,
    wanted INTEGER NOT NULL,
    shown INTEGER NOT NULL,
    message BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    retry BIGINT NOT NULL,
    gone BOOLEAN NOT NULL,
    picture VARCHAR NOT NULL,
    alt VARCHAR NOT NULL,
    attachment BIGINT DEFAULT '0' NOT NULL,
    undone TEXT DEFAULT '[]' NOT NULL,
    restored BIGINT DEFAULT '0' NOT NULL,
    since BIGINT DEFAULT '0' NOT NULL,
    asked BIGINT DEFAULT '0' NOT NULL,
    unreached BOOLEAN DEFAULT '0' NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT posts_game_fkey FOREIGN KEY(game) REFERENCES games (id)
);
CREATE INDEX posts_due ON posts (game) WHERE shown != wanted AND $not_gone;
CREATE INDEX posts_game ON posts (game);
CREATE INDEX posts_reminding ON posts (game) WHERE kind = 'reminder' AND $live;

CREATE TABLE restored (
    game VARCHAR NOT NULL,
    at BIGINT NOT NULL,
    taken BIGINT NOT NULL,
    PRIMARY KEY (game),
    CONSTRAINT restored_game_fkey FOREIGN KEY(game) REFERENCES games (id)
)$by_key;

CREATE TABLE results (
    game VARCHAR NOT NULL,
    seat INTEGER NOT NULL,
    guild BIGINT NOT NULL,
    slug VARCHAR NOT NULL,
    ended BIGINT NOT NULL,
    seconds BIGINT NOT NULL,
    place INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    waited BIGINT NOT NULL,
    counts TEXT NOT NULL,
    dice TEXT NOT NULL,
    unrated VARCHAR NOT NULL,
    origin VARCHAR DEFAULT '' NOT NULL,
    team INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (game, seat),
    CONSTRAINT results_game_fkey FOREIGN KEY(game) REFERENCES games (id)
)$by_key;
CREATE INDEX results_of_guild ON results (guild, ended);

CREATE TABLE unrecorded (
    game VARCHAR NOT NULL,
    PRIMARY KEY (game),
    CONSTRAINT unrecorded_game_fkey FOREIGN KEY(game) REFERENCES games (id)
)$by_key;
