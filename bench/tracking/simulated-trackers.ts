import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { minuteMs } from '#contract/base/time-units.ts'
import { imeiOf } from './imei.ts'
import { gt06Encoder } from '#server/commands/simulate/gt06-client.ts'
import type { RecordedFix } from '#server/commands/simulate/gpx-recording.ts'
import { h02Encoder } from '#server/commands/simulate/h02-client.ts'
import type { ClientRequest } from '#server/commands/simulate/http-client.ts'
import { osmandRequest } from '#server/commands/simulate/osmand-client.ts'
import { owntracksRequest } from '#server/commands/simulate/owntracks-client.ts'
import type { StreamEncoder, Utterance } from '#server/commands/simulate/stream-client.ts'
import { teltonikaEncoder, teltonikaPacket, teltonikaRecord } from '#server/commands/simulate/teltonika-client.ts'

export const dialects = ['osmand', 'owntracks', 'gt06', 'h02', 'teltonika', 'teltonika, 10 a packet'] as const
export type Dialect = (typeof dialects)[number]

const load = z.object({
  dialect: z.enum(dialects),
  port: z.number(),
  trackers: z.number(),
  /** Number of fixes of each tracker. */
  fixes: z.number(),
  /** Fix time of the first one, ms; the others follow a minute apart. */
  firstFixAt: z.number(),
  /** Positions per second of all of them together; null: as fast as they are answered. */
  perSecond: z.nullable(z.number()),
})
export type Load = z.output<typeof load>

const driven = z.object({ perSecond: z.number(), p50: z.number(), p99: z.number() })
export type Driven = z.output<typeof driven>

/** Trackers that report from a thread of their own. Each sends its next packet when the last one is acknowledged. */
export async function driveTrackers(given: Load): Promise<Driven> {
  const [message]: unknown[] = await once(new Worker(new URL(import.meta.url), { workerData: given }), 'message')
  return driven.parse(message)
}

async function drive(given: Load): Promise<Driven> {
  const trackers = await Promise.all(Array.from({ length: given.trackers }, (_, tracker) => open(given, tracker)))
  // Encoded beforehand, because a real tracker would do that on its own processor.
  const packets = trackers.map((_, tracker) => packetsOf(given, tracker))
  const latencies: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    trackers.map(async ({ ask }, tracker) => {
      for (const [number, packet] of (packets[tracker] ?? []).entries()) {
        await due(given, (number * given.trackers + tracker) * inPacket(given.dialect), startedAt)
        const sentAt = performance.now()
        await ask(packet)
        latencies.push(performance.now() - sentAt)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  for (const { leave } of trackers) leave()
  const sorted = latencies.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN
  return { perSecond: (given.trackers * given.fixes) / seconds, p50: percentile(0.5), p99: percentile(0.99) }
}

async function due({ perSecond }: Load, positionsBefore: number, startedAt: number): Promise<void> {
  if (perSecond === null) return
  const earlyMs = startedAt + (positionsBefore / perSecond) * 1000 - performance.now()
  if (earlyMs > 0) await sleep(earlyMs)
}

/** Connects and logs in; returns functions that send something and wait for its answer, and that disconnect. */
async function open({ dialect, port }: Load, tracker: number) {
  // The product does not allow strangers a thousand connections from one address.
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + Math.floor(tracker / 50)}` })
  await once(socket, 'connect')
  socket.setNoDelay(true)
  const waiting = { receive: (_chunk: Buffer) => {}, fail: () => {} }
  socket.on('data', (chunk: Buffer) => waiting.receive(chunk))
  socket.on('close', () => waiting.fail())
  const ask = ({ bytes, isAnsweredBy }: Utterance) =>
    new Promise<void>((resolve, reject) => {
      let reply: Buffer | null = null
      waiting.receive = (chunk) => {
        reply = reply === null ? chunk : Buffer.concat([reply, chunk])
        if (isAnsweredBy(reply)) resolve()
      }
      waiting.fail = () => reject(new Error('the connection ended without an answer'))
      socket.write(bytes)
    })
  const login = encoders[dialect]?.login(imeiOf(tracker)) ?? null
  if (login !== null) await ask(login)
  return {
    ask,
    leave: () => {
      waiting.fail = () => {}
      socket.end()
    },
  }
}

const encoders: Partial<Record<Dialect, StreamEncoder>> = {
  gt06: gt06Encoder,
  h02: h02Encoder,
  teltonika: teltonikaEncoder,
  'teltonika, 10 a packet': teltonikaEncoder,
}

/** Positions in each packet. */
export function inPacket(dialect: Dialect): number {
  return dialect === 'teltonika, 10 a packet' ? 10 : 1
}

function packetsOf(given: Load, tracker: number): Utterance[] {
  const each = inPacket(given.dialect)
  return Array.from({ length: given.fixes / each }, (_, packet) => packetOf(given, tracker, packet * each))
}

function packetOf({ dialect, firstFixAt }: Load, tracker: number, first: number): Utterance {
  const imei = imeiOf(tracker)
  const fixes = Array.from({ length: inPacket(dialect) }, (_, offset) => fixOf(firstFixAt, tracker, first + offset))
  const [fix] = fixes
  if (fix === undefined) throw new RangeError('a packet has a fix')
  if (dialect === 'osmand') return overHttp(osmandRequest('query', imei, fix))
  if (dialect === 'owntracks') return overHttp(owntracksRequest({ identity: imei, encryptionSecret: null }, fix))
  if (fixes.length > 1) {
    const isAnsweredBy = (reply: Buffer) => reply.length >= 4 && reply.readUInt32BE(0) === fixes.length
    return { bytes: teltonikaPacket(...fixes.map((each) => teltonikaRecord(each, []))), isAnsweredBy }
  }
  const encoder = encoders[dialect]
  if (encoder === undefined) throw new TypeError(`nothing encodes ${dialect}`)
  return encoder.report(imei, fix, first + 1)
}

/** Parked vehicles, so that storing is measured and not the e-mails of theft alarms. */
function fixOf(firstFixAt: number, tracker: number, number: number): RecordedFix {
  const recordedAt = new Date(firstFixAt + number * minuteMs)
  return { recordedAt, latitude: 49, longitude: 8 + tracker / 1000, altitude: 115, speed: 0, course: 90 }
}

function overHttp({ path, contentType, body }: ClientRequest): Utterance {
  const type = contentType === null ? '' : `content-type: ${contentType}\r\n`
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${type}content-length: ${Buffer.byteLength(body)}\r\n\r\n`
  return {
    bytes: Buffer.from(head + body),
    isAnsweredBy(reply) {
      const headEnd = reply.indexOf('\r\n\r\n')
      if (headEnd === -1) return false
      const answer = reply.toString('latin1', 0, headEnd)
      if (!answer.startsWith('HTTP/1.1 200')) throw new Error(answer.slice(0, 20))
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0)
      return reply.length >= headEnd + 4 + length
    },
  }
}

if (!isMainThread) {
  // This is a port between threads, not between windows, so there is no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(await drive(load.parse(workerData)))
}
