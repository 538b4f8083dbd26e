/// Reports that simulated devices will make, in the order in which they fall due.
let migration006SimulatedReceipts = Migration(number: 6, sql: """
  CREATE TABLE simulated_receipt (
    due INTEGER NOT NULL,
    message INTEGER NOT NULL REFERENCES message,
    token INTEGER NOT NULL REFERENCES device_token,
    event INTEGER NOT NULL CHECK (event BETWEEN 1 AND 2),
    PRIMARY KEY (due, message, token, event)
  ) STRICT, WITHOUT ROWID;
  """)
