public import StrataModel

/// Adds a context and a serial executor to an actor.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() =
  #externalMacro(module: "StrataMacros", type: "PersistentModelActorMacro")

/// An actor with a context of its own. The `@ModelActor` macro declares its members.
///
/// It runs on its container's threads, so that it may wait for a store without blocking other tasks.
public protocol ModelActor: Actor {
  /// The container of the actor's context.
  nonisolated var modelContainer: ModelContainer { get }
  /// Runs the actor's jobs on the container's threads, one after the other.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The actor's executor.
  nonisolated public var unownedExecutor: UnownedSerialExecutor {
    modelExecutor.asUnownedSerialExecutor()
  }

  /// The context of the actor.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The object with an identifier, or nil if the store doesn't contain it.
  public subscript<T: PersistentModel>(
    identifier: PersistentIdentifier, as type: T.Type
  ) -> T? {
    // A subscript can't throw, so an error results in nil.
    (try? modelContext.existingModel(for: identifier, as: type)) ?? nil
  }
}

/// Runs the jobs of a model actor where its context may be used.
public protocol ModelExecutor: SerialExecutor {
  /// The context of the executor.
  var modelContext: ModelContext { get }
}
