internal import Foundation
internal import StrataPlatform

// Unchecked: `condition` guards everything mutable.
/// A bounded number of threads that run jobs in the order of their arrival.
///
/// Threads are started on demand and end when they have had no job for some seconds. Jobs may block. A task that prefers
/// the pool as its executor runs on its threads, with its own task-local values and cancellation.
final class ThreadPool: TaskExecutor, @unchecked Sendable {
  private struct Job {
    let arrival: Int
    let isOfLane: Bool
    let run: @Sendable () -> Void
  }

  /// The name of the threads, of at most 15 bytes.
  let name: String
  /// The largest number of threads.
  let size: Int
  /// The largest number of threads that lanes may have at once: all but one, so that blocked ones don't keep tasks
  /// waiting.
  private let laneLimit: Int
  private let condition = NSCondition()
  private var tasks = Queue<Job>()
  private var lanes = Queue<Job>()
  private var arrivals = 0
  private var threadCount = 0
  private var idleCount = 0
  private var busyLaneCount = 0
  private var isEnding = false

  /// The time after which a thread without jobs ends, in seconds.
  private static let patience = 5.0
  /// The size of a thread's stack in bytes, which is that of most systems' own threads. Only pages that were used take
  /// memory.
  private static let stackSize = 8 << 20

  init(name: String, size: Int) {
    self.name = name
    self.size = size
    laneLimit = max(1, size - 1)
  }

  /// Adds a job of a task.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    add(isOfLane: false) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Adds a job of a lane, which runs its jobs one after the other.
  func enqueueLane(_ run: @escaping @Sendable () -> Void) { add(isOfLane: true, run) }

  /// Ends idle threads now, and the others once there are no jobs. Jobs that are added later still run.
  func end() {
    condition.lock()
    defer { condition.unlock() }
    isEnding = true
    condition.broadcast()
  }

  private func add(isOfLane: Bool, _ run: @escaping @Sendable () -> Void) {
    condition.lock()
    defer { condition.unlock() }
    arrivals += 1
    let job = Job(arrival: arrivals, isOfLane: isOfLane, run: run)
    if isOfLane { lanes.append(job) } else { tasks.append(job) }
    let dueCount = tasks.count + min(lanes.count, laneLimit - busyLaneCount)
    if dueCount > idleCount, threadCount < size { startThread() }
    condition.signal()
  }

  // MARK: Threads

  /// The number of threads.
  var currentSize: Int {
    condition.lock()
    defer { condition.unlock() }
    return threadCount
  }

  /// True on a thread of any pool.
  static var isCurrent: Bool { pthread_getspecific(key) != nil }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // It fails only if the program has used up all keys. Then no thread counts as a pool's.
    pthread_key_create(&key, nil)
    return key
  }()

  /// Starts a thread. If the system has none left, the pool goes on with those that it has, and waits for the first.
  private func startThread() {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    let pool = Unmanaged.passRetained(self)
    while !start(pool, &attributes) {
      guard threadCount == 0 else { return pool.release() }
      condition.unlock()
      usleep(10_000)
      condition.lock()
    }
    threadCount += 1
  }

  private func start(_ pool: Unmanaged<ThreadPool>, _ attributes: inout pthread_attr_t) -> Bool {
    var thread = Platform.unstartedThread
    return pthread_create(
      &thread, &attributes,
      { argument in
        let argument: UnsafeMutableRawPointer? = argument
        guard let argument else { return nil }
        Unmanaged<ThreadPool>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, pool.toOpaque()) == 0
  }

  /// Runs jobs on the current thread until there are none.
  private func run() {
    pthread_setspecific(Self.key, UnsafeRawPointer(bitPattern: 1))
    Thread.current.name = name
    condition.lock()
    while let job = next() {
      let isOfLane = job.isOfLane
      condition.unlock()
      Self.perform(consume job)
      condition.lock()
      if isOfLane { busyLaneCount -= 1 }
    }
    threadCount -= 1
    condition.unlock()
  }

  /// Runs a job, and releases what it holds before the lock is taken again: it may have the last reference to the container,
  /// which ends the pool.
  private static func perform(_ job: consuming Job) { job.run() }

  /// The next job. Waits for one, and returns nil if the thread is to end.
  private func next() -> Job? {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while true {
      if let job = takeJob() { return job }
      guard !isEnding else { return nil }
      idleCount += 1
      let isInTime = condition.wait(until: deadline)
      idleCount -= 1
      if !isInTime { return takeJob() }
    }
  }

  /// The job that has waited longest, unless it is of a lane and lanes have all threads that they may have.
  private func takeJob() -> Job? {
    if let lane = lanes.first, busyLaneCount < laneLimit,
      tasks.first.map({ lane.arrival < $0.arrival }) ?? true
    {
      busyLaneCount += 1
      return lanes.popFirst()
    }
    return tasks.popFirst()
  }
}
