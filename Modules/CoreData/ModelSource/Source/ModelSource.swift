public import StrataDescriptions

/// Generated Swift source of model classes for a managed object model.
///
///     let source = ModelSource(model)
///     print(source.text)
///
/// Each entity becomes a class with `@Model`, and each composite a struct with `@Composite`.
/// ``notes`` lists what classes can't express. The same model always results in the same source,
/// formatted like swift-format does.
public struct ModelSource: Sendable, Hashable {
  /// A declaration and its name.
  public struct Declaration: Sendable, Hashable {
    /// The name of the class or struct.
    public let name: String
    /// The declaration, without imports.
    public let text: String
  }

  /// The classes and structs: entities in the model's order, then composites.
  public let declarations: [Declaration]
  /// Notes about what the classes express differently than the model, or not at all.
  public let notes: [ModelNote]
  /// The whole source as one file.
  public let text: String
  private let header: String

  /// Generates the source for a model.
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

  /// The source as one file for each declaration, by file name.
  public var files: [(name: String, text: String)] {
    declarations.map { ("\($0.name).swift", "\(header)\n\($0.text)") }
  }

  /// Options for generating source.
  public struct Options: Sendable, Hashable {
    /// The module to import: `Strata`, or `SwiftData` for source shared with Apple's platforms.
    public var module = "Strata"
    /// The enum around all declarations, or nil for none. It applies to ``ModelSource/text`` only,
    /// not to separate files.
    public var namespace: Namespace?

    /// Creates the default options.
    public init() {}
  }

  /// An enum around all classes.
  public enum Namespace: Sendable, Hashable {
    /// An enum without a protocol.
    case plain(name: String)
    /// A versioned schema, for a migration plan.
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
