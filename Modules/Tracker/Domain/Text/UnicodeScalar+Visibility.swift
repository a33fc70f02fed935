extension Unicode.Scalar {
  /// True if the scalar has no width (Unicode's Default_Ignorable_Code_Point).
  ///
  /// These are zero-width spaces and joiners, the byte order mark, direction marks, variation
  /// selectors and Hangul fillers.
  var isZeroWidth: Bool { properties.isDefaultIgnorableCodePoint }

  /// True if the scalar is invisible: white space or zero width.
  ///
  /// The blank braille pattern is included. It isn't white space in Unicode, but people paste it
  /// where blanks are rejected.
  var isBlank: Bool { properties.isWhitespace || isZeroWidth || self == "\u{2800}" }

  var isControl: Bool { properties.generalCategory == .control }

  /// True if the scalar is a mandatory line break of UAX #14: LF, VT, FF, CR, NEL, LS or PS.
  var isLineBreak: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// True if the scalar embeds, overrides or isolates a direction (UAX #9).
  ///
  /// An unclosed one reorders the text behind it. Even a closed one can make a name look like
  /// another.
  var isDirectionOverride: Bool {
    switch value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// True if the scalar isn't allowed in one line of plain text.
  var isIllegalInNames: Bool { isControl || isLineBreak || isDirectionOverride }
}
