import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { poiId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { poi, tileParams, vectorTile } from '#contract/pois/pois.ts'
import { callsLimits } from '#contract/limits/calls-limits.ts'
import { httpLimits } from '#contract/limits/http-limits.ts'
import { poiExchangeLimits } from './poi-exchange-limits.ts'

/** What navigation devices read, and what we write for them. */
export const exportFormats = ['gpx', 'garmin', 'kml', 'igo'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** TomTom's own format is only read: its makers restrict who may write it. */
export const importFormats = [...exportFormats, 'ov2'] as const
export type ImportFormat = (typeof importFormats)[number]

/** Why one entry of a file is not imported. */
export const skipReasons = ['columns', 'quotes', 'coordinates', 'no-point', 'deleted', 'known'] as const
export type SkipReason = (typeof skipReasons)[number]

/** The maximum number of own POIs, in the longest of the formats that we write. */
export const ownPoiFileBytes = 4 * httpLimits.uploadBytes

/** The `source` of imported own POIs. */
export const ownPoiSource = 'own'

/** The id of an own POI: its file's and its number in it. No other POI's id has a dot. */
export const ownPoiIdForm = /^([\w-]{1,40})\.(\d{1,9})$/

export const ownPoiFile = z.object({
  name: z.string(),
  format: z.enum(importFormats),
  readAt: instant,
  pois: z.number(),
})
export type OwnPoiFile = z.output<typeof ownPoiFile>

const skipped = z.object({
  reason: z.enum(skipReasons),
  count: z.number(),
  /** The first of them, from 1: lines of a text, records of a binary file. */
  lines: z.array(z.number()),
})
export type Skipped = z.output<typeof skipped>

const bounds = z
  .string()
  .check(z.regex(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/, 'Erwartet wird bbox=west,süd,ost,nord in Grad.'))

export const poiExchange = {
  export: endpoint('GET', '/api/poi/export', {
    access: 'verified',
    limit: { per: 'caller', perMinute: callsLimits.filesPerMinute },
    summary: 'POIs für Navigationsgeräte: GPX-Wegpunkte, Garmin-CSV (als ZIP), KML oder iGO.',
    query: z.object({
      format: z.enum(exportFormats),
      categories: z.optional(z.string().check(z.maxLength(200))),
      bbox: z.optional(bounds),
      /** Own POIs: besides the others, or nothing else. Absent: none. */
      own: z.optional(z.enum(['with', 'only'])),
    }),
    form: 'file',
    reply: z.string(),
  }),
  import: endpoint('POST', '/api/poi/import', {
    access: 'verified',
    limit: { kind: 'poi-import', per: 'caller', max: poiExchangeLimits.filesPerHour, minutes: 60 },
    summary:
      'Eigene POIs aus einer Datei lesen (GPX, KML, Garmin-CSV, iGO, OV2, einzeln oder als ZIP oder KMZ; höchstens 20 MB), Feld „file“.',
    mostBytes: ownPoiFileBytes,
    query: z.object({
      name: z.string().check(z.minLength(1), z.maxLength(200)),
      /** The answer to COORDINATES_SWAPPED: places that seem swapped are swapped back, or kept as they are. */
      swapped: z.optional(z.enum(['turn', 'keep'])),
    }),
    multipart: true,
    status: 201,
    reply: z.object({
      file: ownPoiFile,
      skipped: z.array(skipped),
      /** Names and comments that were longer than we store. */
      shortened: z.number(),
    }),
    problems: ['UNREADABLE_FILE', 'NO_POIS_IN_FILE', 'TOO_MANY_OWN_POIS', 'COORDINATES_SWAPPED'],
  }),
  own: endpoint('GET', '/api/poi/own', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die eigenen POIs, seitenweise. Niemand sonst sieht sie.',
    query: z.object({
      limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(poiExchangeLimits.pageSize))),
      cursor: z.optional(z.string().check(z.maxLength(64))),
    }),
    reply: z.object({ pois: z.array(poi), nextCursor: z.nullable(z.string()) }),
  }),
  ownTile: endpoint('GET', '/api/poi/own/tiles/:z/:x/:y.mvt', {
    access: 'verified',
    limit: manyReads,
    summary:
      'Die eigenen POIs einer Kachel der Karte als Mapbox Vector Tile, zu Gruppen gebündelt; 204, wenn dort keine sind.',
    params: tileParams,
    form: 'file',
    mediaType: vectorTile,
    reply: z.string(),
  }),
  showOwn: endpoint('GET', '/api/poi/own/:id', {
    access: 'verified',
    limit: manyReads,
    summary: 'Ein eigener POI.',
    params: z.object({ id: poiId }),
    reply: z.object({ poi }),
    problems: ['NOT_FOUND'],
  }),
  ownFiles: endpoint('GET', '/api/poi/own/files', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die Dateien, aus denen eigene POIs gelesen wurden.',
    reply: z.object({ files: z.array(ownPoiFile) }),
  }),
  removeOwn: endpoint('DELETE', '/api/poi/own', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Alle eigenen POIs entfernen.',
    reply: z.object({ removed: z.number() }),
  }),
}
