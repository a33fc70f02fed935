public import Foundation
internal import StrataObservation
internal import StrataSQLite
internal import StrataStorage

extension ModelConfiguration {
  /// Opens a store. If its file is damaged and the configuration says so, renames it and opens a new one.
  ///
  /// - Returns: The store, and the renamed file.
  func openingDamaged(_ open: () throws -> StrataStorage.Store) throws -> (
    store: StrataStorage.Store, setAside: URL?
  ) {
    guard setsDamagedStoreAside, allowsSave, let url = fileURL else { return (try open(), nil) }
    let file = try StrataStorage.Store.fileNumber(at: url)
    do {
      return (try open(), nil)
    } catch let error as StorageError where error.isDamage {
      let setAside = try StrataStorage.Store.setAside(url, ifItIs: file, at: Date())
      if let setAside {
        logger.log(
          .error,
          "\(url.path) is damaged, and is \(setAside.path) now; a new store was begun: \(error)")
      }
      return (try open(), setAside)
    }
  }
}

extension ModelContainer {
  /// The damaged files that were renamed when the container opened its stores
  /// (``ModelConfiguration/setsDamagedStoreAside``). Tell your users, who may have a backup.
  public var setAsideStores: [URL] { core.stores.compactMap(\.setAside) }
}
