public import StrataDescriptions

/// Swift source of model classes that say what a model says.
///
/// Each entity is a class with `@Model`, each composite a struct with `@Composite`. What classes can't say
/// is told in ``notes``. The same model gives the same source, as swift-format leaves it.
public struct ModelSource: Sendable, Hashable {
  /// A declaration and what it is called.
  public struct Declaration: Sendable, Hashable {
    /// The class's or the struct's name.
    public let name: String
    /// The declaration, without imports.
    public let text: String
  }

  /// The classes and structs: entities in the model's order, then composites.
  public let declarations: [Declaration]
  /// What the classes say otherwise than the model, or don't say.
  public let notes: [ModelNote]
  /// All in one file.
  public let text: String
  private let header: String

  /// Writes the source of a model.
  public init(_ model: ManagedObjectModel, _ options: Options = Options()) {
    var writer = ClassWriter(model, options)
    declarations = writer.declarations()
    notes = writer.notes
    header = "import \(options.module)\n"
    var blocks = declarations.map(\.text)
    if let namespace = options.namespace {
      blocks = [namespace.text(around: blocks, classes: writer.classNames, writer.types)]
    }
    text = ([header] + blocks).joined(separator: "\n")
  }

  /// A file for each declaration, by file name.
  public var files: [(name: String, text: String)] {
    declarations.map { ("\($0.name).swift", "\(header)\n\($0.text)") }
  }

  /// How source is written.
  public struct Options: Sendable, Hashable {
    /// The module that is imported: `Strata`, or `SwiftData` for source that Apple's platforms share.
    public var module = "Strata"
    /// What all declarations stand in; nil for nothing. Files of their own don't have it.
    public var namespace: Namespace?

    /// The usual ones.
    public init() {}
  }

  /// An enum around all classes.
  public enum Namespace: Sendable, Hashable {
    /// A plain one.
    case plain(name: String)
    /// A version of the models, for a migration plan.
    case version(name: String, major: Int, minor: Int, patch: Int)

    /// The enum's name.
    public var name: String {
      switch self {
      case .plain(let name), .version(let name, _, _, _): name
      }
    }
  }
}

extension ModelSource.Namespace {
  func text(around blocks: [String], classes: [String], _ types: SwiftTypes) -> String {
    var lines: [String] = []
    switch self {
    case .plain(let name): lines.append("enum \(SwiftWord.written(name)) {")
    case .version(let name, let major, let minor, let patch):
      let protocolName = types.ofLibrary("VersionedSchema", "Strata")
      let schema = types.ofLibrary("Schema", "Strata")
      let model = types.ofLibrary("PersistentModel", "Strata")
      lines += [
        "enum \(SwiftWord.written(name)): \(protocolName) {",
        "  static var versionIdentifier: \(schema).Version { "
          + "\(schema).Version(\(major), \(minor), \(patch)) }",
      ]
      let list = classes.map { "\($0).self" }
      let line = "  static var models: [any \(model).Type] { [\(list.joined(separator: ", "))] }"
      let layout = SourceLayout()
      if line.count <= layout.width {
        lines.append(line)
      } else {
        lines += ["  static var models: [any \(model).Type] {", "    ["]
        lines += layout.list(list, indent: "      ")
        lines[lines.count - 1] += list.isEmpty ? "" : ","
        lines += ["    ]", "  }"]
      }
      if !blocks.isEmpty { lines.append("") }
    }
    let indented = blocks.map { block in
      block.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    }
    return lines.joined(separator: "\n") + "\n" + indented.joined(separator: "\n") + "}\n"
  }
}
