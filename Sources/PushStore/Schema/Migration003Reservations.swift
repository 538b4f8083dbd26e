/// Reservations and the instants at which they send.
///
/// The written time of a schedule is not stored: it is what a clock with its offset shows at `deliver_at`.
let migration003Reservations = Migration(number: 3, sql: """
  CREATE TABLE reservation (
    reservation INTEGER PRIMARY KEY AUTOINCREMENT,
    app INTEGER NOT NULL REFERENCES app,
    origin INTEGER NOT NULL CHECK (origin BETWEEN 3 AND 4), -- as that of the messages it makes: 3 API, 4 console
    version TEXT NOT NULL, -- of the API that took its body
    body TEXT NOT NULL, -- of its messages, as checked, compact JSON
    is_local INTEGER NOT NULL CHECK (is_local BETWEEN 0 AND 1),
    times TEXT NOT NULL, -- the written times, for offsets that come later: minutes, blanks between; empty where not local
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    completed_at INTEGER,
    status INTEGER NOT NULL CHECK (status BETWEEN 1 AND 3) -- 1 RESERVED, 2 COMPLETED, 3 CANCEL
  ) STRICT;
  CREATE INDEX reservation_by_app ON reservation (app, created_at);
  CREATE INDEX reservation_local ON reservation (app) WHERE is_local = 1 AND status = 1;

  CREATE TABLE schedule (
    schedule INTEGER PRIMARY KEY AUTOINCREMENT,
    reservation INTEGER NOT NULL REFERENCES reservation,
    deliver_at INTEGER NOT NULL,
    offset_minutes INTEGER NOT NULL, -- east of UTC; 0 where not local
    is_local INTEGER NOT NULL CHECK (is_local BETWEEN 0 AND 1), -- of its own: a replaced reservation keeps what it has sent
    status INTEGER NOT NULL CHECK (status BETWEEN 1 AND 4), -- 1 READY, 2 SENDING, 3 DONE, 4 CANCELED
    message INTEGER REFERENCES message,
    UNIQUE (reservation, deliver_at, offset_minutes)
  ) STRICT;
  CREATE INDEX schedule_due ON schedule (deliver_at) WHERE status = 1;

  -- The schedule that made it. No REFERENCES: the removal of each schedule would search all messages, and one with a message is never removed.
  ALTER TABLE message ADD COLUMN schedule INTEGER;
  """)
