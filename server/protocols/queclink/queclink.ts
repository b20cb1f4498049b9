import type { Fix } from '#domain/trackers/report.ts'
import { fixOf, speedOf } from '#server/protocols/fix.ts'
import {
  emptyMessage,
  type Report,
  signOfLife,
  type StreamMessage,
  type StreamProtocol,
  withUnread,
} from '#server/protocols/protocol.ts'
import { takeFrame } from './queclink-frames.ts'
import { type Fields, partsOf, placesIn } from './queclink-places.ts'
import { batteryIn, saidBy } from './queclink-signals.ts'

/**
 * Queclink's @Track in its form of text, over TCP and UDP (protocols, section 6). Every frame names its tracker. There is no
 * checksum. A frame that was kept by the tracker (`+BUFF`) is like one that comes at once.
 */
export const queclink: StreamProtocol = {
  name: 'queclink',
  unprovenBy: 'queclink',
  createFramer: () => takeFrame,
  decode,
}

const framePattern = /^\+(RESP|BUFF|ACK):GT([A-Z\d]{3}),(.*)$/s
const ends = ['$', '\0']
const versionPattern = /^(?:[A-Z\d]{6}|[A-Z\d]{10})$/i
/** An IMEI, or the 14 digits of a MEID. */
const identityPattern = /^(?:\d{15}|[\dA-F]{14})$/i
const countPattern = /^[\dA-F]{4}$/i

function decode(frame: Buffer, _identity: string | null, receivedAt: Date): StreamMessage {
  const text = frame.toString('latin1')
  const [, direction, kind = '', body = ''] = framePattern.exec(text.slice(0, -1)) ?? []
  const fields = body.split(',')
  const [version = '', identity = ''] = fields
  const count = fields.at(-1) ?? ''
  const isEnded = ends.includes(text.slice(-1))
  const isWhole = versionPattern.test(version) && identityPattern.test(identity) && countPattern.test(count)
  if (direction === undefined || !isEnded || !isWhole) return { ...emptyMessage, damaged: true }
  if (direction === 'ACK') {
    // A heartbeat; the other ones confirm a command.
    const reply = kind === 'HBD' ? Buffer.from(`+SACK:GTHBD,${version},${count}$`) : null
    return { ...emptyMessage, login: identity, reports: [signOfLife(identity)], reply }
  }
  // A tracker that waits for it sends what is not answered again; one that does not is told what it knows.
  const reply = Buffer.from(`+SACK:${count}$`)
  return { ...emptyMessage, login: identity, reports: reportsOf(kind, fields, identity, receivedAt), reply }
}

/** Kinds of which nothing is read but that the tracker is there: its settings, its supply, its network, its clock. */
const signsOfLife: ReadonlySet<string> = new Set(
  'INF BAT GPS CID CSQ VER TMZ AIF ALS ALL GSV GSM PNA PFA PDP UPD UPC TEM SWG CSN PHD BID'.split(' '),
)

function reportsOf(kind: string, fields: Fields, identity: string, receivedAt: Date): Report[] {
  const found = placesIn(kind, fields)
  const silent = signOfLife(identity)
  if (found === null) return [signsOfLife.has(kind) ? silent : withUnread(silent, [`GT${kind}`])]
  const { places, after, isShort } = found
  const said = { ...silent, ...saidBy(kind, places.length === 0 ? null : fields) }
  const fixes = places.map((place) => fixIn(place, receivedAt))
  // What it says beside its places is of the last one.
  const last = { ...said, fix: fixes.at(-1) ?? null, battery: batteryIn(fields, after) }
  return [
    ...fixes.slice(0, -1).map((fix) => ({ ...silent, fix })),
    withUnread(last, isShort ? [`GT${kind} place`] : []),
  ]
}

/** Without an accuracy the place is the last known one. The accuracy is no metres. */
function fixIn(place: Fields, receivedAt: Date): Fix | null {
  const { accuracy, speed, course, altitude, longitude, latitude, time } = partsOf(place)
  const written = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(time)
  const [, year, month, day, hour, minute, second] = written ?? []
  return fixOf(
    {
      latitude,
      longitude,
      timestamp: `${year}-${month}-${day} ${hour}:${minute}:${second}`,
      accuracy: null,
      altitude,
      speed: speedOf(speed, 'km/h', false),
      course,
      flag: /^[1-9]\d?$/.test(accuracy) ? null : 'LAST_KNOWN',
    },
    receivedAt,
  )
}
