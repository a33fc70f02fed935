import Foundation

/// Standard input, output and error.
public enum StandardFiles {
  /// Puts something where one of them is closed, that can't be read or written as the closed one
  /// couldn't: the next file opened, such as a store, would take its number, and get what is written
  /// to standard output.
  ///
  /// To be called first of all, by the program.
  public static func fillGaps() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // Files get the lowest free number. Without /dev/null there is nothing to do.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
