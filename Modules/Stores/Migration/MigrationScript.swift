import StrataSQLite
import StrataSchema

/// The statements by which a migration changes the tables of a store, in order, for somebody to review before they run.
///
/// You get it from `ModelConfiguration.reviewMigration` before a migration changes the store, and from
/// `strata store plan --sql`. Its description is SQL with comments.
public struct MigrationScript: Sendable, Hashable {
  /// The store: the path of its file, or its address on a server without a password.
  public let store: String
  /// True for a store on a server, whose SQL is PostgreSQL's. A file's is SQLite's.
  public let isOnServer: Bool
  /// The stages. There is one without a title if the container has no migration plan.
  public let stages: [Stage]

  /// A stage of a migration.
  public struct Stage: Sendable, Hashable {
    /// The versions and the label of a plan's stage, or nil without a plan.
    public let title: String?
    /// True if a plan's `willMigrate` runs before the statements. The script doesn't say what that does.
    public let runsWillMigrate: Bool
    /// True if a plan's `didMigrate` runs behind the statements.
    public let runsDidMigrate: Bool
    /// The properties and classes whose values the statements take away, as `Class.property` or `Class`.
    public let losses: [String]
    /// The statements.
    ///
    /// Your models may make a value for each row, such as `UUID()`. In a file, the SQL gets it from the function
    /// `strata_value`. On a server, it is in the temporary table `strata_value_N`, which the migration fills first.
    public let statements: [Statement]

    package init(
      title: String? = nil, runsWillMigrate: Bool = false, runsDidMigrate: Bool = false,
      losses: [String] = [], statements: [Statement]
    ) {
      self.title = title
      self.runsWillMigrate = runsWillMigrate
      self.runsDidMigrate = runsDidMigrate
      self.losses = losses
      self.statements = statements
    }

    /// The stage with a title, and with the code that a plan runs.
    package func titled(
      _ title: String, runsWillMigrate: Bool, runsDidMigrate: Bool
    ) -> Stage {
      Stage(
        title: title, runsWillMigrate: runsWillMigrate, runsDidMigrate: runsDidMigrate,
        losses: losses, statements: statements)
    }
  }

  /// A statement of a migration.
  public struct Statement: Sendable, Hashable {
    /// The SQL.
    public let sql: String
    /// True if others' reads of the table wait from the statement on until the end of the migration: on a server, one that
    /// changes a table or an index that is there. Their saves wait for all of a migration, on a server and in a file.
    public let blocksReads: Bool

    package init(_ sql: String, blocksReads: Bool = false) {
      self.sql = sql
      self.blocksReads = blocksReads
    }
  }

  package init(store: String, isOnServer: Bool, stages: [Stage]) {
    self.store = store
    self.isOnServer = isOnServer
    self.stages = stages
  }

  /// A short text that tells scripts apart, such as `2x7k1ab0qz`. Stores with the same tables, engine and models have the
  /// same one, whatever rows they have.
  public var digest: String {
    let digest = Digest()
    digest.combine(isOnServer ? "server" : "file")
    for stage in stages {
      digest.combine(stage.title ?? "")
      digest.combine("\(stage.runsWillMigrate) \(stage.runsDidMigrate)")
      for statement in stage.statements { digest.combine(statement.sql) }
    }
    return String(digest.value, radix: 36)
  }
}

extension MigrationScript: CustomStringConvertible {
  /// The statements as SQL, with comments that say what others wait for, what is lost, and the digest.
  public var description: String {
    // A line break in a path or a label would end the comment.
    func comment(_ text: String) -> String {
      "-- " + text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    var lines = [
      comment("The migration of \(store)"),
      isOnServer
        ? "-- One transaction of PostgreSQL: others can't save until its end."
        : "-- SQLite: others read the store as it was, and can't save until the end.",
    ]
    for stage in stages {
      if let title = stage.title { lines += ["", comment(title)] }
      if stage.runsWillMigrate { lines.append("-- First the plan's willMigrate runs.") }
      lines += stage.losses.map { comment("Lost: \($0)") }
      for statement in stage.statements {
        lines.append("")
        if statement.blocksReads {
          lines.append("-- Others' reads of the table wait until the end.")
        }
        lines.append(statement.sql.hasSuffix(";") ? statement.sql : statement.sql + ";")
      }
      if stage.runsDidMigrate { lines += ["", "-- Then the plan's didMigrate runs."] }
    }
    return (lines + ["", "-- Digest: \(digest)"]).joined(separator: "\n")
  }
}
