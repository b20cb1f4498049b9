import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { ownTourId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { shownVersion } from '#contract/consents/consents.ts'
import { ownToursLimits } from './own-tours-limits.ts'

/** Whose files are read. */
export const tourSources = ['gpx', 'google-timeline', 'traccar', 'owntracks'] as const
export type TourSource = (typeof tourSources)[number]

/** A way that somebody went, by a file of theirs. No tracker of ours has reported it. */
export const ownTour = z
  .object({
    id: ownTourId,
    /** As the file calls it. */
    name: z.nullable(z.string()),
    source: z.enum(tourSources),
    beganAt: instant,
    endedAt: instant,
    lengthMetres: z.number(),
    points: z.number(),
    readAt: instant,
    /** It is deleted then. */
    keptUntil: instant,
  })
  .check(z.meta({ id: 'OwnTour' }))
export type OwnTour = z.output<typeof ownTour>

const params = z.object({ tourId: ownTourId })

export const ownTours = {
  list: endpoint('GET', '/api/own-tours', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die eigenen Touren aus Dateien, die späteste zuerst, seitenweise. Niemand sonst sieht sie.',
    query: z.object({
      /** The `next` of the page before. */
      before: z.optional(ownTourId),
    }),
    reply: z.object({
      tours: z.array(ownTour),
      /** What continues the list; null at its end. */
      next: z.nullable(ownTourId),
      /** Whether consent to keeping them longer is given. */
      isKeptLonger: z.boolean(),
    }),
  }),
  import: endpoint('POST', '/api/own-tours', {
    access: 'verified',
    limit: {
      kind: 'own-tours-import',
      per: 'caller',
      max: ownToursLimits.filesPerHour,
      minutes: 60,
      atOnce: ownToursLimits.filesAtOnce,
    },
    summary:
      'Eigene Touren aus einer Datei lesen (GPX, Google Zeitachse vom Telefon, Traccar, OwnTracks; höchstens 20 MB), Feld „file“. Was schon da ist oder in einer Privatzone liegt, wird nicht gespeichert.',
    mostBytes: ownToursLimits.fileBytes,
    multipart: true,
    status: 201,
    reply: z.object({
      tours: z.number(),
      /** What became of the file's points. */
      points: z.object({ added: z.number(), known: z.number(), hidden: z.number(), unusable: z.number() }),
    }),
    problems: [
      'UNREADABLE_FILE',
      'OWN_TOURS_FILE_TOO_LARGE',
      'OWN_TOURS_WITHOUT_TIMES',
      'NO_OWN_TOURS',
      'OWN_TOURS_KNOWN',
      'OWN_TOURS_HIDDEN',
      'TOO_MANY_OWN_TOURS',
      'DEMO_READ_ONLY',
    ],
  }),
  show: endpoint('GET', '/api/own-tours/:tourId', {
    access: 'verified',
    limit: manyReads,
    summary: 'Eine eigene Tour mit ihrer vereinfachten Linie, ohne das, was in einer Privatzone liegt.',
    params,
    reply: z.object({
      tour: ownTour,
      /** Unbroken parts in order, each as text (`domain/geo/line-text.ts`). */
      line: z.array(z.string()),
    }),
    problems: ['NOT_FOUND'],
  }),
  remove: endpoint('DELETE', '/api/own-tours/:tourId', {
    repeat: 'until-gone',
    access: 'verified',
    limit: manyChanges,
    summary: 'Eine eigene Tour löschen.',
    params,
    reply: nothing,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  removeAll: endpoint('DELETE', '/api/own-tours', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Alle eigenen Touren löschen.',
    reply: z.object({ removed: z.number() }),
    problems: ['DEMO_READ_ONLY'],
  }),
  keepLonger: endpoint('POST', '/api/own-tours/consent', {
    access: 'verified',
    repeat: 'again',
    limit: manyChanges,
    summary: `Einwilligen, dass eigene Touren ${ownToursLimits.keptLongerDays} statt ${ownToursLimits.keptDays} Tage gespeichert werden.`,
    body: z.object({ consentVersion: shownVersion }),
    reply: nothing,
    problems: ['CONSENT_TEXT_CHANGED', 'DEMO_READ_ONLY'],
  }),
  withdrawConsent: endpoint('POST', '/api/own-tours/withdraw', {
    access: 'verified',
    repeat: 'again',
    limit: manyChanges,
    summary: `Die Einwilligung in längeres Speichern widerrufen: Eigene Touren, die vor mehr als ${ownToursLimits.keptDays} Tagen gelesen wurden, werden sofort gelöscht.`,
    reply: z.object({
      /** How many tours were deleted. */
      removed: z.number(),
    }),
    problems: ['DEMO_READ_ONLY'],
  }),
}
