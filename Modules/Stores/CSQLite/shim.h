// What of SQLite's interface Swift can't express: casts in macros, and functions with variable
// arguments.
#ifndef STRATA_CSQLITE_SHIM_H
#define STRATA_CSQLITE_SHIM_H

#include <sqlite3.h>

/// SQLITE_STATIC and SQLITE_TRANSIENT are casts from integers.
static inline int strata_bind_text_static(
  sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_STATIC);
}

static inline int strata_bind_text_copy(
  sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int strata_bind_blob_copy(
  sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

static inline void strata_result_text_copy(
  sqlite3_context *context, const char *text, int length) {
  sqlite3_result_text(context, text, length, SQLITE_TRANSIENT);
}

static inline void strata_result_blob_copy(
  sqlite3_context *context, const void *bytes, int length) {
  // A null pointer would be NULL; no bytes are bytes too.
  sqlite3_result_blob(context, bytes ? bytes : "", length, SQLITE_TRANSIENT);
}

/// Whether the last connection to close copies the log into the database file.
static inline int strata_set_checkpoint_on_close(sqlite3 *connection, int enabled) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !enabled, (int *)0);
}

/// Refuses SQL that could damage the file, such as writes to the schema table.
static inline int strata_set_defensive(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

/// The byte in the SQL that the last error is about, or -1 if it is unknown.
static inline int strata_error_offset(sqlite3 *connection) {
#if SQLITE_VERSION_NUMBER >= 3038000
  return sqlite3_error_offset(connection);
#else
  (void)connection;
  return -1;
#endif
}

#endif
