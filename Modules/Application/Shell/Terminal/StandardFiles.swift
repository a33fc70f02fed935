import Foundation

/// The descriptors of standard input, output and error.
public enum StandardFiles {
  /// Opens a placeholder for each standard descriptor that is closed.
  ///
  /// Otherwise the next opened file, such as the store, would get its number, and output would
  /// overwrite it. Reading or writing the placeholder fails, as it would for the closed descriptor.
  ///
  /// Call this first in a program.
  public static func fillGaps() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // A file gets the lowest free number. If /dev/null doesn't exist, there is no alternative.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
