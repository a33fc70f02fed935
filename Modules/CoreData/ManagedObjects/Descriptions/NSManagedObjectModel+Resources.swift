public import Foundation
import StrataDescriptions
import StrataModelFiles

extension NSManagedObjectModel {
  /// Reads a model from a file or folder. Returns nil if it can't be read.
  ///
  /// Use `ManagedObjectModel.init(contentsOf:)` to get the error.
  public convenience init?(contentsOf url: URL) {
    do {
      self.init(try ManagedObjectModel(contentsOf: url))
    } catch {
      // Core Data returns nil, too.
      return nil
    }
  }

  /// Reads the model with a name among the resources of the program and its libraries.
  ///
  /// - Throws: ``ManagedObjectError/noModel(named:places:)``, or the error of reading it.
  convenience init(resource name: String) throws {
    let places = Self.resources
    for place in places {
      for kind in ["momd", "mom", "xcdatamodeld", "xcdatamodel"] {
        let url = place.appendingPathComponent("\(name).\(kind)")
        guard FileManager.default.fileExists(atPath: url.path) else { continue }
        self.init(try ManagedObjectModel(contentsOf: url))
        return
      }
    }
    throw ManagedObjectError.noModel(named: name, places: places.map(\.path))
  }

  /// The models among the resources of some bundles, or of the program: the current version of each.
  /// Nil if one can't be read.
  package static func models(in bundles: [Bundle]?) -> [NSManagedObjectModel]? {
    do {
      return try files(in: bundles, ["momd", "mom", "xcdatamodeld", "xcdatamodel"]).map {
        NSManagedObjectModel(try ManagedObjectModel(contentsOf: $0))
      }
    } catch {
      // Core Data returns nil, too.
      return nil
    }
  }

  /// All versions of the models among the resources of some bundles, or of the program. Those that
  /// can't be read are left out: the caller looks for one that fits a store.
  package static func versions(in bundles: [Bundle]?) -> [NSManagedObjectModel] {
    var files: [URL] = []
    do {
      files = try Self.files(in: bundles, ["mom", "xcdatamodel"])
      for folder in try Self.files(in: bundles, ["momd", "xcdatamodeld"]) {
        files += try names(in: folder).filter {
          $0.hasSuffix(".mom") || $0.hasSuffix(".xcdatamodel")
        }
        .map { folder.appendingPathComponent($0) }
      }
    } catch {
      // A folder that can't be listed has no model that fits.
    }
    return files.compactMap { NSManagedObjectModel(contentsOf: $0) }
  }

  private static func files(in bundles: [Bundle]?, _ kinds: [String]) throws -> [URL] {
    let folders = bundles?.map { $0.resourceURL ?? $0.bundleURL } ?? resources
    return try folders.flatMap { folder in
      try names(in: folder).filter { kinds.contains(($0 as NSString).pathExtension) }
        .map { folder.appendingPathComponent($0) }
    }
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// The folders of resources: the program's, and those of packages beside it.
  static var resources: [URL] {
    var folders: [URL] = []
    for bundle in [Bundle.main] + Bundle.allBundles {
      guard let folder = bundle.resourceURL ?? bundle.bundleURL as URL? else { continue }
      if !folders.contains(folder) { folders.append(folder) }
    }
    let program = Bundle.main.bundleURL
    do {
      // A package's resources are in a folder beside the program.
      let names = try FileManager.default.contentsOfDirectory(atPath: program.path).sorted()
      for name in names where name.hasSuffix(".resources") || name.hasSuffix(".bundle") {
        folders.append(program.appendingPathComponent(name))
      }
    } catch {
      // A program whose folder can't be listed has the other places.
    }
    return folders
  }
}
