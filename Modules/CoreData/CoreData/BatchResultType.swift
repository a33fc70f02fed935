#if !canImport(ObjectiveC)
import StrataManagedObjects

// Each kind of batch request has names of its own there.
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
