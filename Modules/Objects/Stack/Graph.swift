// Contexts throw the graph's errors, and have its policies.
@_exported public import StrataGraph
