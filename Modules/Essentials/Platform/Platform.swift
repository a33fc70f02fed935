// The C library of the system, for files that call it: this file alone says which that is.
#if canImport(Darwin)
@_exported public import Darwin
#elseif canImport(Android)
@_exported public import Android
#elseif canImport(Musl)
@_exported public import Musl
#else
@_exported public import Glibc
#endif

/// The declarations that differ between the systems' C libraries.
package enum Platform {
  /// The kind of sockets that carry streams.
  package static var streamSocket: Int32 {
    #if canImport(Glibc)
    Int32(SOCK_STREAM.rawValue)
    #else
    SOCK_STREAM
    #endif
  }

  /// A number that identifies the current thread.
  package static var currentThread: UInt {
    #if canImport(Glibc)
    pthread_self()
    #else
    UInt(bitPattern: pthread_self())
    #endif
  }

  /// The initial value of the variable that `pthread_create` sets.
  #if canImport(Glibc) || canImport(Android)
  package static var unstartedThread: pthread_t { pthread_t() }
  #else
  package static var unstartedThread: pthread_t? { nil }
  #endif

  /// The time of a file's last change.
  package static func modificationTime(_ status: stat) -> timespec {
    #if canImport(Darwin)
    status.st_mtimespec
    #else
    status.st_mtim
    #endif
  }
}
