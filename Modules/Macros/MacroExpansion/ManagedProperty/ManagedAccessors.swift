import StrataCompilerMessages
import StrataSwiftParser

/// The accessors of a property that a model description declares, which read and set it by its
/// name.
struct ManagedAccessors {
  private let key: String
  private let name: String
  /// The innermost enclosing declaration.
  private let around: SyntaxNode?

  init(_ request: AttachedMacroRequest) throws(Problem) {
    let node = request.declaration
    let variable = try reading(node) { source throws(ScanError) in
      try VariableDeclaration(scanning: source)
    }
    let attribute = try reading(request.attribute) { source throws(ScanError) in
      try Attribute(scanning: source)
    }
    let position = node.position(at: variable.keywordOffset)
    guard let binding = variable.bindings.first, variable.bindings.count == 1,
      let name = binding.name
    else {
      throw Problem("@Managed needs each property in a declaration of its own", position)
    }
    guard !variable.isLet else {
      throw Problem(
        "a managed property is read from its object; declare '\(name.text)' as 'var'", position,
        fixIts: [
          Diagnostic.FixIt(
            message: "use 'var'",
            changes: [.init(range: node.range(variable.header.keyword.range), newText: "var")])
        ])
    }
    guard binding.initialValue == nil else {
      throw Problem(
        "the model says which value '\(name.text)' has at first; leave the initial value out",
        position)
    }
    guard binding.typeAnnotation != nil else {
      throw Problem("@Managed needs the type of '\(name.text)'", position)
    }
    guard binding.accessorBlock == nil else {
      throw Problem(
        "@Managed writes the accessors of '\(name.text)'; leave yours out, or the attribute",
        position)
    }
    self.name = name.text
    around = request.lexicalContext.first
    key = attribute.arguments.first?.value.text ?? "\"\(name.text)\""
  }

  /// The name of the property's key path, which the program finds at run time, as the Objective-C
  /// runtime does on Apple's platforms. Nothing for a property outside of a class, which the compiler
  /// refuses.
  var keyPathName: ExpansionResult {
    guard let type = enclosingType else { return ExpansionResult(expandedSource: "") }
    return ExpansionResult(
      expandedSource: """
        enum _ManagedKey_\(name): _$ManagedKey {
        nonisolated static var _$key: Swift.String { \(key) }
        nonisolated static var _$keyPath: Swift.AnyKeyPath { \\\(type).\(written) }
        }
        """)
  }

  /// The name in a key path, in backticks if it is a keyword.
  private var written: String { "`\(name)`" }

  /// The name of the class that has the property, as the class or its extension has it.
  private var enclosingType: String? {
    guard let around else { return nil }
    do throws(ScanError) {
      switch try Member(scanning: around.source) {
      case .nestedType(let type): return type.name.written
      default: return nil
      }
    } catch {
      // It isn't a declaration of a class.
      return nil
    }
  }

  var result: ExpansionResult {
    ExpansionResult(
      expandedSource: """
        {
        get { _$managedValue(forKey: \(key)) }
        set { _$setManagedValue(newValue, forKey: \(key)) }
        }
        """)
  }
}
