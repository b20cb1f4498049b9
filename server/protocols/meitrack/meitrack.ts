import type { Fix } from '#domain/trackers/report.ts'
import { fixOf, speedOf, unreadableIn } from '#server/protocols/fix.ts'
import { framesByLength } from '#server/protocols/framing.ts'
import {
  emptyMessage,
  type Report,
  signOfLife,
  type StreamMessage,
  type StreamProtocol,
  withUnread,
} from '#server/protocols/protocol.ts'
import { saidBy } from './meitrack-events.ts'
import { endBytes, isIntact, sizeOf } from './meitrack-frames.ts'

/**
 * Meitrack's reports in text (`AAA`), over TCP and UDP (protocols, section 7). Every frame names its tracker, and none expects
 * an answer.
 */
export const meitrack: StreamProtocol = {
  name: 'meitrack',
  unprovenBy: 'meitrack',
  createFramer: () => takeFrame,
  decode,
}

const takeFrame = framesByLength({ sizeOf, isIntact })

const framePattern = /^\$\$[\x41-\x7a]\d{1,4},(\w{1,32}),([A-Z\d]{3})(?:,(.*))?$/s

function decode(frame: Buffer, _identity: string | null, receivedAt: Date): StreamMessage {
  if (!isIntact(frame)) return { ...emptyMessage, damaged: true }
  const text = frame.toString('latin1', 0, frame.length - endBytes)
  const [, identity, kind = '', body = ''] = framePattern.exec(text) ?? []
  if (identity === undefined) return { ...emptyMessage, damaged: true }
  const report = kind === 'AAA' ? reportOf(body.split(','), identity, receivedAt) : otherOf(kind, identity)
  return { ...emptyMessage, login: identity, reports: [report] }
}

/** Records that are packed in binary, and pictures, are not read. Answers to commands have the name of their command. */
function otherOf(kind: string, identity: string): Report {
  return withUnread(signOfLife(identity), /^(?:CC[A-Z]|AAC|D0\d)$/.test(kind) ? [kind] : [])
}

/**
 * Event, latitude, longitude, time, whether there is a fix, satellites, mobile network, speed, course, dilution, altitude. What
 * follows depends on the model, also how its batteries are measured.
 */
function reportOf(fields: readonly string[], identity: string, receivedAt: Date): Report {
  const [event = '', latitude = '', longitude = '', time = '', validity = '', , , speed, course, , altitude] = fields
  const timestamp = timeOf(time)
  const said = { latitude, longitude, timestamp }
  const fix: Fix | null = fixOf(
    {
      ...said,
      accuracy: null,
      altitude,
      speed: speedOf(speed, 'km/h', false),
      course,
      flag: validity === 'A' ? null : 'LAST_KNOWN',
    },
    receivedAt,
  )
  const report = { ...signOfLife(identity), fix, ...saidBy(/^\d{1,3}$/.test(event) ? Number(event) : null) }
  if (validity !== 'A') return report
  return withUnread(
    report,
    unreadableIn(said, ['latitude', 'longitude', 'time']).map((part) => `AAA ${part}`),
  )
}

/** `yymmddhhmmss`, UTC unless the tracker was set otherwise. What is written in another way cannot be read. */
function timeOf(time: string): string {
  const [, year, month, day, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(time) ?? []
  return year === undefined ? '-' : `20${year}-${month}-${day} ${hour}:${minute}:${second}`
}
