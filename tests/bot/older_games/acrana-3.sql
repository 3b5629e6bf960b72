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
INSERT INTO "awaited" VALUES('6VS9HF',1,'play',1795619541,0,0,0);
CREATE TABLE entries (
	game VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	turn VARCHAR NOT NULL, 
	entry TEXT NOT NULL, 
	events TEXT NOT NULL, checksum VARCHAR DEFAULT '' NOT NULL, away BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (game, number), 
	CONSTRAINT entries_game_fkey FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "entries" VALUES('6VS9HF',1,'1','{"number":1,"kind":"start","actor":{"role":"system"},"parent":0,"rolls":[{"label":"first_dealer","seat":0,"low":1,"high":2,"values":[2]},{"label":"card","seat":1,"low":1,"high":26,"values":["2b"],"of":"Aa Ab 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b 7a 7b 8a 8b 9a 9b 10a 10b Ja Jb Qa Qb Ka Kb","secret":true},{"label":"card","seat":2,"low":1,"high":25,"values":["9b"],"of":"Aa Ab 2a 3a 3b 4a 4b 5a 5b 6a 6b 7a 7b 8a 8b 9a 9b 10a 10b Ja Jb Qa Qb Ka Kb","secret":true},{"label":"card","seat":1,"low":1,"high":24,"values":["5b"],"of":"Aa Ab 2a 3a 3b 4a 4b 5a 5b 6a 6b 7a 7b 8a 8b 9a 10a 10b Ja Jb Qa Qb Ka Kb","secret":true},{"label":"card","seat":2,"low":1,"high":23,"values":["10b"],"of":"Aa Ab 2a 3a 3b 4a 4b 5a 6a 6b 7a 7b 8a 8b 9a 10a 10b Ja Jb Qa Qb Ka Kb","secret":true},{"label":"card","seat":1,"low":1,"high":22,"values":["8a"],"of":"Aa Ab 2a 3a 3b 4a 4b 5a 6a 6b 7a 7b 8a 8b 9a 10a Ja Jb Qa Qb Ka Kb","secret":true},{"label":"card","seat":2,"low":1,"high":21,"values":["10a"],"of":"Aa Ab 2a 3a 3b 4a 4b 5a 6a 6b 7a 7b 8b 9a 10a Ja Jb Qa Qb Ka Kb","secret":true},{"label":"card","seat":1,"low":1,"high":20,"values":["Ab"],"of":"Aa Ab 2a 3a 3b 4a 4b 5a 6a 6b 7a 7b 8b 9a Ja Jb Qa Qb Ka Kb","secret":true},{"label":"card","seat":2,"low":1,"high":19,"values":["6b"],"of":"Aa 2a 3a 3b 4a 4b 5a 6a 6b 7a 7b 8b 9a Ja Jb Qa Qb Ka Kb","secret":true},{"label":"card","seat":1,"low":1,"high":18,"values":["Ka"],"of":"Aa 2a 3a 3b 4a 4b 5a 6a 7a 7b 8b 9a Ja Jb Qa Qb Ka Kb","secret":true},{"label":"card","seat":2,"low":1,"high":17,"values":["Ja"],"of":"Aa 2a 3a 3b 4a 4b 5a 6a 7a 7b 8b 9a Ja Jb Qa Qb Kb","secret":true}],"at":1790000000,"state":"b628143dabbe7ce90a6a9eb01e35efeb80b7c4fd7af2ccfcf299b09851c78cba","before":"cebc30a869c22305c261f80fc054dd98a6b484f3f37b65973c3bb3fda91a310d"}','[{"event":"game_started","players":2,"ships":1,"fleets":[[1],[2]],"options":{}},{"event":"dealer_drawn","seat":2},{"event":"deck_shuffled","deck_no":1,"dealer":2},{"event":"hands_dealt","deal_no":1,"counts":[5,5],"leader":1},{"event":"hand_seen","seat":1,"cards":["A","2","5","8","K"]},{"event":"hand_seen","seat":2,"cards":["6","9","10","10","J"]},{"event":"turn_started","seat":1}]','61627449ce6740fa',0);
INSERT INTO "entries" VALUES('6VS9HF',2,'2','{"number":2,"kind":"act","actor":{"role":"seat","player":"40475552033478067"},"seat":1,"what":"cast_off Ab A1","parent":1,"at":1795619541,"state":"7e102f5fd97c82cf6db3d3c6a4c13ee7e385b33b2a8a5dafb2ecc77fbdbd98b5","before":"ec730d902325dbdc558a819aa5cd5c3b34917dd5c1498a26aa95c055f1e2915b"}','[{"event":"card_played","seat":1,"card":"Ab","shown":"A","use":"cast_off","points":0},{"event":"ship_cast_off","ship":"A1"},{"event":"turn_started","seat":2}]','f1c052c3a77963ce',0);
INSERT INTO "entries" VALUES('6VS9HF',3,'3','{"number":3,"kind":"act","actor":{"role":"system"},"seat":2,"what":"becalm Ja","parent":2,"at":1790000000,"state":"025a9156e9e63bf7e17e1f67ba4da2422c10f70b80223eb38e28f6526d095697","before":"5bc714021643216aeb1189745ac339cf089f8f08f3beff090f495f16d180014b"}','[{"event":"card_played","seat":2,"card":"Ja","shown":"J","use":"becalm","points":0},{"event":"turn_started","seat":1}]','69be14ad21018161',0);
INSERT INTO "entries" VALUES('6VS9HF',4,'4','{"number":4,"kind":"act","actor":{"role":"seat","player":"40475552033478067"},"seat":1,"what":"sail 5b A1 squares 5","parent":3,"at":1795619541,"state":"45dff7fa84ee1895604d17be627b64132fa0643c82ef2d85b3336cd177f91298","before":"ef3bd8cc6060044a97451ed3a7922e90d28a9eefb41b529aa00f9ed1bc350941"}','[{"event":"card_played","seat":1,"card":"5b","shown":"5","use":"sail","points":5},{"event":"ship_sailed","ships":["A1"],"start":1,"end":6,"squares":5},{"event":"turn_started","seat":2}]','be9a4f064d798946',0);
INSERT INTO "entries" VALUES('6VS9HF',5,'5','{"number":5,"kind":"act","actor":{"role":"seat","player":"45923247401335386"},"seat":2,"what":"push_back 6b A1","parent":4,"at":1795619541,"state":"2e9485d4073014f8ffc3e84e8a000842924f01e56c88a80ce564088cbb2375d4","before":"8266ade239ef5125502b09681c50fdf18250822a3258c802736d460fdb56e58b"}','[{"event":"card_played","seat":2,"card":"6b","shown":"6","use":"push_back","points":6},{"event":"ship_drifted","ship":"A1","start":6,"end":1,"cause":"push","dice":[],"crowded":0},{"event":"turn_started","seat":1}]','8d9ce2289908e8d1',0);
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
INSERT INTO "games" VALUES('6VS9HF',27801302486708616,156000788450539352,'acrana','running',40475552033478067,1795619539,1790000000,'printed','{}','{"at":1790000000,"commitment":"04cb3c874f77ecb8b553adb78ceef498a91642d92af35999bbd8a28235348304","game":"acrana","host":"40475552033478067","match":"6VS9HF","options":{"autoplay":true,"cards_per_turn":1,"convoy_defence":"mirror","deck_limit":12,"first_launch":"cards","fleet_size":1,"partner_backing":true,"ships":1,"win":"flotilla"},"players":["40475552033478067","45923247401335386"],"rules_version":3}',X'1BCCCEA696762E6116C6E9C92D99BF358C2E0718822CE47CA8C74107E66CB0E4','{"head":5,"state":"{\"options\":{\"ships\":1,\"fleet_size\":1,\"win\":\"flotilla\",\"first_launch\":\"cards\",\"cards_per_turn\":1,\"convoy_defence\":\"mirror\",\"partner_backing\":true,\"deck_limit\":12,\"autoplay\":true},\"seats\":[{\"hand\":[\"2b\",\"8a\",\"Ka\"],\"silver\":0,\"one_card_next_deal\":false,\"resigned\":false},{\"hand\":[\"9b\",\"10a\",\"10b\"],\"silver\":0,\"one_card_next_deal\":false,\"resigned\":false}],\"ships\":{\"A1\":{\"square\":1,\"escort\":false,\"flag\":false,\"reef_map\":false,\"pending\":null,\"undetected\":false,\"worked\":[]},\"B1\":{\"square\":0,\"escort\":false,\"flag\":false,\"reef_map\":false,\"pending\":null,\"undetected\":false,\"worked\":[]}},\"pirates\":[{\"number\":1,\"engages\":[]},{\"number\":2,\"engages\":[]}],\"deck\":[\"Aa\",\"2a\",\"3a\",\"3b\",\"4a\",\"4b\",\"5a\",\"6a\",\"7a\",\"7b\",\"8b\",\"9a\",\"Jb\",\"Qa\",\"Qb\",\"Kb\"],\"discards\":[\"Ab\",\"Ja\",\"5b\",\"6b\"],\"deck_no\":1,\"deal_no\":1,\"dealer\":2,\"leader\":1,\"active\":1,\"plays_left\":0,\"turn\":5,\"resigned\":[],\"agenda\":[{\"task\":\"take_turn\"},{\"task\":\"play_card\",\"asked\":\"play\",\"stuck\":false}],\"result\":null}","line":"b2507cc97fb8986386dd2bc505d58f08c3471767fcd5af314fde8cddc44e2210","free":0,"forced":[],"back":4,"back_seat":2,"last":5,"chain":"6b4fbcf479580d2335c6e726b1f5c5b1c6a3a6d55469a98d5071400c29237274","players":["40475552033478067","45923247401335386"],"stamps":[5,4],"public":5,"awaited":[{"seat":1,"kind":"play","since":1795619541,"stamp":5,"clock":"turn"}],"status":"running","rules":3}','[]',7,'{}','17:4d4c4d86965380456d06c8818da04556c122e14275df5f0b942cf83902736151',NULL,'[]','[]','[]','[]','','play');
CREATE TABLE interactions (
	id INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "interactions" VALUES(1575167258802520064);
INSERT INTO "interactions" VALUES(1575167259045789696);
INSERT INTO "interactions" VALUES(1575167259129675776);
INSERT INTO "interactions" VALUES(1575167265114947584);
INSERT INTO "interactions" VALUES(1575167266985607168);
INSERT INTO "interactions" VALUES(1575167267912548352);
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
INSERT INTO "logins" VALUES(1,1795619539);
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
INSERT INTO "members" VALUES('6VS9HF',1,40475552033478067,'Ann');
INSERT INTO "members" VALUES('6VS9HF',2,45923247401335386,'Bo');
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
INSERT INTO "posts" VALUES(1882843553726806417,'6VS9HF','lobby',156000788450539352,0,0,'','[]',0,3,3,1575167259037401088,0,0,0,'','',0,'[]',0,1575167258802520064,0,0);
INSERT INTO "posts" VALUES(1882843553726806418,'6VS9HF','turn',156000788450539352,1,1,'1','[1]',0,2,2,1575167264821346304,0,0,0,'board.png','King of Acrana’s ship race. Deck 1, deal 1. A (Ann) to play. Cast off with an ace or a king, then sail from 1 to the finish at 144. Ships: A (Ann) port, 5 cards; B (Bo) port, 5 cards. Pirates: 2 vessels.',1575167264821346305,'[]',0,1575167259129675776,0,0);
INSERT INTO "posts" VALUES(1882843555823896646,'6VS9HF','turn',156000788450539352,2,3,'3','[1]',0,3,3,1575167266817835008,0,0,0,'board.png','King of Acrana’s ship race. Deck 1, deal 1. A (Ann) to play. A (Ann) cast off with A: A1 put to sea; B (Bo) lay becalmed with J. Ships: A (Ann) 1, 4 cards; B (Bo) port, 4 cards. Pirates: 2 vessels. Ahead of A1: weather 7, harbour 10.',1575167266817835009,'[]',0,1575167265114947584,0,0);
INSERT INTO "posts" VALUES(1882843555824022973,'6VS9HF','turn',156000788450539352,4,4,'4','[2]',0,2,2,1575167267593781248,0,0,0,'board.png','King of Acrana’s ship race. Deck 1, deal 1. B (Bo) to play. A (Ann) played 5: A1 sailed 1 to 6. Ships: A (Ann) 6, 3 cards; B (Bo) port, 4 cards. Pirates: 2 vessels.',1575167267593781249,'[]',0,1575167266985607168,0,0);
INSERT INTO "posts" VALUES(1882843555824022974,'6VS9HF','turn',156000788450539352,5,5,'5','[1]',1,1,1,1575167268340367360,0,0,0,'board.png','King of Acrana’s ship race. Deck 1, deal 1. A (Ann) to play. B (Bo) pushed back with 6; A1 drifted 6 to 1. Ships: A (Ann) 1, 3 cards; B (Bo) port, 3 cards. Pirates: 2 vessels. Ahead of A1: weather 7, harbour 10.',1575167268340367361,'[]',0,1575167267912548352,0,0);
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
