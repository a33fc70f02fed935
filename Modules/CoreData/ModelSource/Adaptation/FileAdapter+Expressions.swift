import StrataSwiftParser

extension FileAdapter {
  /// Adapts what may be anywhere, also within the interpolations of strings: key paths of
  /// Objective-C, its selectors, and attributes that no declaration of the file's types has.
  mutating func adaptTokens() {
    let tokens = source.file.tokens
    for (index, token) in tokens.enumerated() {
      switch token.text {
      case "#keyPath": adaptKeyPath(at: index, tokens)
      case "#selector" where isAdapted(token.offset):
        note(token.offset, "#selector needs Objective-C; call a closure or a method instead")
      case "import": adaptImport(at: index, tokens)
      case "NSComparisonPredicate" where index == 0 || tokens[index - 1].text != ".",
        "NSExpression" where index == 0 || tokens[index - 1].text != ".":
        nameModule(of: token)
      case "_kvcKeyPathString": adaptKeyPathName(token)
      case "as":
        adaptRequestCast(at: index, tokens)
        adaptSetCast(at: index, tokens)
      case let name where classes.declares(name): break
      case let name where CoreDataNames.contains(name):
        if index == 0 || tokens[index - 1].text != ".", isAdapted(token.offset) {
          usesCoreData = true
        }
      case let name where CoreDataNames.initializers[name] != nil:
        let label = tokens.dropFirst(index + 1).prefix(2).map(\.text)
        if label.first == "(", label.last == CoreDataNames.initializers[name],
          isAdapted(token.offset)
        {
          usesCoreData = true
        }
      case let name where FoundationModules.module(of: name) != nil:
        if index == 0 || tokens[index - 1].text != ".", isAdapted(token.offset) {
          foundationModules.formUnion(FoundationModules.module(of: name).map { [$0] } ?? [])
        }
      case "@" where index + 1 < tokens.count: noteAttribute(token, tokens[index + 1].text)
      default: break
      }
    }
  }

  /// Imports a whole module instead of a header of Objective-C, as in `import CoreData.NSSet`.
  private mutating func adaptImport(at index: Int, _ tokens: [SourceToken]) {
    guard isAdapted(tokens[index].offset), index + 3 < tokens.count,
      ["CoreData", "Foundation"].contains(tokens[index + 1].text), tokens[index + 2].text == "."
    else { return }
    var end = index + 2
    while end + 1 < tokens.count, tokens[end].text == ".", !tokens[end].startsLine { end += 2 }
    edits.add(tokens[index + 2].offset..<tokens[end - 1].range.upperBound, "")
  }

  /// Names the module of `NSComparisonPredicate` and `NSExpression`: on Linux two modules have the name, and Foundation's
  /// have no initializers.
  private mutating func nameModule(of token: SourceToken) {
    guard isAdapted(token.offset) else { return }
    usesCoreData = true
    edits.add(token.offset..<token.offset, "CoreData.")
  }

  /// Replaces the name of a key path, which only the runtime of Objective-C gives.
  private mutating func adaptKeyPathName(_ token: SourceToken) {
    guard isAdapted(token.offset) else { return }
    usesCoreData = true
    let name = "managedKeyPathString"
    edits.add(token.range, name)
    declareForApple(
      ("var", name),
      [
        "  fileprivate extension AnyKeyPath {",
        "    var \(name): String? { _kvcKeyPathString }", "  }",
      ])
  }

