import StrataQueryText

/// A predicate's text, whose placeholders have become variables.
struct FormatText {
  private(set) var text = ""
  private(set) var arguments: [String: QueryArgument] = [:]

  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)`` where placeholders and arguments don't fit
  ///   each other.
  init(_ format: String, _ given: [Any?]) throws(ManagedObjectError) {
    func invalid(_ reason: String) -> ManagedObjectError {
      .invalidPredicate(format, reason: reason)
    }
    var rest = Array(format.unicodeScalars)[...]
    var given = given[...]
    var count = 0
    var quote: Unicode.Scalar?
    func next(_ placeholder: String) throws(ManagedObjectError) -> Any? {
      guard let value = given.popFirst() else { throw invalid("\(placeholder) has no argument") }
      return value
    }
    while let scalar = rest.popFirst() {
      if let open = quote {
        text.unicodeScalars.append(scalar)
        if scalar == "\\", let escaped = rest.popFirst() { text.unicodeScalars.append(escaped) }
        if scalar == open { quote = nil }
        continue
      }
      guard scalar == "%" else {
        if scalar == "\"" || scalar == "'" { quote = scalar }
        text.unicodeScalars.append(scalar)
        continue
      }
      var length = rest.prefix { "lhqzj".unicodeScalars.contains($0) }
      rest.removeFirst(length.count)
      guard let conversion = rest.popFirst() else { throw invalid("it ends with '%'") }
      length.append(conversion)
      let placeholder = "%" + String(String.UnicodeScalarView(length))
      switch conversion {
      case "%": text.append("%")
      case "K":
        guard let path = try next(placeholder) as? String else {
          throw invalid("%K needs a key path")
        }
        text.append(try Self.keyPath(path, format))
      case "@", "d", "i", "u", "D", "U", "f", "g", "e", "s":
        let argument = try QueryArgument(any: try next(placeholder), of: format)
        if conversion != "@", conversion != "s" {
          switch argument {
          case .integer, .real, .decimal, .boolean: break
          default: throw invalid("\(placeholder) needs a number")
          }
        }
        count += 1
        arguments["strata_argument_\(count)"] = argument
        text.append("$strata_argument_\(count)")
      default:
        throw invalid("\(placeholder) is no placeholder; write %@ for a value, %K for a key path")
      }
    }
    guard given.isEmpty else { throw invalid("it has fewer placeholders than arguments") }
  }

  /// A key path as the language has it, where a keyword may be a property's name.
  private static func keyPath(
    _ path: String, _ format: String
  ) throws(ManagedObjectError) -> String {
    let names = path.split(separator: ".", omittingEmptySubsequences: false)
    let areNames = names.allSatisfy { name in
      let name = name.hasPrefix("@") ? name.dropFirst() : name
      return !name.isEmpty
        && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    }
    guard areNames else {
      throw .invalidPredicate(format, reason: "'\(path)' is no key path")
    }
    return path == "SELF" || path == "self" || path.hasPrefix("@") ? path : "#\(path)"
  }
}
