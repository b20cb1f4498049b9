import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { gt06Encoder } from '#server/commands/simulate/gt06-client.ts'
import { h02Encoder } from '#server/commands/simulate/h02-client.ts'
import { queclinkEncoder } from '#server/commands/simulate/queclink-client.ts'
import type { StreamEncoder } from '#server/commands/simulate/stream-client.ts'
import { teltonikaEncoder } from '#server/commands/simulate/teltonika-client.ts'
import { gt06 } from './gt06/gt06.ts'
import { h02 } from './h02/h02.ts'
import { queclink } from './queclink/queclink.ts'
import type { Listener } from './listen.ts'
import type { Deliver, StreamProtocol } from './protocol.ts'
import { teltonika } from './teltonika/teltonika.ts'
import { type Conversation, openPort, talk } from './testing/talk.ts'
import { patience } from '#server/testing/patience.ts'

const imei = '356307042441013'
const fix = {
  latitude: 49.01234,
  longitude: 8.40432,
  recordedAt: new Date('2026-11-21T07:59:00Z'),
  altitude: 115,
  speed: 10,
  course: 90,
}
const stored: Deliver = async () => 'STORED'
/** The lines about connections that ended. */
const endsIn = (logged: readonly string[]) =>
  logged.map((line) => JSON.parse(line)).filter((line: object) => 'caller' in line)

const loginOf = (encoder: StreamEncoder) => encoder.login(imei)?.bytes ?? Buffer.alloc(0)
const reportOf = (encoder: StreamEncoder, serial = 2) => encoder.report(imei, fix, serial).bytes

/** The parts one by one, and how many of them were sent: all, unless the connection ended before. */
function counted(parts: readonly Buffer[]): { parts: Iterable<Buffer>; sent: () => number } {
  let count = 0
  const each = function* () {
    for (const part of parts) {
      count += 1
      yield part
    }
  }
  return { parts: each(), sent: () => count }
}

const opened: (Listener | Socket)[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) {
    if ('destroy' in one) one.destroy()
    else await one.close()
  }
})

async function port(conversation: Conversation): Promise<number> {
  const listener = await openPort(conversation)
  opened.push(listener)
  return listener.port
}

