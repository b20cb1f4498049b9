import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Report, StreamMessage, StreamProtocol } from '#server/protocols/protocol.ts'

const point = z.object({
  time: z.string().optional(),
  lat: z.number().optional(),
  lon: z.number().optional(),
  valid: z.boolean().optional(),
  speedKmh: z.number().optional(),
  speedKnots: z.number().optional(),
  course: z.number().optional(),
  ignition: z.boolean().optional(),
})

const vector = z.object({
  name: z.string(),
  input: z.string(),
  encoding: z.string(),
  expect: z.object({ kind: z.string(), response: z.string().optional(), frames: z.array(z.string()).optional() }),
  derived: z
    .object({
      frame: z.string().optional(),
      crcOk: z.boolean().optional(),
      lengthOk: z.boolean().optional(),
      codec: z.number().optional(),
      count: z.number().optional(),
      type: z.union([z.string(), z.number()]).optional(),
      imei: z.string().optional(),
      id: z.string().nullish(),
      ack: z.string().optional(),
      ackOptional: z.string().optional(),
      points: z.array(point).optional(),
    })
    .default({}),
})
export type Vector = z.output<typeof vector>

/** A captured or official message in bytes. */
export const bytesOf = ({ input, encoding }: Pick<Vector, 'input' | 'encoding'>) =>
  Buffer.from(input, encoding === 'hex' ? 'hex' : 'utf8')

/** The folder of a protocol's vectors, and the vectors; null if the folder does not exist. */
export function readVectors(protocol: string): { file: string; vectors: Vector[] | null } {
  const file = join(process.env['SHARED_DIR'] ?? '../shared', 'protocols/vectors', `${protocol}.json`)
  if (!existsSync(file)) return { file, vectors: null }
  return { file, vectors: z.array(vector).parse(JSON.parse(readFileSync(file, 'utf8'))) }
}

/** All that a protocol makes of a stream, for a connection on which this tracker is logged in. */
export function readStream(
  protocol: StreamProtocol,
  bytes: Buffer,
  identity: string | null,
  now: Date,
): StreamMessage[] {
  const messages: StreamMessage[] = []
  const takeFrame = protocol.createFramer()
  for (let taken = takeFrame(bytes); taken.frame !== null; taken = takeFrame(taken.rest)) {
    const message = protocol.decode(taken.frame, identity, now)
    messages.push(message)
    identity = message.login ?? identity
  }
  return messages
}

/** Where a vector's point is; null at 0/0, which means "no fix". */
export function placeOf({ time = '', lat = 0, lon = 0, valid = false }: z.output<typeof point>) {
  return lat === 0 && lon === 0 ? null : { time, lat, lon, valid }
}

/** A report's fix as the vectors write it; null without one. */
export function shown({ fix }: Report) {
  return fix && { time: fix.recordedAt.toISOString(), lat: fix.latitude, lon: fix.longitude, valid: fix.flag === null }
}
