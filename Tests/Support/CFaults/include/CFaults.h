// Makes what SQLite asks of the system fail: for tests alone.
//
// A file system layer of its own stands before SQLite's default one, and before its allocator, from
// the start of the program on. Both pass all calls on, but those of a thread that has asked for a
// fault. So tests may run side by side, and nothing in the library knows of this.
#ifndef STRATA_CFAULTS_H
#define STRATA_CFAULTS_H

enum strata_fault_kind {
  STRATA_FAULT_OPEN,
  STRATA_FAULT_READ,
  STRATA_FAULT_WRITE,
  STRATA_FAULT_SYNC,
  STRATA_FAULT_TRUNCATE,
  STRATA_FAULT_DELETE,
  STRATA_FAULT_LOCK,
  STRATA_FAULT_SHARED_MEMORY,
  STRATA_FAULT_MEMORY,
  /// A file that is to be opened, since the process has too many open.
  STRATA_FAULT_DESCRIPTOR,
};

/// Instead of a code: the process is killed at the call, in the middle of it where it writes.
#define STRATA_FAULT_KILL (-1)

/// Lets calls of a kind fail on this thread: the one with a number, counted from 1 and from now on, or
/// all from it on. `code` is what SQLite is told (sqlite.org/rescode.html); memory has none.
void strata_fault_arm(enum strata_fault_kind kind, int code, long number, int persists);

/// Lets calls succeed again on this thread; gives how many there were, and how many of them failed.
long strata_fault_disarm(long *failed);

// A record of what reaches the files

enum strata_file_event_kind {
  STRATA_FILE_OPENED,
  STRATA_FILE_MADE,
  STRATA_FILE_WRITTEN,
  STRATA_FILE_TRUNCATED,
  STRATA_FILE_SYNCHRONIZED,
  STRATA_FILE_DELETED,
  STRATA_FILE_DELETED_FOR_GOOD,
};

/// A call that has succeeded. A file that was made is synchronized together with its folder, as SQLite
/// does with logs and journals; one that was deleted for good is so with its folder already.
struct strata_file_event {
  enum strata_file_event_kind kind;
  const char *path;
  const void *bytes;
  /// Where bytes were written, or the size after a truncation.
  long long offset;
  long long count;
};

/// Called for what SQLite does with files that have a name.
typedef void (*strata_file_observer)(void *context, struct strata_file_event event);

/// Sets who is told of this thread's calls; NULL for nobody.
void strata_observe_files(strata_file_observer observer, void *context);

#endif
