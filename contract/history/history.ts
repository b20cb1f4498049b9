import * as z from 'zod/mini'
import { longReads, manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { deviceId } from '#contract/base/identity.ts'
import { instant, latitude, longitude, placeName } from '#contract/base/place.ts'
import { callsLimits } from '#contract/limits/calls-limits.ts'

/** Why a stored point is doubted. It is stored and shown as such, never deleted as noise (design, section 5.3). */
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

/** The formats of a track export. GPX has an address of its own, which the specification names; it is the same file. */
export const trackFormats = ['gpx', 'kml', 'csv', 'geojson'] as const
export const trackFormat = z.enum(trackFormats)
export type TrackFormat = z.output<typeof trackFormat>
/*
 * Lists are checked as a whole. Checking number by number, each with its own error report, takes a browser ten times as
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
/** The same for values that are sometimes missing: null if missing; differences skip it. */
const gappyColumn = z.object({ digits: z.int(), differences: gappyNumbers })
export type GappyColumn = z.output<typeof gappyColumn>

/** Positions by columns; a missing column was never measured. */
export const positionColumns = z
  .object({
    /** Since 1970. */
    seconds: wholeColumn,
    latitude: wholeColumn,
    longitude: wholeColumn,
    accuracy: z.optional(gappyColumn),
    speed: z.optional(gappyColumn),
    course: z.optional(gappyColumn),
    /** Only for the few that have one. */
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
  /** When the oldest of these positions will be deleted by retention; null if there is none. */
  oldestDeletedAt: z.nullable(instant),
}

/** From `start` to `end`, both inclusive; at most as long as positions are kept. */
export const range = z.object({ start: instant, end: instant })
export type Range = z.output<typeof range>

/** What was deleted and when, for the caller. */
export const deletionReceipt = z
  .object({
    deleted: z.number(),
    /** The fix times of the oldest and the newest deleted position; null if there was none. */
    span: z.nullable(range),
    deletedAt: instant,
  })
  .check(z.meta({ id: 'DeletionReceipt' }))
export type DeletionReceipt = z.output<typeof deletionReceipt>

const params = z.object({ deviceId })

const exported = z.extend(range, {
  /** What lies in the account's privacy zones is cut out. */
  without: z.optional(z.literal('privacy-zones', 'Ausgelassen werden können nur Privatzonen: privacy-zones.')),
})
export type ExportedRange = z.output<typeof exported>

export const history = {
  show: endpoint('GET', '/api/tracking/history/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    tokenScope: 'POSITIONS',
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
  outline: endpoint('GET', '/api/tracking/outline/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    tokenScope: 'POSITIONS',
    limit: manyReads,
    summary: 'Der Umriss eines Zeitraums: wenige seiner Positionen, gleichmäßig über die Zeit, die älteste zuerst.',
    params,
    query: range,
    /** Null if nothing is stored. */
    reply: z.object({ columns: z.nullable(positionColumns) }),
  }),
  latest: endpoint('GET', '/api/tracking/latest/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId', by: 'DRIVER' },
    tokenScope: 'POSITIONS',
    limit: manyReads,
    summary:
      'Die neueste gespeicherte Position nach ihrer Messzeit; null, wenn keine gespeichert ist. Sieht sie eine eingeladene Person an, steht das in der Liste des Besitzers.',
    params,
    reply: z.object({ position: z.nullable(position), placeName }),
  }),
  days: endpoint('GET', '/api/tracking/days/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    tokenScope: 'POSITIONS',
    limit: longReads,
    summary: 'Die Tage, von denen Positionen gespeichert sind, der neueste zuerst, und an welchen gefahren wurde.',
    params,
    reply: z.object({
      days: z.array(
        z.object({
          /** By German clocks: `2026-10-25`. */
          day: z.string(),
          /** The vehicle was at more than one place. */
          ridden: z.boolean(),
        }),
      ),
    }),
  }),
  remove: endpoint('DELETE', '/api/tracking/history/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary: 'Die gespeicherten Positionen eines Geräts löschen: alle, oder die ab start und bis end.',
    params,
    query: z.partial(range),
    reply: deletionReceipt,
  }),
  gpx: endpoint('GET', '/api/tracking/export/gpx/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    tokenScope: 'POSITIONS',
    limit: { ...longReads, perMinute: callsLimits.filesPerMinute },
    summary: 'Die Positionen eines Zeitraums als GPX 1.1; 204, wenn es keine gibt.',
    params,
    query: exported,
    form: 'file',
    mediaType: 'application/gpx+xml',
    reply: z.string(),
  }),
  export: endpoint('GET', '/api/tracking/export/:format/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    tokenScope: 'POSITIONS',
    limit: { ...longReads, perMinute: callsLimits.filesPerMinute },
    summary: 'Die Positionen eines Zeitraums als GPX, KML, CSV oder GeoJSON; 204, wenn es keine gibt.',
    params: z.extend(params, { format: trackFormat }),
    query: exported,
    form: 'file',
    reply: z.string(),
  }),
}
