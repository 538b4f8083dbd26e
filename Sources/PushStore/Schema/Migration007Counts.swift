/// How many registrations and UID records each app has now, and how many UIDs each tag, so that nobody counts a million rows to show a number.
/// Each commit brings them up to date (`CountChanges`): triggers would nearly double what an insert costs, since SQLite keeps a journal of its own
/// for every statement that has any.
let migration007Counts = Migration(number: 7, sql: """
  CREATE TABLE app_count (
    app INTEGER NOT NULL,
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 7), -- 0: UID records; else registrations of that push type
    count INTEGER NOT NULL,
    PRIMARY KEY (app, kind)
  ) STRICT, WITHOUT ROWID;

  INSERT INTO app_count SELECT app, 0, count(*) FROM uid WHERE known_since IS NOT NULL GROUP BY app;
  INSERT INTO app_count SELECT app, push_type, count(*) FROM registration GROUP BY app, push_type;
  CREATE TRIGGER app_deleted AFTER DELETE ON app BEGIN
    DELETE FROM app_count WHERE app = OLD.app;
  END;

  ALTER TABLE tag ADD COLUMN uids INTEGER NOT NULL DEFAULT 0;
  UPDATE tag SET uids = (SELECT count(*) FROM uid_tag l WHERE l.tag = tag.tag);
  """)
