import StrataSwiftParser

/// The sources of a Core Data program, rewritten so that they compile with Strata's product
/// `CoreData` on Linux, and still compile on Apple's platforms.
///
///     let adaptation = SourceAdaptation([.init(path: "Trip.swift", text: text)])
///     for file in adaptation.files { print(file.path, file.changeCount) }
///     for note in adaptation.notes { print(note) }
///
/// Where the platforms need different source, the result has both within `#if canImport(ObjectiveC)`.
/// Strings, comments and source that Linux doesn't compile stay as they are. An adapted source needs
/// no further change.
public struct SourceAdaptation: Sendable, Hashable {
  /// A source file.
  public struct File: Sendable, Hashable {
    /// The path, for notes and errors.
    public let path: String
    /// The source.
    public let text: String

    /// Creates a file.
    public init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// A file that the adaptation changes.
  public struct AdaptedFile: Sendable, Hashable {
    /// The path, as it was given.
    public let path: String
    /// The new source.
    public let text: String
    /// The number of rewritten declarations and expressions.
    public let changeCount: Int
  }

  /// The files that the adaptation changes, in the given order.
  public let files: [AdaptedFile]
  /// The places that the developer has to change by hand, in the order of the files.
  public let notes: [SourceNote]
  /// The first error of each file that can't be parsed. These files stay as they are.
  public let unreadFiles: [SourceNote]

  /// Adapts all files of a program. Pass them together, since a class and its extensions may be in
  /// different files.
  ///
  /// A file that can't be parsed doesn't keep the others from being adapted. What it has is unknown: an extension in it
  /// stays, and a class in it isn't taken for a managed object's unless it says so elsewhere.
  ///
  /// - Complexity: O(length of the sources).
  public init(_ files: [File]) {
    let (sources, unreadFiles) = ParsedSource.parse(files)
    self.unreadFiles = unreadFiles
    let classes = ProgramClasses(sources)
    var adapters = sources.indices.map { FileAdapter(sources, $0, classes) }
    for index in adapters.indices { adapters[index].adapt() }
    for index in adapters.indices { Self.moveMembers(from: index, &adapters) }
    self.files = adapters.compactMap { adapter in
      let count = adapter.edits.changeCount
      guard count > 0 else { return nil }
      return AdaptedFile(
        path: adapter.source.path, text: adapter.edits.applied(to: adapter.source.bytes),
        changeCount: count)
    }
    notes = adapters.flatMap { $0.notes.sorted { $0.isBefore($1) } }
  }

  /// Moves members of extensions into their classes, with the changes that were made to them.
  private static func moveMembers(from index: Int, _ adapters: inout [FileAdapter]) {
    for move in adapters[index].moves {
      let source = adapters[index].source
      let text = adapters[index].edits.extract(move.range, of: source.bytes)
      adapters[index].edits.add(move.deletion, "")
      let place = move.destination
      adapters[place.file].insert(text, atEndOf: place.type)
    }
  }
}
