// Functions of Swift's runtime that its modules don't declare.
//
// They are weak: where the linker finds none, the program runs without them. A dynamically linked
// program finds those that the libraries export, and a statically linked one finds all.
#ifndef STRATA_RUNTIME_H
#define STRATA_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
