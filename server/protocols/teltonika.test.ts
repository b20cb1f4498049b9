import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { clockAt } from '#server/db/testing/clock.ts'
import { listenTcp } from './listen-tcp.ts'
import type { Deliver, Report } from './protocol.ts'
import { teltonika } from './teltonika.ts'

const imei = '356307042441013'
const login = Buffer.concat([Buffer.from([0, 15]), Buffer.from(imei)])
/** The vendor's example of Codec 8 with one record. */
const packet = Buffer.from(
  '000000000000003608010000016b40d8ea30010000000000000000000000000000000105021503010101425e0f01f10000601a014e0000000000000000010000c7cf',
  'hex',
)
const damaged = Buffer.from(packet.map((byte, index) => (index === packet.length - 1 ? byte ^ 1 : byte)))

const vectors = z.array(
  z.object({
    name: z.string(),
    input: z.string(),
    expect: z.object({ kind: z.string() }),
    derived: z
      .object({
        crcOk: z.boolean().optional(),
        lengthOk: z.boolean().optional(),
        codec: z.number().optional(),
        points: z.unknown().optional(),
      })
      .optional(),
  }),
)
const pointsOf = z.array(z.object({ time: z.string(), lat: z.number(), lon: z.number(), valid: z.boolean() }))
const spoken = [0x08, 0x8e, 0x10]
const file = join(process.env['SHARED_DIR'] ?? '../shared', 'protocols/vectors/teltonika.json')

describe(`the intact packets of ${file}`, () => {
  if (!existsSync(file)) return test.skip('(skipped: the file is missing)')
  const intact = vectors
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .filter(({ derived }) => derived?.crcOk === true && derived.lengthOk && spoken.includes(derived.codec ?? 0))
    .filter(({ expect: { kind } }) => kind !== 'reject')

  test.each(intact)('$name', ({ input, derived }) => {
    const { frame, rest } = teltonika.takeFrame(Buffer.from(input, 'hex'))
    expect(rest).toHaveLength(0)
    const { reports, reply } = teltonika.decode(frame ?? Buffer.alloc(0), imei)
    expect(reports.map(shown)).toEqual(
      pointsOf
        .parse(derived?.points)
        .map(({ time, lat, lon, valid }) => (lat === 0 && lon === 0 ? null : { time, lat, lon, valid })),
    )
    expect(reply?.at(3)).toBe(reports.length)
  })

  function shown({ fix }: Report) {
    return (
      fix && {
        time: fix.recordedAt.toISOString(),
        lat: fix.latitude,
        lon: fix.longitude,
        valid: fix.flag === null,
      }
    )
  }
})

test.each([
  ['whole', [login, packet], '0100000001'],
  ['byte by byte', Array.from(Buffer.concat([login, packet]), (byte) => Buffer.from([byte])), '0100000001'],
  ['glued', [Buffer.concat([login, packet, packet])], '010000000100000001'],
  ['behind a damaged one', [Buffer.concat([login, damaged, packet])], '010000000000000001'],
  ['behind bytes that are none', [Buffer.concat([login, Buffer.from('ff00ff', 'hex'), packet])], '0100000001'],
])('a packet that arrives %s is acknowledged', async (_how, parts, replies) => {
  expect(await talk(parts, async () => 'STORED', replies.length / 2)).toBe(replies)
})

test('an unknown tracker is refused and the connection ends', async () => {
  expect(await talk([login, packet], async () => 'UNKNOWN_TRACKER')).toBe('00')
})

test('what could not be committed is not acknowledged', async () => {
  const replies = await talk([login, packet], async () => {
    if (committing.shift() === undefined) throw new Error('no database')
    return 'STORED'
  })
  expect(replies).toBe('01')
})
/** The login is committed, the packet is not. */
const committing = ['login']

/** Everything that comes back, up to so many bytes or the end of the connection. */
async function talk(parts: Buffer[], deliver: Deliver, bytes = Infinity): Promise<string> {
  const log = pino({ level: 'silent' })
  const clock = clockAt('2026-11-21T08:00:00Z')
  const listener = await listenTcp({ protocol: teltonika, host: '127.0.0.1', port: 0, clock, log, deliver })
  const socket = connect(listener.port, '127.0.0.1')
  let answer = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    answer = Buffer.concat([answer, chunk])
    if (answer.length >= bytes) socket.end()
  })
  for (const part of parts) {
    socket.write(part)
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (!socket.closed) await once(socket, 'close')
  await listener.close()
  return answer.toString('hex')
}
