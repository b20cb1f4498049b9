import { sql } from 'kysely'
import type { ZoneSharpness } from '#contract/guard-zones/guard-zones.ts'
import {
  float,
  instant,
  integer,
  owner,
  reasons,
  register,
  type Rows,
  smallints,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

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
        id: text().not(reasons.inner),
        user_id: owner,
        name: text().is('Name'),
        latitude: float().is('Breite'),
        longitude: float().is('Länge'),
        radius_metres: integer().is('Radius (m)'),
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
