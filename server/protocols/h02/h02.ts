import { type BinaryLayout, createFramer, layoutOf } from './h02-frames.ts'
import {
  batteryWithoutPlace,
  type Fields,
  hasStatus,
  isSignOfLife,
  type LocatedFrame,
  locatedFrame,
  statusWithoutPlace,
} from './h02-places.ts'
import { batteryOf, degreesOf, fixTimeOf, statesOf } from './h02-values.ts'
import type { Place } from '#contract/base/place.ts'
import { isNoFix } from '#domain/trackers/no-fix.ts'
import type { Fix } from '#domain/trackers/report.ts'
import {
  emptyMessage,
  type Report,
  signOfLife,
  type StreamMessage,
  type StreamProtocol,
  withUnread,
} from '#server/protocols/protocol.ts'
import { measurement } from '#server/protocols/readings.ts'

/**
 * H02, used by many small makers, in text and binary, over TCP and UDP (protocols, section 5). Every frame names its
 * tracker.
 */
export const h02: StreamProtocol = { name: 'h02', unprovenBy: 'h02', createFramer, decode }

function decode(frame: Buffer, identity: string | null, receivedAt: Date): StreamMessage {
  const layout = layoutOf(frame)
  return layout === null ? decodeText(frame, identity, receivedAt) : decodeBinary(frame, layout)
}

const textPattern = /^\*([A-Za-z]{2}),(\w{0,32}),(.*)#$/s

function decodeText(frame: Buffer, loggedIn: string | null, receivedAt: Date): StreamMessage {
  const [, maker, said, body] = textPattern.exec(frame.toString('latin1')) ?? []
  // Some leave their number out; then it is the tracker that reported before on this connection.
  const identity = said === '' ? loggedIn : said
  if (maker === undefined || body === undefined || identity === undefined) return { ...emptyMessage, damaged: true }
  if (identity === null) return { ...emptyMessage, needsLogin: true }
  const fields = body.split(',').map((field) => field.trim())
  const report = { ...reportOf(fields, identity, receivedAt), identity }
  return { ...emptyMessage, login: identity, reports: [report], reply: replyTo(fields, maker, identity, receivedAt) }
}

function reportOf(fields: Fields, identity: string, receivedAt: Date): Report {
  const [kind = ''] = fields
  const located = locatedFrame(fields)
  if (located !== null) return locatedReport(kind, located, identity, receivedAt)
  const battery = measurement(batteryWithoutPlace(fields), 0, 100)
  const silent = { ...signOfLife(identity), battery }
  if (hasStatus(kind)) return { ...silent, ...statesIn(kind, statusWithoutPlace(fields)) }
  return isSignOfLife(kind) ? silent : { ...silent, unread: [/^[A-Z]{1,6}\d{0,3}$/i.test(kind) ? kind : 'kind'] }
}

/** The status of a frame without a fix is as old as its place, so it says nothing about now. */
function locatedReport(kind: string, frame: LocatedFrame, identity: string, receivedAt: Date): Report {
  const { validity, battery, status } = frame
  const recordedAt = timeOf(frame.time, frame.date, receivedAt)
  const degrees = degreesIn(frame.place)
  const report = {
    ...signOfLife(identity),
    fix: recordedAt && degrees && fixOf(validity, degrees, frame.motion, recordedAt),
    battery: battery === null ? null : batteryOf(Number(battery)),
  }
  if (!isValid(validity)) return report
  const missing = [...(recordedAt === null ? ['time'] : []), ...(degrees === null ? ['place'] : [])]
  return withUnread(
    status === null ? report : { ...report, ...statesIn(kind, status) },
    missing.map((part) => `${kind} ${part}`),
  )
}

/** Nothing if there is no status: the state before continues. */
function statesIn(kind: string, status: string | null): Partial<Pick<Report, 'states' | 'unread'>> {
  const isStatus = /^[0-9a-f]{8}$/i.test(status ?? '')
  return isStatus ? { states: statesOf(Number.parseInt(status ?? '', 16)) } : { unread: [`${kind} status`] }
}

/** Null if time or date cannot be read; if both are left out it is now. */
function timeOf(time: string, date: string, receivedAt: Date): Pick<Fix, 'recordedAt' | 'clock'> | null {
  if (time === '' && date === '') return { recordedAt: receivedAt, clock: 'server' }
  const recordedAt = fixTimeOf(time, date)
  return recordedAt && { recordedAt, clock: 'tracker' }
}

/** Latitude, N or S, longitude, E or W. */
function degreesIn([latitude = '', northOrSouth = '', longitude = '', eastOrWest = '']: Fields): Place | null {
  const [north, east] = [degreesOf(latitude, 90), degreesOf(longitude, 180)]
  if (north === null || east === null || !/^[NS][EW]$/.test(northOrSouth + eastOrWest)) return null
  return { latitude: northOrSouth === 'S' ? -north : north, longitude: eastOrWest === 'W' ? -east : east }
}

function fixOf(
  validity: string,
  place: Place,
  [speed, course]: Fields,
  time: Pick<Fix, 'recordedAt' | 'clock'>,
): Fix | null {
  const knots = measurement(speed, 0, 1_000)
  if (isNoFix(place)) return null
  return {
    ...place,
    ...time,
    accuracy: null,
    altitude: null,
    speed: knots === null ? null : { value: knots, unit: 'knots', assumed: false },
    course: measurement(course, 0, 360),
    flag: isValid(validity) ? null : 'LAST_KNOWN',
  }
}

/** A digit is the scheme in which a fix is written. */
function isValid(validity: string): boolean {
  return /^[A\d]$/.test(validity)
}

/** As Traccar answers: the time to a position or a list of cells, its own word to a heartbeat. */
function replyTo([type = '']: readonly string[], maker: string, identity: string, receivedAt: Date): Buffer | null {
  if (type === 'HTBT' || type === 'V0') return Buffer.from(`*${maker},${identity},${type}#`)
  if (type !== 'V1' && type !== 'NBR') return null
  const clock = receivedAt.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  return Buffer.from(`*HQ,${identity},V4,${type},${clock}#`)
}

function decodeBinary(frame: Buffer, { digits, timeAt, bytes }: BinaryLayout): StreamMessage {
  if (frame.length < bytes) return { ...emptyMessage, damaged: true }
  const login = frame.toString('hex', 1, timeAt).slice(0, digits)
  const said = frame.toString('hex', timeAt, bytes)
  const flags = Number.parseInt(said.charAt(31), 16)
  const recordedAt = fixTimeOf(said.slice(0, 6), said.slice(6, 12))
  const place = degreesIn([
    `${said.slice(12, 16)}.${said.slice(16, 20)}`,
    flags & 4 ? 'N' : 'S',
    `${said.slice(22, 27)}.${said.slice(27, 31)}`,
    flags & 8 ? 'E' : 'W',
  ])
  const motion = [said.slice(32, 35), said.slice(35, 38)]
  const report: Report = {
    identity: login,
    fix: recordedAt && place && fixOf(flags & 2 ? 'A' : 'V', place, motion, { recordedAt, clock: 'tracker' }),
    battery: batteryOf(Number.parseInt(said.slice(20, 22), 16)),
    charging: null,
    alarm: null,
    // Without a fix it is as old as the place.
    ...(flags & 2 ? { states: statesOf(Number.parseInt(said.slice(38, 46), 16)) } : {}),
  }
  return { ...emptyMessage, login, reports: [report] }
}
