public import StrataSQLite
public import StrataSchema

extension Row {
  /// Reads a property's columns if the row includes them, and assigns the value if the row assigns
  /// the property.
  @inlinable
  public mutating func update<Value>(
    _ property: PropertyIndex, _ place: inout Value, _ read: (inout Row) throws -> Value
  ) throws {
    guard includes(property) else { return }
    let value = try read(&self)
    if assigns(property) { place = value }
  }
}
