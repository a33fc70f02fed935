import StrataSwiftParser

/// A method that Core Data makes at run time for a to-many relationship, such as `addToTags(_:)`.
struct MemberMethod {
  /// The call that does the same.
  let call: String

  /// Recognizes the method by its name in Objective-C. Returns nil for any other function.
  ///
  /// - Parameter variables: The names of the class's variables, one of which is the relationship's.
  init?(_ function: FunctionDeclaration, _ variables: Set<String>) {
    guard function.signature.returnType.map({ ["Void", "()"].contains($0.text) }) ?? true else {
      return nil
    }
    let parameters = function.signature.parameters
    guard let first = parameters.first else { return nil }
    let names = parameters.map(\.name.written)
    let selector = Self.selector(of: function)
    func key(_ word: Substring) -> String {
      let name = word.prefix(1).lowercased() + word.dropFirst()
      let known = variables.sorted().first { $0.prefix(1).uppercased() + $0.dropFirst() == word }
      return SwiftWord.literal(known ?? name)
    }
    func positions(_ parameter: Parameter) -> String {
      switch ProgramClasses.lastName(parameter.type.text) {
      case "IndexSet": parameter.name.written
      case "NSIndexSet": "IndexSet(\(parameter.name.written))"
      default: "IndexSet(integer: \(parameter.name.written))"
      }
    }
    switch parameters.count {
    case 1:
      if let word = selector.between("removeObjectFrom", "AtIndex:")
        ?? selector.between("remove", "AtIndexes:")
      {
        call = "_$removeMembers(at: \(positions(first)), forKey: \(key(word)))"
      } else if let word = selector.between("add", "Object:") ?? selector.between("add", ":") {
        call = "_$addMembers(\(names[0]), forKey: \(key(word)))"
      } else if let word = selector.between("remove", "Object:") ?? selector.between("remove", ":")
      {
        call = "_$removeMembers(\(names[0]), forKey: \(key(word)))"
      } else {
        return nil
      }
    case 2:
      if let word = selector.between("insertObject:in", "AtIndex:")
        ?? selector.between("insert", ":atIndexes:")
      {
        call =
          "_$insertMembers(\(names[0]), at: \(positions(parameters[1])), forKey: \(key(word)))"
      } else if let word = selector.between("replaceObjectIn", "AtIndex:withObject:")
        ?? selector.replacedAtIndexes
      {
        call =
          "_$replaceMembers(at: \(positions(first)), with: \(names[1]), forKey: \(key(word)))"
      } else {
        return nil
      }
    default: return nil
    }
  }

  /// The name in Objective-C.
  private static func selector(of function: FunctionDeclaration) -> String {
    if let given = function.attributes(named: "objc").first?.arguments.first {
      return given.value.text.filter { !$0.isWhitespace }
    }
    var name = function.name.text
    for (index, parameter) in function.signature.parameters.enumerated() {
      if let label = parameter.label?.text {
        name += index == 0 ? "With" + label.prefix(1).uppercased() + label.dropFirst() : label
      }
      name += ":"
    }
    return name
  }
}

extension String {
  /// The part between a prefix and a suffix, or nil if the text isn't of that form.
  fileprivate func between(_ prefix: String, _ suffix: String) -> Substring? {
    guard hasPrefix(prefix), hasSuffix(suffix), count > prefix.count + suffix.count else {
      return nil
    }
    return dropFirst(prefix.count).dropLast(suffix.count)
  }

  /// The relationship of `replaceTagsAtIndexes:withTags:`, or nil for another name.
  fileprivate var replacedAtIndexes: Substring? {
    guard let rest = between("replace", ":") else { return nil }
    let parts = rest.split(separator: ":")
    let (end, start) = ("AtIndexes", "with")
    guard parts.count == 2, parts[0].hasSuffix(end), parts[1].hasPrefix(start) else { return nil }
    return parts[0].dropLast(end.count)
  }
}
