BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0033');
CREATE TABLE awaited (
	game VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	since BIGINT NOT NULL, until BIGINT DEFAULT '0' NOT NULL, remind BIGINT DEFAULT '0' NOT NULL, planned BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (game, seat), 
	CONSTRAINT awaited_game_fkey FOREIGN KEY(game) REFERENCES games (id)
)
 WITHOUT ROWID

;
INSERT INTO "awaited" VALUES('HM7KPX',1,'take',1002,0,0,0);
CREATE TABLE entries (
	game VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	turn VARCHAR NOT NULL, 
	entry TEXT NOT NULL, 
	events TEXT NOT NULL, checksum VARCHAR DEFAULT '' NOT NULL, away BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (game, number), 
	CONSTRAINT entries_game_fkey FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "entries" VALUES('HM7KPX',1,'turn 1','{"number":1,"kind":"start","actor":{"role":"seat","player":"Ann"},"seat":1,"what":"take 2","parent":0,"at":1001,"state":"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee","before":"0000000000000000000000000000000000000000000000000000000000000000"}','[{"kind":"taken","seat":1,"buoys":2}]','9477e085dd62814c',0);
INSERT INTO "entries" VALUES('HM7KPX',2,'turn 2','{"number":2,"kind":"act","actor":{"role":"seat","player":"Ann"},"seat":1,"what":"take 2","parent":1,"at":1002,"state":"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee","before":"1246e9e6ca29c8d6ea637d4617f78819e093bd1750310182165066325affad41"}','[{"kind":"taken","seat":1,"buoys":2}]','3bb4369d45e625d0',0);
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
	seed BLOB NOT NULL, 
	position TEXT, former TEXT DEFAULT '[]' NOT NULL, version INTEGER DEFAULT '0' NOT NULL, presses TEXT DEFAULT '{}' NOT NULL, checksum VARCHAR DEFAULT '' NOT NULL, vote TEXT, people TEXT DEFAULT '[]' NOT NULL, waiting TEXT DEFAULT '[]' NOT NULL, invited TEXT DEFAULT '[]' NOT NULL, followers TEXT DEFAULT '[]' NOT NULL, office TEXT DEFAULT '' NOT NULL, pending VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('PPPPPP',77,501,'nim','lobby',801,1000,1000,'printed','{"buoys":12,"tide":true,"chart":"wide"}',NULL,X'',NULL,'[]',0,'{}','',NULL,'[]','[]','[]','[]','','');
INSERT INTO "games" VALUES('HM7KPX',77,500,'nim','running',801,1000,1002,'printed','{"buoys":12,"tide":true,"chart":"wide"}','{"at":1000,"commitment":"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc","game":"nim","match":"HM7KPX","options":{"buoys":12,"chart":"wide","tide":true},"players":["Ann","Bob"],"rules_version":1}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','{"head":2,"state":"{\"left\":2}","line":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd","free":0,"forced":[],"back":0,"back_seat":0,"last":2,"chain":"8f232db279582088f7f026ac05bb82e4e3e89ec09b875318f7eb42d913dabb0b","players":["Ann","Bob"],"stamps":[2,2],"public":0,"awaited":[{"seat":1,"kind":"take","since":1002,"stamp":2}],"status":"running"}','[]',0,'{}','',NULL,'[]','[]','[]','[]','','play');
INSERT INTO "games" VALUES('CCCCCC',77,500,'nim','cancelled',801,1000,1000,'printed','{"buoys":12,"tide":true,"chart":"wide"}',NULL,X'',NULL,'[]',0,'{}','',NULL,'[]','[]','[]','[]','','');
CREATE TABLE interactions (
	id INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "interactions" VALUES(4611686018427387904);
INSERT INTO "interactions" VALUES(4611686018427387905);
INSERT INTO "interactions" VALUES(4611686018427387906);
CREATE TABLE letters (
	id INTEGER NOT NULL, 
	user BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	why VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	asked BIGINT NOT NULL, 
	at BIGINT NOT NULL, first INTEGER DEFAULT '0' NOT NULL, last INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT letters_game_fkey FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE logins (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE looks (
	user BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	entry INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (user, game), 
	FOREIGN KEY(game) REFERENCES games (id)
)
 WITHOUT ROWID

;
CREATE TABLE members (
	game VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	user BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	PRIMARY KEY (game, seat), 
	CONSTRAINT members_game_fkey FOREIGN KEY(game) REFERENCES games (id)
)
 WITHOUT ROWID

;
INSERT INTO "members" VALUES('CCCCCC',1,801,'Ann');
INSERT INTO "members" VALUES('CCCCCC',2,802,'Bob ⚓');
INSERT INTO "members" VALUES('HM7KPX',1,801,'Ann');
INSERT INTO "members" VALUES('HM7KPX',2,802,'Bob ⚓');
INSERT INTO "members" VALUES('PPPPPP',1,801,'Ann');
INSERT INTO "members" VALUES('PPPPPP',2,802,'Bob ⚓');
CREATE TABLE outages (
	id INTEGER NOT NULL, 
	began BIGINT NOT NULL, 
	ended BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE posts (
	id INTEGER NOT NULL, 
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
	alt VARCHAR NOT NULL, attachment BIGINT DEFAULT '0' NOT NULL, undone TEXT DEFAULT '[]' NOT NULL, restored BIGINT DEFAULT '0' NOT NULL, since BIGINT DEFAULT '0' NOT NULL, asked BIGINT DEFAULT '0' NOT NULL, unreached BOOLEAN DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT posts_game_fkey FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "posts" VALUES(1,'HM7KPX','turn',500,1,2,'turn 1','[1,2]',0,2,1,2305843009213693952,0,0,0,'board.png','A board',0,'[]',0,0,0,0);
INSERT INTO "posts" VALUES(2,'HM7KPX','turn',500,1,2,'turn 1','[1,2]',1,1,0,0,0,0,0,'','',0,'[]',0,0,0,0);
CREATE TABLE presence (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE restored (
	game VARCHAR NOT NULL, 
	at BIGINT NOT NULL, 
	taken BIGINT NOT NULL, 
	PRIMARY KEY (game), 
	CONSTRAINT restored_game_fkey FOREIGN KEY(game) REFERENCES games (id)
)
 WITHOUT ROWID

;
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
	origin VARCHAR DEFAULT '' NOT NULL, team INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (game, seat), 
	CONSTRAINT results_game_fkey FOREIGN KEY(game) REFERENCES games (id)
)
 WITHOUT ROWID

;
CREATE TABLE servers (
	guild BIGINT NOT NULL, 
	hall BIGINT DEFAULT '0' NOT NULL, gm_role BIGINT DEFAULT '0' NOT NULL, beginnings TEXT DEFAULT '{}' NOT NULL, channels TEXT DEFAULT '[]' NOT NULL, threads VARCHAR DEFAULT 'chosen' NOT NULL, limits TEXT DEFAULT '[0,0,0]' NOT NULL, language VARCHAR DEFAULT '' NOT NULL, dashboard TEXT, 
	PRIMARY KEY (guild)
)
 WITHOUT ROWID

;
CREATE TABLE unlisted (
	user BIGINT NOT NULL, 
	PRIMARY KEY (user)
)
 WITHOUT ROWID

;
CREATE TABLE unrecorded (
	game VARCHAR NOT NULL, 
	PRIMARY KEY (game), 
	CONSTRAINT unrecorded_game_fkey FOREIGN KEY(game) REFERENCES games (id)
)
 WITHOUT ROWID

;
CREATE TABLE wishes (
	user BIGINT NOT NULL, 
	reminders VARCHAR NOT NULL, way VARCHAR DEFAULT 'channel' NOT NULL, on_deck BOOLEAN DEFAULT '0' NOT NULL, closed BOOLEAN DEFAULT '0' NOT NULL, quiet TEXT, away TEXT DEFAULT '[]' NOT NULL, answers TEXT DEFAULT '{}' NOT NULL, previews BOOLEAN DEFAULT '0' NOT NULL, 
	PRIMARY KEY (user)
)
 WITHOUT ROWID

;
CREATE INDEX games_channel ON games (channel);
CREATE UNIQUE INDEX games_one_open_in_channel ON games (channel) WHERE status IN ('lobby', 'running', 'paused');
CREATE INDEX members_user ON members (user);
CREATE INDEX posts_game ON posts (game);
CREATE INDEX posts_due ON posts (game) WHERE shown != wanted AND gone = 0;
CREATE INDEX awaited_until ON awaited (until) WHERE until != 0;
CREATE INDEX games_open_on_server ON games (guild, created) WHERE status IN ('lobby', 'running', 'paused');
CREATE INDEX games_open_of_creator ON games (creator) WHERE status IN ('lobby', 'running', 'paused');
CREATE INDEX awaited_remind ON awaited (remind) WHERE remind != 0;
CREATE INDEX posts_reminding ON posts (game) WHERE kind = 'reminder' AND live = 1;
CREATE INDEX results_of_guild ON results (guild, ended);
CREATE INDEX letters_at ON letters (at);
CREATE INDEX letters_user ON letters (user);
CREATE INDEX awaited_planned ON awaited (planned) WHERE planned != 0;
CREATE INDEX games_pending ON games (updated) WHERE pending != '';
COMMIT;
