import * as z from 'zod/mini'
import { manyReads, preparedForAll } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { poiId } from '#contract/base/identity.ts'
import { instant, latitude, longitude, placeName } from '#contract/base/place.ts'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { poisLimits } from './pois-limits.ts'

/** The map's categories and the types in each (specification, section 3). */
export const poiTypesByCategory = {
  stationarySpeedCameras: [
    'SpeedControl',
    'RedLightControl',
    'SpeedAndRedLightControl',
    'DistanceControl',
    'DrivewayControl',
    'DedicatedLaneControl',
    'PoliceSpotCheck',
    'PassageControl',
    'WeightControl',
    'HeightControl',
    'SectionControl',
    'SectionControlMid',
    'SectionControlEnd',
    'DangerZone',
    'DangerZoneEnd',
    'Tunnel',
    'NoOvertakingControl',
  ],
  mobileSpeedCameras: [
    'MobileSpeedCamera',
    'MobileRedLightControl',
    'MobileDistanceControl',
    'SemiStationarySpeedCameras',
  ],
  weather: ['Weather'],
  accidents: [
    'TrafficJam',
    'Accident',
    'TemporaryRoadwork',
    'Obstacle',
    'Slippery',
    'ObstructedView',
    'LongTermRoadwork',
    'BrokenDownVehicle',
  ],
  motorcycleHazards: ['User', 'AccidentHotspotMoto'],
} as const

export const poiCategories = [
  'stationarySpeedCameras',
  'mobileSpeedCameras',
  'weather',
  'accidents',
  'motorcycleHazards',
] as const
export type PoiCategory = (typeof poiCategories)[number]

export const poiTypes = poiCategories.flatMap((category): PoiTypeOf[] => [...poiTypesByCategory[category]])
type PoiTypeOf = (typeof poiTypesByCategory)[PoiCategory][number]
export const poiType = z.enum(poiTypes)
export type PoiType = z.output<typeof poiType>

/** One of the sources of a POI. */
const poiOrigin = z.object({ source: z.string(), attribution: z.string(), fetchedAt: instant })
export type PoiOrigin = z.output<typeof poiOrigin>

export const poi = z
  .object({
    id: poiId,
    poiType,
    latitude,
    longitude,
    street: z.nullable(z.string()),
    postcode: z.nullable(z.string()),
    city: z.nullable(z.string()),
    /** Where a list or details show it; not among all POIs. */
    placeName,
    /** The speed limit that is monitored, km/h. */
    speed: z.nullable(z.number()),
    createdAt: instant,
    updatedAt: instant,
    /** Metres from the place asked for. */
    distance: z.optional(z.number()),
    details: z.object({
      /** Monitored direction of travel, degrees from north; absent if unknown. */
      direction: z.optional(z.number()),
      note: z.optional(z.string()),
      /** Its source does not state what it monitors: `poiType` is the most common type. */
      kindAssumed: z.optional(z.boolean()),
      source: z.string(),
      /** Text that must be shown beside the data. */
      attribution: z.string(),
      fetchedAt: instant,
      expiresAt: z.optional(instant),
      /** Of a report of users, 0 to 1: how likely it is still there. */
      confidence: z.optional(z.number()),
      /** Reported by somebody with no record yet, and confirmed by nobody whose word counts. */
      unconfirmed: z.optional(z.boolean()),
      /** How many others whose word counts confirmed a report, when the last one did, and how many deny it. */
      confirmations: z.optional(z.number()),
      confirmedAt: z.optional(instant),
      denials: z.optional(z.number()),
      /** Of a source, where readers whose words count deny it. */
      doubted: z.optional(z.boolean()),
      /** Reported by the caller; never revealed about anybody else. */
      own: z.optional(z.boolean()),
      /** All its sources, if there are several. */
      sources: z.optional(z.array(poiOrigin)),
    }),
  })
  .check(z.meta({ id: 'Poi' }))
export type Poi = z.output<typeof poi>

const bounds = z
  .string()
  .check(z.regex(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/, 'Erwartet wird bbox=west,süd,ost,nord in Grad.'))
const around = z.string().check(z.regex(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/, 'Erwartet wird near=breite,länge in Grad.'))

/** The name of the only layer in the map's tiles. */
export const poiTileLayer = 'pois'

/** Where POIs come from, and how fresh they are. */
export const poiSource = z
  .object({
    source: z.string(),
    /** For people. */
    title: z.string(),
    attribution: z.string(),
    /** Null: never. */
    lastSuccessAt: z.nullable(instant),
    /** Without an answer for longer than it should be. */
    stale: z.boolean(),
  })
  .check(z.meta({ id: 'PoiSource' }))
export type PoiSource = z.output<typeof poiSource>

const count = z.number()

/** Columns and rows of tiles count from the north-west; a tile of zoom z is one of 2^z by 2^z. */
const lastTile = 2 ** mapLimits.maxZoom - 1
const tileNumber = (last: number) => z.coerce.number().check(z.int(), z.gte(0), z.lte(last))
/** Of a tile's address. */
export const tileParams = z.object({
  z: tileNumber(mapLimits.maxZoom),
  x: tileNumber(lastTile),
  y: tileNumber(lastTile),
})
export const vectorTile = 'application/vnd.mapbox-vector-tile'

export const pois = {
  list: endpoint('GET', '/api/poi', {
    access: 'verified',
    limit: manyReads,
    summary: 'POIs eines Ausschnitts oder um einen Ort, nächster zuerst.',
    query: z.object({
      bbox: z.optional(bounds),
      categories: z.optional(z.string().check(z.maxLength(200))),
      near: z.optional(around),
      /** Metres. */
      radius: z.optional(z.coerce.number().check(z.gt(0), z.lte(poisLimits.nearbyRadiusMetres))),
      limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(poisLimits.pageSize))),
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    reply: z.object({ pois: z.array(poi), nextCursor: z.nullable(z.string()) }),
  }),
  all: endpoint('GET', '/api/poi/all', {
    access: 'verified',
    limit: preparedForAll,
    summary: 'Alle POIs außer Wetter, als bloße Liste.',
    form: 'plain',
    reply: z.array(poi),
  }),
  overview: endpoint('GET', '/api/poi/overview', {
    access: 'verified',
    limit: preparedForAll,
    summary: 'Wie viele POIs es je Kategorie gibt, und wie alt der Stand jeder Quelle ist.',
    reply: z.object({
      /** Changes with every change of what the map shows. */
      version: z.string(),
      counts: z.object({
        stationarySpeedCameras: count,
        mobileSpeedCameras: count,
        weather: count,
        accidents: count,
        motorcycleHazards: count,
      } satisfies Record<PoiCategory, typeof count>),
      sources: z.array(poiSource),
    }),
  }),
  tile: endpoint('GET', '/api/poi/tiles/:z/:x/:y.mvt', {
    access: 'verified',
    limit: preparedForAll,
    summary: 'Die POIs einer Kachel der Karte als Mapbox Vector Tile, zu Gruppen gebündelt; 204, wenn dort keine sind.',
    params: tileParams,
    query: z.object({ categories: z.optional(z.string().check(z.maxLength(200))) }),
    form: 'file',
    mediaType: vectorTile,
    reply: z.string(),
  }),
  show: endpoint('GET', '/api/poi/:id', {
    access: 'verified',
    limit: manyReads,
    summary: 'Ein POI.',
    params: z.object({ id: poiId }),
    reply: z.object({ poi }),
    problems: ['NOT_FOUND'],
  }),
}
