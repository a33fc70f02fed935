/// The colours of SVG pictures, as custom properties of style sheets, for light and dark
/// backgrounds.
public enum Palette {
  private static let light: [(name: String, color: String)] =
    [
      ("ground", "#ffffff"), ("ink", "#1f2328"), ("muted", "#59636e"), ("grid", "#d8dee4"),
      ("value", "#0969da"), ("none", "#eaeef2"),
    ]
    + numbered(
      "c",
      [
        "#0969da", "#d97706", "#1a9850", "#9b51c4", "#b8960b", "#0e9aa7", "#d1495b",
        "#6b5bd2", "#7a8b1e", "#5f7f9f",
      ])
    + numbered("l", ["#b6dcff", "#6cb2f7", "#2a7fdb", "#0b4a94"])
  private static let dark: [(name: String, color: String)] =
    [
      ("ground", "#0d1117"), ("ink", "#e6edf3"), ("muted", "#9198a1"), ("grid", "#30363d"),
      ("value", "#58a6ff"), ("none", "#1b222b"),
    ]
    + numbered(
      "c",
      [
        "#58a6ff", "#f0a23b", "#4cc071", "#c490f0", "#e3c341", "#39c5cf", "#f47a86",
        "#a594ff", "#b5c748", "#9db8d2",
      ])
    + numbered("l", ["#173b66", "#1f66b0", "#4097f0", "#a8d4ff"])

  /// The number of colours for options. Further options repeat them.
  static let categoryCount = 10
  /// The number of shades of amounts.
  static let levelCount = 4

  /// The style sheet that defines the colours on `:root`, with dark ones for readers who prefer
  /// them.
  public static var rules: String {
    """
    :root{color-scheme:light dark;\(declarations(light))}
    @media(prefers-color-scheme:dark){:root{\(declarations(dark))}}
    svg.chart text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:var(--muted)}
    svg.chart text.title{font-size:14px;font-weight:600;fill:var(--ink)}
    svg.chart text.end{text-anchor:end}
    svg.chart text.mid{text-anchor:middle}
    svg.chart .grid{stroke:var(--grid);stroke-width:1;fill:none}
    svg.chart .line{stroke:var(--value);stroke-width:1.5;fill:none;stroke-linejoin:round;\
    stroke-linecap:round}
    svg.chart .area{fill:var(--value);fill-opacity:.25;stroke:none}
    svg.chart .fill{fill:var(--value);stroke:none}

    """
  }

  private static func numbered(_ prefix: String, _ colors: [String]) -> [(String, String)] {
    colors.enumerated().map { ("\(prefix)\($0.offset)", $0.element) }
  }

  private static func declarations(_ colors: [(name: String, color: String)]) -> String {
    colors.map { "--\($0.name):\($0.color)" }.joined(separator: ";")
  }

  static func category(_ index: Int) -> String { "var(--c\(index % categoryCount))" }
  static func level(_ index: Int) -> String { "var(--l\(min(max(0, index), levelCount - 1)))" }
}
