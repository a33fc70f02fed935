/// The program's manual page for man(1), generated from the texts of its help.
struct Manual {
  private let program: ProgramDescription
  private let commands: [(group: String, entries: [Entry])]

  private struct Entry {
    let usage: String
    let summary: String
    let rows: [(form: String, summary: String)]
    let discussion: String
    let examples: [String]
  }

  init<Environment>(_ program: ProgramDescription, commands: [Command<Environment>]) {
    self.program = program
    var groups: [String] = []
    for command in commands where !groups.contains(command.group) { groups.append(command.group) }
    self.commands = groups.map { group in
      let entries = commands.filter { $0.group == group }.map { command in
        Entry(
          usage: command.usage, summary: command.summary, rows: HelpText.rows(of: command),
          discussion: command.discussion, examples: command.examples)
      }
      return (group, entries)
    }
  }

  /// The page's source for man(7).
  var page: String {
    let name = program.name
    var page = RoffText()
    page.request("TH", name.uppercased(), "1", "", [name, program.version].joined(separator: " "))
    page.section("NAME")
    page.text("\(name) - \(program.summary)")
    page.section("SYNOPSIS")
    if program.takesLines {
      addLines(to: &page)
    } else {
      page.synopsis(name, "COMMAND [WORD]...")
      page.section("OPTIONS")
      page.text(
        """
        Options may stand anywhere between a command's words, and -- ends them. Every command takes \
        these:
        """)
    }
    for option in CommonOptions.all + [.flag("help", "explain the command")] {
      page.entry(option.form, HelpText.describe(option))
    }
    page.section("COMMANDS")
    for group in commands { add(group, to: &page) }
    add(
      "CONFIGURATION", program.settings.map { ($0.name + " = ...", "\($0.summary); \($0.form)") },
      &page)
    add("FILES", program.files.map { ($0.path, $0.summary) }, &page)
    add("ENVIRONMENT", program.variables.map { ($0.name, $0.summary) }, &page)
    add("EXIT STATUS", program.statuses, &page)
    return page.page
  }

  private func addLines(to page: inout RoffText) {
    let name = program.name
    page.synopsis(name, "[OPTION]... [-c LINE]... [-f SCRIPT]...")
    page.synopsis(name, "[OPTION]... COMMAND [WORD]...")
    for (word, _) in program.words { page.synopsis(name, word) }
    page.section("DESCRIPTION")
    page.text(
      """
      Runs commands: one that stands behind the options, lines given with -c, scripts, or lines of \
      standard input, with a prompt when that is a terminal.
      """)
    for (word, summary) in program.words { page.entry("\(name) \(word)", summary) }
    page.section("OPTIONS")
    for (form, summary) in ProgramOptionsParser.summaries { page.entry(form, summary) }
    page.section("LINES")
    page.text(
      """
      Words are apart by blanks. '...' is literal; in "..." stand \\", \\\\, \\n and \\t for characters. # \
      begins a comment, and a backslash at a line's end joins it with the next one. Options may stand \
      anywhere between a command's words, and -- ends them. Every command takes these:
      """)
  }

  private func add(_ group: (group: String, entries: [Entry]), to page: inout RoffText) {
    page.subsection(group.group)
    for entry in group.entries {
      page.entry(entry.usage, entry.summary)
      page.request("RS")
      for (form, summary) in entry.rows { page.entry(form, summary) }
      if !entry.discussion.isEmpty { page.paragraph(entry.discussion) }
      for example in entry.examples { page.example(example) }
      page.request("RE")
    }
  }

  private func add(
    _ title: String, _ rows: [(String, String)], _ page: inout RoffText
  ) {
    guard !rows.isEmpty else { return }
    page.section(title)
    for (form, summary) in rows { page.entry(form, summary) }
  }
}
