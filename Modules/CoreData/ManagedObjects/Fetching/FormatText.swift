import StrataDescriptions
import StrataQueryText

/// A predicate's format string with its placeholders replaced by variables.
struct FormatText {
  private(set) var text = ""
  private(set) var arguments: [String: QueryArgument] = [:]
  /// The format string with its placeholders replaced by their values, for people.
  private(set) var shown = ""
  /// The position in the format string that each scalar of ``text`` comes from, counted in scalars.
  private(set) var origins: [Int] = []
  private let format: String
  private let scalars: [Unicode.Scalar]
  private var position = 0

  /// Parses a format string and its arguments.
  ///
  /// - Parameter source: The object and fetched property that `$FETCH_SOURCE` and
  ///   `$FETCHED_PROPERTY` refer to. With nil they remain variables.
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)`` if placeholders and arguments
  ///   don't match.
  init(
    _ format: String, _ given: [Any?],
    source: (object: NSManagedObject, property: FetchedPropertyDescription)? = nil
  ) throws(ManagedObjectError) {
    self.format = format
    scalars = Array(format.unicodeScalars)
    var given = given[...]
    var quote: Unicode.Scalar?
    while let scalar = peek() {
      let start = position
      position += 1
      if let open = quote {
        append(scalar, from: start)
        shown.unicodeScalars.append(scalar)
        if scalar == "\\", let escaped = peek() {
          append(escaped, from: position)
          shown.unicodeScalars.append(escaped)
          position += 1
        }
        if scalar == open { quote = nil }
      } else if scalar == "%" {
        try readPlaceholder(from: start, &given)
      } else if scalar == "$", let source {
        try readVariable(from: start, source.object, source.property)
      } else {
        if scalar == "\"" || scalar == "'" { quote = scalar }
        append(scalar, from: start)
        shown.unicodeScalars.append(scalar)
      }
    }
    guard given.isEmpty else { throw invalid("it has fewer placeholders than arguments") }
  }

  /// Converts a column of ``text`` to one of the format string. Columns count characters from 1.
  func column(_ column: Int) -> Int {
    let characters = text.prefix(max(column - 1, 0))
    let scalar = characters.unicodeScalars.count
    guard scalar < origins.count else { return format.count + 1 }
    let before = String(String.UnicodeScalarView(scalars[..<origins[scalar]]))
    return before.count + 1
  }

  private func peek() -> Unicode.Scalar? {
    position < scalars.count ? scalars[position] : nil
  }

  private mutating func take(while belongs: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let scalar = peek(), belongs(scalar) { position += 1 }
    return String(String.UnicodeScalarView(scalars[start..<position]))
  }

  private mutating func append(_ scalar: Unicode.Scalar, from origin: Int) {
    text.unicodeScalars.append(scalar)
    origins.append(origin)
  }

  private mutating func append(_ words: String, from origin: Int) {
    for scalar in words.unicodeScalars { append(scalar, from: origin) }
  }

  /// Appends a variable and a space, which separates it from a word that may follow.
  private mutating func append(_ argument: QueryArgument, from origin: Int) {
    let name = "strata_argument_\(arguments.count + 1)"
    arguments[name] = argument
    append("$\(name) ", from: origin)
  }

  private func invalid(_ reason: String) -> ManagedObjectError {
    .invalidPredicate(format, reason: reason)
  }

  private mutating func readPlaceholder(
    from start: Int, _ given: inout ArraySlice<Any?>
  ) throws(ManagedObjectError) {
    let width = take { "0123456789+-#.".unicodeScalars.contains($0) }
    let length = take { "lhqzj".unicodeScalars.contains($0) }
    guard let conversion = peek() else { throw invalid("it ends with '%'") }
    position += 1
    let placeholder = "%\(width)\(length)\(conversion)"
    guard width.isEmpty else {
      throw invalid(
        "\(placeholder) says how a number is printed, and a predicate takes the number itself; write "
          + "%\(length)\(conversion)")
    }
    func next() throws(ManagedObjectError) -> Any? {
      guard let value = given.popFirst() else { throw invalid("\(placeholder) has no argument") }
      return value
    }
    switch conversion {
    case "%":
      append("%", from: start)
      shown += "%"
    case "K":
      let path: String
      switch try next() {
      // Also an NSString, which is no StringProtocol.
      case let text as String: path = text
      case let text as any StringProtocol: path = String(text)
      default: throw invalid("%K needs a key path")
      }
      append(try keyPath(path), from: start)
      shown += path
    case "@" where given.first is FetchExpression:
      let words = try words(of: try next())
      // The space separates the text from a word that may follow.
      append(words + " ", from: start)
      shown += words
    case "@", "d", "i", "u", "D", "U", "x", "X", "o", "O", "f", "F", "g", "G", "e", "E", "a", "A",
      "s":
      let value = try next()
      let argument = try QueryArgument(any: value, of: format)
      shown += ConstantText.of(value)
      if conversion != "@", conversion != "s" {
        switch argument {
        case .integer, .real, .decimal, .boolean: break
        default: throw invalid("\(placeholder) needs a number")
        }
      }
      append(argument, from: start)
    default:
      throw invalid(
        "\(placeholder) is no placeholder; write %@ for a value, %K for a key path")
    }
  }

  /// The text of an expression in the predicate language.
  private func words(of expression: Any?) throws(ManagedObjectError) -> String {
    switch (expression as? FetchExpression)?.kind {
    case .keyPath(let path): return try keyPath(path)
    case .variable(let name): return "$\(name)"
    case .object: return "SELF"
    case .function, .constant, .aggregate, nil:
      throw invalid(
        "an aggregate is named by the variable that its description is called, in havingPredicate")
    }
  }

  /// The text of a key path in the predicate language, which escapes keywords.
  private func keyPath(_ path: String) throws(ManagedObjectError) -> String {
    var names = path.split(separator: ".", omittingEmptySubsequences: false)
    let areNames = names.allSatisfy { name in
      let name = name.hasPrefix("@") ? name.dropFirst() : name
      return !name.isEmpty
        && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    }
    guard areNames else { throw invalid("'\(path)' is no key path") }
    if names[0].uppercased() == "SELF" {
      guard names.count > 1 else { return "SELF" }
      names.removeFirst()
    }
    return names.map { KeyPathComponent(String($0)) }.keyPathText
  }
}

