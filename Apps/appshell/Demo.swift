/// The lines of `appshell demo`, which import four years of Seattle's weather and query them.
let demoLines = [
  """
  import sample:seattle-weather.csv --date date --time-zone America/Los_Angeles \
  --item 'Temperature:dualValues:temp_max,temp_min:°C' \
  --item 'Precipitation:singleValue:precipitation:mm' \
  --item 'Wind:singleValue:wind:m/s' --item 'Weather:singleOption:weather'
  """,
  "item list",
  "count ItemData",
  #"count ItemData where item.name == "Temperature" AND dataContent.value1 > 30"#,
  "stats Weather",
  "stats Precipitation --by year --time-zone America/Los_Angeles",
  "stats Temperature",
  "data list Temperature --where 'dataContent.value1 > 34.5'",
  "history",
]
