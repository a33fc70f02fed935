extension Unicode.Scalar {
  /// Takes no room at all when shown (Unicode's Default_Ignorable_Code_Point): zero-width spaces
  /// and joiners, byte order mark, direction marks, variation selectors, Hangul fillers.
  var isZeroWidth: Bool { properties.isDefaultIgnorableCodePoint }

  /// Leaves no ink: white space or zero width. The blank braille pattern is white space in all but
  /// its Unicode category, and is what people paste where blanks are refused.
  var isBlank: Bool { properties.isWhitespace || isZeroWidth || self == "\u{2800}" }

  var isControl: Bool { properties.generalCategory == .control }

  /// Ends a line, by Unicode's mandatory breaks (UAX #14: LF, VT, FF, CR, NEL, LS, PS).
  var isLineBreak: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Embeds, overrides or isolates a direction (UAX #9): left open it reorders the text after it,
  /// and closed it can still make a name look like another.
  var isDirectionOverride: Bool {
    switch value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Has no place in one line of plain text.
  var isIllegalInNames: Bool { isControl || isLineBreak || isDirectionOverride }
}
