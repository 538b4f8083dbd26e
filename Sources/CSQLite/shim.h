#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

// A cast of -1 to a function pointer, which Swift cannot import.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int csqlite_set_reset_database(sqlite3 *db, int on) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_RESET_DATABASE, on, (int *)0);
}

// As PRAGMA foreign_keys, but also inside a transaction.
static inline int csqlite_set_foreign_keys(sqlite3 *db, int on) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, on, (int *)0);
}

// sqlite3_config is variadic. Without statistics SQLite takes no global mutex around each allocation.
static inline int csqlite_disable_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#endif
