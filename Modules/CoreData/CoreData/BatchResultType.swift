#if !canImport(ObjectiveC)
import StrataManagedObjects

// Core Data has a result type for each kind of batch request, with names of its own.
extension BatchResultType {
  /// The type `statusOnly`.
  public static var statusOnlyResultType: Self { .statusOnly }
  /// The type `objectIDs`.
  public static var updatedObjectIDsResultType: Self { .objectIDs }
  /// The type `count`.
  public static var updatedObjectsCountResultType: Self { .count }
  /// The type `statusOnly`.
  public static var resultTypeStatusOnly: Self { .statusOnly }
  /// The type `objectIDs`.
  public static var resultTypeObjectIDs: Self { .objectIDs }
  /// The type `count`.
  public static var resultTypeCount: Self { .count }
}
#endif
