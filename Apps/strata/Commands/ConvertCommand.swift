import Foundation
import StrataDescriptions
import StrataModelFiles
import StrataModelSource
import StrataShell

extension ModelCommands {
  /// The forms that a model can be converted to.
  private enum Target: String, CaseIterable {
    case modelSource = "model-source"
    case managedSource = "managed-source"
    case modelFile = "xcdatamodel"
  }

  static var convert: Command<StrataEnvironment> {
    Command(
      ["model", "convert"], "write a model in another form", arguments: [path],
      options: [
        .value(
          "to", "FORM", "@Model classes, @Managed ones, or a file of Xcode's model editor",
          isRequired: true,
          choices: Target.allCases.map(\.rawValue)),
        version,
        .value(
          "like", "TOOL", "@Managed classes with the types and files that this tool generates",
          choices: [ManagedSource.Style.xcode.rawValue]),
      ] + sourceOptions,
      discussion: """
        What classes can't say is a warning, and a comment beside the property. Source goes to a file
        for each class where the output is a folder. Classes with @Managed import CoreData, and need the model
        at run time; those with @Model say all of it themselves. With --like xcode, classes with @Managed replace
        those that Xcode generates.
        """,
      examples: [
        "model convert Trips.xcdatamodeld --to model-source --output Sources/Trips",
        "model convert Trips.momd --to xcdatamodel --output Trips.xcdatamodel",
      ], group: group, completion: completion
    ) { invocation, environment in
      let model = try NamedModel.read(
        try invocation.require("PATH").text, version: invocation.option("model-version")?.text)
      warn([model], environment.output)
      let file = outputFile(invocation)
      let target = invocation.option("to").flatMap { Target(rawValue: $0.text) }
      if let tool = invocation.option("like"), target != .managedSource {
        throw tool.error("--like is for --to managed-source")
      }
      switch target {
      case .modelSource: try writeSource(model.model, file, invocation, environment.output)
      case .managedSource: try writeManagedSource(model, file, invocation, environment.output)
      case .modelFile: try writeFile(model, file, environment.output)
      // The shell requires the option and checks its choices.
      case nil: throw invocation.usageError("--to is missing")
      }
    }
  }

  /// The options of commands that write source.
  static let sourceOptions: [CommandLineOption] = [
    .value("output", "PATH", "a folder, or a .swift file; standard output without it"),
    .flag("force", "replace what is there"),
    .value(
      "import", "MODULE", "what source with @Model imports: Strata or SwiftData"),
    .value("namespace", "NAME", "an enum around all classes, in one file"),
    .flag("notes", "also say what is only worth to know"),
  ]

  /// The file or folder that `--output` names, or nil for standard output.
  static func outputFile(_ invocation: Invocation) -> OutputFile? {
    invocation.option("output").map { OutputFile($0.text, replaces: invocation.flag("force")) }
  }

  /// Writes a model as classes with `@Model`.
  static func writeSource(
    _ model: ManagedObjectModel, _ file: OutputFile?, _ invocation: Invocation, _ output: Output
  ) throws {
    var options = ModelSource.Options()
    if let module = invocation.option("import") {
      options.module = try module.choice(of: ["Strata", "SwiftData"], named: "--import")
    }
    if let name = invocation.option("namespace") {
      let isName =
        name.text.first.map { $0.isLetter || $0 == "_" } == true
        && name.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      guard isName else { throw name.error("“\(name.text)” can't be the name of an enum") }
      options.namespace = .plain(name: name.text)
    }
    for problem in model.problems() where problem.severity == .error {
      output.warning("\(problem)")
    }
    let source = ModelSource(model, options)
    tell(source.notes, invocation, output)
    guard let file else { return try output.write(data: source.text.utf8) }
    if file.isSwiftFile {
      try file.check()
      return try file.write(source.text)
    }
    if options.namespace != nil {
      throw invocation.usageError(
        "a namespace is one file", hint: "give --output a name that ends in .swift")
    }
    try write(source.files, to: file, output)
  }

  private static func writeManagedSource(
    _ model: NamedModel, _ file: OutputFile?, _ invocation: Invocation, _ output: Output
  ) throws {
    if let name = invocation.option("namespace") {
      throw name.error("classes with @Managed stand in no namespace: a model names them")
    }
    _ = try invocation.option("import").map { try $0.choice(of: ["CoreData"], named: "--import") }
    let isLikeXcode = invocation.option("like") != nil
    let source = ManagedSource(
      isLikeXcode ? scalarModel(model, output) : model.model, style: isLikeXcode ? .xcode : .plain)
    tell(source.notes, invocation, output)
    guard let file else { return try output.write(data: source.text.utf8) }
    if file.isSwiftFile {
      try file.check()
      return try file.write(source.text)
    }
    try write(source.files, to: file, output)
  }

  /// The model with scalar numbers, as the model editor makes them, if the file doesn't say which
  /// are scalars.
  private static func scalarModel(_ named: NamedModel, _ output: Output) -> ManagedObjectModel {
    guard !named.hasScalarTypes else { return named.model }
    output.warning(
      "\(named.name) doesn't say which numbers are scalars, as only the model editor's files do; all are"
    )
    var model = named.model
    for entity in model.entities.indices {
      for index in model.entities[entity].properties.indices {
        guard case .attribute(var attribute) = model.entities[entity].properties[index],
          attribute.type != .date
        else { continue }
        attribute.usesScalarValueType = true
        model.entities[entity].properties[index] = .attribute(attribute)
      }
    }
    return model
  }

  /// Warns about what source doesn't express.
  static func tell(_ notes: [ModelNote], _ invocation: Invocation, _ output: Output) {
    for note in notes {
      if note.severity == .warning { output.warning(note.description) }
      if note.severity == .note, invocation.flag("notes") { output.warning(note.description) }
    }
  }

  private static func write(
    _ files: [(name: String, text: String)], to file: OutputFile, _ output: Output
  ) throws {
    try file.check(files.map(\.name))
    for (name, text) in files { try file.write(text, to: name) }
    output.message("\(files.count) files in \(file.path)")
  }

  private static func writeFile(_ model: NamedModel, _ file: OutputFile?, _ output: Output) throws {
    let document = ModelDocument(model: model.model)
    guard let file else { return try output.write(data: document.contents().utf8) }
    guard file.url().pathExtension == VersionedModelDocument.versionExtension else {
      throw ShellError(
        "\(file.path) doesn't end in .xcdatamodel", hint: "a model file is a folder of that ending")
    }
    try file.check()
    try document.write(to: file.url())
  }
}
