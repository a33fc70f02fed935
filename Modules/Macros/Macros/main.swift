import StrataCompilerMessages
import StrataMacroExpansion

// The compiler starts this program, and talks to it until it closes the pipe.
var server = PluginServer { request in Expansion.expand(request) }
do {
  try server.run()
} catch {
  // The compiler is gone, and with it whoever could be told.
}
