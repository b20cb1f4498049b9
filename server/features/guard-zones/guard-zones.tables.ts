import { sql } from 'kysely'
import type { ZoneSharpness } from '#contract/guard-zones/guard-zones.ts'
import { instant, register, type Rows, smallints, table, text, theirs } from '#server/db/schema/register.ts'
import { zoneColumns } from '#server/db/shared/zone-columns.ts'

export type GuardZonesTables = Rows<typeof guardZonesRegister>

export const guardZonesRegister = register(
  {
    id: 'guard-zones',
    group: 'positions',
    title: 'Alarmzonen',
    what: 'Name, Ort, Umkreis, Schärfe und Zeiten, die Sie eintragen.',
    purpose: 'damit der Diebstahlalarm dort schärfer oder ruhiger wacht',
    basis: { article: 'b' },
    kept: 'Bis Sie die Zone löschen.',
  },
  {
    /** Where the alarm watches differently. Weekdays and times are all null, or none. */
    guard_zones: table(
      { part: 'Alarmzonen', whose: theirs, order: ['created_at', 'id'], counted: 'guardZones' },
      {
        ...zoneColumns,
        sharpness: text<ZoneSharpness>().is('Schärfe'),
        /** 1: Monday, 7: Sunday. */
        weekdays: smallints().orNull.is('Wochentage, 1: Montag', {
          kind: 'text[]',
          by: sql`coalesce(weekdays::text[], '{}')`,
        }),
        /** By the clock in Germany: `22:00`. */
        from_time: text().orNull.is('Von', { as: 'from' }),
        to_time: text().orNull.is('Bis', { as: 'to' }),
        created_at: instant().is('Angelegt'),
      },
    ),
  },
)
