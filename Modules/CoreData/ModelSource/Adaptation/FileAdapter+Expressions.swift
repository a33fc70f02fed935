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
      case "NSComparisonPredicate" where index == 0 || tokens[index - 1].text != ".":
        adaptComparison(token)
      case "_kvcKeyPathString": adaptKeyPathName(token)
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

  /// Names the module of `NSComparisonPredicate`: on Linux two modules have the name, and Foundation's
  /// has no initializer.
  private mutating func adaptComparison(_ token: SourceToken) {
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
    guard !declaresKeyPathName else { return }
    declaresKeyPathName = true
    let tokens = source.file.tokens
    // The file has been adapted before.
    guard !zip(tokens, tokens.dropFirst()).contains(where: { ($0.text, $1.text) == ("var", name) })
    else { return }
    let newline = source.newline
    let lines = [
      Self.condition, "  fileprivate extension AnyKeyPath {",
      "    var \(name): String? { _kvcKeyPathString }", "  }", "#endif", "",
    ]
    let end = source.bytes.count
    let isLineEnd = source.bytes.last.map(ParsedSource.isLineBreak) ?? true
    edits.add(
      end..<end, (isLineEnd ? newline : newline + newline) + lines.joined(separator: newline),
      isCounted: false)
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
