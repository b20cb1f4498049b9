import * as z from 'zod/mini'
import { manyChanges } from '#contract/base/call-limit.ts'
import { shownVersion } from '#contract/consents/consents.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { poiId } from '#contract/base/identity.ts'
import { instant, latitude, longitude } from '#contract/base/place.ts'
import { poi } from '#contract/pois/pois.ts'
import { poiReportsLimits } from './poi-reports-limits.ts'
import { poisLimits } from '#contract/pois/pois-limits.ts'

/** The types that users report: what comes and goes, and dangers that no source knows. */
export const reportTypes = [
  'MobileSpeedCamera',
  'SemiStationarySpeedCameras',
  'MobileRedLightControl',
  'MobileDistanceControl',
  'TrafficJam',
  'Accident',
  'BrokenDownVehicle',
  'Obstacle',
  'Slippery',
  'ObstructedView',
  'TemporaryRoadwork',
  'LongTermRoadwork',
  'User',
] as const
export const reportType = z.enum(reportTypes, 'Bitte wählen Sie, was Sie melden.')
export type ReportType = (typeof reportTypes)[number]

const speedRange = `Das Tempolimit liegt zwischen ${poiReportsLimits.lowestSpeedKmh} und ${poisLimits.highestSpeedKmh} km/h.`
const directionRange = 'Die Richtung liegt zwischen 0 und 359 Grad.'

/** What may be corrected later. */
const correctable = z.object({
  /** km/h. */
  speed: z
    .int(speedRange)
    .check(z.gte(poiReportsLimits.lowestSpeedKmh, speedRange), z.lte(poisLimits.highestSpeedKmh, speedRange)),
  /** Degrees from north. */
  direction: z.int(directionRange).check(z.gte(0, directionRange), z.lte(359, directionRange)),
  /** Of road works: when they will be over. */
  expiresAt: instant,
})
const { speed, direction, expiresAt } = correctable.shape

export const newReport = z.object({
  poiType: reportType,
  latitude,
  longitude,
  // Absent: not known.
  ...z.partial(correctable).shape,
  /** When it was seen, if it is sent later than that because there was no network. Its lifetime begins then. */
  seenAt: z.optional(instant),
  /** Consent to the text of `reports`: the version that was shown. Needed for the first report, and for a new text. */
  consentVersion: z.optional(shownVersion),
})
export type NewReport = z.output<typeof newReport>
/** Null and, from pages of before, absent: not known. */
export const correction = z.object({
  speed: z.nullish(speed),
  direction: z.nullish(direction),
  expiresAt: z.nullish(expiresAt),
})
export type Correction = z.output<typeof correction>

const params = z.object({ id: poiId })
/** How near the voter was when they saw it: up to 1 km, up to 10 km, or farther away. No place is sent. */
export const voterNearness = z.enum(['near', 'around', 'far'])
export type VoterNearness = z.output<typeof voterNearness>

const seen = z.object({
  /** When it was seen that it is there or gone, if that is sent later because there was no network. */
  seenAt: z.optional(instant),
  /** Only if the voter shares it; kept is what their word weighs. */
  nearness: z.optional(voterNearness),
})
const reply = z.object({ poi })

export const poiReports = {
  report: endpoint('POST', '/api/poi', {
    access: 'verified',
    // The reporter's own report at this place is found again, and nothing is added to it.
    repeat: 'again',
    limit: { kind: 'poi-report', per: 'caller', max: poiReportsLimits.perHour, minutes: 60 },
    summary: 'Einen POI melden. Ist an der Stelle schon einer dieser Art gemeldet, wird er bestätigt.',
    body: newReport,
    status: 201,
    reply: z.object({
      poi,
      /** False: it was known, from somebody else or from the caller. Absent: an older server did not say. */
      isNew: z.optional(z.boolean()),
    }),
    problems: ['CONSENT_REQUIRED', 'CONSENT_TEXT_CHANGED', 'DEMO_READ_ONLY', 'REPORT_OVER'],
  }),
  correct: endpoint('PUT', '/api/poi/:id', {
    access: 'verified',
    limit: { kind: 'poi-report', per: 'caller', max: poiReportsLimits.perHour, minutes: 60 },
    summary: 'Tempolimit, Richtung oder Ende einer eigenen Meldung berichtigen.',
    params,
    body: correction,
    reply,
    problems: ['DEMO_READ_ONLY', 'NOT_FOUND'],
  }),
  withdraw: endpoint('DELETE', '/api/poi/:id', {
    access: 'verified',
    limit: manyChanges,
    summary:
      'Eine eigene Meldung entfernen, oder das eigene Wort zu einer fremden zurücknehmen; die Antwort zeigt sie ein letztes Mal.',
    params,
    reply,
    problems: ['DEMO_READ_ONLY', 'NOT_FOUND'],
  }),
  confirm: endpoint('POST', '/api/poi/:id/confirm', {
    access: 'verified',
    limit: { kind: 'poi-vote', per: 'caller', max: poiReportsLimits.votesPerHour, minutes: 60 },
    summary: '„Noch da“: eine Meldung bestätigen, oder was eine Quelle sagt. Je Person zählt das letzte Wort.',
    params,
    query: seen,
    reply,
    problems: ['DEMO_READ_ONLY', 'NOT_FOUND', 'STATISTICS_NOT_VOTED'],
  }),
  deny: endpoint('POST', '/api/poi/:id/deny', {
    access: 'verified',
    limit: { kind: 'poi-vote', per: 'caller', max: poiReportsLimits.votesPerHour, minutes: 60 },
    summary:
      '„Nicht mehr da“: einer Meldung widersprechen, oder was eine Quelle sagt; das bleibt stehen, mit einem Hinweis. Je Person zählt das letzte Wort.',
    params,
    query: seen,
    reply,
    problems: ['DEMO_READ_ONLY', 'NOT_FOUND', 'STATISTICS_NOT_VOTED'],
  }),
  withdrawConsent: endpoint('POST', '/api/poi/withdraw', {
    access: 'verified',
    repeat: 'again',
    limit: manyChanges,
    summary: 'Die Einwilligung in Meldungen widerrufen: die eigenen offenen Meldungen werden gelöscht.',
    reply: z.object({
      /** How many reports were deleted. */
      removed: z.number(),
    }),
  }),
}
