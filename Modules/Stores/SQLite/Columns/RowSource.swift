/// Which row some values are of, for messages.
package struct RowSource {
  package let table: String
  package let key: Int64?
  package let columns: [String]

  package init(table: String, key: Int64?, columns: [String]) {
    self.table = table
    self.key = key
    self.columns = columns
  }
}
