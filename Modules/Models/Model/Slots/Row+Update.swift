public import StrataSQLite
public import StrataSchema

extension Row {
  /// Takes on a property's columns in an object that is there already: read where the row includes
  /// them, assigned where the property is wanted.
  @inlinable
  public mutating func update<Value>(
    _ property: PropertyIndex, _ place: inout Value, _ read: (inout Row) throws -> Value
  ) throws {
    guard includes(property) else { return }
    let value = try read(&self)
    if assigns(property) { place = value }
  }
}
