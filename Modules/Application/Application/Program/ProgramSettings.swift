internal import Foundation
import Strata
import StrataShell

/// The settings that every program has, which are defaults for its options.
enum ProgramSettings {
  static let all: [Setting] = [
    Setting("store", "the store's file", kind: .path),
    Setting("author", "in whose name changes are made") { _ = try TransactionAuthor($0) },
    Setting(
      "format", "what tables are written as",
      kind: .choice(OutputFormat.allCases.map(\.rawValue))),
    Setting("color", "colors", kind: .choice(ColorChoice.allCases.map(\.rawValue))),
    Setting("pager", "the program that shows long output"),
    Setting("plugins", "only these plugins", kind: .names),
    Setting("without", "all plugins but these", kind: .names),
    Setting("prompt", "what stands before a typed line") { _ = try PromptTemplate($0) },
    Setting("time-zone", "the zone of dates, such as Europe/Berlin") { name in
      if TimeZone(identifier: name) == nil {
        throw ShellError(
          "there is no time zone “\(name)”", hint: "write it like Europe/Berlin or UTC")
      }
    },
  ]

  /// Fills in options that aren't given from the settings.
  ///
  /// The store's path isn't set here: an environment variable takes precedence over that setting
  /// (``StoreLocation``).
  ///
  /// - Throws: `ShellError` for settings that exclude each other.
  static func fill(_ options: inout ProgramOptions, from settings: Settings) throws(PlacedError) {
    if options.author == nil { options.author = settings.text("author") }
    if options.format == nil {
      options.format = settings.text("format").flatMap { OutputFormat(rawValue: $0) }
    }
    if options.color == nil {
      options.color = settings.text("color").flatMap { ColorChoice(rawValue: $0) }
    }
    guard options.plugins == .all else { return }
    if let names = settings.names("plugins") { options.plugins = .only(names) }
    guard let names = settings.names("without") else { return }
    if options.plugins != .all, let place = settings.place(of: "without") {
      throw PlacedError(
        ShellError("plugins and without exclude each other", kind: .programUsage), at: place)
    }
    options.plugins = .without(names)
  }
}
