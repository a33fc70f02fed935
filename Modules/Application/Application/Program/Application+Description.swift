import StrataShell

extension Application {
  /// The program's description for the manual.
  var description: ProgramDescription {
    let variable = name.uppercased()
    var description = ProgramDescription(name: name)
    description.version = version
    description.summary = summary
    description.words = describedWords
    description.settings = settings + [Setting("alias NAME", "a short name for a line's beginning")]
    description.files = [
      ("$XDG_DATA_HOME/\(name)/tracker.store", "the store; ~/.local/share without the variable"),
      ("$XDG_CONFIG_HOME/\(name)/config", "the configuration; ~/.config without the variable"),
      ("$XDG_STATE_HOME/\(name)/history", "typed lines; ~/.local/state without the variable"),
    ]
    description.variables = [
      ("\(variable)_STORE", "the store's file"),
      ("\(variable)_CONFIG", "the configuration file"),
      ("\(variable)_HISTORY", "the file of typed lines"),
      ("\(variable)_PAGER", "the program that shows long output, before PAGER; cat for none"),
      ("NO_COLOR", "when not empty, no colors unless --color asks for them"),
      ("TERM", "dumb for a terminal without colors, pages and moving lines"),
      ("TZ", "the zone of dates, such as Europe/Berlin, unless the configuration names one"),
    ]
    return description
  }
}
