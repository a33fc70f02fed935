/// The objects of one entity that are in memory, by key: one row, one instance.
///
/// Open addressing with linear probing and backward-shift deletion (Knuth, The Art of Computer
/// Programming 3, section 6.4, algorithm R). Objects are not retained: each takes itself out when it
/// goes. Look-up, insertion and removal are O(1) on average.
struct IdentityMap {
  // The objects' own deinit removes them from here before they are gone, on the graph's isolation.
  private var keys: UnsafeMutablePointer<Int64>
  private var objects: UnsafeMutablePointer<Unmanaged<AnyObject>?>
  private var mask: Int
  private(set) var count = 0

  init() {
    mask = 15
    keys = .allocate(capacity: 16)
    objects = .allocate(capacity: 16)
    keys.initialize(repeating: 0, count: 16)
    objects.initialize(repeating: nil, count: 16)
  }

  /// Frees the table; it is not used after.
  func deallocate() {
    keys.deallocate()
    objects.deallocate()
  }

  private func slot(_ key: Int64) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
  }

  /// The object with a key.
  func find(_ key: Int64) -> AnyObject? {
    var index = slot(key)
    while let object = objects[index] {
      if keys[index] == key { return object.takeUnretainedValue() }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds an object under a key that isn't there yet.
  mutating func insert(_ object: AnyObject, key: Int64) {
    if count * 4 >= (mask + 1) * 3 { grow() }
    place(Unmanaged.passUnretained(object), key)
    count += 1
  }

  private func place(_ object: Unmanaged<AnyObject>, _ key: Int64) {
    var index = slot(key)
    while objects[index] != nil { index = (index + 1) & mask }
    keys[index] = key
    objects[index] = object
  }

  /// Takes out the object with a key; does nothing when there is none.
  mutating func remove(_ key: Int64) {
    var index = slot(key)
    while objects[index] != nil, keys[index] != key { index = (index + 1) & mask }
    guard objects[index] != nil else { return }
    var next = (index + 1) & mask
    while objects[next] != nil {
      let home = slot(keys[next])
      // An entry moves back when its home isn't between the gap and itself.
      if (next &- home) & mask >= (next &- index) & mask {
        keys[index] = keys[next]
        objects[index] = objects[next]
        index = next
      }
      next = (next + 1) & mask
    }
    objects[index] = nil
    count -= 1
  }

  private mutating func grow() {
    let old = (keys: keys, objects: objects, capacity: mask + 1)
    let capacity = old.capacity * 2
    mask = capacity - 1
    keys = .allocate(capacity: capacity)
    objects = .allocate(capacity: capacity)
    keys.initialize(repeating: 0, count: capacity)
    objects.initialize(repeating: nil, count: capacity)
    for index in 0..<old.capacity {
      if let object = old.objects[index] { place(object, old.keys[index]) }
    }
    old.keys.deallocate()
    old.objects.deallocate()
  }

  /// All objects with their keys. O(capacity).
  var all: [(key: Int64, object: AnyObject)] {
    (0...mask).compactMap { index in
      objects[index].map { (keys[index], $0.takeUnretainedValue()) }
    }
  }
}
