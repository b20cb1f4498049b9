import * as z from 'zod/mini'
import { manyChanges } from '#contract/call-limit.ts'
import { endpoint } from '#contract/endpoint.ts'
import { poiId } from '#contract/identity.ts'
import { limits } from '#contract/limits.ts'
import { instant, latitude, longitude } from '#contract/place.ts'
import { poi } from '#contract/pois.ts'

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

const speedRange = `Das Tempolimit liegt zwischen ${limits.poiReports.lowestSpeedKmh} und ${limits.pois.highestSpeedKmh} km/h.`
const directionRange = 'Die Richtung liegt zwischen 0 und 359 Grad.'

/** What may be put right later. Absent: not known. */
const correctable = {
  /** km/h. */
  speed: z.optional(
    z
      .int(speedRange)
      .check(z.gte(limits.poiReports.lowestSpeedKmh, speedRange), z.lte(limits.pois.highestSpeedKmh, speedRange)),
  ),
  /** Degrees from north. */
  direction: z.optional(z.int(directionRange).check(z.gte(0, directionRange), z.lte(359, directionRange))),
  /** Of road works: when they will be over. */
  expiresAt: z.optional(instant),
}

export const newReport = z.object({ poiType: reportType, latitude, longitude, ...correctable })
export type NewReport = z.output<typeof newReport>
export const correction = z.object(correctable)
export type Correction = z.output<typeof correction>

const params = z.object({ id: poiId })
const reply = z.object({ poi })

export const poiReports = {
  report: endpoint('POST', '/api/poi', {
    access: 'verified',
    limit: { kind: 'poi-report', per: 'caller', max: limits.poiReports.perHour, minutes: 60 },
    summary: 'Einen POI melden. Ist an der Stelle schon einer dieser Art gemeldet, wird er bestätigt.',
    body: newReport,
    status: 201,
    reply,
    problems: ['DEMO_READ_ONLY'],
  }),
  correct: endpoint('PUT', '/api/poi/:id', {
    access: 'verified',
    limit: { kind: 'poi-report', per: 'caller', max: limits.poiReports.perHour, minutes: 60 },
    summary: 'Tempolimit, Richtung oder Ende einer eigenen Meldung berichtigen.',
    params,
    body: correction,
    reply,
    problems: ['DEMO_READ_ONLY', 'NOT_FOUND'],
  }),
  withdraw: endpoint('DELETE', '/api/poi/:id', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Eine eigene Meldung entfernen; die Antwort zeigt sie ein letztes Mal.',
    params,
    reply,
    problems: ['DEMO_READ_ONLY', 'NOT_FOUND'],
  }),
  confirm: endpoint('POST', '/api/poi/:id/confirm', {
    access: 'verified',
    limit: { kind: 'poi-vote', per: 'caller', max: limits.poiReports.votesPerHour, minutes: 60 },
    summary: '„Noch da“: eine Meldung bestätigen. Je Person zählt das letzte Wort.',
    params,
    reply,
    problems: ['DEMO_READ_ONLY', 'NOT_FOUND'],
  }),
  deny: endpoint('POST', '/api/poi/:id/deny', {
    access: 'verified',
    limit: { kind: 'poi-vote', per: 'caller', max: limits.poiReports.votesPerHour, minutes: 60 },
    summary: '„Nicht mehr da“: einer Meldung widersprechen. Je Person zählt das letzte Wort.',
    params,
    reply,
    problems: ['DEMO_READ_ONLY', 'NOT_FOUND'],
  }),
}
