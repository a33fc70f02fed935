/// What stands in a written-out model where a property would be stored: its value is in the backing data.
public struct _SwiftDataNoType: Sendable {
  /// Nothing.
  public init() {}
}