extension FormatText {
  /// Replaces a path such as `$FETCH_SOURCE.artist.name` with its value for the fetched property's
  /// object or description.
  private mutating func readVariable(
    from start: Int, _ object: NSManagedObject, _ property: FetchedPropertyDescription
  ) throws(ManagedObjectError) {
    let name = take { $0 == "_" || $0.properties.isXIDContinue }
    guard name == "FETCH_SOURCE" || name == "FETCHED_PROPERTY" else {
      shown += "$\(name)"
      return append("$\(name)", from: start)
    }
    var path: [String] = []
    while peek() == ".", position + 1 < scalars.count,
      scalars[position + 1] == "_" || scalars[position + 1].properties.isXIDStart
    {
      position += 1
      path.append(take { $0 == "_" || $0.properties.isXIDContinue })
    }
    let value: Any?
    if name == "FETCHED_PROPERTY" {
      value = try Self.value(path, of: property, format)
    } else {
      value = path.isEmpty ? object : try object.value(forKeyPath: path.joined(separator: "."))
    }
    shown += ConstantText.of(value)
    append(try QueryArgument(any: value, of: format), from: start)
  }

  private static func value(
    _ path: [String], of property: FetchedPropertyDescription, _ format: String
  ) throws(ManagedObjectError) -> String? {
    if path == ["name"] { return property.name }
    if path.count == 2, path[0] == "userInfo" { return property.userInfo[path[1]] }
    throw .invalidPredicate(
      format, reason: "of $FETCHED_PROPERTY there are name and userInfo.… to compare with")
  }
}

extension FormatText {
  /// Replaces the variables in a shown text by the texts of their values.
  static func shown(_ text: String, with variables: [String: String]) -> String {
    var shown = ""
    var rest = text.unicodeScalars[...]
    var quote: Unicode.Scalar?
    while let scalar = rest.popFirst() {
      if scalar == "$", quote == nil {
        let name = rest.prefix { $0 == "_" || $0.properties.isXIDContinue }
        if let value = variables[String(String.UnicodeScalarView(name))] {
          shown += value
          rest = rest.dropFirst(name.count)
          continue
        }
      }
      shown.unicodeScalars.append(scalar)
      if scalar == "\\", quote != nil, let escaped = rest.popFirst() {
        shown.unicodeScalars.append(escaped)
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "\"" || scalar == "'" {
        quote = scalar
      }
    }
    return shown
  }

  /// The text of an error, with its column in the format string.
  func inWordsOfTheFormat(_ error: QueryError) -> String {
    inWordsOfTheFormat(
      "column \(column(error.column)): \(error.message)" + (error.hint.map { "; \($0)" } ?? ""))
  }

  /// Replaces the variables in a message with the numbers of the arguments.
  func inWordsOfTheFormat(_ message: String) -> String {
    message.replacing(#/'?\$?strata_argument_([0-9]+)'?/#) { "argument \($0.output.1)" }
  }
}
