/// The parts of a key path, from some part on: `\Item.owner?.name` has `owner` and `name`.
///
/// A key path has no public list of its parts. How many there are, of what types, and where an
/// optional is passed is said by its description; which properties they are is read by
/// ``KeyPathComponents``.
package struct KeyPathParts {
  struct Part {
    let identity: Identity
    /// Whether it depends on arguments too, as a property of a protocol or a subscript does.
    let hasArguments: Bool
    /// What the description has for it: `.<computed 0x1f (String)>`, or `.name` for what is stored.
    let mark: Substring
    /// What stands behind it: `?` and `!` unwrap an optional, or wrap the end's value.
    let optionalMarks: Substring
  }

  /// Which property a part is, among those of one type.
  package enum Identity: Equatable {
    /// A stored property at an offset, with what holds it.
    case stored(UInt32)
    /// A computed property, and what its identifier is of.
    case computed(UInt, kind: UInt32)
    /// What only the description tells: where the getter is, of which optimized builds may have
    /// several.
    case mark(Substring)
  }

  private var parts: ArraySlice<Part>
  /// Whether an optional follows what was taken last.
  private var optionalMarks: Substring

  package init?(_ keyPath: AnyKeyPath) {
    guard RuntimeFeature.isTrusted else { return nil }
    let text = "\(keyPath)"
    let root = "\\\(type(of: keyPath).rootType)"
    guard text.hasPrefix(root) else { return nil }
    var rest = text.dropFirst(root.count)
    optionalMarks = Self.takeOptionalMarks(&rest)
    var marks: [(mark: Substring, optionalMarks: Substring)] = []
    while !rest.isEmpty {
      let mark = Self.takeMark(&rest)
      marks.append((mark, Self.takeOptionalMarks(&rest)))
    }
    let identities = KeyPathComponents.identities(of: keyPath, marks: marks.map(\.mark))
    parts = ArraySlice(
      marks.enumerated().map { index, part in
        Part(
          identity: identities?[index].identity ?? .mark(part.mark),
          hasArguments: identities?[index].hasArguments ?? false, mark: part.mark,
          optionalMarks: part.optionalMarks)
      })
  }

  package var isEmpty: Bool { parts.isEmpty && optionalMarks.isEmpty }
  /// How many parts are left.
  package var count: Int { parts.count }
  /// Whether all that is left is kept in one value.
  package var areStored: Bool {
    parts.allSatisfy { part in
      if case .stored = part.identity { true } else { false }
    }
  }
  /// Takes the next part if it is stored in a struct, and gives its offset there.
  package mutating func takeOffset() -> Int? {
    // The header's discriminator: 1 for a struct's stored property.
    guard optionalMarks.isEmpty, case .stored(let header)? = parts.first?.identity,
      header >> 24 == 1
    else { return nil }
    _ = takeFirst()
    return Int(header & 0x7f_ffff)
  }

  /// Whether the next part depends on arguments.
  package var hasArguments: Bool { parts.first?.hasArguments ?? false }
  /// Which property the next part is.
  package var first: Identity? { parts.first?.identity }

  /// Takes the next part, whatever it is, and says in words what it is; of a getter only its value's
  /// type is known.
  package mutating func takeAny() -> String {
    guard let part = takeFirst() else { return "" }
    guard part.mark.hasPrefix(".<computed "), let type = part.mark.firstIndex(of: "(") else {
      return String(part.mark)
    }
    return ".<\(part.mark[type...].dropFirst().dropLast(2))>"
  }

  /// Passes over what unwraps or wraps an optional, and gives it.
  package mutating func takeOptional() -> Substring {
    defer { optionalMarks = "" }
    return optionalMarks
  }

  /// Passes over what unwraps or wraps an optional, and says whether there was such.
  package mutating func skipOptional() -> Bool { !takeOptional().isEmpty }

  /// Takes the next part if it is a property.
  package mutating func take(_ identity: Identity) -> Bool {
    guard optionalMarks.isEmpty, parts.first?.identity == identity else { return false }
    _ = takeFirst()
    return true
  }

  /// Takes the next part if it is what a key path of one part leads to.
  package mutating func take(_ keyPath: AnyKeyPath) -> Bool {
    guard let other = KeyPathParts(keyPath), other.count == 1, let identity = other.first else {
      return false
    }
    return take(identity)
  }

  /// Takes the last part if it is what a key path of one part leads to.
  package mutating func takeLast(_ keyPath: AnyKeyPath) -> Bool {
    guard count == 1, take(keyPath) else { return false }
    optionalMarks = ""
    return true
  }

  /// Takes the last part if it is computed and of a type: what every class has from a protocol has an
  /// identity of its own in each, so that its type has to tell.
  package mutating func take(valueOf type: any Any.Type) -> Bool {
    guard count == 1, let mark = parts.first?.mark, mark.hasPrefix(".<computed "),
      mark.hasSuffix(" (\(type))>")
    else { return false }
    _ = takeFirst()
    optionalMarks = ""
    return true
  }

  private mutating func takeFirst() -> Part? {
    let part = parts.popFirst()
    optionalMarks = part?.optionalMarks ?? ""
    return part
  }

  // A part begins with a point, and what is in brackets belongs to it.
  private static func takeMark(_ text: inout Substring) -> Substring {
    var depth = 0
    let end = text.indices.dropFirst().first { index in
      switch text[index] {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case ".", "?", "!": return depth == 0
      default: break
      }
      return false
    }
    defer { text = text[(end ?? text.endIndex)...] }
    return text[..<(end ?? text.endIndex)]
  }

  private static func takeOptionalMarks(_ text: inout Substring) -> Substring {
    let marks = text.prefix { $0 == "?" || $0 == "!" }
    text = text.dropFirst(marks.count)
    return marks
  }
}
