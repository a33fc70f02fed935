import StrataChartsPlugin
import StrataContextPlugin
import StrataHealthPlugin
import StrataGoalsPlugin
import StrataHistoryPlugin
import StrataInspectPlugin
import StrataMaintenancePlugin
import StrataSyncPlugin
import StrataApplication
import StrataTrackerPlugin
import StrataTransferPlugin

let application = Application(
  name: "appshell",
  version: "0.2.0",
  summary: "keep what you measure, and ask about it",
  plugins: [
    TrackerPlugin(),
    InspectPlugin(),
    ContextPlugin(),
    HistoryPlugin(),
    TransferPlugin(),
    HealthPlugin(),
    MaintenancePlugin(),
    ChartsPlugin(),
    GoalsPlugin(),
    SyncPlugin(),
  ],
  samples: ["seattle-weather.csv": PackageResources.seattle_weather_csv],
  demo: demoLines)

await application.runAndExit()
