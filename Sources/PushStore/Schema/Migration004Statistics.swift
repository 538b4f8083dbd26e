/// What happened is counted in append-only rows (`registration_log`, `delivery_tally`, `receipt`); from these, sums per minute, hour and day are
/// kept in the background. Sums hold exactly the rows up to `statistics_cursor`.
///
/// `scope`: 0 = the whole app, a message's number, or a `stats_id`'s number below zero. `unit`: see StatisticsUnit. `bucket`: the number of the
/// minute, hour or day since 1970-01-01T00:00+09:00.
let migration004Statistics = Migration(number: 4, sql: """
  CREATE TABLE stats_id (
    number INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app,
    name TEXT NOT NULL,
    UNIQUE (app, name)
  ) STRICT;
  ALTER TABLE message ADD COLUMN stats_id INTEGER REFERENCES stats_id;

  -- Deliveries of one page that were sent, or failed alike.
  CREATE TABLE delivery_tally (
    number INTEGER PRIMARY KEY,
    app INTEGER NOT NULL,
    at INTEGER NOT NULL,
    message INTEGER NOT NULL,
    push_type INTEGER NOT NULL,
    reason INTEGER NOT NULL, -- of a failure (see DeliveryReason); 0 where they were sent
    count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX delivery_tally_by_time ON delivery_tally (app, at);

  -- As the device said; 0 where it said none that is known.
  ALTER TABLE receipt ADD COLUMN push_type INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX receipt_by_time ON receipt (app, event_at);

  CREATE TABLE statistics_cursor (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    registrations INTEGER NOT NULL, -- the last number of registration_log that is in the sums
    deliveries INTEGER NOT NULL, -- of delivery_tally
    receipts INTEGER NOT NULL, -- of receipt
    last_registration_at INTEGER NOT NULL -- the latest moment of registration_log that is in the sums
  ) STRICT;
  INSERT INTO statistics_cursor VALUES (1, 0, 0, 0, 0);

  CREATE TABLE event_sum (
    app INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    unit INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    push_type INTEGER NOT NULL, -- 0: unknown
    sent INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    received INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    PRIMARY KEY (app, scope, unit, bucket, push_type)
  ) STRICT, WITHOUT ROWID;

  -- What `failed` of event_sum is made of.
  CREATE TABLE failure_sum (
    app INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    unit INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    push_type INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    PRIMARY KEY (app, scope, unit, bucket, push_type, reason)
  ) STRICT, WITHOUT ROWID;

  -- What registrations are counted by, each text once for all apps. Dimensions: 1 agreement, 2 language, 3 country, 4 timezone.
  CREATE TABLE gauge_value (
    number INTEGER PRIMARY KEY,
    dimension INTEGER NOT NULL CHECK (dimension BETWEEN 1 AND 4),
    text TEXT NOT NULL,
    UNIQUE (dimension, text)
  ) STRICT;
  INSERT INTO gauge_value VALUES (0, 1, 'OFF'), (1, 1, 'AD_OFF'), (2, 1, 'NIGHT_AD_OFF'), (3, 1, 'ON');

  CREATE TABLE registration_sum (
    app INTEGER NOT NULL,
    unit INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    registered INTEGER NOT NULL,
    deleted INTEGER NOT NULL,
    first INTEGER NOT NULL, -- the bucket's rows of registration_log lie between these numbers, other buckets' perhaps among them
    last INTEGER NOT NULL,
    changes BLOB NOT NULL, -- how many registrations more or less have each gauge_value (see GaugeChanges)
    PRIMARY KEY (app, unit, bucket)
  ) STRICT, WITHOUT ROWID;

  -- What was stored before it was counted.
  INSERT INTO stats_id (app, name) SELECT DISTINCT app, body ->> '$.statsId' FROM message WHERE body ->> '$.statsId' <> '';
  UPDATE message SET stats_id = (SELECT number FROM stats_id s WHERE s.app = message.app AND s.name = body ->> '$.statsId');
  INSERT INTO delivery_tally (app, at, message, push_type, reason, count)
  SELECT m.app, m.created_at + v.at, v.message, t.push_type, iif(v.reason < 10, 0, v.reason), count(*)
  FROM delivery v JOIN message m ON m.message = v.message JOIN device_token t ON t.token = v.token
  WHERE v.reason < 10 OR v.reason BETWEEN 20 AND 39 GROUP BY 1, 2, 3, 4, 5 ORDER BY 2;
  UPDATE receipt SET push_type = CASE data ->> '$.pushType' WHEN 'ADM' THEN 1 WHEN 'APNS' THEN 2 WHEN 'APNS_SANDBOX' THEN 3
    WHEN 'APNS_SANDBOXVOIP' THEN 4 WHEN 'APNS_VOIP' THEN 5 WHEN 'FCM' THEN 6 WHEN 'TENCENT' THEN 7 ELSE 0 END;
  """)
