public import StrataSQLite

extension Row {
  /// Takes on a property's columns in an object that is there already: read where the row includes
  /// them, assigned where the property is wanted.
  @inlinable
  public mutating func update<Value>(
    _ property: Int, _ place: inout Value, _ read: (inout Row) throws -> Value
  ) throws {
    guard includes(property) else { return }
    let value = try read(&self)
    if assigns(property) { place = value }
  }
}
