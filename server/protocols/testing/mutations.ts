import { randomFrom } from '#domain/testing/random.ts'

interface Mutations {
  next(): Buffer
  /** One in which a piece is repeated until it has this length. */
  nextOfLength(bytes: number): Buffer
}

/** Damaged copies of messages, the same ones for the same seed. */
export function createMutations(messages: readonly Buffer[], seed: number): Mutations {
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = () => messages[below(messages.length)] ?? Buffer.alloc(0)
  /** Bytes at which lengths, counts and signs overflow, and those that begin and end protocols. */
  const edges = [0, 1, 0x7f, 0x80, 0xff, 0x0d, 0x0a, 0x23, 0x24, 0x2a, 0x2c, 0x78, 0x79]

  const ways: readonly ((bytes: Buffer) => Buffer)[] = [
    (bytes) => flipped(bytes, below(bytes.length), below(8)),
    (bytes) => changed(bytes, below(bytes.length), edges[below(edges.length)] ?? 0),
    (bytes) => changed(bytes, below(Math.min(bytes.length, 16)), below(256)),
    (bytes) => bytes.subarray(0, below(bytes.length + 1)),
    (bytes) => bytes.subarray(below(bytes.length + 1)),
    (bytes) => without(bytes, below(bytes.length), 1 + below(4)),
    (bytes) => inserted(bytes, below(bytes.length), Buffer.from([below(256)])),
    (bytes) => inserted(bytes, below(bytes.length), pick().subarray(0, 8 + below(64))),
    (bytes) => Buffer.concat([bytes, pick()]),
    (bytes) => Buffer.concat([bytes.subarray(0, below(bytes.length + 1)), pick()]),
  ]

  const next = () => {
    let bytes = Buffer.from(pick())
    for (let times = 1 + below(3); times > 0 && bytes.length > 0; times -= 1) {
      bytes = Buffer.from(ways[below(ways.length)]?.(bytes) ?? bytes)
    }
    return bytes
  }
  return {
    next,
    nextOfLength(length) {
      const bytes = below(2) === 0 ? pick() : next()
      const from = below(bytes.length)
      const piece = bytes.subarray(from, from + 1 + below(below(4) === 0 ? bytes.length : 12))
      const missing = Math.max(0, length - bytes.length)
      if (piece.length === 0 || missing === 0) return Buffer.from(bytes)
      return inserted(bytes, from, Buffer.alloc(missing, piece))
    },
  }
}

function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  return changed(bytes, at, (bytes[at] ?? 0) ^ (1 << bit))
}

function changed(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = value
  return copy
}

function without(bytes: Buffer, at: number, count: number): Buffer {
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + count)])
}

function inserted(bytes: Buffer, at: number, more: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
}
