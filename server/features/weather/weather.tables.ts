import type { WarningLevel } from '#contract/weather.ts'
import {
  flag,
  geometry,
  instant,
  integer,
  register,
  type Rows,
  smallint,
  table,
  text,
  view,
} from '#server/db/schema/register.ts'

export type WeatherTables = Rows<typeof weatherRegister>

/** Written here, read through `current_warnings`. */
const weather_warnings = table(
  { impersonal: 'Warnungen des Deutschen Wetterdienstes: offene Daten.' },
  {
    id: text(),
    source: text(),
    warning_type: text(),
    headline: text(),
    description: text(),
    instruction: text().orNull,
    level: smallint<WarningLevel>(),
    region_name: text(),
    place: geometry(),
    area: geometry(),
    valid_from: instant(),
    valid_until: instant().orNull,
    sent_at: instant(),
    fetched_at: instant(),
    attribution: text(),
    /** Metres above the sea; null: no limit. */
    above_metres: integer().orNull,
    below_metres: integer().orNull,
    edition: integer().byDefault,
    /** Advance information, of which nothing is in force. */
    is_advance: flag().byDefault,
  },
)

export const weatherRegister = register(null, {
  weather_warnings,
  current_warnings: view(weather_warnings, ['edition']),
})
