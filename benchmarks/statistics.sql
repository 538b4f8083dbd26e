-- 10,000,000 events of app 1, spread evenly over all minutes of the 30 days before the frozen clock (2026-03-31T12:34:56.789+09:00): four events, five
-- push types, as the server would have counted them; all of message 1 with statsId "S". Then 1,000,000 registrations, which the server folds itself.
PRAGMA synchronous = OFF;
PRAGMA cache_size = -400000;
BEGIN;
INSERT INTO app (app, appkey, created_at) VALUES (1, 'APP', 1772336000000);
INSERT INTO stats_id (number, app, name) VALUES (1, 1, 'S');
INSERT INTO message (message, app, origin, version, message_type, body, settings, created_at, ttl_from, ttl_minutes, last_registration, status,
  completed_at, stats_id)
VALUES (1, 1, 1, 'v2.4', 1, '{}', '{}', 1772336000000, 1772336000000, 10, 0, 3, 1772336000000, 1);

-- Minute 29539474 since 1970-01-01T00:00+09:00 is 2026-03-01T12:34, 43,201 minutes to 2026-03-31T12:34.
CREATE TEMP TABLE cell AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 43201 * 20 - 1)
SELECT 29539474 + i / 20 AS minute, CASE i / 4 % 5 WHEN 3 THEN 6 WHEN 4 THEN 7 ELSE i / 4 % 5 + 1 END AS push_type, i % 4 AS event,
  (i + 1) * 10000000 / 864020 - i * 10000000 / 864020 AS count
FROM n;
CREATE TEMP TABLE scope (scope);
INSERT INTO scope VALUES (0), (1), (-1);

INSERT INTO event_sum
SELECT 1, scope, 1, minute, push_type, sum(iif(event = 0, count, 0)), sum(iif(event = 1, count, 0)), sum(iif(event = 2, count, 0)),
  sum(iif(event = 3, count, 0))
FROM scope, cell GROUP BY scope, minute, push_type;
INSERT INTO failure_sum SELECT 1, scope, 1, minute, push_type, reason, sum(count) / 2 + iif(reason = 23, sum(count) % 2, 0)
FROM scope, cell, (SELECT 23 AS reason UNION SELECT 26) WHERE event = 1 GROUP BY scope, minute, push_type, reason;
CREATE TEMP TABLE coarser (unit, minutes);
INSERT INTO coarser VALUES (2, 60), (3, 1440);
INSERT INTO event_sum SELECT 1, scope, coarser.unit, bucket / minutes, push_type, sum(sent), sum(failed), sum(received), sum(opened)
FROM coarser, event_sum s WHERE s.unit = 1 GROUP BY scope, coarser.unit, bucket / minutes, push_type;
INSERT INTO failure_sum SELECT 1, scope, coarser.unit, bucket / minutes, push_type, reason, sum(failed)
FROM coarser, failure_sum s WHERE s.unit = 1 GROUP BY scope, coarser.unit, bucket / minutes, push_type, reason;

-- The rows behind the sums: pages of deliveries for every minute; receipts only for the first and the last, of which parts are counted one by one.
INSERT INTO delivery_tally (app, at, message, push_type, reason, count)
SELECT 1, minute * 60000 - 32400000 + push_type * 8000, 1, push_type, iif(event = 0, 0, 26), count FROM cell WHERE event < 2 ORDER BY 2;
INSERT INTO receipt (app, message_id, event, identity, event_at, received_at, data, push_type)
SELECT 1, 3500000000000001, event - 1, minute || ' ' || push_type || ' ' || i.value, minute * 60000 - 32400000 + i.value * 5000, minute * 60000 - 32400000, '{}', push_type
FROM cell, json_each('[0,1,2,3,4,5,6,7,8,9,10]') i WHERE event > 1 AND minute IN (29539474, 29582674);
UPDATE statistics_cursor SET deliveries = (SELECT max(number) FROM delivery_tally), receipts = (SELECT max(number) FROM receipt);

INSERT INTO registration_log (app, at, event, delta, agreement, timezone, country, language)
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999999)
SELECT 1, 1772336097000 + i * 2592, 1, 1, i % 4, CASE i % 5 WHEN 0 THEN 'Asia/Seoul' WHEN 1 THEN 'Asia/Tokyo' WHEN 2 THEN 'America/New_York' WHEN 3 THEN
  'Europe/Berlin' ELSE 'UTC' END, char(65 + i % 13, 66 + i % 13), CASE i % 11 WHEN 0 THEN 'ko' ELSE char(97 + i % 11, 98 + i % 11) END
FROM n;
COMMIT;
