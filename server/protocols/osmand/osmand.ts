import * as z from 'zod'
import type { PositionFlag } from '#contract/history/history.ts'
import { httpLimits } from '#contract/limits/http-limits.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { percentOrVolts } from '#domain/devices/device-health.ts'
import { alarmIn } from '#server/protocols/alarm-words.ts'
import { fixOf, speedOf, unreadableIn } from '#server/protocols/fix.ts'
import type { Delivery } from '#domain/reception/outcome.ts'
import {
  type HttpProtocol,
  type Refusal,
  type Report,
  type TrackerRequest,
  withUnread,
} from '#server/protocols/protocol.ts'
import { measurement, trackerName } from '#server/protocols/readings.ts'
import { queryOf, secretOf, secretParameter } from '#server/protocols/sent-secret.ts'

/** OsmAnd, GPSLogger and Traccar Client: the three request shapes of the protocols' section 1, on one port. */
export const osmand = {
  name: 'osmand',
  bodyBytes: httpLimits.trackerBodyBytes,
  methods: ['GET', 'POST'],
  decode,
  answer,
} satisfies HttpProtocol

function decode(request: TrackerRequest, receivedAt: Date): Report | Report[] | { refusal: Refusal } {
  const decoded = decodeReports(request, receivedAt)
  const secret = secretOf(request)
  if (Array.isArray(decoded)) return decoded.map((report) => ({ ...report, secret }))
  return 'refusal' in decoded ? decoded : { ...decoded, secret }
}

function decodeReports(request: TrackerRequest, receivedAt: Date): Report | Report[] | { refusal: Refusal } {
  // Some scripts declare JSON for a body that they do not send.
  const isJson = /^\s*application\/json/i.test(request.contentType) && request.body.length > 0
  if (isJson) return decodeJson(textOf(request.body), receivedAt)
  const query = queryOf(request.url)
  // The key is in the address that the phone's owner typed in, whatever else the app adds there.
  const isForm = [...query.keys()].every((name) => name === secretParameter)
  return decodeParameters(isForm ? new URLSearchParams(textOf(request.body)) : query, receivedAt)
}

/** Phones repeat whatever is not answered 2xx, the same point first: what is understood must never block their queue. */
function answer(outcome: Delivery | Refusal): { status: number; body: string } {
  switch (outcome) {
    case 'NO_IDENTITY':
      return { status: 400, body: 'Die Anfrage nennt keine Geräte-ID (id).' }
    case 'TWO_IDENTITIES':
      return { status: 400, body: 'Die Anfrage nennt zwei verschiedene Geräte-IDs.' }
    case 'UNKNOWN_TRACKER':
    case 'NO_OWNER':
      return {
        status: 404,
        body: 'Diese Geräte-ID ist nicht bekannt. Bitte vergleichen Sie sie mit der IMEI Ihres Geräts, und fügen Sie es Ihrem Konto hinzu.',
      }
    case 'WRONG_SECRET':
      return { status: 403, body: 'Für dieses Gerät fehlt der richtige Schlüssel (key).' }
    case 'TOO_LARGE':
      return { status: 413, body: 'Die Anfrage ist zu groß.' }
    default:
      return { status: 200, body: '' }
  }
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}

/** Query or form: Traccar Client up to 8 and from 10 on, OsmAnd, GPSLogger, scripts. */
function decodeParameters(parameters: URLSearchParams, receivedAt: Date): Report | { refusal: Refusal } {
  const identity = identityOf([...parameters.getAll('id'), ...parameters.getAll('deviceid')])
  if (typeof identity !== 'string') return identity
  const [latitude, longitude] = placeOf(parameters)
  const timestamp = parameters.get('timestamp')
  const fix = fixOf(
    {
      latitude,
      longitude,
      timestamp,
      accuracy: parameters.get('accuracy'),
      altitude: parameters.get('altitude'),
      // Traccar's clients convert to knots; the OsmAnd app and GPSLogger send m/s all the same (traccar#3487).
      speed: speedOf(parameters.get('speed'), 'knots', true),
      course: parameters.get('bearing') ?? parameters.get('heading'),
      flag: flagOf(validityOf(parameters.get('valid')), yesOrNo(parameters.get('mock'))),
    },
    receivedAt,
  )
  const battery = percentOrVolts(measurement(parameters.get('batt'), 0, 100))
  const { alarm, unread } = alarmIn(parameters.getAll('alarm'))
  const report = {
    identity,
    fix,
    battery: battery.percent,
    ...(battery.volts !== null && { health: { batteryVolts: battery.volts } }),
    charging: yesOrNo(parameters.get('charge')),
    alarm,
  }
  return withUnread(report, [
    ...unreadableIn({ latitude, longitude, timestamp }, ['lat', 'lon', 'timestamp']),
    ...unread,
  ])
}

