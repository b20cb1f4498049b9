import { sql } from 'kysely'
import type { Place } from '#contract/base/place.ts'
import {
  flag,
  float,
  instant,
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

export type SavedRoutesTables = Rows<typeof savedRoutesRegister>

export const savedRoutesRegister = register(
  {
    id: 'saved-routes',
    group: 'positions',
    title: 'Meine Strecken',
    what: 'Strecken, die Sie speichern: Name, die vereinfachte Linie, Abfahrt und Tempo, was beim letzten Öffnen auf ihr lag, und ob Sie am Abend vor der Fahrt über Neues benachrichtigt wurden.',
    purpose: 'damit Sie eine Strecke wieder prüfen können und rechtzeitig erfahren, was neu auf ihr liegt',
    basis: { article: 'b' },
    kept: 'Bis Sie die Strecke löschen.',
    seenBy:
      'Die Mailserver auf dem Weg zu Ihrem Postfach: Name, Abfahrt und was neu auf der Strecke liegt, nicht die Linie.',
  },
  {
    /** Routes that riders keep. */
    saved_routes: table(
      { part: 'Meine Strecken', whose: theirs, order: ['saved_at', 'id'], counted: 'savedRoutes' },
      {
        id: text().not(reasons.inner),
        user_id: owner,
        name: text().is('Name'),
        pieces: json<Place[][]>('jsonb').is('Punkte der Linie: Breite, Länge', {
          as: 'line',
          kind: 'text[]',
          by: sql`array(
          select concat(place->>'latitude', ', ', place->>'longitude')
          from jsonb_array_elements(pieces) with ordinality as pieces_in_order (places, piece),
            jsonb_array_elements(places) with ordinality as places_in_order (place, number)
          order by piece, number)`,
        }),
        length_metres: float().is('Länge (m)'),
        corridor_metres: float().is('Abstand zur Strecke (m)'),
        /** The departure; null without one. */
        departs_at: instant().orNull.is('Abfahrt'),
        average_kmh: float().orNull.is('Tempo im Schnitt (km/h)'),
        is_watched: flag().is('Am Abend davor noch einmal prüfen'),
        /** The keys of what its owner has seen on it (`domain/saved-routes/saved-routes.ts`). */
        known: texts().not(reasons.inner),
        saved_at: instant().is('Gespeichert'),
        /** When it is checked again. */
        check_at: instant().orNull.not(reasons.inner),
        /** The departure before which it was checked again. */
        news_for: instant().orNull.byDefault.is('Am Abend davor geprüft, für die Abfahrt', { as: 'toldAbout' }),
        /** Of the version before, which sent from here. */
        news_state: text().orNull.byDefault.not(reasons.inner),
        news_begun_at: instant().orNull.byDefault.not(reasons.inner),
        news_ended_at: instant().orNull.byDefault.not(reasons.inner),
      },
    ),
  },
)
