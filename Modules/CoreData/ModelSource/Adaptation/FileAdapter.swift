import StrataSwiftParser

/// Adapts one file of a program.
struct FileAdapter {
  /// A member of an extension that belongs into its class.
  struct Move {
    /// The member with the comments above it.
    let range: Range<Int>
    /// The member with its whole lines.
    let deletion: Range<Int>
    let destination: ProgramClasses.Place
  }

  let sources: [ParsedSource]
  let index: Int
  let classes: ProgramClasses
  var edits = SourceEdits()
  private(set) var notes: [SourceNote] = []
  var moves: [Move] = []
  /// The offsets of the attributes that were adapted or noted.
  var seenAttributes: Set<Int> = []

  /// The offsets of the closing braces of classes that have got members.
  var extendedClasses: Set<Int> = []
  /// True if the new source uses declarations of Core Data.
  var usesCoreData = false
  /// The declarations that the new source has for Apple's platforms alone.
  private var appleDeclarations: Set<String> = []

  /// The parts of Foundation that the source uses and that are modules of their own on Linux.
  var foundationModules: Set<String> = []

  static let condition = "#if canImport(ObjectiveC)"

  init(_ sources: [ParsedSource], _ index: Int, _ classes: ProgramClasses) {
    self.sources = sources
    self.index = index
    self.classes = classes
  }

  var source: ParsedSource { sources[index] }

  mutating func adapt() {
    noteImports()
    for type in source.file.types where !source.isExcluded(type.keywordOffset) && isAdapted(type) {
      adaptAttributes(of: type, offset: type.range.lowerBound)
      for member in type.allMembers { adapt(member, of: type) }
      guard classes.isManaged(type) else { continue }
      if type.kind == .class { adaptInitializers(of: type) }
      adaptConformances(of: type)
    }
    adaptTokens()
    for module in foundationModules.sorted() {
      importModule(module, onLinuxAlone: true)
    }
    if usesCoreData { importModule("CoreData") }
  }

  /// True if a type is adapted. A file that needs Apple's platforms isn't compiled on Linux, so that
  /// only its managed object classes are.
  private func isAdapted(_ type: TypeDeclaration) -> Bool {
    source.appleImports.isEmpty || classes.isManaged(type)
  }

  /// True if the source at an offset is adapted.
  func isAdapted(_ offset: Int) -> Bool {
    guard !source.isExcluded(offset) else { return false }
    return source.appleImports.isEmpty
      || source.file.types.contains { $0.range.contains(offset) && classes.isManaged($0) }
  }

  private mutating func adapt(_ member: Member, of type: TypeDeclaration) {
    guard let declaration = member.declaration, !source.isExcluded(declaration.keywordOffset)
    else { return }
    if case .nestedType = member { return }
    if adaptManaged(member, of: type) { return }
    adaptAttributes(of: declaration, offset: declaration.range.lowerBound)
    if type.kind == .protocol, declaration.hasModifier("optional") {
      note(
        declaration.keywordOffset,
        "only a protocol of Objective-C has optional requirements; give it a default in an extension"
      )
    }
    guard type.kind == .extension else { return }
    if declaration.hasModifier("override") {
      moveMember(declaration, of: type, because: "Linux can't override in an extension")
    } else if classes.isOverridden(member, of: type) {
      moveMember(
        declaration, of: type, because: "Linux can't override a member that an extension declares")
    }
  }

  private mutating func noteImports() {
    guard let first = source.appleImports.first else { return }
    var names: [String] = []
    for one in source.appleImports where !names.contains(one.module) { names.append(one.module) }
    note(first.offset, "needs Apple's platforms: it imports \(names.joined(separator: ", "))")
  }

  /// Imports a module, unless one of some modules is imported already.
  ///
  /// `@NSManaged` is the compiler's own and needs no import, unlike `@Managed`. On Apple's platforms
  /// other modules, such as XCTest, export Core Data.
  private mutating func importModule(_ module: String, onLinuxAlone: Bool = false) {
    let imports = source.file.imports.filter { !source.isExcluded($0.offset) }
    guard !imports.contains(where: { $0.module == module }) else { return }
    // Not into an `#if`.
    let outer = imports.first { one in
      !source.file.clauses.contains { $0.range.contains(one.offset) }
    }
    let offset = outer?.offset ?? source.file.tokens.first?.offset ?? 0
    var lines = ["import \(module)"]
    if onLinuxAlone { lines = ["#if canImport(\(module))", "  import \(module)", "#endif"] }
    edits.add(
      offset..<offset, lines.map { $0 + source.newline }.joined(),
      isCounted: edits.changeCount == 0)
  }

  /// Declares a member at the end of the file, for Apple's platforms alone, unless it has been declared before.
  ///
  /// - Parameter name: The member's keyword and name, by which a source that was adapted before is known.
  mutating func declareForApple(_ name: (keyword: String, name: String), _ lines: [String]) {
    guard appleDeclarations.insert(name.name).inserted else { return }
    let tokens = source.file.tokens
    guard
      !zip(tokens, tokens.dropFirst()).contains(where: { ($0.text, $1.text) == name })
    else { return }
    let newline = source.newline
    let end = source.bytes.count
    let isLineEnd = source.bytes.last.map(ParsedSource.isLineBreak) ?? true
    let text = ([Self.condition] + lines + ["#endif", ""]).joined(separator: newline)
    edits.add(end..<end, (isLineEnd ? newline : newline + newline) + text, isCounted: false)
  }

  mutating func note(_ offset: Int, _ text: String) {
    notes.append(SourceNote(source.path, source.lines.position(of: offset), text))
  }
}
