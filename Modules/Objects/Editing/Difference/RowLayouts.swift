import StrataModel
import StrataSchema
import StrataStack

/// The row layouts of all entities of a graph.
struct RowLayouts {
  private let layouts: [RowLayout]

  init(_ graph: ObjectGraph) {
    layouts = graph.entities.map { RowLayout($0, in: graph) }
  }

  subscript(_ entity: EntityIndex) -> RowLayout { layouts[entity] }
}
