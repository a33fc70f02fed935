// Copied into the package's sources: what it uses of Core Foundation's run loop and of CloudKit.
import CoreData
import Dispatch
import Foundation

typealias CFAbsoluteTime = Double

func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

struct CFRunLoopActivity: OptionSet {
  let rawValue: UInt
  static let beforeWaiting = CFRunLoopActivity(rawValue: 32)
}

struct CFRunLoopMode { static let commonModes = CFRunLoopMode() }

let kCFAllocatorDefault: Int? = nil

// Unchecked, since only the main queue uses it.
final class CFRunLoopObserver: @unchecked Sendable {
  let handler: (CFRunLoopObserver?, CFRunLoopActivity) -> Void
  let repeats: Bool
  var isValid = true

  init(repeats: Bool, handler: @escaping (CFRunLoopObserver?, CFRunLoopActivity) -> Void) {
    self.repeats = repeats
    self.handler = handler
  }

  /// Calls the handler each time that the main queue has nothing else to do, as a run loop does.
  func wait() {
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(5)) { [self] in
      guard isValid else { return }
      handler(self, .beforeWaiting)
      if repeats { wait() }
    }
  }
}

func CFRunLoopObserverCreateWithHandler(
  _ allocator: Int?, _ activities: UInt, _ repeats: Bool, _ order: Int,
  _ handler: @escaping (CFRunLoopObserver?, CFRunLoopActivity) -> Void
) -> CFRunLoopObserver? { CFRunLoopObserver(repeats: repeats, handler: handler) }

func CFRunLoopGetMain() -> Int { 0 }

func CFRunLoopAddObserver(_ loop: Int, _ observer: CFRunLoopObserver?, _ mode: CFRunLoopMode) {
  observer?.wait()
}

func CFRunLoopObserverInvalidate(_ observer: CFRunLoopObserver?) { observer?.isValid = false }

class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {}
