extension Output {
  /// Writes data, such as a file's bytes, to standard output unchanged.
  ///
  /// - Throws: ``ShellError`` if the output can't be written.
  public func write(data bytes: some Sequence<UInt8>) throws(ShellError) {
    try write(Array(bytes))
  }
}
