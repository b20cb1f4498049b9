import type { ClientRequest } from './http-client.ts'
import type { RecordedFix } from './gpx-recording.ts'

/** How the versions of Traccar Client put a report into a request (protocols, section 1). */
export const osmandShapes = ['query', 'form', 'json'] as const
export type OsmandShape = (typeof osmandShapes)[number]

const knotsPerMetrePerSecond = 1.943844

/** The request a phone with OsmAnd or Traccar Client would send. */
export function osmandRequest(shape: OsmandShape, identity: string, fix: RecordedFix): ClientRequest {
  if (shape === 'json') return { path: '/', contentType: 'application/json', body: message(identity, fix) }
  const parameters = parametersOf(identity, fix).toString()
  return shape === 'form'
    ? { path: '/', contentType: 'application/x-www-form-urlencoded; charset=UTF-8', body: parameters }
    : { path: `/?${parameters}`, contentType: null, body: '' }
}

function parametersOf(identity: string, fix: RecordedFix): URLSearchParams {
  const knots = fix.speed === null ? null : (fix.speed * knotsPerMetrePerSecond).toFixed(2)
  const said = {
    id: identity,
    // In milliseconds, so that no fix is lost from a recording with several a second.
    timestamp: fix.recordedAt.getTime(),
    lat: fix.latitude,
    lon: fix.longitude,
    speed: knots,
    bearing: fix.course,
    altitude: fix.altitude,
  }
  return new URLSearchParams(
    Object.entries(said).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  )
}

function message(identity: string, fix: RecordedFix): string {
  return JSON.stringify({
    location: {
      timestamp: fix.recordedAt.toISOString(),
      coords: {
        latitude: fix.latitude,
        longitude: fix.longitude,
        speed: fix.speed ?? -1,
        heading: fix.course ?? -1,
        ...(fix.altitude !== null && { altitude: fix.altitude }),
      },
    },
    device_id: identity,
  })
}
