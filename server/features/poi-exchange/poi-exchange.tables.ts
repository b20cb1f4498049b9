import { sql } from 'kysely'
import type { ImportFormat } from '#contract/poi-exchange/poi-exchange.ts'
import {
  latitudeAndLongitude,
  flag,
  geometry,
  instant,
  integer,
  owner,
  register,
  type Rows,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type PoiExchangeTables = Rows<typeof ownPoisRegister>

export const ownPoisRegister = register(
  {
    id: 'own-pois',
    group: 'map',
    title: 'Eigene POIs',
    what: 'Was Sie importieren, nur für Sie sichtbar.',
    purpose: 'damit Sie Ihre Orte auf der Karte haben',
    basis: { article: 'b' },
    kept: 'Bis Sie sie entfernen.',
  },
  {
    own_pois: table(
      {
        part: 'Eigene POIs',
        whose: (userId) => sql`file_id in (select id from own_poi_files where user_id = ${userId})`,
        order: ['file_id', 'number'],
        counted: 'ownPois',
      },
      {
        file_id: text().is('Datei'),
        /** In the order of the file. */
        number: integer().is('Nummer'),
        place: geometry().isMadeInto(...latitudeAndLongitude),
        name: text().is('Name'),
        comment: text().orNull.is('Bemerkung'),
        speed: integer().orNull.is('Tempo (km/h)'),
        direction: integer().orNull.is('Richtung (°)'),
      },
    ),
    own_poi_files: table(
      { part: 'Eigene POIs: Dateien', whose: theirs, order: ['read_at', 'id'] },
      {
        id: text().is('Kennung'),
        user_id: owner,
        name: text().is('Name'),
        format: text<ImportFormat>().is('Format'),
        read_at: instant().is('Eingelesen'),
        pois: integer().is('POIs'),
        /** Its POIs are shown only if this is true. */
        complete: flag().is('Vollständig'),
      },
    ),
  },
)
