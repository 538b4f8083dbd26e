-- 1,000,000 registrations of app 1 with mixed push type (five), consent, country and language, straight into the tables.
PRAGMA synchronous = OFF;
PRAGMA cache_size = -400000;
CREATE TEMP TABLE s AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i FROM n;
BEGIN;
INSERT INTO uid (uid, app, name, known_since) SELECT i + 10, 1, printf('user-%07d', i), 1772409600000 FROM s;
INSERT INTO device_token (token, app, push_type, text)
SELECT i + 10, 1, (i % 5) + (i % 5 > 2) * 2 + 1, printf('%016x%016x', (i * 2654435761) % 4294967296, i) FROM s;
INSERT INTO registration_log (number, app, at, event, delta, agreement, timezone, country, language)
SELECT i + 10, 1, 1772409600000, 1, 1, 3, 'Asia/Seoul', 'KR', 'ko' FROM s;
INSERT INTO registration (app, token, push_type, uid, number, device_id, notification, ad, night_ad, timezone, country, language,
  created_at, updated_at, activated_at, ad_agreed_at, night_ad_agreed_at)
SELECT 1, i + 10, (i % 5) + (i % 5 > 2) * 2 + 1, i + 10, i + 10, printf('%08x-0000-4000-8000-%012x', i, i), i % 10 > 0, i % 3 > 0, i % 7 > 1,
  'Asia/Seoul', CASE i % 4 WHEN 0 THEN 'US' ELSE 'KR' END, CASE i % 8 WHEN 0 THEN 'en' WHEN 1 THEN 'ja' WHEN 2 THEN 'zh-Hans' ELSE 'ko' END,
  1772409600000, 1772409600000, 1772409600000, CASE WHEN i % 3 > 0 THEN 1772409600000 END, CASE WHEN i % 7 > 1 THEN 1772409600000 END
FROM s;
COMMIT;
