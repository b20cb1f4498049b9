import * as z from 'zod/mini'
import { manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { instant, latitude, longitude } from '#contract/base/place.ts'

/** 1 minor, 2 moderate, 3 severe, 4 extreme (specification, section 9). */
export const warningLevels = [1, 2, 3, 4] as const
export const warningLevel = z.literal(warningLevels)
export type WarningLevel = (typeof warningLevels)[number]

/** Between which heights above sea level it holds, metres; null: no limit. */
const heights = {
  aboveMetres: z.nullable(z.number()),
  belowMetres: z.nullable(z.number()),
}
export interface Heights {
  aboveMetres: number | null
  belowMetres: number | null
}

/**
 * Whether it is advance information: the weather service says what it may warn of later. Nothing is in force, whatever its
 * times and level are; absent: it is a warning.
 */
const advance = z.optional(z.boolean())

export const currentWarning = z
  .object({
    id: z.string(),
    warningType: z.string(),
    regionName: z.string(),
    latitude,
    longitude,
    validFrom: instant,
    /** Null: until cancelled. */
    validUntil: z.nullable(instant),
    warningLevel,
    headline: z.string(),
    description: z.string(),
    instruction: z.nullable(z.string()),
    attribution: z.string(),
    advance,
    ...heights,
  })
  .check(z.meta({ id: 'CurrentWarning' }))
export type CurrentWarning = z.output<typeof currentWarning>

/** Longitude, latitude, as GeoJSON orders them. */
const vertex = z.tuple([z.number(), z.number()])
const ring = z.array(vertex)
export const multiPolygon = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(ring)),
})
export type MultiPolygon = z.output<typeof multiPolygon>

/** The specification's "Weather POI", with the area it is in force for. */
export const weatherPoi = z.object({
  id: z.string(),
  latitude,
  longitude,
  eventType: z.string(),
  description: z.string(),
  headline: z.string(),
  warningLevel,
  validFrom: instant,
  validTo: z.nullable(instant),
  advance,
  ...heights,
})
export type WeatherPoi = z.output<typeof weatherPoi>

export const weatherAreas = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(z.object({ type: z.literal('Feature'), geometry: multiPolygon, properties: weatherPoi })),
  })
  .check(z.meta({ id: 'WeatherAreas' }))
export type WeatherAreas = z.output<typeof weatherAreas>

/** Given in the header `x-data-status`, so that "no warning" and "no data" differ. */
export const dataStatuses = ['ok', 'stale', 'unavailable'] as const
export type DataStatus = (typeof dataStatuses)[number]

export const weather = {
  areas: endpoint('GET', '/api/poi/weather', {
    access: 'verified',
    limit: manyReads,
    summary:
      'Die Flächen der Unwetterwarnungen, die gelten oder angekündigt sind (validFrom), und der Vorabinformationen (advance), als GeoJSON.',
    form: 'plain',
    reply: weatherAreas,
  }),
  currentWarnings: endpoint('GET', '/api/weather/preferences/current-warnings', {
    access: 'verified',
    limit: manyReads,
    summary:
      'Die Unwetterwarnungen, die gelten oder angekündigt sind (validFrom), und die Vorabinformationen (advance), als bloße Liste; bei Fehlern leer, mit x-data-status.',
    form: 'plain',
    reply: z.array(currentWarning),
  }),
}
