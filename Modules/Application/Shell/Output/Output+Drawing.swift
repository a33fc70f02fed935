extension Output {
  /// Whether standard output shows colors.
  public var showsColor: Bool { usesColor(standardOutput) }

  /// How many lines the terminal shows that standard output is; nil when it is none.
  public var height: Int? { size?.rows }

  /// Writes lines as they are, with the control sequences that they have, such as colors: for pictures,
  /// whose texts somebody has made harmless (``VisibleText``).
  ///
  /// - Throws: ``ShellError`` when the output can't be written.
  public func draw(_ lines: [String]) throws(ShellError) {
    for line in lines { try write(line + "\n") }
  }
}