async function dial(number: number): Promise<Socket> {
  const socket = connect(number, '127.0.0.1')
  opened.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Bytes that begin frames and never end one. */
const endless: readonly [string, StreamProtocol, StreamEncoder, Buffer][] = [
  ['noise', teltonika, teltonikaEncoder, Buffer.alloc(1_048_576, 0xff)],
  ['zeros', teltonika, teltonikaEncoder, Buffer.alloc(1_048_576)],
  [
    'one frame',
    teltonika,
    teltonikaEncoder,
    Buffer.concat([Buffer.from('0000000000007fff08', 'hex'), Buffer.alloc(1_048_576, 1)]),
  ],
  ['markers', gt06, gt06Encoder, Buffer.alloc(1_048_576, 'x')],
  ['one long frame', gt06, gt06Encoder, Buffer.concat([Buffer.from('79797000', 'hex'), Buffer.alloc(1_048_576, 1)])],
  ['text', h02, h02Encoder, Buffer.alloc(1_048_576, '*HQ,1234567890,V1,')],
  ['one text', h02, h02Encoder, Buffer.concat([Buffer.from('*HQ,1,V1,'), Buffer.alloc(1_048_576, 'a')])],
  ['text', queclink, queclinkEncoder, Buffer.alloc(1_048_576, '+RESP:GT')],
  ['one text', queclink, queclinkEncoder, Buffer.concat([Buffer.from('+RESP:GT'), Buffer.alloc(1_048_576, 'a')])],
  ['signs of binary', h02, h02Encoder, Buffer.alloc(1_048_576, '$')],
]

test.each(endless)(
  'a megabyte of %s without a whole frame (%#) ends the connection, soon',
  async (_name, protocol, encoder, bytes) => {
    const logged: string[] = []
    const startedAt = process.cpuUsage()
    await talk({ protocol, deliver: stored, log: (line) => logged.push(line) }, [loginOf(encoder), bytes])
    const { user, system } = process.cpuUsage(startedAt)
    await expect.poll(() => logged.join('')).toMatch(/"outcome":"(TOO_LARGE|DAMAGED)"/)
    expect((user + system) / 1000).toBeLessThan(2_000)
  },
)

const encoders: readonly [string, StreamProtocol, StreamEncoder, answerBytes: number][] = [
  ['teltonika', teltonika, teltonikaEncoder, 1 + 100 * 4],
  ['gt06', gt06, gt06Encoder, 10 + 100 * 10],
  ['h02', h02, h02Encoder, 100 * '*HQ,356307042441013,V4,V1,20261121080000#'.length],
  ['queclink', queclink, queclinkEncoder, 100 * '+SACK:0002$'.length],
]

describe.each(encoders)('over %s', (_name, protocol, encoder, answerBytes) => {
  test('a hundred reports glued together are each answered', async () => {
    let delivered = 0
    const deliver: Deliver = async ({ fix: actual }) => {
      if (actual !== null) delivered += 1
      return 'STORED'
    }
    const reports = Array.from({ length: 100 }, (_, index) => reportOf(encoder, index + 2))
    const stream = Buffer.concat([loginOf(encoder), ...reports])
    await talk({ protocol, deliver }, [stream], { bytes: answerBytes })
    expect(delivered).toBe(100)
  })

  test('a sender that begins a frame and continues byte by byte is cut off in time', async () => {
    const slow = Array.from(reportOf(encoder).subarray(0, 18), (byte) => Buffer.from([byte]))
    const sending = counted([loginOf(encoder), ...slow])
    await talk({ protocol, deliver: stored, bounds: { frameTimeoutMs: 100 } }, sending.parts, { pauseMs: 30 })
    expect(sending.sent()).toBeLessThan(slow.length)
  })
})

describe('a connection', () => {
  test('on which nobody identifies himself ends', async () => {
    const logged: string[] = []
    const log = (line: string) => logged.push(line)
    expect(await talk({ protocol: gt06, deliver: stored, bounds: { loginTimeoutMs: 50 }, log }, [])).toBe('')
    await expect.poll(() => logged.join('')).toContain('"outcome":"TIMED_OUT"')
  })

  test('ends for a sender that keeps it alive with meaningless bytes', async () => {
    const noise = Array.from({ length: 40 }, () => Buffer.from('noise'))
    const sending = counted(noise)
    await talk({ protocol: gt06, deliver: stored, bounds: { loginTimeoutMs: 100 } }, sending.parts, { pauseMs: 20 })
    expect(sending.sent()).toBeLessThan(noise.length)
  })

  test('of a known tracker outlives the time to log in, and ends when it is silent', async () => {
    const bounds = { loginTimeoutMs: 50, idleTimeoutMs: 400 }
    const parts = [loginOf(gt06Encoder), ...Array.from({ length: 5 }, (_, index) => reportOf(gt06Encoder, index + 2))]
    // Six answers of ten bytes, although the last report came after the time to log in.
    expect(await talk({ protocol: gt06, deliver: stored, bounds }, parts, { pauseMs: 25 })).toHaveLength(6 * 20)
  })

  test('ends after three damaged frames in a row', async () => {
    const good = reportOf(gt06Encoder)
    const bad = Buffer.from(good.map((byte, at) => (at === 8 ? byte ^ 1 : byte)))
    const parts = [loginOf(gt06Encoder), bad, bad, good, bad, bad, bad, good]
    expect(await talk({ protocol: gt06, deliver: stored }, [Buffer.concat(parts)])).toHaveLength(2 * 20)
  })

  test('ends when the tracker becomes unknown', async () => {
    const known: Deliver = async ({ fix: actual }) => (actual === null ? 'NO_FIX' : 'UNKNOWN_TRACKER')
    const parts = [loginOf(gt06Encoder), reportOf(gt06Encoder), reportOf(gt06Encoder)]
    expect(await talk({ protocol: gt06, deliver: known }, parts)).toHaveLength(20)
  })
})

test('nothing more is read while a report is being committed', async () => {
  let positions = 0
  const hanging: Deliver = async ({ fix: actual }) => {
    if (actual === null) return 'STORED'
    positions += 1
    return new Promise<never>(() => {})
  }
  const number = await port({ protocol: gt06, deliver: hanging })
  const socket = await dial(number)
  const many = Buffer.concat(Array<Buffer>(1_000).fill(reportOf(gt06Encoder)))
  socket.write(loginOf(gt06Encoder))
  for (let megabytes = 0; megabytes < 32; megabytes += 1) for (let at = 0; at < 25; at += 1) socket.write(many)
  await vi.waitFor(() => expect(positions).toBe(1), patience)
  // In the time that others need to be served, all of it could have been read.
  for (let others = 0; others < 50; others += 1) {
    const other = await dial(number)
    other.write(loginOf(gt06Encoder))
    await once(other, 'data')
    other.destroy()
  }
  expect(positions).toBe(1)
  // The rest stays with the tracker.
  expect(socket.writableLength).toBeGreaterThan(10_000_000)
})

test('a tracker that leaves halfway disturbs nobody', async () => {
  const number = await port({ protocol: gt06, deliver: stored })
  const leaving = await dial(number)
  leaving.write(Buffer.concat([loginOf(gt06Encoder), reportOf(gt06Encoder).subarray(0, 10)]))
  await once(leaving, 'data')
  leaving.resetAndDestroy()
  const other = await dial(number)
  other.write(loginOf(gt06Encoder))
  expect(await once(other, 'data')).toHaveLength(1)
})

describe('strangers', () => {
  test('hold only a limited number of connections, and a tracker that comes after them gets in', async () => {
    const logged: string[] = []
    const bounds = { strangersPerPort: 20 }
    const number = await port({ protocol: gt06, deliver: stored, bounds, log: (line) => logged.push(line) })
    const waiting: Socket[] = []
    while (waiting.length < bounds.strangersPerPort) waiting.push(await dial(number))
    const tracker = await dial(number)
    await once(waiting[0] ?? tracker, 'close')
    tracker.write(loginOf(gt06Encoder))
    expect(await once(tracker, 'data')).toHaveLength(1)
    // A sender that identifies itself makes room.
    await dial(number)
    expect(waiting.filter(({ closed }) => closed)).toHaveLength(1)
    expect(endsIn(logged)).toMatchObject([{ outcome: 'TOO_MANY_STRANGERS' }])
  })

  test('of one network hold fewer than the port has room for', async () => {
    const bounds = { strangersPerPort: 20, strangersPerNetwork: 5 }
    const number = await port({ protocol: h02, deliver: stored, bounds })
    const waiting: Socket[] = []
    while (waiting.length < 8) waiting.push(await dial(number))
    await expect.poll(() => waiting.map(({ closed }) => closed)).toEqual([true, true, true, ...Array(5).fill(false)])
  })

  test('are not 150 trackers that come at the same moment from one address right after a restart', async () => {
    const number = await port({ protocol: gt06, deliver: stored, isKnown: async () => true })
    const sockets = await Promise.all(Array.from({ length: 150 }, () => dial(number)))
    const answers = sockets.map((socket, index) => {
      socket.write(gt06Encoder.login(String(356_000_000_000_000 + index))?.bytes ?? '')
      return once(socket, 'data')
    })
    expect(await Promise.all(answers)).toHaveLength(150)
  })

  test('are looked up only a limited number of times', async () => {
    let lookedUp = 0
    const deliver: Deliver = async () => {
      lookedUp += 1
      return 'UNKNOWN_TRACKER'
    }
    const number = await port({ protocol: gt06, deliver })
    for (let stranger = 0; stranger < gatewayServerLimits.unknownBurstPerAddress + 20; stranger += 1) {
      const socket = await dial(number)
      const login = gt06Encoder.login(String(356_000_000_000_000 + stranger))
      socket.end(login?.bytes ?? '')
      await once(socket, 'close')
    }
    expect(lookedUp).toBe(gatewayServerLimits.unknownBurstPerAddress)
  })
})

describe('a tracker that comes back', () => {
  const { connectionsPerTracker } = gatewayServerLimits

  test('always gets in, and holds only a limited number of connections', async () => {
    const logged: string[] = []
    const number = await port({ protocol: gt06, deliver: stored, log: (line) => logged.push(line) })
    const sockets: Socket[] = []
    for (let again = 0; again < connectionsPerTracker + 5; again += 1) {
      const socket = await dial(number)
      sockets.push(socket)
      socket.write(loginOf(gt06Encoder))
      expect(await once(socket, 'data')).toHaveLength(1)
    }
    const isOpen = (socket: Socket) => !socket.closed
    await expect.poll(() => sockets.filter(isOpen)).toHaveLength(connectionsPerTracker)
    expect(sockets.slice(-connectionsPerTracker).every(isOpen)).toBe(true)
    expect(endsIn(logged)).toMatchObject(Array(5).fill({ outcome: 'REPLACED' }))
  })

  test('and reports is not ended by those that are silent', async () => {
    const number = await port({ protocol: gt06, deliver: stored })
    const speaking = await dial(number)
    for (let again = 0; again < 2 * connectionsPerTracker; again += 1) {
      speaking.write(loginOf(gt06Encoder))
      expect(await once(speaking, 'data')).toHaveLength(1)
      const silent = await dial(number)
      silent.write(loginOf(gt06Encoder))
      await once(silent, 'data')
    }
    expect(speaking.closed).toBe(false)
  })

  test('does not end one of another tracker', async () => {
    const number = await port({ protocol: gt06, deliver: stored })
    const other = await dial(number)
    other.write(gt06Encoder.login('356307042441021')?.bytes ?? '')
    await once(other, 'data')
    for (let again = 0; again <= connectionsPerTracker; again += 1) {
      const socket = await dial(number)
      socket.write(loginOf(gt06Encoder))
      await once(socket, 'data')
    }
    other.write(reportOf(gt06Encoder))
    expect(await once(other, 'data')).toHaveLength(1)
  })
})

test('the log contains neither who reported, nor from which address, nor where', async () => {
  const logged: string[] = []
  const log = (line: string) => logged.push(line)
  await talk({ protocol: gt06, deliver: stored, log }, [loginOf(gt06Encoder), reportOf(gt06Encoder)], { bytes: 20 })
  const failing: Deliver = () => Promise.reject(new Error(`${imei} at 49.01234`))
  await talk({ protocol: gt06, deliver: failing, log }, [loginOf(gt06Encoder)])
  await expect.poll(() => logged).toHaveLength(4)
  const tracker = expect.stringMatching(/^[\w-]{10}$/)
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { gateway: 'gt06', outcome: 'STORED', tracker },
    { gateway: 'gt06', outcome: 'CLOSED', tracker, caller: expect.stringMatching(/^[\w-]{10}$/) },
    { gateway: 'gt06', msg: 'report not stored', error: 'Error' },
    { gateway: 'gt06', outcome: 'FAILED', caller: expect.stringMatching(/^[\w-]{10}$/) },
  ])
  expect(logged.join('')).not.toMatch(/356307042441013|127\.0\.0\.1|49\.0|8\.40/)
})
