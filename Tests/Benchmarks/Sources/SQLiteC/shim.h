// SQLite's C interface for the raw contenders, apart from the one that the library uses.
#ifndef STRATA_BENCHMARKS_SQLITE_H
#define STRATA_BENCHMARKS_SQLITE_H

#include <sqlite3.h>

/// SQLITE_STATIC and SQLITE_TRANSIENT are casts, which Swift can't express.
static inline int benchmark_bind_text(
  sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int benchmark_bind_blob(
  sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

#endif
