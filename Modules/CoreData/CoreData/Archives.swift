#if !canImport(ObjectiveC)
public import Foundation
import StrataArchives
public import StrataHistory
public import StrataManagedObjects

// Programs keep the token of the history that they have processed as an archive. On Apple's platforms the
// token is an object, and here it is a value, which Foundation's archiver doesn't know.

extension NSKeyedArchiver {
  /// The archive of a history token, which you keep in a file or in user defaults.
  ///
  /// - Throws: `EncodingError`, but not for a token of a transaction.
  public class func archivedData(
    withRootObject token: NSPersistentHistoryToken, requiringSecureCoding: Bool
  ) throws -> Data {
    try ArchivedValue.data(JSONEncoder().encode(token)).keyedArchive()
  }

  /// The archive of a history token, or of nil.
  ///
  /// - Throws: as for a token.
  public class func archivedData(
    withRootObject token: NSPersistentHistoryToken?, requiringSecureCoding: Bool
  ) throws -> Data {
    guard let token else { return try ArchivedValue.null.keyedArchive() }
    return try archivedData(
      withRootObject: token, requiringSecureCoding: requiringSecureCoding)
  }
}

extension NSKeyedUnarchiver {
  /// The history token of an archive. Nil if it is an archive of nil.
  ///
  /// - Throws: `CocoaError` with the code `coderReadCorrupt` if the archive has no token.
  public class func unarchivedObject(
    ofClass type: NSPersistentHistoryToken.Type, from data: Data
  ) throws -> NSPersistentHistoryToken? {
    let reason: any Error
    do {
      switch try ArchivedValue(keyedArchive: data) {
      case .null: return nil
      case .data(let text): return try JSONDecoder().decode(type, from: text)
      default: throw CocoaError(.coderReadCorrupt)
      }
    } catch {
      reason = error
    }
    throw CocoaError(.coderReadCorrupt, userInfo: [NSUnderlyingErrorKey: reason])
  }
}
#endif
