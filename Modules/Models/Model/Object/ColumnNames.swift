public import StrataSQLite
public import StrataSchema

// Names that generated code uses for types of another module. With these, a client doesn't have to
// import that module, and its own models can have the plain names.

/// The row with the columns of a model's properties.
public typealias _Row = StrataSQLite.Row
/// The binder of the columns of a model's properties.
public typealias _Binder = StrataSQLite.Binder

/// The position of a property in its entity.
public typealias _PropertyIndex = StrataSchema.PropertyIndex

/// The protocol that `@Composite` makes a type conform to.
public typealias _Composite = StrataSQLite._CompositeValue
/// The functions that `@Composite` generates for a type.
public typealias _CompositeCode = StrataSQLite.CompositeCode
/// The columns of a composite value and their rules.
public typealias _CompositeLayout = StrataSQLite.CompositeLayout
/// A member of a composite value.
public typealias _CompositePart = StrataSQLite.CompositePart

/// The codings of types, among which the compiler chooses.
public typealias _Codings = StrataSQLite.ValueCodings
