import { sql } from 'kysely'
import type { PlaceVisit, PlaceWeatherLevel } from '#contract/own-places/own-places.ts'
import { instant, register, type Rows, smallint, table, text, texts, theirs } from '#server/db/schema/register.ts'
import { zoneColumns } from '#server/db/shared/zone-columns.ts'

export type OwnPlacesTables = Rows<typeof ownPlacesRegister>

export const ownPlacesRegister = register(
  {
    id: 'own-places',
    group: 'positions',
    title: 'Eigene Orte',
    what: 'Name, Ort und Umkreis, die Sie eintragen, ab welcher Stufe Sie Wetterwarnungen dafür wollen, und von welchem Fahrzeug Sie dort Ankunft oder Abfahrt wissen wollen. Ob es dort ist, wird nicht gespeichert.',
    purpose: 'damit Sie erfahren, dass Ihr Fahrzeug dort angekommen oder losgefahren ist oder Unwetter kommt',
    basis: { article: 'b' },
    kept: 'Bis Sie den Ort löschen.',
  },
  {
    own_places: table(
      { part: 'Eigene Orte', whose: theirs, order: ['created_at', 'id'] },
      {
        ...zoneColumns,
        weather_level: smallint<PlaceWeatherLevel>().orNull.is('Wetterwarnungen ab Stufe'),
        created_at: instant().is('Angelegt'),
      },
    ),
    /** Of which visits of a vehicle its owner is notified; without a row of none. */
    own_place_watches: table(
      {
        part: 'Meldungen zu eigenen Orten',
        whose: (userId) => sql`place_id in (select id from own_places where own_places.user_id = ${userId})`,
        order: ['since', 'device_id'],
      },
      {
        place_id: text().is('Ort'),
        device_id: text().is('Gerät'),
        visits: texts<PlaceVisit>().is('Meldungen', { kind: 'text[]', by: sql`visits` }),
        /** What happened before is not told. */
        since: instant().is('Seit'),
      },
    ),
  },
)
