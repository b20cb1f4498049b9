import * as z from 'zod'
import { limits } from '#contract/limits.ts'
import type { PositionFlag } from '#contract/tracking.ts'
import type { Delivery, Fix, HttpProtocol, Refusal, Report, Speed, TrackerRequest } from './protocol.ts'
import { instant, measurement } from './readings.ts'

/** OsmAnd, GPSLogger and Traccar Client: the three request shapes of the protocols' section 1, on one port. */
export const osmand: HttpProtocol = { name: 'osmand', decode, answer }

function decode(request: TrackerRequest, receivedAt: Date): Report | { refusal: Refusal } {
  // Some scripts name JSON as the type of a body they do not send.
  const isJson = /^\s*application\/json/i.test(request.contentType) && request.body.length > 0
  if (isJson) return decodeJson(textOf(request.body), receivedAt)
  const query = queryOf(request.url)
  return decodeParameters(query.size > 0 ? query : new URLSearchParams(textOf(request.body)), receivedAt)
}

/** Phones re-send whatever is not answered 2xx, the same point first: what is understood must never block their queue. */
function answer(outcome: Delivery | Refusal): { status: number; body: string } {
  switch (outcome) {
    case 'NO_IDENTITY':
      return { status: 400, body: 'Die Anfrage nennt keine Geräte-ID (id).' }
    case 'TWO_IDENTITIES':
      return { status: 400, body: 'Die Anfrage nennt zwei verschiedene Geräte-IDs.' }
    case 'UNKNOWN_TRACKER':
      return {
        status: 404,
        body: 'Diese Geräte-ID ist nicht bekannt. Bitte vergleichen Sie sie mit der IMEI Ihres Geräts.',
      }
    default:
      return { status: 200, body: '' }
  }
}

function queryOf(url: string): URLSearchParams {
  const mark = url.indexOf('?')
  return new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1))
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}

/** Query or form: Traccar Client up to 8 and from 10 on, OsmAnd, GPSLogger, scripts. */
function decodeParameters(parameters: URLSearchParams, receivedAt: Date): Report | { refusal: Refusal } {
  const identity = identityOf([...parameters.getAll('id'), ...parameters.getAll('deviceid')])
  if (typeof identity !== 'string') return identity
  const [latitude, longitude] = placeOf(parameters)
  const fix = fixOf(
    {
      latitude,
      longitude,
      timestamp: parameters.get('timestamp'),
      accuracy: parameters.get('accuracy'),
      altitude: parameters.get('altitude'),
      // Traccar's clients convert to knots; the OsmAnd app and GPSLogger send m/s all the same (traccar#3487).
      speed: speedOf(parameters.get('speed'), 'knots', true),
      course: parameters.get('bearing') ?? parameters.get('heading'),
      flag: flagOf(yesOrNo(parameters.get('valid')), yesOrNo(parameters.get('mock'))),
    },
    receivedAt,
  )
  return {
    identity,
    fix,
    battery: measurement(parameters.get('batt'), 0, 100),
    charging: yesOrNo(parameters.get('charge')),
    alarm: shortText(parameters.get('alarm')),
  }
}

function placeOf(parameters: URLSearchParams): [string | null, string | null] {
  if (parameters.has('lat') || parameters.has('lon')) return [parameters.get('lat'), parameters.get('lon')]
  const [latitude = null, longitude = null, ...more] = parameters.get('location')?.split(',') ?? []
  return more.length === 0 ? [latitude, longitude] : [null, null]
}

const anything = z.unknown().optional()
const truth = z.boolean().optional().catch(undefined)

