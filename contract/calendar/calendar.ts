import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { instant } from '#contract/base/place.ts'
import { calendarLimits, calendarServerLimits } from './calendar-limits.ts'

export const calendar = {
  show: endpoint('GET', '/api/calendar', {
    access: 'verified',
    limit: manyReads,
    summary: 'Ob es eine Kalender-Adresse gibt, und wann sie zuletzt gelesen wurde.',
    reply: z.object({
      address: z.nullable(z.object({ since: instant, lastReadAt: z.nullable(instant) })),
    }),
  }),
  make: endpoint('POST', '/api/calendar', {
    access: 'verified',
    stepUp: true,
    limit: { kind: 'calendar', per: 'caller', max: calendarLimits.madePerHour, minutes: 60 },
    summary:
      'Eine geheime Adresse machen, unter der Kalender die Termine des Kontos lesen. Eine frühere gilt nicht mehr.',
    status: 201,
    /** The path of the address, shown only this once. */
    reply: z.object({ path: z.string() }),
  }),
  end: endpoint('DELETE', '/api/calendar', {
    repeat: 'again',
    access: 'verified',
    limit: manyChanges,
    summary: 'Die Kalender-Adresse abschalten.',
    reply: nothing,
  }),
  file: endpoint('GET', '/api/calendar/:token/wegwarte.ics', {
    access: 'public',
    limit: { per: 'network', perMinute: calendarServerLimits.readsPerMinute },
    summary:
      'Die Termine eines Kontos für Kalender-Programme: Lizenzen, Hauptuntersuchung und Saison, ohne Ort und Kennzeichen.',
    params: z.object({ token: z.string().check(z.minLength(1), z.maxLength(64)) }),
    form: 'file',
    mediaType: 'text/calendar',
    reply: z.string(),
    problems: ['NOT_FOUND'],
  }),
}
