// Functions of Swift's runtime that its modules don't declare.
#ifndef STRATA_RUNTIME_H
#define STRATA_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__ELF__)

// They are weak: where the linker finds none, the program runs without them. A dynamically linked
// program finds those that the libraries export, and a statically linked one finds all.

// ThreadLocal.cpp of the Observation module: the innermost tracking scope of this thread. Only a
// statically linked program has it, since the library hides it.
extern void *_swift_observation_tls_get(void) __attribute__((weak));

// HeapObject.h: true if an object's deinitialization has begun.
extern bool swift_isDeallocating(void *object) __attribute__((weak));

static inline bool strata_has_observation_scope(void) {
  return _swift_observation_tls_get != NULL;
}

static inline void *strata_observation_scope(void) { return _swift_observation_tls_get(); }

static inline bool strata_has_deinitialization(void) { return swift_isDeallocating != NULL; }

static inline bool strata_is_deinitializing(void *object) { return swift_isDeallocating(object); }

#else

// Other linkers refuse a function that no library exports, even if it is weak. Swift's runtime isn't trusted on these
// systems, so that nothing asks for its functions.

static inline bool strata_has_observation_scope(void) { return false; }

static inline void *strata_observation_scope(void) { return NULL; }

static inline bool strata_has_deinitialization(void) { return false; }

static inline bool strata_is_deinitializing(void *object) { return false; }

#endif

#endif
