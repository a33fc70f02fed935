#include "CFaults.h"

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stddef.h>
#include <unistd.h>

static _Thread_local struct {
  int is_armed;
  enum strata_fault_kind kind;
  int code;
  long number;
  int persists;
  long calls;
  long failed;
} armed;

void strata_fault_arm(enum strata_fault_kind kind, int code, long number, int persists) {
  armed.kind = kind;
  armed.code = code;
  armed.number = number;
  armed.persists = persists;
  armed.calls = 0;
  armed.failed = 0;
  armed.is_armed = 1;
}

long strata_fault_disarm(long *failed) {
  armed.is_armed = 0;
  if (failed) *failed = armed.failed;
  return armed.calls;
}

static void die(void) { kill(getpid(), SIGKILL); }

/// The code with which a call fails; SQLITE_OK where it doesn't.
static int fault(enum strata_fault_kind kind) {
  if (!armed.is_armed || armed.kind != kind) return SQLITE_OK;
  armed.calls += 1;
  if (armed.persists ? armed.calls < armed.number : armed.calls != armed.number) return SQLITE_OK;
  armed.failed += 1;
  if (armed.code == STRATA_FAULT_KILL && kind != STRATA_FAULT_WRITE) die();
  return armed.code;
}

// A record of what reaches the files

static _Thread_local struct {
  strata_file_observer call;
  void *context;
} observer;

void strata_observe_files(strata_file_observer call, void *context) {
  observer.call = call;
  observer.context = context;
}

static void tell(
  enum strata_file_event_kind kind, const char *path, const void *bytes, sqlite3_int64 offset,
  sqlite3_int64 count) {
  if (!observer.call || !path) return;
  struct strata_file_event event = {kind, path, bytes, offset, count};
  observer.call(observer.context, event);
}

// Files

typedef struct {
  sqlite3_file base;
  sqlite3_file *real;
  /// The name, which SQLite keeps as long as the file is open; NULL for a temporary file.
  const char *name;
} File;

static sqlite3_vfs *real_vfs;

static sqlite3_file *real(sqlite3_file *file) { return ((File *)file)->real; }
static const char *name(sqlite3_file *file) { return ((File *)file)->name; }

static int file_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = fault(STRATA_FAULT_READ);
  return code ? code : real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int code = fault(STRATA_FAULT_WRITE);
  if (!code) {
    code = real(file)->pMethods->xWrite(real(file), bytes, count, offset);
    if (!code) tell(STRATA_FILE_WRITTEN, name(file), bytes, offset, count);
    return code;
  }
  // What fails may have been done in part.
  real(file)->pMethods->xWrite(real(file), bytes, count / 2, offset);
  if (code == STRATA_FAULT_KILL) die();
  return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = fault(STRATA_FAULT_TRUNCATE);
  if (!code) code = real(file)->pMethods->xTruncate(real(file), size);
  if (!code) tell(STRATA_FILE_TRUNCATED, name(file), NULL, size, 0);
  return code;
}

