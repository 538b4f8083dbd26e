/// How many registrations and UID records each app has now, and how many UIDs each tag, so that nobody counts a million rows to show a number.
/// Triggers keep it, since no way of writing may miss it.
let migration007Counts = Migration(number: 7, sql: """
  CREATE TABLE app_count (
    app INTEGER NOT NULL REFERENCES app,
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 7), -- 0: UID records; else registrations of that push type
    count INTEGER NOT NULL,
    PRIMARY KEY (app, kind)
  ) STRICT, WITHOUT ROWID;

  INSERT INTO app_count SELECT app, kind.column1, 0 FROM app, (VALUES (0), (1), (2), (3), (4), (5), (6), (7)) kind;
  UPDATE app_count SET count = n FROM (SELECT app AS a, count(*) AS n FROM uid WHERE known_since IS NOT NULL GROUP BY app) WHERE app = a AND kind = 0;
  UPDATE app_count SET count = n FROM (SELECT app AS a, push_type AS t, count(*) AS n FROM registration GROUP BY app, push_type) WHERE app = a AND kind = t;

  CREATE TRIGGER app_counted AFTER INSERT ON app WHEN NEW.removed_at IS NULL BEGIN
    INSERT INTO app_count VALUES (NEW.app, 0, 0), (NEW.app, 1, 0), (NEW.app, 2, 0), (NEW.app, 3, 0), (NEW.app, 4, 0), (NEW.app, 5, 0),
      (NEW.app, 6, 0), (NEW.app, 7, 0);
  END;
  CREATE TRIGGER registration_added AFTER INSERT ON registration BEGIN
    UPDATE app_count SET count = count + 1 WHERE app = NEW.app AND kind = NEW.push_type;
  END;
  CREATE TRIGGER registration_removed AFTER DELETE ON registration BEGIN
    UPDATE app_count SET count = count - 1 WHERE app = OLD.app AND kind = OLD.push_type;
  END;
  CREATE TRIGGER uid_added AFTER INSERT ON uid WHEN NEW.known_since IS NOT NULL BEGIN
    UPDATE app_count SET count = count + 1 WHERE app = NEW.app AND kind = 0;
  END;
  CREATE TRIGGER uid_changed AFTER UPDATE OF known_since ON uid WHEN (OLD.known_since IS NULL) <> (NEW.known_since IS NULL) BEGIN
    UPDATE app_count SET count = count + iif(NEW.known_since IS NULL, -1, 1) WHERE app = NEW.app AND kind = 0;
  END;

  ALTER TABLE tag ADD COLUMN uids INTEGER NOT NULL DEFAULT 0;
  UPDATE tag SET uids = (SELECT count(*) FROM uid_tag l WHERE l.tag = tag.tag);
  CREATE TRIGGER tag_attached AFTER INSERT ON uid_tag BEGIN
    UPDATE tag SET uids = uids + 1 WHERE tag = NEW.tag;
  END;
  CREATE TRIGGER tag_detached AFTER DELETE ON uid_tag BEGIN
    UPDATE tag SET uids = uids - 1 WHERE tag = OLD.tag;
  END;
  """)
