import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { crc16, crc16Arc, crc16X25 } from '#server/commands/simulate/crc16.ts'
import { gt06 } from './gt06/gt06.ts'
import { h02 } from './h02/h02.ts'
import { checksumOf, endBytes } from './meitrack/meitrack-frames.ts'
import { meitrack } from './meitrack/meitrack.ts'
import { osmand } from './osmand/osmand.ts'
import type { Report, StreamProtocol } from './protocol.ts'
import { queclink } from './queclink/queclink.ts'
import { teltonika } from './teltonika/teltonika.ts'
import { teltonikaUdp } from './teltonika/teltonika-udp.ts'
import { cpuMs, slowestMs } from './testing/cpu-time.ts'
import { createMutations } from './testing/mutations.ts'
import {
  gt06Frames,
  h02Frames,
  meitrackFrames,
  osmandRequests,
  queclinkFrames,
  teltonikaFrames,
} from './testing/own-frames.ts'
import { bytesOf, readVectors } from './testing/vectors.ts'

/*
 * A hundred thousand damaged messages for each protocol, made from our own and, if available, captured ones: always the
 * same.
 */

const rounds = 100_000
/** For all of them, with making and judging them: twice what the slowest take. */
const mostCpuMs = 8_000
const longFrames = 400
/** The longest possible message is read in 8 ms, with all its checksums; in quadratic time it would take a second. */
const mostMsOfOne = 100
const now = new Date('2026-11-21T08:00:00Z')
const imei = '356307042441013'

type Repair = (bytes: Buffer) => Buffer
const protocols: readonly [string, StreamProtocol, readonly Buffer[], vectors: string, Repair][] = [
  ['teltonika', teltonika, teltonikaFrames, 'teltonika', repairTeltonika],
  ['teltonika over UDP', teltonikaUdp, teltonikaFrames, 'teltonika', wrapInDatagram],
  ['gt06', gt06, gt06Frames, 'gt06', repairGt06],
  ['h02', h02, h02Frames, 'h02', (bytes) => bytes],
  ['queclink', queclink, queclinkFrames, 'queclink', (bytes) => bytes],
  ['meitrack', meitrack, meitrackFrames, 'meitrack', repairMeitrack],
]

describe.each(protocols)('%s', (_name, protocol, own, name, repair) => {
  const messages = [...own, ...(readVectors(name).vectors ?? []).map(bytesOf)]

  test('reads damaged messages in time, without throwing, and returns nothing impossible', { timeout: 30_000 }, () => {
    const mutations = createMutations(messages, 20_261_121)
    const faults = new Set<string>()
    let frames = 0
    const read = (bytes: Buffer) => {
      // Bytes that are no frame at all, and what the framer makes of them.
      for (const fault of faultsOf(protocol.decode(bytes, imei, now).reports)) faults.add(fault)
      const takeFrame = protocol.createFramer()
      for (let rest = bytes; ;) {
        const taken = takeFrame(rest)
        if (taken.frame === null) break
        if (taken.rest.length + taken.frame.length > rest.length || taken.frame.length === 0) faults.add('no progress')
        const { reports, reply } = protocol.decode(taken.frame, imei, now)
        for (const fault of faultsOf(reports)) faults.add(fault)
        if ((reply?.length ?? 0) > mostReplyBytes) faults.add('long reply')
        frames += 1
        rest = taken.rest
      }
    }
    const spent = cpuMs(() => {
      for (let round = 0; round < rounds; round += 1) {
        const mutated = mutations.next()
        read(round % 2 === 0 ? mutated : repair(mutated))
      }
    })
    expect([...faults]).toEqual([])
    // Otherwise the test would show nothing.
    expect(frames).toBeGreaterThan(rounds / 4)
    expect(spent).toBeLessThan(mostCpuMs)
  })

  test('reads the longest possible damaged message in time proportional to its length', { timeout: 30_000 }, () => {
    const mutations = createMutations(messages, 20_261_122)
    const steps = Array.from({ length: longFrames }, (_, round) => {
      const mutated = mutations.nextOfLength(gatewayServerLimits.frameBytes)
      const bytes = round % 2 === 0 ? mutated : repair(mutated)
      return () => {
        protocol.decode(bytes, imei, now)
        const takeFrame = protocol.createFramer()
        for (let rest = bytes; ;) {
          const taken = takeFrame(rest)
          if (taken.frame === null) break
          protocol.decode(taken.frame, imei, now)
          rest = taken.rest
        }
      }
    })
    expect(slowestMs(steps, mostMsOfOne)).toBeLessThan(mostMsOfOne)
  })
})

const requests = z.array(
  z.object({
    input: z.string(),
    encoding: z.enum(['url', 'json']),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string().optional(),
  }),
)