static int file_sync(sqlite3_file *file, int flags) {
  int code = fault(STRATA_FAULT_SYNC);
  if (!code) code = real(file)->pMethods->xSync(real(file), flags);
  if (!code) tell(STRATA_FILE_SYNCHRONIZED, name(file), NULL, 0, 0);
  return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  int code = fault(STRATA_FAULT_LOCK);
  return code ? code : real(file)->pMethods->xLock(real(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}

static int file_check_lock(sqlite3_file *file, int *result) {
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}

static int file_characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int file_shm_map(
  sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  int code = fault(STRATA_FAULT_SHARED_MEMORY);
  return code ? code : real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  // A lock is always given back.
  int code = flags & SQLITE_SHM_UNLOCK ? SQLITE_OK : fault(STRATA_FAULT_SHARED_MEMORY);
  return code ? code : real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int file_shm_unmap(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

static int file_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **bytes) {
  return real(file)->pMethods->xFetch(real(file), offset, count, bytes);
}

static int file_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *bytes) {
  return real(file)->pMethods->xUnfetch(real(file), offset, bytes);
}

static const sqlite3_io_methods file_methods = {
  3, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock,
  file_unlock, file_check_lock, file_control, file_sector_size, file_characteristics,
  file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap, file_fetch, file_unfetch};

// The file system

static int vfs_open(
  sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *result) {
  File *own = (File *)file;
  own->base.pMethods = NULL;
  own->real = (sqlite3_file *)(own + 1);
  own->name = name;
  int is_there = 0;
  if (observer.call && name) real_vfs->xAccess(real_vfs, name, SQLITE_ACCESS_EXISTS, &is_there);
  int code = fault(STRATA_FAULT_OPEN);
  if (!code && (code = fault(STRATA_FAULT_DESCRIPTOR))) errno = EMFILE;
  if (!code) code = real_vfs->xOpen(real_vfs, name, own->real, flags, result);
  if (!code) own->base.pMethods = &file_methods;
  if (!code) tell(is_there ? STRATA_FILE_OPENED : STRATA_FILE_MADE, name, NULL, 0, 0);
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int syncs) {
  int code = fault(STRATA_FAULT_DELETE);
  if (!code) code = real_vfs->xDelete(real_vfs, name, syncs);
  if (!code) tell(syncs ? STRATA_FILE_DELETED_FOR_GOOD : STRATA_FILE_DELETED, name, NULL, 0, 0);
  return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  return real_vfs->xAccess(real_vfs, name, flags, result);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int count, char *path) {
  return real_vfs->xFullPathname(real_vfs, name, count, path);
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  return real_vfs->xRandomness(real_vfs, count, bytes);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
  return real_vfs->xSleep(real_vfs, microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, double *time) { return real_vfs->xCurrentTime(real_vfs, time); }

static int vfs_last_error(sqlite3_vfs *vfs, int count, char *text) {
  return real_vfs->xGetLastError(real_vfs, count, text);
}

static int vfs_time_64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  return real_vfs->xCurrentTimeInt64(real_vfs, time);
}

static sqlite3_vfs fault_vfs = {
  .iVersion = 2,
  .zName = "strata-faults",
  .xOpen = vfs_open,
  .xDelete = vfs_delete,
  .xAccess = vfs_access,
  .xFullPathname = vfs_full_path,
  .xRandomness = vfs_randomness,
  .xSleep = vfs_sleep,
  .xCurrentTime = vfs_time,
  .xGetLastError = vfs_last_error,
  .xCurrentTimeInt64 = vfs_time_64,
};

// Memory

static sqlite3_mem_methods real_memory;

static void *memory_allocate(int count) {
  return fault(STRATA_FAULT_MEMORY) ? NULL : real_memory.xMalloc(count);
}

static void *memory_change(void *bytes, int count) {
  return fault(STRATA_FAULT_MEMORY) ? NULL : real_memory.xRealloc(bytes, count);
}

// SQLite takes an allocator only before it is used first, and so before main.
__attribute__((constructor)) static void install(void) {
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory) == SQLITE_OK) {
    sqlite3_mem_methods memory = real_memory;
    memory.xMalloc = memory_allocate;
    memory.xRealloc = memory_change;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
  }
  real_vfs = sqlite3_vfs_find(NULL);
  fault_vfs.szOsFile = (int)sizeof(File) + real_vfs->szOsFile;
  fault_vfs.mxPathname = real_vfs->mxPathname;
  // Libraries are loaded without faults. These functions don't look at their file system.
  fault_vfs.xDlOpen = real_vfs->xDlOpen;
  fault_vfs.xDlError = real_vfs->xDlError;
  fault_vfs.xDlSym = real_vfs->xDlSym;
  fault_vfs.xDlClose = real_vfs->xDlClose;
  sqlite3_vfs_register(&fault_vfs, 1);
}
