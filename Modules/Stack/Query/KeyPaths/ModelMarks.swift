internal import StrataSchema
internal import Synchronization

/// The marks of a class's properties, worked out once.
struct ModelMarks {
  // The property's position for each mark; a class and its superclass may have one each.
  private let positions: [(mark: Substring, property: Int)]
  private let entity: ModelEntity

  private static let known = Mutex<[ObjectIdentifier: ModelMarks]>([:])

  static func of(_ entity: ModelEntity) -> ModelMarks {
    known.withLock { known in
      if let marks = known[ObjectIdentifier(entity)] { return marks }
      let marks = ModelMarks(entity)
      known[ObjectIdentifier(entity)] = marks
      return marks
    }
  }

  private init(_ entity: ModelEntity) {
    self.entity = entity
    let own = entity.properties.map { ($0.keypath, $0.index) }
    let inherited = entity.type._$inheritedKeyPaths.enumerated().map { ($1, $0) }
    positions = (own + inherited).compactMap { keyPath, index in
      KeyPathMarks(keyPath).map { ($0.text, index) }
    }
  }

  /// The property that the next part leads to, which is taken.
  func property(at marks: inout KeyPathMarks) -> Schema.PropertyMetadata? {
    let found = positions.filter { position in
      var other = marks
      return other.take(position.mark)
    }
    // A linker that folds equal code could give two properties one mark; neither is meant then.
    guard let first = found.first, found.allSatisfy({ $0.property == first.property }),
      entity.properties.indices.contains(first.property), marks.take(first.mark)
    else { return nil }
    return entity.properties[first.property]
  }
}
