import StrataCompilerMessages
import StrataSwiftParser

/// The expansion of `@_PersistedProperty` in a class that conforms to `PersistentModel` without
/// `@Model`.
///
/// The accessors use the class's `_$backingData` and notify its `_$observationRegistrar`.
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

  /// Returns the stored property, which has no content.
  static func storedProperty(_ request: AttachedMacroRequest) -> ExpansionResult {
    do throws(Problem) {
      let storage = try WrittenPropertyExpansion(request).storage
      // Without its module, since a class may declare a type of that name itself.
      return ExpansionResult(
        expandedSource: "private var \(storage): _SwiftDataNoType = _SwiftDataNoType()")
    } catch {
      // The accessor role reports the error.
      return ExpansionResult()
    }
  }
}
