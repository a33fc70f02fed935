public import Foundation
public import StrataContexts
public import StrataMigration
public import StrataSchema
internal import StrataStorage
internal import Synchronization

/// The result of migrating a copy of a store: what a migration of the store would do.
public struct MigrationRehearsal: Sendable {
  /// The file of the store.
  public let url: URL
  /// The version of the store.
  public let fromVersion: Schema.Version
  /// The version after the migration.
  public let toVersion: Schema.Version
  /// The stages of the migration. Empty if the store already has the last version.
  public let stages: [Stage]
  /// The statements that have run on the copy. Its digest is that of ``ModelConfiguration/reviewMigration``.
  public let script: MigrationScript

  /// A stage of a migration.
  public struct Stage: Sendable, Hashable {
    /// The version before the stage.
    public let fromVersion: Schema.Version
    /// The version after the stage.
    public let toVersion: Schema.Version
    /// The plan's description of the stage, or nil without one.
    public let label: String?
    /// The parts of the stage, in order.
    public let parts: [MigrationError.Part]
    /// The differences of tables and columns after the stage, one on each line.
    public let differences: [String]
  }

  init(
    _ url: URL, _ from: Schema.Version, _ to: Schema.Version, _ script: MigrationScript,
    _ steps: [MigrationProgress], _ versions: [PlanVersion]
  ) {
    self.url = url
    self.script = script
    fromVersion = from
    toVersion = to
    let numbers = steps.compactMap {
      if case .stage(let number, _, _) = $0.step { number } else { nil }
    }
    stages = (0..<(numbers.max() ?? 0)).compactMap { index in
      let own = steps.filter {
        if case .stage(index + 1, _, _) = $0.step { true } else { false }
      }
      guard let first = own.first, case .stage(_, let label, _) = first.step else { return nil }
      return Stage(
        fromVersion: first.fromVersion, toVersion: first.toVersion, label: label,
        parts: own.compactMap { if case .stage(_, _, let part) = $0.step { part } else { nil } },
        differences: Self.differences(first.fromVersion, first.toVersion, versions))
    }
  }

  private static func differences(
    _ from: Schema.Version, _ to: Schema.Version, _ versions: [PlanVersion]
  ) -> [String] {
    guard let old = versions.first(where: { $0.number == from }),
      let new = versions.first(where: { $0.number == to })
    else { return [] }
    return new.structure.changes(from: old.structure)
  }
}

extension MigrationRehearsal: CustomStringConvertible {
  /// A description with a line for each stage and each difference.
  public var description: String {
    guard !stages.isEmpty else { return "\(url.path) is of version \(toVersion) already" }
    var lines = ["\(url.path) would go from version \(fromVersion) to \(toVersion):"]
    for stage in stages {
      lines.append(
        "\(stage.fromVersion) to \(stage.toVersion)\(stage.label.map { ": \($0)" } ?? "")"
          + " (\(stage.parts.map(\.rawValue).joined(separator: ", ")))")
      lines += stage.differences.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}

/// A collector of the steps that a migration reports.
final class Steps: Sendable {
  private let steps = Mutex<[MigrationProgress]>([])
  var all: [MigrationProgress] { steps.withLock { $0 } }
  func add(_ step: MigrationProgress) { steps.withLock { $0.append(step) } }
}
