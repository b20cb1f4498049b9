import type { ClosureRule } from '#contract/closures/closures.ts'
import { geometry, integer, json, register, type Rows, table, text, view } from '#server/db/schema/register.ts'

export type ClosuresTables = Rows<typeof closuresRegister>

/** Written here, read through `current_closures`: an import's rows wait here for their edition. */
const closures = table(
  { impersonal: 'Für Motorräder gesperrte Straßen aus OpenStreetMap: offene Daten.' },
  {
    id: text(),
    source: text(),
    name: text().orNull,
    /** As a short text (`domain/geo/line-text.ts`); the same line as `road`. */
    line: text(),
    road: geometry(),
    rules: json<ClosureRule[]>('jsonb'),
    attribution: text(),
    edition: integer().byDefault,
  },
)

export const closuresRegister = register(null, {
  closures,
  current_closures: view(closures, ['edition']),
})
