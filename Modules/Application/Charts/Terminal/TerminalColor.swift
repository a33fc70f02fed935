/// The colours in a terminal, as numbers of its 256 colours. They are visible on dark and light
/// backgrounds.
enum TerminalColor {
  /// The colour of values.
  static let value = 33
  /// The colour of axes and other marks in the background.
  static let quiet = 244
  /// The colours of options, in order, with the same hues as in ``Palette``.
  static let categories = [33, 208, 35, 170, 178, 37, 203, 99, 142, 67]
  /// The colours of amounts, in rising order.
  static let levels = [153, 117, 75, 33, 25]

  static func category(_ index: Int) -> Int { categories[index % categories.count] }
}
