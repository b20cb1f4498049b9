import { sql } from 'kysely'
import type { PoiType } from '#contract/pois/pois.ts'
import {
  latitudeAndLongitude,
  bigint,
  flag,
  geometry,
  instant,
  integer,
  real,
  reasons,
  register,
  type Rows,
  smallint,
  table,
  text,
  view,
} from '#server/db/schema/register.ts'

export type PoisTables = Rows<typeof poisRegister>

const ofTheSource = 'gehört zur Herkunft des POI, nicht zur Person'

/** Written here, read through `current_pois`: an import's rows wait here for their edition. */
const pois = table(
  {
    part: 'Ihre Meldungen: was und wo',
    as: 'reportedPois',
    whose: (userId) => sql`id in (select poi_id from poi_reports where user_id = ${userId})`,
    order: ['id'],
    impersonal: 'Orte aus offenen Quellen und Meldungen; von wem eine Meldung ist, steht in `poi_reports`.',
  },
  {
    id: text().is('Meldung'),
    source: text().not(ofTheSource),
    source_id: text().not(ofTheSource),
    poi_type: text<PoiType>().is('Art', { as: 'type' }),
    place: geometry().isMadeInto(...latitudeAndLongitude),
    street: text().orNull.is('Straße'),
    postcode: text().orNull.is('PLZ'),
    city: text().orNull.is('Ort'),
    /** The speed limit that is monitored, km/h. */
    speed: integer().orNull.is('Tempo (km/h)'),
    /** Monitored direction of travel, whole degrees from north. */
    direction: real().orNull.is('Richtung (°)'),
    note: text().orNull.is('Hinweis'),
    /** Its source does not say what the camera watches. */
    kind_assumed: flag().byDefault.not(ofTheSource),
    /** Of the road it lies on (`domain/riding/road-line.ts`). */
    line: text().orNull.byDefault.not(ofTheSource),
    attribution: text().not(ofTheSource),
    fetched_at: instant().not(ofTheSource),
    created_at: instant().is('Gemeldet'),
    updated_at: instant().is('Geändert'),
    edition: integer().byDefault.not(reasons.inner),
    /** How many imports in a row did not name it. */
    absences: smallint().byDefault.not(reasons.inner),
    expires_at: instant().orNull.is('Gilt bis'),
  },
)

export const poisRegister = register(null, {
  pois,
  current_pois: view(pois, ['edition', 'absences']),
  /** One row: how often POIs were changed, counted for `reports` of users and for all others. */
  poi_versions: table(
    { impersonal: 'Zähler, an dem die Karte Änderungen erkennt.' },
    {
      the_only_row: flag().byDefault,
      version: bigint(),
      reports: bigint(),
    },
  ),
})
