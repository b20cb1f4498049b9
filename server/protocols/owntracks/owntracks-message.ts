import { secretbox } from '@noble/ciphers/salsa.js'
import { fixOf, speedOf, unreadableIn } from '#server/protocols/fix.ts'
import type { Fix } from '#domain/trackers/report.ts'
import { type Refusal, type Report, withUnread } from '#server/protocols/protocol.ts'
import { measurement, trackerName } from '#server/protocols/readings.ts'

/** A message as it was sent: a JSON object whose members can be anything. */
export type Said = Readonly<Record<string, unknown>>

const utf8 = new TextDecoder()

/** The content of JSON bytes: one message, several in an array, or none if they are neither. */
export function messagesIn(bytes: Uint8Array): Said[] {
  const content = parseJson(utf8.decode(bytes))
  return (Array.isArray(content) ? content : [content]).filter(isReported)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isReported(content: unknown): content is Said {
  return typeof content === 'object' && content !== null && !Array.isArray(content)
}

/**
 * The names by which the inventory may know a sender, the most exact first: of the topic `owntracks/USER/DEVICE` the whole,
 * `USER/DEVICE` and `DEVICE`, so that an IMEI can be the device. If there is a topic, only the topic counts: two letters
 * that somebody else's tracker has, too, must not give a place to it when the topic says whose it is.
 */
export function namesOf(address: { topic?: unknown; user?: unknown; device?: unknown; tid?: unknown }): string[] {
  const { topic, user, device, tid } = address
  const path = typeof topic === 'string' ? topic.split('/').filter((part) => part !== '') : []
  if (path.length > 0) return readable([path.join('/'), path.slice(-2).join('/'), path.at(-1)])
  const named = typeof user === 'string' && typeof device === 'string' ? [`${user}/${device}`, device] : [device]
  return readable([...named, tid])
}

function readable(names: readonly unknown[]): string[] {
  return [...new Set(names.map(trackerName))].filter((name) => name !== null)
}

/**
 * What a message reports, null if it is no report: transitions, way points, last wills, cards and the like.
 * @param names of the sender, the most exact first.
 */
export function reportOf(said: Said, names: readonly string[], receivedAt: Date): Report | { refusal: Refusal } | null {
  const { _type: type, data } = said
  const box = type === 'encrypted' && typeof data === 'string' ? data : null
  if (type !== 'location' && box === null) return null
  const [identity, ...otherNames] = names
  // A message that says neither who nor where is ignored: nothing could make it a report.
  if (identity === undefined)
    return box === null && fixIn(said, receivedAt) === null ? null : { refusal: 'NO_IDENTITY' }
  const sender = { identity, otherNames }
  if (box === null) {
    const [latitude, longitude, timestamp] = [said['lat'], said['lon'], timeIn(said)]
    const unread = unreadableIn({ latitude, longitude, timestamp }, ['lat', 'lon', 'tst'])
    return withUnread({ ...sender, ...contentOf(said, receivedAt) }, unread)
  }
  const open = (secret: string) => {
    const inside = opened(box, secret)
    return inside === null ? null : { ...sender, ...contentOf(inside, receivedAt) }
  }
  return { ...sender, ...nothing, open }
}

type Content = Pick<Report, 'fix' | 'battery' | 'charging' | 'alarm' | 'isRequested'>

const nothing: Content = { fix: null, battery: null, charging: null, alarm: null }

function contentOf(said: Said, receivedAt: Date): Content {
  if (said['_type'] !== 'location') return nothing
  return {
    fix: fixIn(said, receivedAt),
    battery: measurement(said['batt'], 0, 100),
    charging: charging.get(said['bs']) ?? null,
    alarm: alarms.get(said['t']) ?? null,
    ...(said['t'] === requestedTrigger && { isRequested: true }),
  }
}

/** An app answers `reportLocation`. */
const requestedTrigger = 'r'

const latestSecond = 253_402_300_799

/** A time is required; some devices send it as text, and 0 for none. */
function timeIn(said: Said): number | '' {
  return measurement(said['tst'], 1, latestSecond) ?? ''
}

function fixIn(said: Said, receivedAt: Date): Fix | null {
  return fixOf(
    {
      latitude: said['lat'],
      longitude: said['lon'],
      timestamp: timeIn(said),
      accuracy: said['acc'],
      altitude: said['alt'],
      speed: speedOf(said['vel'], 'km/h', false),
      course: said['cog'],
      flag: null,
    },
    receivedAt,
  )
}

/** Unplugged, charging, full; 0 is unknown. */
const charging = new Map<unknown, boolean>([
  [1, false],
  [2, true],
  [3, true],
])

/** What triggered a report of a Queclink tracker that uses OwnTracks; the apps' triggers are other letters. */
const alarms = new Map<unknown, string>([
  ['!', 'tow'],
  ['e', 'powerCut'],
  ['9', 'lowBattery'],
])

const keyBytes = 32
const nonceBytes = 24

/** libsodium's secretbox: nonce, tag and ciphertext in base64; the key is the secret in UTF-8, padded with zeros. */
function opened(box: string, secret: string): Said | null {
  const bytes = Buffer.from(box, 'base64')
  const key = new Uint8Array(keyBytes)
  key.set(new TextEncoder().encode(secret).subarray(0, keyBytes))
  try {
    const [message = null] = messagesIn(secretbox(key, bytes.subarray(0, nonceBytes)).open(bytes.subarray(nonceBytes)))
    return message
  } catch {
    return null
  }
}
