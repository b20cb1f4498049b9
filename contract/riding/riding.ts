import * as z from 'zod/mini'
import { longReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { poiId } from '#contract/base/identity.ts'
import { instant, latitude, longitude } from '#contract/base/place.ts'
import { poiTypesByCategory } from '#contract/pois/pois.ts'
import { dataStatuses, warningLevel } from '#contract/weather.ts'
import { hotspotConditions } from '#contract/route-check/route-check.ts'
import { ridingLimits, weatherKinds } from './riding-limits.ts'

/** What the answer may contain at all: no schema of this file knows a camera or a control. */
const hazardType = z.enum([...poiTypesByCategory.accidents, ...poiTypesByCategory.motorcycleHazards])

/** No text of anybody: a note could name a camera. */
const hazard = z
  .object({
    id: poiId,
    type: hazardType,
    latitude,
    longitude,
    /** For whom it is, degrees from north; null: for every direction, or nobody knows. */
    direction: z.nullable(z.number()),
    /** Of its own road, before and behind it: steps from place to place as a text; null: nobody knows it. */
    line: z.nullable(z.string().check(z.maxLength(ridingLimits.lineCharacters))),
    /** Where it has several roads, as at a crossing, one of each that leads to it; `line` is null then. */
    lines: z.optional(
      z
        .array(z.string().check(z.maxLength(ridingLimits.lineCharacters)))
        .check(z.maxLength(ridingLimits.linesPerHazard)),
    ),
    /** When it is one, such as in the dark; null: at any time. */
    conditions: z.nullable(z.array(z.enum(hotspotConditions)).check(z.maxLength(hotspotConditions.length))),
    /** Reported by users, who can confirm or deny it. */
    isReported: z.boolean(),
    /** Reported by somebody with no record, and confirmed by nobody yet. */
    isUnconfirmed: z.optional(z.boolean()),
    /** Riders doubt what its source says. */
    isDoubted: z.optional(z.boolean()),
  })
  .check(z.meta({ id: 'Hazard' }))

/** The part of a warning of the weather in a tile, with the closed outlines of its area as texts. */
const weatherArea = z
  .object({
    id: z.string(),
    kind: z.enum(weatherKinds),
    level: warningLevel,
    validFrom: instant,
    /** Null: until cancelled. */
    validUntil: z.nullable(instant),
    rings: z
      .array(z.string().check(z.maxLength(ridingLimits.ringCharacters)))
      .check(z.maxLength(ridingLimits.ringsPerArea)),
  })
  .check(z.meta({ id: 'RidingWeatherArea' }))

const lastTile = 2 ** ridingLimits.tileZoom - 1
const tileNumber = z.coerce.number().check(z.int(), z.gte(0), z.lte(lastTile))

export const riding = {
  hazards: endpoint('GET', '/api/riding/hazards', {
    access: 'verified',
    limit: longReads,
    summary:
      'Wovor im Fahrmodus gewarnt wird, und die Unwetterwarnungen, für eine Kachel der Karte bei Zoom 9. Nie Blitzer oder Kontrollen.',
    query: z.object({ x: tileNumber, y: tileNumber }),
    reply: z.object({
      hazards: z.array(hazard).check(z.maxLength(ridingLimits.hazardsPerTile)),
      /** Whether there are more than fit into an answer. */
      truncated: z.boolean(),
      weather: z.object({
        /** Only `ok` says that where there is no warning, none is in force. */
        status: z.enum(dataStatuses),
        areas: z.array(weatherArea).check(z.maxLength(ridingLimits.areasPerTile)),
      }),
    }),
  }),
}
