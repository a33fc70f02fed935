import StrataContextPlugin
import StrataApplication
import StrataTrackerPlugin

let application = Application(
  name: "remind", version: "0.1.0", summary: "a tracker that says what should be logged again",
  plugins: [TrackerPlugin(), RemindPlugin(), ContextPlugin()])

await application.runAndExit()
