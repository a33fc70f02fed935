/// The position of an entity in the model editor's diagram, in points.
public struct DiagramElement: Sendable, Hashable {
  /// The entity's name.
  public var entityName: String
  /// The distance of the left edge from the center.
  public var x: Double
  /// The distance of the top edge from the center.
  public var y: Double
  /// The width of the entity's box.
  public var width: Double
  /// The height of the entity's box.
  public var height: Double

  /// Creates a position.
  public init(entityName: String, x: Double, y: Double, width: Double, height: Double) {
    self.entityName = entityName
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
