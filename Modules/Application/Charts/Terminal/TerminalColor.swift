/// The colours of options and of values in a terminal: numbers of its 256 colours, chosen to be seen on
/// dark and on light ground.
enum TerminalColor {
  /// What values are drawn in.
  static let value = 33
  /// What stands in the background, such as axes.
  static let quiet = 244
  /// The colours of options, in order; the same hues as in ``Palette``.
  static let categories = [33, 208, 35, 170, 178, 37, 203, 99, 142, 67]
  /// From little to much.
  static let levels = [153, 117, 75, 33, 25]

  static func category(_ index: Int) -> Int { categories[index % categories.count] }
}