describe('osmand', () => {
  test('reads damaged messages in time, without throwing, and returns nothing impossible', { timeout: 30_000 }, () => {
    const { file, vectors } = readVectors('osmand')
    const captured = vectors === null ? [] : requests.parse(JSON.parse(readFileSync(file, 'utf8')))
    const texts = captured.map(({ input, body }) => body ?? input.slice(input.indexOf('?') + 1))
    const mutations = createMutations(
      [...osmandRequests, ...texts].map((text) => Buffer.from(text)),
      20_261_121,
    )
    const faults = new Set<string>()
    let actual = 0
    const read = (body: Buffer, round: number) => {
      const contentType = round % 3 === 0 ? 'application/x-www-form-urlencoded' : 'application/json'
      const inUrl = round % 3 === 1
      const request = inUrl ? { url: `/?${body.toString('latin1')}`, body: Buffer.alloc(0) } : { url: '/', body }
      const decoded = osmand.decode({ ...request, headers: {}, contentType }, now)
      if ('refusal' in decoded) return
      actual += 1
      for (const fault of faultsOf([decoded].flat())) faults.add(fault)
    }
    const spent = cpuMs(() => {
      for (let round = 0; round < rounds; round += 1) read(mutations.next(), round)
    })
    expect([...faults]).toEqual([])
    expect(actual).toBeGreaterThan(rounds / 4)
    expect(spent).toBeLessThan(mostCpuMs)
  })

  test('reads the longest possible damaged message in time proportional to its length', { timeout: 30_000 }, () => {
    const mutations = createMutations(
      osmandRequests.map((text) => Buffer.from(text)),
      20_261_122,
    )
    const steps = Array.from({ length: longFrames }, (_, round) => {
      const body = mutations.nextOfLength(osmand.bodyBytes)
      const contentType = round % 2 === 0 ? 'application/x-www-form-urlencoded' : 'application/json'
      return () => osmand.decode({ url: '/', headers: {}, contentType, body }, now)
    })
    expect(slowestMs(steps, mostMsOfOne)).toBeLessThan(mostMsOfOne)
  })
})

/** The longest are H02's, with a number as long as allowed for a tracker. */
const mostReplyBytes = 128
/** The number of records that a Teltonika packet can count. */
const mostReports = 255

function* faultsOf(reports: readonly Report[]): Iterable<string> {
  if (reports.length > mostReports) yield 'many reports'
  for (const { identity, fix, battery, alarm, states = [] } of reports) {
    if (identity === '' || identity.length > gatewayServerLimits.trackerIdLength) yield 'identity'
    if (battery !== null && !(battery >= 0 && battery <= 100)) yield 'battery'
    if ([alarm, ...states].some((word) => word === '' || (word?.length ?? 0) > 100)) yield 'alarm'
    if (fix === null) continue
    if (!(Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180)) yield 'place'
    if (Number.isNaN(fix.recordedAt.getTime())) yield 'time'
    if (fix.course !== null && !(fix.course >= 0 && fix.course <= 360)) yield 'course'
    if (fix.speed !== null && !(fix.speed.value >= 0 && Number.isFinite(fix.speed.value))) yield 'speed'
    if (fix.altitude !== null && !Number.isFinite(fix.altitude)) yield 'altitude'
  }
}

/** Corrects length and checksum, so that the code behind them is reached. */
function repairTeltonika(bytes: Buffer): Buffer {
  if (bytes.length < 13 || bytes[1] !== 0) return bytes
  const repaired = Buffer.from(bytes)
  repaired.writeUInt32BE(0, 0)
  repaired.writeUInt32BE(bytes.length - 12, 4)
  repaired.writeUInt32BE(crc16(crc16Arc, repaired.subarray(8, -4)), bytes.length - 4)
  return repaired
}

/** The records of a packet, as they travel in a datagram. */
function wrapInDatagram(bytes: Buffer): Buffer {
  const body = [Buffer.from('cafe0105', 'hex'), Buffer.from([0, imei.length]), Buffer.from(imei), bytes.subarray(8, -4)]
  const datagram = Buffer.concat([Buffer.alloc(2), ...body])
  datagram.writeUInt16BE((datagram.length - 2) & 0xffff, 0)
  return datagram
}

function repairGt06(bytes: Buffer): Buffer {
  if (bytes.length < 10) return bytes
  const repaired = Buffer.from(bytes)
  repaired.write('\r\n', bytes.length - 2)
  if (repaired[0] === 0x78) repaired[2] = (bytes.length - 5) & 0xff
  else repaired.writeUInt16BE((bytes.length - 6) & 0xffff, 2)
  repaired.writeUInt16BE(crc16(crc16X25, repaired.subarray(2, -4)), bytes.length - 4)
  return repaired
}

/** Every byte after its first comma is counted. */
function repairMeitrack(bytes: Buffer): Buffer {
  const commaAt = bytes.indexOf(',')
  if (commaAt === -1 || bytes.length - commaAt < endBytes + 1) return bytes
  const content = bytes.subarray(commaAt, -endBytes)
  const summed = Buffer.concat([Buffer.from(`$$A${content.length + endBytes}`), content, Buffer.from('*')])
  return Buffer.concat([summed, Buffer.from(`${checksumOf(summed)}\r\n`)])
}
