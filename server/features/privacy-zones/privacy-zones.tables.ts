import { float, instant, register, type Rows, table, theirs } from '#server/db/schema/register.ts'
import { zoneColumns } from '#server/db/shared/zone-columns.ts'

export type PrivacyZonesTables = Rows<typeof privacyZonesRegister>

export const privacyZonesRegister = register(
  {
    id: 'privacy-zones',
    group: 'positions',
    title: 'Privatzonen',
    what: 'Name, Ort und Umkreis, die Sie eintragen, und ein zufälliger Versatz.',
    purpose: 'damit andere nicht sehen, wo Sie wohnen oder arbeiten',
    basis: { article: 'b' },
    kept: 'Bis Sie die Zone löschen.',
  },
  {
    /** Places that others are not shown. */
    privacy_zones: table(
      { part: 'Privatzonen', whose: theirs, order: ['created_at', 'id'], counted: 'privacyZones' },
      {
        ...zoneColumns,
        /** From the place to the centre of what is cut out. It never leaves the server. */
        shift_east_metres: float().not('geheim: mit der Verschiebung ließe sich der Ort aus Freigaben errechnen'),
        shift_north_metres: float().not('geheim wie die andere'),
        created_at: instant().is('Angelegt'),
      },
    ),
  },
)
