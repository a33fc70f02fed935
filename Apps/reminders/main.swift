import StrataContextPlugin
import StrataRemindersPlugin
import StrataApplication
import StrataTrackerPlugin

let application = Application(
  name: "reminders", version: "0.1.0", summary: "a tracker that says what should be logged again",
  plugins: [TrackerPlugin(), RemindersPlugin(), ContextPlugin()])

await application.runAndExit()
