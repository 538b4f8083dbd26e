/// Apps, tokens, tags, receipts and the clock: all that the client API stores.
///
/// A token's and a uid's text have numbers that are never reused and outlive the registration, so that logs and deliveries still name what
/// is gone. `registration_log` is append-only: statistics are kept from it, and nothing of it could be reconstructed afterwards.
///
/// `uid`, `device_token` and `registration_log` number their rows without AUTOINCREMENT, which would cost a further write per insert: the
/// row with the highest number is never deleted, so the next number is always new (see AppPurge).
let migration001Clients = Migration(number: 1, sql: """
  CREATE TABLE clock (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    mode TEXT NOT NULL CHECK (mode IN ('frozen', 'running')),
    value INTEGER NOT NULL -- frozen: the moment; running: milliseconds ahead of system time
  ) STRICT;

  CREATE TABLE app (
    app INTEGER PRIMARY KEY AUTOINCREMENT,
    appkey TEXT NOT NULL CHECK (length(appkey) BETWEEN 1 AND 64),
    created_at INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX app_by_key ON app (appkey) WHERE removed_at IS NULL;

  CREATE TABLE uid (
    uid INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app,
    name TEXT NOT NULL,
    known_since INTEGER, -- null: no UID record now (deleted); the text stays for what refers to it
    UNIQUE (app, name)
  ) STRICT;

  CREATE TABLE device_token (
    token INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app,
    push_type INTEGER NOT NULL CHECK (push_type BETWEEN 1 AND 7),
    text TEXT NOT NULL CHECK (text <> ''),
    UNIQUE (app, push_type, text)
  ) STRICT;

  CREATE TABLE registration_log (
    number INTEGER PRIMARY KEY,
    app INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event INTEGER NOT NULL CHECK (event BETWEEN 0 AND 2), -- 0 change, 1 registered, 2 deleted; IN (…) would build a table per insert
    delta INTEGER NOT NULL CHECK (delta IN (-1, 1)), -- records with the values of this row: one more, one less
    agreement INTEGER NOT NULL CHECK (agreement BETWEEN 0 AND 3),
    timezone TEXT NOT NULL,
    country TEXT NOT NULL,
    language TEXT NOT NULL
  ) STRICT;

  CREATE TABLE registration (
    app INTEGER NOT NULL, -- its token's app
    token INTEGER NOT NULL REFERENCES device_token,
    push_type INTEGER NOT NULL CHECK (push_type BETWEEN 1 AND 7),
    uid INTEGER NOT NULL REFERENCES uid,
    number INTEGER NOT NULL, -- its row in registration_log: grows with every record made, so "existed at that moment" is a comparison
    device_id TEXT CHECK (device_id <> ''),
    notification INTEGER NOT NULL CHECK (notification IN (0, 1)),
    ad INTEGER NOT NULL CHECK (ad IN (0, 1)),
    night_ad INTEGER NOT NULL CHECK (night_ad IN (0, 1)),
    timezone TEXT NOT NULL,
    country TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    activated_at INTEGER NOT NULL,
    ad_agreed_at INTEGER CHECK ((ad_agreed_at IS NOT NULL) = ad),
    night_ad_agreed_at INTEGER CHECK ((night_ad_agreed_at IS NOT NULL) = night_ad),
    PRIMARY KEY (app, token)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX registration_by_uid ON registration (uid);
  CREATE INDEX registration_by_device ON registration (app, device_id, push_type) WHERE device_id IS NOT NULL;

  CREATE TABLE tag (
    tag INTEGER PRIMARY KEY AUTOINCREMENT,
    app INTEGER NOT NULL REFERENCES app,
    tag_id TEXT NOT NULL CHECK (length(tag_id) = 8),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (app, tag_id),
    UNIQUE (app, name)
  ) STRICT;

  CREATE TABLE uid_tag (
    uid INTEGER NOT NULL REFERENCES uid,
    tag INTEGER NOT NULL REFERENCES tag ON DELETE CASCADE,
    position INTEGER NOT NULL, -- order of attaching, per uid
    PRIMARY KEY (uid, tag)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX uid_tag_by_tag ON uid_tag (tag);

  CREATE TABLE receipt (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    app INTEGER NOT NULL REFERENCES app,
    message_id INTEGER NOT NULL,
    event INTEGER NOT NULL CHECK (event IN (1, 2)),
    identity TEXT NOT NULL,
    event_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    data TEXT NOT NULL,
    UNIQUE (app, message_id, event, identity)
  ) STRICT;
  """)
