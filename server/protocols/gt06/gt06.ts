import { framesByLength } from '#server/protocols/framing.ts'
import { answeredFixIn, gt06PositionRequest } from './gt06-answer.ts'
import { closeFrame, isIntact, openFrame, sizeOf, type Gt06Frame } from './gt06-frames.ts'
import { fixIn } from './gt06-fix.ts'
import { moduleSignalsIn } from './gt06-modules.ts'
import { signalsOf } from './gt06-signals.ts'
import { ignitionIn, statusIn } from './gt06-status.ts'
import { unreadIn } from './gt06-unread.ts'
import {
  emptyMessage,
  type Report,
  signOfLife,
  type StreamMessage,
  type StreamProtocol,
  withUnread,
} from '#server/protocols/protocol.ts'

/**
 * GT06, used by Concox, Jimi and many others, over TCP (protocols, section 4). A frame does not show whether its clock is
 * UTC, and the zone in a login is for display, not for what is sent: the offset that is stored for the tracker decides.
 */
export const gt06: StreamProtocol = {
  name: 'gt06',
  unprovenBy: 'gt06',
  createFramer: () => takeFrame,
  decode,
  positionRequest: gt06PositionRequest,
}

const takeFrame = framesByLength({ sizeOf, isIntact })

const types = { login: 0x01, timeRequest: 0x8a }

/** Old lists of Wi-Fi networks and cells have neither serial nor checksum. */
const withoutChecksum = new Set([0x17, 0x69])

/** By the documentation locations need no answer, but other servers answer them and devices accept it. */
const answered = new Set([0x10, 0x12, 0x13, 0x16, 0x19, 0x22, 0x23, 0x26, 0x27, 0x32, 0x36, 0x70, 0xa2, 0xa4, 0xa5])

function decode(bytes: Buffer, identity: string | null, receivedAt: Date): StreamMessage {
  const frame = openFrame(bytes)
  if (frame?.type === types.login) return decodeLogin(frame)
  const isOld = bytes[0] === 0x78 && withoutChecksum.has(bytes[3] ?? 0)
  if (frame === null && !isOld) return { ...emptyMessage, damaged: true }
  if (identity === null) return { ...emptyMessage, needsLogin: true }
  if (frame === null) return { ...emptyMessage, reports: [signOfLife(identity)] }
  return { ...emptyMessage, reports: [reportOf(frame, identity, receivedAt)], reply: replyTo(frame, receivedAt) }
}

function decodeLogin(frame: Gt06Frame): StreamMessage {
  const digits = frame.content.toString('hex', 0, 8)
  if (!/^0\d{15}$/.test(digits)) return { ...emptyMessage, damaged: true }
  const login = digits.slice(1)
  return { ...emptyMessage, login, reports: [signOfLife(login)], reply: answer(frame) }
}

function reportOf(frame: Gt06Frame, identity: string, receivedAt: Date): Report {
  return withUnread(contentOf(frame, identity, receivedAt), unreadIn(frame))
}

function contentOf(frame: Gt06Frame, identity: string, receivedAt: Date): Report {
  const answered = answeredFixIn(frame, receivedAt)
  if (answered !== null) return { ...signOfLife(identity), fix: answered, isRequested: true }
  const status = statusIn(frame)
  const fix = fixIn(frame)
  const ignition = ignitionIn(frame)
  // With the ignition on somebody is about to ride.
  const motion = ignition === null ? {} : { isMoved: ignition }
  if (status === null) return { ...signOfLife(identity), fix, ...motion, ...moduleSignalsIn(frame) }
  const { battery, charging } = status
  return {
    identity,
    fix,
    battery,
    charging: null,
    health: { externalPower: charging },
    ...motion,
    ...signalsOf(status),
  }
}

function replyTo(frame: Gt06Frame, receivedAt: Date): Buffer | null {
  if (frame.type === types.timeRequest) return closeFrame({ ...frame, content: clockBytes(receivedAt) })
  return answered.has(frame.type) ? answer(frame) : null
}

function answer({ type, serial }: Gt06Frame): Buffer {
  return closeFrame({ type, serial, content: Buffer.alloc(0) })
}

function clockBytes(at: Date): Buffer {
  const date = [at.getUTCFullYear() - 2000, at.getUTCMonth() + 1, at.getUTCDate()]
  return Buffer.from([...date, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()])
}
