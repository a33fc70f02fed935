/// The remaining components of a key path: `\Item.owner?.name` has `owner` and `name`.
///
/// No public function lists a key path's components. Their number, their types and the optionals
/// between them come from the key path's description, and their identities from
/// ``KeyPathComponents``.
package struct KeyPathParts {
  struct Part {
    let identity: Identity
    /// True if the component also depends on arguments, as a protocol's property or a subscript
    /// does.
    let hasArguments: Bool
    /// The component in the description: `.<computed 0x1f (String)>`, or `.name` for a stored
    /// property.
    let mark: Substring
    /// The marks after it in the description: `?` and `!` unwrap an optional, or wrap the final
    /// value.
    let optionalMarks: Substring
  }

  /// The identity of a property among those of its type.
  package enum Identity: Equatable {
    /// A stored property, by its offset and the kind of its container.
    case stored(UInt32)
    /// A computed property, by its identifier and the identifier's kind.
    case computed(UInt, kind: UInt32)
    /// A component that is known only by its description, which has the getter's address.
    ///
    /// Optimized builds may have several getters of one property.
    case mark(Substring)
  }

  private var parts: ArraySlice<Part>
  /// The optional marks after the component that was taken last.
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
  /// The number of remaining components.
  package var count: Int { parts.count }
  /// True if all remaining components are stored properties.
  package var areStored: Bool {
    parts.allSatisfy { part in
      if case .stored = part.identity { true } else { false }
    }
  }
  /// Takes the next component if it is a struct's stored property, and returns its offset.
  package mutating func takeOffset() -> Int? {
    // The header's discriminator: 1 for a struct's stored property.
    guard optionalMarks.isEmpty, case .stored(let header)? = parts.first?.identity,
      header >> 24 == 1
    else { return nil }
    _ = takeFirst()
    return Int(header & 0x7f_ffff)
  }

  /// True if the next component depends on arguments.
  package var hasArguments: Bool { parts.first?.hasArguments ?? false }
  /// The identity of the next component.
  package var first: Identity? { parts.first?.identity }

  /// Takes the next component, whatever it is, and describes it.
  ///
  /// Of a getter only the value's type is known.
  package mutating func takeAny() -> String {
    guard let part = takeFirst() else { return "" }
    guard part.mark.hasPrefix(".<computed "), let type = part.mark.firstIndex(of: "(") else {
      return String(part.mark)
    }
    return ".<\(part.mark[type...].dropFirst().dropLast(2))>"
  }

  /// Takes and returns the marks that unwrap or wrap an optional.
  package mutating func takeOptional() -> Substring {
    defer { optionalMarks = "" }
    return optionalMarks
  }

  /// Skips the marks that unwrap or wrap an optional, and returns true if there were any.
  package mutating func skipOptional() -> Bool { !takeOptional().isEmpty }

  /// Takes the next component if it is a given property.
  package mutating func take(_ identity: Identity) -> Bool {
    guard optionalMarks.isEmpty, parts.first?.identity == identity else { return false }
    _ = takeFirst()
    return true
  }

  /// Takes the next component if it is that of a key path with a single one.
  package mutating func take(_ keyPath: AnyKeyPath) -> Bool {
    guard let other = KeyPathParts(keyPath), other.count == 1, let identity = other.first else {
      return false
    }
    return take(identity)
  }

  /// Takes the last component if it is that of a key path with a single one.
  package mutating func takeLast(_ keyPath: AnyKeyPath) -> Bool {
    guard count == 1, take(keyPath) else { return false }
    optionalMarks = ""
    return true
  }

  /// Takes the last component if it is computed and has a given type.
  ///
  /// The type identifies a property that every class has from a protocol, since its identity
  /// differs between classes.
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

  // A component begins with a dot, and includes text in brackets.
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
