import Foundation
import StrataTestSupport

/// The part of Core Data's interface on Apple's platforms that the tests' sources use, as modules of
/// Objective-C, with a compiler that understands them.
struct AppleInterface {
  private let compiler: String

  /// Nil where there is no compiler on the path.
  init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let compiler = folders.map({ "\($0)/swiftc" })
        .first(where: FileManager.default.isExecutableFile(atPath:))
    else { return nil }
    self.compiler = compiler
  }

  /// Type-checks sources as one module, and returns what the compiler says.
  func diagnostics(of sources: [String]) throws -> String {
    let folder = try TemporaryFolder()
    let headers: [(name: String, text: String)] = [
      ("module.modulemap", Self.modules), ("ObjectiveC.h", Self.objectiveC),
      ("CoreData.h", Self.coreData),
    ]
    let files = sources.enumerated().map { (name: "\($0.offset).swift", text: $0.element) }
    for (name, text) in headers + files { try Data(text.utf8).write(to: folder.file(name)) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: compiler)
    process.arguments =
      [
        "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", folder.url.path,
        "-Xfrontend", "-enable-objc-interop", "-Xfrontend",
        "-disable-objc-attr-requires-foundation-module", "-Xcc", "-fobjc-runtime=macosx",
      ] + files.map { folder.file($0.name).path }
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  private static let modules = """
    module ObjectiveC [system] { header "ObjectiveC.h" export * }
    module CoreData [system] { header "CoreData.h" export * }
    """

  private static let objectiveC = """
    #pragma once
    __attribute__((objc_root_class))
    @interface NSObject
    - (instancetype)init;
    @end
    // Core Data doesn't declare it itself: it is in a module that Core Data exports.
    @interface NSComparisonPredicate : NSObject
    @end
    """

  private static let coreData = """
    #pragma once
    #include "ObjectiveC.h"
    @interface NSString : NSObject
    @end
    @interface NSArray : NSObject
    @end
    @interface NSSet : NSObject
    @end
    @interface NSOrderedSet : NSObject
    @end
    @interface NSIndexSet : NSObject
    @end
    @interface NSNumber : NSObject
    @end
    @interface NSDecimalNumber : NSNumber
    @end
    @interface NSEntityDescription : NSObject
    @end
    @interface NSManagedObjectContext : NSObject
    @end
    @interface NSFetchRequest<__covariant ResultType> : NSObject
    @end
    @interface NSManagedObject : NSObject
    - (instancetype)initWithEntity:(NSEntityDescription *_Nonnull)entity
        insertIntoManagedObjectContext:(NSManagedObjectContext *_Nullable)context
        __attribute__((objc_designated_initializer))
        __attribute__((swift_name("init(entity:insertInto:)")));
    - (void)awakeFromInsert;
    - (void)willSave;
    @end
    """
}
