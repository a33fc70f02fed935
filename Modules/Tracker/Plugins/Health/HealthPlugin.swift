internal import Strata
public import StrataApplication
public import StrataShell
internal import StrataTrackerModel

/// A plugin that imports the exports of Apple's Health app.
public struct HealthPlugin: Plugin {
  /// `Health`.
  public let name = "Health"
  /// A summary of its features.
  public let summary = "data points from Apple Health"

  /// Makes the plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    [
      Command(
        ["health", "import"], "take in what Apple's Health app has exported",
        arguments: [.required("FILE", "export.xml, or export.zip; - for standard input")],
        options: [
          .value("type", "TYPE", "only this type, such as BodyMass", isRepeatable: true),
          .flag("all", "also types that no item is known for"),
          .value(
            "trust", "SOURCE,…",
            "words of the sources that count most; else a watch counts before a phone"),
          .value("from", "DATE", "only what began at that time or later"),
          .flag("dry-run", "say what would be done, and do nothing"),
        ],
        discussion: """
          Each type becomes an item: BodyMass is Weight, SleepAnalysis is Sleep. A record that is in \
          the store already isn't added again, so a later export adds what is new, and an import that \
          was stopped goes on when it is done again. It is saved every 5,000 records. What is broken is \
          reported with its line and column, and left out.

          Of what adds up, such as steps, the most trusted source counts in each stretch of time: your own entries, \
          then a watch, a phone, and other programs, unless --trust says so. What the others have counted there is left out, and \
          the column covered has their number. A later import counts anew, and the column removed has the number of data points \
          that it took out. What you have logged or edited stays and counts first.
          """,
        examples: [
          "health import export.xml", "health import export.xml --type BodyMass --from 2024-01-01",
          "health import export.xml --dry-run",
          "health import export.xml --trust 'iPhone,Watch'",
        ],
        group: name,
        completion: { request, _ in
          request.option == nil ? FileCompletion.candidates(for: request.prefix) : []
        }
      ) { invocation, environment in
        var run = try HealthImport(invocation, environment)
        try run.perform()
      }
    ]
  }
}
