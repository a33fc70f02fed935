public import StrataModel

/// Gives an actor a context of its own, on a queue of its own.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() =
  #externalMacro(module: "StrataMacros", type: "PersistentModelActorMacro")

/// An actor with a context of its own. `@ModelActor` writes its members.
public protocol ModelActor: Actor {
  /// The container whose store the actor works with.
  nonisolated var modelContainer: ModelContainer { get }
  /// Runs the actor's work, on the queue that its context belongs to.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The actor's executor.
  nonisolated public var unownedExecutor: UnownedSerialExecutor {
    modelExecutor.asUnownedSerialExecutor()
  }

  /// The actor's context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The object with an identifier; nil when the store has none.
  public subscript<T: PersistentModel>(
    identifier: PersistentIdentifier, as type: T.Type
  ) -> T? {
    // A subscript can't throw; a store that can't be read has no object to give.
    (try? modelContext.existingModel(for: identifier, as: type)) ?? nil
  }
}

/// Runs the work of a model actor where its context may be used.
public protocol ModelExecutor: SerialExecutor {
  /// The context that belongs to the executor.
  var modelContext: ModelContext { get }
}
