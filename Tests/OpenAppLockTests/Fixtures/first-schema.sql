-- The rules' file as its first version laid it out: each rule with a selection of its own, no lists.
-- first-schema.sqlite is what SQLite makes of this; a test holds one to the other.

CREATE TABLE blocking_rule (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  is_enabled INTEGER NOT NULL,
  hard_mode INTEGER NOT NULL,
  days TEXT NOT NULL,                   -- a JSON array; 1 is Sunday
  start_minutes INTEGER NOT NULL,       -- after midnight
  end_minutes INTEGER NOT NULL,
  selection_mode TEXT NOT NULL,
  block_adult_content INTEGER NOT NULL,
  daily_limit_minutes INTEGER NOT NULL,
  max_opens INTEGER NOT NULL,
  selection TEXT,                       -- JSON
  paused_until INTEGER,                 -- milliseconds since 1970
  created_at INTEGER NOT NULL
);

-- Two rules with the same selection, written in another order.
INSERT INTO blocking_rule VALUES (
  '5F0C1B5E-7D0A-4D61-9A53-000000000001', 'Morning Focus', 'schedule', 1, 0, '[2,3,4,5,6]',
  480, 690, 'block', 0, 45, 5,
  '{"applications":["org.example.Chess","org.example.Mines"],"categories":["social"],"webDomains":[]}',
  NULL, 1736150400000);
INSERT INTO blocking_rule VALUES (
  '5F0C1B5E-7D0A-4D61-9A53-000000000002', 'Lights Out', 'schedule', 1, 1, '[1,2,3,4,5,6,7]',
  1380, 390, 'block', 1, 45, 5,
  '{"webDomains":[],"applications":["org.example.Mines","org.example.Chess"],"categories":["social"]}',
  NULL, 1736150401000);

-- Two rules of one name, with selections of their own.
INSERT INTO blocking_rule VALUES (
  '5F0C1B5E-7D0A-4D61-9A53-000000000003', 'In the Zone', 'schedule', 1, 0, '[7,1]',
  540, 1440, 'allowOnly', 0, 45, 5, '{"applications":["org.example.Editor"]}',
  NULL, 1736150402000);
INSERT INTO blocking_rule VALUES (
  '5F0C1B5E-7D0A-4D61-9A53-000000000004', 'In the Zone', 'timeLimit', 1, 0, '[2]',
  540, 1020, 'block', 0, 30, 5, '{"webDomains":["chess.example"]}',
  1736200800000, 1736150403000);

-- Nothing chosen, in both ways of saying so.
INSERT INTO blocking_rule VALUES (
  '5F0C1B5E-7D0A-4D61-9A53-000000000005', 'Five a Day', 'openLimit', 1, 0, '[]',
  540, 1020, 'block', 0, 45, 7, NULL,
  NULL, 1736150404000);
INSERT INTO blocking_rule VALUES (
  '5F0C1B5E-7D0A-4D61-9A53-000000000006', 'Sunday', 'schedule', 0, 0, '[1]',
  540, 1200, 'block', 0, 45, 5, '{"applications":[],"categories":[],"webDomains":[]}',
  NULL, 1736150405000);

-- What was free text then.
INSERT INTO blocking_rule VALUES (
  '5F0C1B5E-7D0A-4D61-9A53-000000000007', 'Two' || char(10) || 'lines', 'schedule', 1, 0, '[3]',
  540, 1020, 'block', 0, 45, 5, '{"applications":["org.example.Chat"]}',
  NULL, 1736150406000);
