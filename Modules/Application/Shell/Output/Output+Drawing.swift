extension Output {
  /// True if standard output shows colors.
  public var showsColor: Bool { usesColor(standardOutput) }

  /// The number of rows of the terminal. Nil if standard output isn't a terminal.
  public var height: Int? { size?.rows }

  /// Writes lines unchanged, including control sequences such as colors.
  ///
  /// Use it for pictures. Escape any text from data first, with ``VisibleText``.
  ///
  /// - Throws: ``ShellError`` if the output can't be written.
  public func draw(_ lines: [String]) throws(ShellError) {
    for line in lines { try write(line + "\n") }
  }
}
