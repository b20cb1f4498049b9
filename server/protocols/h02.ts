import { type BinaryLayout, createFramer, layoutOf } from './h02-frames.ts'
import { batteryOf, degreesOf, fixTimeOf, statesOf } from './h02-values.ts'
import type { Fix } from '#domain/trackers/report.ts'
import { emptyMessage, type Report, signOfLife, type StreamMessage, type StreamProtocol } from './protocol.ts'
import { measurement } from './readings.ts'

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
  if (maker === undefined || body === undefined || identity === undefined || identity === null) {
    return { ...emptyMessage, damaged: true }
  }
  const fields = body.split(',').map((field) => field.trim())
  const report = { ...reportOf(fields, identity, receivedAt), identity }
  return { ...emptyMessage, login: identity, reports: [report], reply: replyTo(fields, maker, identity, receivedAt) }
}

/** Where messages without a place have the percentage. */
const batteryFields: ReadonlyMap<string, number> = new Map([
  ['LINK', 4],
  ['HTBT', 1],
])

function reportOf(fields: readonly string[], identity: string, receivedAt: Date): Report {
  const [type] = fields
  const north = placeOf(fields)
  if (north === null) {
    const battery = measurement(fields[batteryFields.get(type ?? '') ?? fields.length], 0, 100)
    return { ...signOfLife(identity), battery, ...statesIn(statusWithoutPlace(fields)) }
  }
  const [motion, afterwards] = [fields.slice(north + 3, north + 5), fields.slice(north + 5)]
  // Some put the battery before the date.
  const hasBattery = /^\d{1,3}$/.test(afterwards[0] ?? '')
  const [date = '', ...more] = hasBattery ? afterwards.slice(1) : afterwards
  const recordedAt = timeOf(fields[north - 3] ?? '', date, receivedAt)
  return {
    identity,
    fix: recordedAt && fixOf(fields.slice(north - 2, north + 3), motion, recordedAt),
    battery: hasBattery ? batteryOf(Number(afterwards[0])) : null,
    charging: null,
    alarm: null,
    ...statesIn(more.find(isStatus)),
  }
}

const isStatus = (field: string) => /^[0-9a-f]{8}$/i.test(field)

/** Nothing if there is no status: the state before continues. */
function statesIn(status: string | undefined): Pick<Report, 'states'> {
  return status === undefined ? {} : { states: statesOf(Number.parseInt(status, 16)) }
}

/** What a tracker without satellites sends: cells and steps, and its status all the same. */
const unlocatedTypes = new Set(['V3', 'NBR', 'LINK'])

/** At the end, after the date; some add one more field after it. Numbers of cells before it can look alike. */
function statusWithoutPlace(fields: readonly string[]): string | undefined {
  if (!unlocatedTypes.has(fields[0] ?? '')) return undefined
  const at = fields.findLastIndex((field, index) => isStatus(field) && /^\d{6}$/.test(fields[index - 1] ?? ''))
  return at >= fields.length - 2 ? fields[at] : undefined
}

/** Answers to commands contain a place, too, after the command; `VP1` contains a date without a time, which is no fix. */
const locatedTypes = new Set(['V1', 'V2', 'V4', 'V5', 'V6', 'V8', 'V19', 'VI1'])

/** Which field says N or S; null if none does. */
function placeOf(fields: readonly string[]): number | null {
  if (!locatedTypes.has(fields[0] ?? '')) return null
  const at = fields.findIndex((field, index) => /^[NS]$/.test(field) && /^[EW]$/.test(fields[index + 2] ?? ''))
  return at >= 4 ? at : null
}

/** Null if time or date cannot be read; if both are left out it is now. */
function timeOf(time: string, date: string, receivedAt: Date): Pick<Fix, 'recordedAt' | 'clock'> | null {
  if (time === '' && date === '') return { recordedAt: receivedAt, clock: 'server' }
  const recordedAt = fixTimeOf(time, date)
  return recordedAt && { recordedAt, clock: 'tracker' }
}

function fixOf(
  [validity = '', latitude = '', northOrSouth, longitude = '', eastOrWest]: readonly string[],
  [speed, course]: readonly string[],
  time: Pick<Fix, 'recordedAt' | 'clock'>,
): Fix | null {
  const [north, east] = [degreesOf(latitude, 90), degreesOf(longitude, 180)]
  const knots = measurement(speed, 0, 1_000)
  if (north === null || east === null || (north === 0 && east === 0)) return null
  return {
    latitude: northOrSouth === 'S' ? -north : north,
    longitude: eastOrWest === 'W' ? -east : east,
    ...time,
    accuracy: null,
    altitude: null,
    speed: knots === null ? null : { value: knots, unit: 'knots', assumed: false },
    course: measurement(course, 0, 360),
    // A digit is the scheme in which a fix is written.
    flag: /^[A\d]$/.test(validity) ? null : 'LAST_KNOWN',
  }
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
  const place = [
    flags & 2 ? 'A' : 'V',
    `${said.slice(12, 16)}.${said.slice(16, 20)}`,
    flags & 4 ? 'N' : 'S',
    `${said.slice(22, 27)}.${said.slice(27, 31)}`,
    flags & 8 ? 'E' : 'W',
  ]
  const motion = [said.slice(32, 35), said.slice(35, 38)]
  const report: Report = {
    identity: login,
    fix: recordedAt && fixOf(place, motion, { recordedAt, clock: 'tracker' }),
    battery: batteryOf(Number.parseInt(said.slice(20, 22), 16)),
    charging: null,
    alarm: null,
    states: statesOf(Number.parseInt(said.slice(38, 46), 16)),
  }
  return { ...emptyMessage, login, reports: [report] }
}
