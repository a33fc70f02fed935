import StrataCompilerMessages
import StrataSwiftParser

/// What `@_PersistedProperty` writes into a class that conforms to `PersistentModel` by hand: accessors that
/// keep the value in the class's `_$backingData`, and tell its `_$observationRegistrar`.
struct WrittenPropertyExpansion {
  private let name: String

  init(_ request: AttachedMacroRequest) throws(Problem) {
    let node = request.declaration
    let variable = try reading(node) { source throws(ScanError) in
      try VariableDeclaration(scanning: source)
    }
    guard let binding = variable.bindings.first, variable.bindings.count == 1, !variable.isLet,
      let name = binding.name, binding.typeAnnotation != nil
    else {
      throw Problem(
        "@_PersistedProperty stands before one 'var' with a type",
        node.position(at: variable.keywordOffset))
    }
    self.name = name.written
  }

  private var storage: String { "_" + name.filter { $0 != "`" } }

  var accessors: ExpansionResult {
    ExpansionResult(
      expandedSource: """
        {
        @storageRestrictions(accesses: _$backingData, initializes: \(storage))
        init(initialValue) {
          _$backingData.setValue(forKey: \\.\(name), to: initialValue)
          \(storage) = _SwiftDataNoType()
        }
        get {
          _$observationRegistrar.access(self, keyPath: \\.\(name))
          return self.getValue(forKey: \\.\(name))
        }
        set {
          _$observationRegistrar.withMutation(of: self, keyPath: \\.\(name)) {
            self.setValue(forKey: \\.\(name), to: newValue)
          }
        }
        }
        """)
  }

  /// The stored property beside it, which holds nothing.
  static func storedProperty(_ request: AttachedMacroRequest) -> ExpansionResult {
    do throws(Problem) {
      let storage = try WrittenPropertyExpansion(request).storage
      // By its plain name: a class may have written out a type of its own.
      return ExpansionResult(
        expandedSource: "private var \(storage): _SwiftDataNoType = _SwiftDataNoType()")
    } catch {
      // What is wrong is said once, with the accessors.
      return ExpansionResult()
    }
  }
}
