/// The ad opt-in guide (contract 16.4): where each app's monthly runs stand, to whose consent a run's message goes, and which date each delivery told.
/// Messages and deliveries of every other kind have no rows here and pay nothing.
let migration005AdOptInGuide = Migration(number: 5, sql: """
  CREATE TABLE guide_series (
    app INTEGER PRIMARY KEY REFERENCES app,
    day INTEGER NOT NULL CHECK (day BETWEEN 1 AND 31),
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 59),
    since INTEGER NOT NULL, -- the guide is on, with this day and time; earlier runs never fire
    last_run INTEGER -- the last run that is done with; null before the first
  ) STRICT;

  CREATE TABLE consent_window (
    message INTEGER PRIMARY KEY REFERENCES message,
    after_run INTEGER NOT NULL, -- the run before
    run INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE delivery_consent (
    message INTEGER NOT NULL,
    token INTEGER NOT NULL,
    agreed_at INTEGER NOT NULL, -- at that moment
    PRIMARY KEY (message, token)
  ) STRICT, WITHOUT ROWID;
  """)
