import { sql } from 'kysely'
import { ownToursLimits } from '#contract/own-tours/own-tours-limits.ts'
import type { TourSource } from '#contract/own-tours/own-tours.ts'
import {
  float,
  instant,
  integer,
  json,
  owner,
  reasons,
  register,
  type Rows,
  table,
  text,
  texts,
  theirs,
} from '#server/db/schema/register.ts'

export type OwnToursTables = Rows<typeof ownToursRegister>

const { keptDays, keptLongerDays } = ownToursLimits

export const ownToursRegister = register(
  {
    id: 'own-tours',
    group: 'positions',
    title: 'Eigene Touren',
    what: 'Touren aus Dateien, die Sie einlesen, etwa Ihre Google Zeitachse: Name, Orte mit Zeiten, Länge. Was in einer Privatzone liegt, wird nicht gespeichert. Die Datei selbst wird nicht aufbewahrt.',
    purpose: 'damit Sie Ihre früheren Touren ansehen können',
    basis: { article: 'b' },
    kept: `Bis Sie die Tour löschen, höchstens ${keptDays} Tage seit dem Einlesen; mit Ihrer Einwilligung ${keptLongerDays} Tage.`,
  },
  {
    /** Where people were by files of their own. Nothing that trackers report is in it. */
    own_tours: table(
      {
        part: 'Eigene Touren',
        whose: theirs,
        order: ['began_at', 'id'],
        counted: 'ownTours',
        kept: [
          { days: keptLongerDays, by: 'read_at' },
          {
            days: keptDays,
            by: 'read_at',
            // As `keepsLonger` in the store, for all accounts.
            only: sql`not coalesce((
              select given from consents
              where consents.user_id = own_tours.user_id and device_id is null and purpose = 'own-tours'
              order by consents.id desc limit 1), false)`,
          },
        ],
      },
      {
        id: text().not(reasons.inner),
        user_id: owner,
        name: text().orNull.is('Name'),
        source: text<TourSource>().is('Herkunft'),
        began_at: instant().is('Beginn'),
        ended_at: instant().is('Ende'),
        length_metres: float().is('Länge (m)'),
        points: integer().is('Punkte'),
        /** `domain/own-tours/stored-pieces.ts` */
        pieces: json('json').is('Punkte der Tour: Zeit (UTC), Breite, Länge', {
          as: 'fixes',
          kind: 'text[]',
          by: sql`array(
          select concat(
            to_char((began_at + (fix->>0)::integer * interval '1 second') at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), ', ',
            round((fix->>1)::numeric / 100000, 5), ', ', round((fix->>2)::numeric / 100000, 5))
          from json_array_elements(pieces) with ordinality as pieces_in_order (fixes, piece),
            json_array_elements(fixes) with ordinality as fixes_in_order (fix, number)
          order by piece, number)`,
        }),
        /** The line to look at, simplified, each unbroken part as text. */
        line: texts().not(reasons.inner),
        read_at: instant().is('Eingelesen'),
      },
    ),
  },
)
