/// The code that `@Composite` writes into a type, callable from any isolation.
///
/// In a module whose default isolation is the main actor a member's type may be `Codable` there alone. So
/// what is generated is the main actor's, which any type can meet, as what `@Model` writes. But a value is
/// confined to whom reads or binds it, so that nothing is gained by being on the main actor; a member's
/// `init(from:)` and `encode(to:)` run wherever the context is.
public struct CompositeCode<Value: _CompositeValue>: Sendable {
  /// The columns and their rules.
  let layout: CompositeLayout
  @usableFromInline let read: @Sendable (inout Row) throws -> Value
  @usableFromInline let write: @Sendable (Value, inout Binder) throws -> Void

  /// The functions, as they can be called.
  private struct Anywhere {
    let layout: @Sendable () -> CompositeLayout
    let read: @Sendable (inout Row) throws -> Value
    let write: @Sendable (Value, inout Binder) throws -> Void
  }

  /// The same functions, as the compiler has them.
  private struct Isolated {
    let layout: @MainActor @Sendable () -> CompositeLayout
    let read: @MainActor @Sendable (inout Row) throws -> Value
    let write: @MainActor @Sendable (Value, inout Binder) throws -> Void
  }

  /// Takes the code of a type.
  public init(_ type: Value.Type) {
    // An actor is no part of what a synchronous function is at run time, so that both have the same
    // layout. The functions capture nothing but a type, which is why all threads may have them.
    let anywhere = unsafeBitCast(
      Isolated(
        layout: { Value._$makeLayout() },
        read: { try Value(_$row: &$0) },
        write: { try $0._$write(&$1) }),
      to: Anywhere.self)
    layout = anywhere.layout()
    read = anywhere.read
    write = anywhere.write
  }
}