  /// Replaces the cast of a fetch request to one with another type of result. Core Data's requests don't know their type,
  /// so that it always succeeds there.
  private mutating func adaptRequestCast(at index: Int, _ tokens: [SourceToken]) {
    let offset = tokens[index].offset
    guard isAdapted(offset), index > 0, index + 3 < tokens.count,
      ["!", "?"].contains(tokens[index + 1].text), tokens[index + 2].text == "NSFetchRequest",
      tokens[index + 3].text.hasPrefix("<")
    else { return }
    var depth = 0
    var last = index + 3
    while last < tokens.count {
      let text = tokens[last].text
      if text != "->" {
        depth += text.count { $0 == "<" } - text.count { $0 == ">" }
      }
      if depth <= 0 { break }
      last += 1
    }
    // Something else follows the type within the same operator, as in `>?`.
    guard last < tokens.count, depth == 0, tokens[last].text.hasSuffix(">") else { return }
    usesCoreData = true
    let end = tokens[last].range.upperBound
    let type = source.text(tokens[index + 2].offset..<end)
    let isConditional = tokens[index + 1].text == "?"
    edits.add(
      tokens[index - 1].range.upperBound..<end,
      ".casting(to: \(type).self)" + (isConditional ? " as \(type)?" : ""))
    declareForApple(
      ("func", "casting"),
      [
        "  fileprivate extension NSPersistentStoreRequest {",
        "    func casting<Result: NSFetchRequestResult>(",
        "      to type: NSFetchRequest<Result>.Type",
        // Succeeds for any result: on Apple's platforms the type's argument is erased.
        "    ) -> NSFetchRequest<Result> { self as! NSFetchRequest<Result> }",
        "  }",
      ])
  }

  /// Replaces `value(forKey: key) as? NSMutableSet` by a view of the relationship. A value here is a set of Swift's.
  private mutating func adaptSetCast(at index: Int, _ tokens: [SourceToken]) {
    let names = ["NSMutableSet": "mutableSet", "NSMutableOrderedSet": "mutableOrderedSet"]
    guard isAdapted(tokens[index].offset), index > 4, index + 2 < tokens.count,
      ["!", "?"].contains(tokens[index + 1].text), let name = names[tokens[index + 2].text],
      tokens[index - 1].text == ")"
    else { return }
    // Back to the parenthesis that opens the call's arguments.
    var depth = 1
    var open = index - 1
    while depth > 0, open > 0 {
      open -= 1
      depth += tokens[open].text == ")" ? 1 : tokens[open].text == "(" ? -1 : 0
    }
    guard depth == 0, open > 0, ["forKey", "forKeyPath"].contains(tokens[open + 1].text),
      ["value", "primitiveValue"].contains(tokens[open - 1].text)
    else { return }
    usesCoreData = true
    edits.add(tokens[open - 1].range, name)
    let end = tokens[index + 2].range.upperBound
    edits.add(
      tokens[index - 1].range.upperBound..<end, tokens[index + 1].text == "!" ? "!" : "")
    let type = tokens[index + 2].text
    declareForApple(
      ("func", name),
      [
        "  fileprivate extension NSManagedObject {",
        "    func \(name)(forKey key: String) -> \(type)? {",
        "      value(forKey: key) as? \(type)", "    }",
        "    func \(name)(forKeyPath path: String) -> \(type)? {",
        "      value(forKeyPath: path) as? \(type)", "    }", "  }",
      ])
  }

  private mutating func noteAttribute(_ token: SourceToken, _ name: String) {
    guard name == "NSManaged" || Self.objectiveC.contains(name), isAdapted(token.offset),
      !seenAttributes.contains(token.offset)
    else { return }
    note(
      token.offset, "@\(name) can't be adapted here; move the declaration into a type of the file")
  }

  /// Replaces `#keyPath(Trip.stops.place)` by the text `"stops.place"`. In a file that imports Core
  /// Data the key path is one of a model, also where the file needs Apple's platforms.
  private mutating func adaptKeyPath(at index: Int, _ tokens: [SourceToken]) {
    let offset = tokens[index].offset
    guard isAdapted(offset) || (source.usesCoreData && !source.isExcluded(offset)),
      index + 1 < tokens.count, tokens[index + 1].text == "("
    else { return }
    var names: [String] = []
    var position = index + 2
    while position < tokens.count, tokens[position].text != ")" {
      let text = tokens[position].text
      if text != "." { names.append(text.filter { $0 != "`" }) }
      position += 1
    }
    guard position < tokens.count, !names.isEmpty else { return }
    // The types in front are no part of the path. The last name always is.
    let isCapital = names.map { $0.first?.isUppercase == true || classes.isClass($0) }
    let types = min(isCapital.prefix { $0 }.count, names.count - 1)
    let path = names.dropFirst(types).joined(separator: ".")
    edits.add(
      tokens[index].offset..<tokens[position].range.upperBound, SwiftWord.literal(path))
  }
}