function placeOf(parameters: URLSearchParams): [string | null, string | null] {
  if (parameters.has('lat') || parameters.has('lon')) return [parameters.get('lat'), parameters.get('lon')]
  const [latitude = null, longitude = null, ...more] = parameters.get('location')?.split(',') ?? []
  return more.length === 0 ? [latitude, longitude] : [null, null]
}

const anything = z.unknown().optional()
const truth = z.boolean().optional().catch(undefined)

/**
 * Traccar Client 9. Its member `_` repeats the point as a query string, for other servers; there are many unknown members.
 */
const message = z.object({
  device_id: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  location: z
    .object({
      timestamp: anything,
      mock: truth,
      /** By the phone's own motion sensors. */
      is_moving: truth,
      alarm: anything,
      /** What the app adds by itself: its button for help adds an alarm. */
      extras: z.object({ alarm: anything }).optional().catch(undefined),
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

/** Where the client's library is set to send what has gathered in one request, `location` is an array of places. */
const batch = z.object({ device_id: anything, location: z.array(z.unknown()).min(1) })

function decodeJson(text: string, receivedAt: Date): Report | Report[] | { refusal: Refusal } {
  const said = parseJson(text)
  const several = batch.safeParse(said).data
  if (several === undefined) return decodeMessage(said, receivedAt)
  const { device_id, location: places } = several
  if (places.length > trackingLimits.backlogFixes) return { refusal: 'TOO_LARGE' }
  const reports: Report[] = []
  for (const location of places) {
    // Nothing else of the message: to copy thousands of other members for each place would take many seconds.
    const report = decodeMessage({ device_id, location }, receivedAt)
    if ('refusal' in report) return report
    reports.push(report)
  }
  return reports
}

function decodeMessage(said: unknown, receivedAt: Date): Report | { refusal: Refusal } {
  const parsed = message.safeParse(said)
  if (!parsed.success) return { refusal: 'NO_IDENTITY' }
  const { device_id, location } = parsed.data
  const identity = identityOf(device_id === undefined ? [] : [device_id])
  if (typeof identity !== 'string') return identity
  const { latitude, longitude } = location?.coords ?? {}
  const timestamp = location?.timestamp
  const fix = fixOf(
    {
      latitude,
      longitude,
      timestamp,
      accuracy: location?.coords?.accuracy,
      altitude: location?.coords?.altitude,
      speed: speedOf(location?.coords?.speed, 'm/s', false),
      course: location?.coords?.heading,
      flag: flagOf(null, location?.mock ?? null),
    },
    receivedAt,
  )
  const level = measurement(location?.battery?.level, 0, 1)
  const { alarm, unread } = alarmIn([location?.alarm, location?.extras?.alarm])
  const report = {
    identity,
    fix,
    battery: level === null ? null : Math.round(level * 100),
    charging: location?.battery?.is_charging ?? null,
    alarm,
    ...(location?.is_moving !== undefined && { isMoved: location.is_moving }),
  }
  const unreadable = unreadableIn({ latitude, longitude, timestamp }, ['latitude', 'longitude', 'timestamp'])
  return withUnread(report, [...unreadable, ...unread])
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
  return trackerName(identity) ?? { refusal: 'NO_IDENTITY' }
}

function flagOf(valid: boolean | null, mock: boolean | null): PositionFlag | null {
  if (valid === false) return 'LAST_KNOWN'
  return mock === true ? 'MOCK' : null
}

/** Anything that does not say that a fix is valid says that it is not. */
function validityOf(value: string | null): boolean | null {
  return value === null ? null : yesOrNo(value) === true
}

/** Some scripts write `True` and `FALSE`. */
function yesOrNo(value: string | null): boolean | null {
  const said = value?.trim().toLowerCase()
  if (said === 'true' || said === '1') return true
  return said === 'false' || said === '0' ? false : null
}
