import type { ClientRequest } from './http-client.ts'
import type { RecordedFix } from './gpx-recording.ts'

const kmhPerMetrePerSecond = 3.6

/** The request a phone with OwnTracks in its HTTP mode would send, whose owner entered the IMEI as its device. */
export function owntracksRequest(identity: string, fix: RecordedFix): ClientRequest {
  const message = {
    _type: 'location',
    topic: `owntracks/simulate/${identity}`,
    tid: identity.slice(-2),
    // Whole seconds, as the app counts them.
    tst: Math.floor(fix.recordedAt.getTime() / 1000),
    lat: fix.latitude,
    lon: fix.longitude,
    ...(fix.altitude !== null && { alt: Math.round(fix.altitude) }),
    ...(fix.speed !== null && { vel: Math.round(fix.speed * kmhPerMetrePerSecond) }),
    ...(fix.course !== null && { cog: Math.round(fix.course) }),
  }
  return { path: '/pub', contentType: 'application/json', body: JSON.stringify(message) }
}
