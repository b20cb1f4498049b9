import type { AccidentCategory } from '#domain/hotspots/accidents.ts'
import {
  flag,
  float,
  integer,
  register,
  type Rows,
  smallint,
  smallints,
  table,
  text,
} from '#server/db/schema/register.ts'

export type HotspotsTables = Rows<typeof hotspotsRegister>

export const hotspotsRegister = register(null, {
  /** One Land in one year, as a file contained it; `region` is the Land's key, or the name of a file without Länder. */
  accident_parts: table(
    { impersonal: 'Teile des Unfallatlas der Statistischen Ämter: offene Daten.' },
    {
      id: integer().byDefault,
      edition: integer(),
      region: text(),
      land: smallint(),
      /** Whether it is all of the Land. */
      whole: flag(),
      year: smallint(),
      /** How many months it has accidents in, of any vehicle. */
      months: smallint(),
      /** Whether the accidents without motorcycles are known, too. */
      with_others: flag().byDefault,
    },
  ),
  /** With motorcycles only. */
  accidents: table(
    { impersonal: 'Unfälle aus dem Unfallatlas: offene Daten ohne Beteiligte.' },
    {
      part_id: integer(),
      source_id: text().orNull,
      latitude: float(),
      longitude: float(),
      built_up: flag(),
      category: smallint<AccidentCategory>(),
      kind: smallint().orNull,
      type: smallint().orNull,
      light: smallint().orNull,
      surface: smallint().orNull,
      /** Null before migration 88, and where the table does not tell. */
      weekend: flag().orNull,
    },
  ),
  /** Without motorcycles, by squares of ETRS89 / UTM 32, in whole metres from the south-west corner. */
  other_accidents: table(
    { impersonal: 'Orte und Arten der Unfälle ohne Kraftrad aus dem Unfallatlas: offene Daten ohne Beteiligte.' },
    {
      part_id: integer(),
      square_east: integer(),
      square_north: integer(),
      built_up: flag(),
      easts: smallints(),
      norths: smallints(),
      /** Indexes in `otherAccidents`. */
      signs: smallints(),
    },
  ),
})
