import StrataSwiftParser

/// The sources of a Core Data program, rewritten so that they compile with Strata's product
/// `CoreData` on Linux, and still compile on Apple's platforms.
///
///     let adaptation = try SourceAdaptation([.init(path: "Trip.swift", text: text)])
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

  /// Adapts all files of a program. Pass them together, since a class and its extensions may be in
  /// different files.
  ///
  /// - Complexity: O(length of the sources).
  /// - Throws: ``SourceAdaptationError`` if a source can't be parsed.
  public init(_ files: [File]) throws(SourceAdaptationError) {
    let sources: [ParsedSource]
    do throws(UnparsedSources) {
      sources = try ParsedSource.all(in: files)
    } catch {
      throw .unreadable(error.notes)
    }
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

/// The error for sources that can't be adapted.
public enum SourceAdaptationError: Error, Sendable, Hashable {
  /// Sources that can't be parsed, with the first error of each.
  case unreadable([SourceNote])
}

extension SourceAdaptationError: CustomStringConvertible {
  /// The errors, one in a line.
  public var description: String {
    switch self {
    case .unreadable(let notes): notes.map(\.description).joined(separator: "\n")
    }
  }
}
