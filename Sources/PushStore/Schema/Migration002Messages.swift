/// Messages, what each device was given, and what was decided for every token that a message's target names.
///
/// A delivery is one row of small numbers: texts are shared (`rendering`), and what differs per delivery is derived on reading. There is no
/// index by token: a token's deliveries are looked up message by message, which keeps a million inserts sequential.
let migration002Messages = Migration(number: 2, sql: """
  CREATE TABLE message (
    message INTEGER PRIMARY KEY AUTOINCREMENT,
    app INTEGER NOT NULL REFERENCES app,
    origin INTEGER NOT NULL CHECK (origin BETWEEN 1 AND 4), -- 1 API, 2 console, 3 reservation by API, 4 reservation by console
    version TEXT NOT NULL, -- of the API that took it
    message_type INTEGER NOT NULL,
    body TEXT NOT NULL, -- as checked, compact JSON
    settings TEXT NOT NULL, -- of the app at acceptance, as far as the delivery depends on them, compact JSON
    duplicate_key BLOB, -- null where duplicate prevention was off
    created_at INTEGER NOT NULL,
    ttl_from INTEGER NOT NULL,
    ttl_minutes INTEGER NOT NULL, -- 0: for ever
    last_registration INTEGER NOT NULL, -- newest number in registration_log at acceptance: later registrations are no targets
    status INTEGER NOT NULL CHECK (status BETWEEN 1 AND 9),
    is_night INTEGER, -- decided once, when processing begins
    final_status INTEGER, -- decided once, when processing begins: null where it depends on the deliveries
    target_count INTEGER NOT NULL DEFAULT 0,
    sent_count INTEGER NOT NULL DEFAULT 0,
    cursor INTEGER NOT NULL DEFAULT 0, -- last token that has its outcome
    completed_at INTEGER
  ) STRICT;
  CREATE INDEX message_by_app ON message (app, created_at);
  CREATE INDEX message_pending ON message (message) WHERE completed_at IS NULL;
  CREATE INDEX message_duplicates ON message (app, duplicate_key, created_at) WHERE duplicate_key IS NOT NULL;

  CREATE TABLE rendering (
    message INTEGER NOT NULL REFERENCES message,
    number INTEGER NOT NULL,
    push_type INTEGER NOT NULL CHECK (push_type BETWEEN 1 AND 7),
    payload TEXT NOT NULL,
    warnings TEXT NOT NULL, -- array of {code, sentence}
    PRIMARY KEY (message, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE delivery (
    message INTEGER NOT NULL,
    token INTEGER NOT NULL,
    uid INTEGER NOT NULL, -- at that moment
    reason INTEGER NOT NULL, -- see DeliveryReason; it implies the outcome
    rendering INTEGER, -- null where nothing was rendered
    at INTEGER NOT NULL, -- milliseconds after the message's created_at
    logged INTEGER NOT NULL, -- whether send logging kept it
    new_token INTEGER, -- where the provider replaced the token
    PRIMARY KEY (message, token)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX delivery_failures ON delivery (message, reason, rendering) WHERE reason BETWEEN 20 AND 39;

  CREATE TABLE message_error (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    app INTEGER NOT NULL REFERENCES app,
    message INTEGER NOT NULL REFERENCES message,
    push_type INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    rendering INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (message, reason, rendering)
  ) STRICT;
  CREATE INDEX message_error_by_app ON message_error (app, created_at);

  CREATE TABLE invalid_token (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    app INTEGER NOT NULL REFERENCES app,
    message INTEGER NOT NULL REFERENCES message,
    token INTEGER NOT NULL REFERENCES device_token,
    uid INTEGER NOT NULL REFERENCES uid,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX invalid_token_by_app ON invalid_token (app, created_at);

  -- Registrations that went while messages of their app were pending: those messages still name them.
  CREATE TABLE removed_registration (
    app INTEGER NOT NULL REFERENCES app,
    token INTEGER NOT NULL,
    uid INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (app, token, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE app_setting (
    app INTEGER PRIMARY KEY REFERENCES app,
    settings TEXT NOT NULL -- those that were changed at run time, by key, compact JSON
  ) STRICT;
  """)