/** Traccar Client 9. Its member `_` repeats the point as a query string, for other servers; unknown members are many. */
const message = z.object({
  device_id: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  location: z
    .object({
      timestamp: anything,
      mock: truth,
      alarm: anything,
      coords: z
        .object({
          latitude: anything,
          longitude: anything,
          accuracy: anything,
          altitude: anything,
          speed: anything,
          heading: anything,
        })
        .optional()
        .catch(undefined),
      battery: z.object({ level: anything, is_charging: truth }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

function decodeJson(text: string, receivedAt: Date): Report | { refusal: Refusal } {
  const parsed = message.safeParse(parseJson(text))
  if (!parsed.success) return { refusal: 'NO_IDENTITY' }
  const { device_id, location } = parsed.data
  const identity = identityOf(device_id === undefined ? [] : [device_id])
  if (typeof identity !== 'string') return identity
  const fix = fixOf(
    {
      latitude: location?.coords?.latitude,
      longitude: location?.coords?.longitude,
      timestamp: location?.timestamp,
      accuracy: location?.coords?.accuracy,
      altitude: location?.coords?.altitude,
      speed: speedOf(location?.coords?.speed, 'm/s', false),
      course: location?.coords?.heading,
      flag: flagOf(null, location?.mock ?? null),
    },
    receivedAt,
  )
  const level = measurement(location?.battery?.level, 0, 1)
  return {
    identity,
    fix,
    battery: level === null ? null : Math.round(level * 100),
    charging: location?.battery?.is_charging ?? null,
    alarm: shortText(location?.alarm),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** One printable name. The same name twice is no contradiction. */
function identityOf(names: readonly string[]): string | { refusal: Refusal } {
  const given = new Set(names.map((name) => name.trim()).filter((name) => name !== ''))
  const [identity] = given
  if (identity === undefined) return { refusal: 'NO_IDENTITY' }
  if (given.size > 1) return { refusal: 'TWO_IDENTITIES' }
  const isName = identity.length <= limits.gateway.trackerIdLength && !/[\p{Cc}\p{Cs}]/u.test(identity)
  return isName ? identity : { refusal: 'NO_IDENTITY' }
}

/** What is said of a fix, before it is read. */
interface Said {
  latitude: unknown
  longitude: unknown
  /** Null or undefined: it was not said, so it is now. */
  timestamp: unknown
  accuracy: unknown
  altitude: unknown
  speed: Speed | null
  course: unknown
  flag: PositionFlag | null
}

/** Beyond these a measurement is a mistake. They also keep every number within what the table's columns hold. */
const mostAccuracyMetres = 1_000_000
const leastAltitudeMetres = -1_000
const mostAltitudeMetres = 100_000
const mostSpeed = 10_000

/** Null where place or time are missing or unreadable. Exactly 0/0, in the Gulf of Guinea, is what "no fix" looks like. */
function fixOf(said: Said, receivedAt: Date): Fix | null {
  const latitude = measurement(said.latitude, -90, 90)
  const longitude = measurement(said.longitude, -180, 180)
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null
  const timeIsSaid = said.timestamp !== null && said.timestamp !== undefined
  const recordedAt = timeIsSaid ? instant(said.timestamp) : receivedAt
  if (recordedAt === null) return null
  return {
    latitude,
    longitude,
    recordedAt,
    clock: timeIsSaid ? 'tracker' : 'server',
    accuracy: measurement(said.accuracy, 0, mostAccuracyMetres) || null,
    altitude: measurement(said.altitude, leastAltitudeMetres, mostAltitudeMetres),
    speed: said.speed,
    course: measurement(said.course, 0, 360),
    flag: said.flag,
  }
}

/** Negative means unknown: transistorsoft's library sends -1. */
function speedOf(value: unknown, unit: Speed['unit'], assumed: boolean): Speed | null {
  const speed = measurement(value, 0, mostSpeed)
  return speed === null ? null : { value: speed, unit, assumed }
}

function flagOf(valid: boolean | null, mock: boolean | null): PositionFlag | null {
  if (valid === false) return 'LAST_KNOWN'
  return mock === true ? 'MOCK' : null
}

function yesOrNo(value: string | null): boolean | null {
  if (value === 'true' || value === '1') return true
  return value === 'false' || value === '0' ? false : null
}

const longestAlarm = 100

function shortText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text.slice(0, longestAlarm)
}
