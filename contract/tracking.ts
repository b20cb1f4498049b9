import * as z from 'zod/mini'
import { device } from '#contract/devices.ts'
import { longReads, manyChanges, manyReads } from '#contract/call-limit.ts'
import { endpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { deviceId } from '#contract/identity.ts'
import { instant, latitude, longitude } from '#contract/place.ts'

export const trackingModes = ['THEFT', 'MOVEMENT', 'BOTH'] as const
export const trackingMode = z.enum(trackingModes, 'Bitte wählen Sie einen Tracking-Modus.')
export type TrackingMode = z.output<typeof trackingMode>

export const trackingState = z
  .object({
    trackingEnabled: z.boolean(),
    /** Since when it is off because the device's licence ended, until it is enabled again; null where that is not why. */
    licenceEndedAt: z.nullable(instant),
    settings: z.object({
      trackingMode: z.nullable(trackingMode),
      consentGiven: z.boolean(),
      consentTimestamp: z.nullable(instant),
    }),
  })
  .check(z.meta({ id: 'TrackingState' }))
export type TrackingState = z.output<typeof trackingState>

/** Why a stored point is doubted. It is kept and shown as such, never deleted as noise (design, section 5.3). */
export const positionFlags = ['MOCK', 'LAST_KNOWN'] as const
export type PositionFlag = (typeof positionFlags)[number]

export const position = z
  .object({
    latitude,
    longitude,
    recordedAt: instant,
    /** Metres. */
    accuracy: z.optional(z.number()),
    /** km/h. */
    speed: z.optional(z.number()),
    /** Degrees from north, clockwise. */
    course: z.optional(z.number()),
    flag: z.optional(z.enum(positionFlags)),
  })
  .check(z.meta({ id: 'Position' }))
export type Position = z.output<typeof position>

/** What a track can be taken home as. GPX has an address of its own, which the specification names; it is the same file. */
export const trackFormats = ['gpx', 'kml', 'csv', 'geojson'] as const
export const trackFormat = z.enum(trackFormats)
export type TrackFormat = z.output<typeof trackFormat>
/*
 * Lists are looked through as a whole: number by number, each with a report of its own, that takes a browser ten times as
 * long, and the first line on the map waits for it.
 */
const wholeNumbers = z
  .custom<number[]>((value) => Array.isArray(value) && value.every(Number.isSafeInteger))
  .check(z.meta({ type: 'array', items: { type: 'integer' } }))
const gappyNumbers = z
  .custom<(number | null)[]>(
    (value) => Array.isArray(value) && value.every((entry) => entry === null || Number.isSafeInteger(entry)),
  )
  .check(z.meta({ type: 'array', items: { type: ['integer', 'null'] } }))

/** Whole numbers of 10^-`digits`, each as its difference to the one before, the first as it is. */
const wholeColumn = z.object({ digits: z.int(), differences: wholeNumbers })
export type WholeColumn = z.output<typeof wholeColumn>
/** The same of what is not always measured: null where it was not; differences pass over it. */
const gappyColumn = z.object({ digits: z.int(), differences: gappyNumbers })
export type GappyColumn = z.output<typeof gappyColumn>

/** Positions by columns; a column that is missing was measured nowhere. */
export const positionColumns = z
  .object({
    /** Since 1970. */
    seconds: wholeColumn,
    latitude: wholeColumn,
    longitude: wholeColumn,
    accuracy: z.optional(gappyColumn),
    speed: z.optional(gappyColumn),
    course: z.optional(gappyColumn),
    /** Of the few that have one. */
    flags: z.optional(z.array(z.object({ index: z.int(), flag: z.enum(positionFlags) }))),
  })
  .check(
    z.refine(({ seconds, latitude, longitude, accuracy, speed, course }) =>
      [latitude, longitude, accuracy, speed, course].every(
        (column) => column === undefined || column.differences.length === seconds.differences.length,
      ),
    ),
    z.meta({ id: 'PositionColumns' }),
  )
export type PositionColumns = z.output<typeof positionColumns>

const historyFacts = {
  /** Points were left out for a simpler line. */
  truncated: z.boolean(),
  /** When the oldest of these positions will be deleted, because it is kept no longer; null where there is none. */
  oldestDeletedAt: z.nullable(instant),
}

/** From `start` (inclusive) to `end` (inclusive); at most as long as positions are kept. */
export const range = z.object({ start: instant, end: instant })
export type Range = z.output<typeof range>

/** What was deleted and when, for whoever asked for it. */
export const deletionReceipt = z
  .object({
    deleted: z.number(),
    /** The fix times of the oldest and the newest position that was deleted; null where there was none. */
    span: z.nullable(range),
    deletedAt: instant,
  })
  .check(z.meta({ id: 'DeletionReceipt' }))
export type DeletionReceipt = z.output<typeof deletionReceipt>

const params = z.object({ deviceId })

export const tracking = {
  settings: endpoint('GET', '/api/tracking/settings/:deviceId', {
    access: 'verified',
    limit: manyReads,
    summary: 'Ob ein Gerät aufgezeichnet wird, in welchem Modus, und die Einwilligung dazu.',
    params,
    reply: trackingState,
  }),
  enable: endpoint('POST', '/api/tracking/enable', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Die Aufzeichnung einschalten. Braucht Einwilligung, Modus und eine gültige Lizenz.',
    body: z.object({ deviceId, trackingMode: z.nullish(trackingMode) }),
    reply: trackingState,
    problems: ['CONSENT_REQUIRED', 'MODE_REQUIRED', 'LICENSE_REQUIRED', 'TRACKING_ACTIVE'],
  }),
  disable: endpoint('POST', '/api/tracking/disable', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Die Aufzeichnung ausschalten.',
    body: z.object({ deviceId }),
    reply: trackingState,
  }),
  consent: endpoint('POST', '/api/tracking/consent', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Die Einwilligung geben oder zurücknehmen, solange nicht aufgezeichnet wird.',
    body: z.object({ deviceId, consentGiven: z.boolean() }),
    reply: trackingState,
    problems: ['TRACKING_ACTIVE'],
  }),
  withdraw: endpoint('POST', '/api/tracking/withdraw', {
    access: 'verified',
    limit: manyChanges,
    summary:
      'Die Einwilligung widerrufen und die Aufzeichnung beenden, jederzeit und in einem Schritt (Art. 7 Abs. 3 DSGVO).',
    body: z.object({ deviceId, deletePositions: z.boolean() }),
    reply: z.extend(trackingState, {
      /** How many stored positions were deleted with it. */
      deleted: z.number(),
    }),
  }),
  positionConsent: endpoint('POST', '/api/devices/position-consent', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Die Einwilligung für ein eigenes Gerät oder, ohne Angabe, für alle geben oder zurücknehmen.',
    body: z.object({ consent: z.boolean(), deviceId: z.optional(deviceId) }),
    reply: z.object({ devices: z.array(device) }),
    problems: ['TRACKING_ACTIVE'],
  }),
  history: endpoint('GET', '/api/tracking/history/:deviceId', {
    access: 'verified',
    limit: longReads,
    summary: 'Die gespeicherten Positionen eines Zeitraums von höchstens 14 Tagen, die älteste zuerst.',
    params,
    query: z.extend(range, {
      maxPoints: z.optional(z.coerce.number().check(z.int(), z.gte(2), z.lte(100_000))),
      /** `columns`: the same positions by columns, page by page, which is a fraction of the bytes. */
      format: z.optional(z.literal('columns')),
    }),
    reply: z.union([
      z.object({ positions: z.array(position), ...historyFacts }),
      z.object({ pages: z.array(positionColumns), ...historyFacts }),
    ]),
  }),
  latest: endpoint('GET', '/api/tracking/latest/:deviceId', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die neueste gespeicherte Position nach ihrer Messzeit; null, wenn keine gespeichert ist.',
    params,
    reply: z.object({ position: z.nullable(position) }),
  }),
  deleteHistory: endpoint('DELETE', '/api/tracking/history/:deviceId', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Die gespeicherten Positionen eines Geräts löschen: alle, oder die ab start und bis end.',
    params,
    query: z.partial(range),
    reply: deletionReceipt,
  }),
  gpx: endpoint('GET', '/api/tracking/export/gpx/:deviceId', {
    access: 'verified',
    limit: { ...longReads, perMinute: limits.calls.filesPerMinute },
    summary: 'Die Positionen eines Zeitraums als GPX 1.1; 204, wenn es keine gibt.',
    params,
    query: range,
    form: 'file',
    mediaType: 'application/gpx+xml',
    reply: z.string(),
  }),
  export: endpoint('GET', '/api/tracking/export/:format/:deviceId', {
    access: 'verified',
    limit: { ...longReads, perMinute: limits.calls.filesPerMinute },
    summary: 'Die Positionen eines Zeitraums als GPX, KML, CSV oder GeoJSON; 204, wenn es keine gibt.',
    params: z.extend(params, { format: trackFormat }),
    query: range,
    form: 'file',
    reply: z.string(),
  }),
}
