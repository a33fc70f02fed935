package import StrataSQLite

extension Store {
  /// The work of the connection that writes.
  package var writerCounts: StatementCounts { withWriter { $0.statementCounts } }
}
