extension Output {
  /// Writes bytes that are data, such as a file's, to standard output as they are.
  ///
  /// - Throws: ``ShellError`` when the output can't be written.
  public func write(data bytes: some Sequence<UInt8>) throws(ShellError) {
    try write(Array(bytes))
  }
}
