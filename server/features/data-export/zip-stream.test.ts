import { randomBytes } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ArchiveEntry, inPieces, zipped } from './zip-stream.ts'

const at = new Date('2026-11-22T12:00:00Z')

async function* of<T>(...values: T[]): AsyncGenerator<T, void> {
  yield* values
}

async function all(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('an archive contains its files as they were, text in UTF-8', async () => {
  const noise = randomBytes(300_000)
  const entries: ArchiveEntry[] = [
    { name: 'a/text.txt', content: of('Straße ', 'nach Šumava 🏍️') },
    { name: 'noise.bin', content: of(noise.subarray(0, 70_000), noise.subarray(70_000)) },
    { name: 'empty.txt', content: of<string>() },
  ]
  const files = unzipSync(await all(zipped(of(...entries), at)))
  expect(Object.keys(files)).toEqual(['a/text.txt', 'noise.bin', 'empty.txt'])
  expect(strFromU8(files['a/text.txt'] ?? new Uint8Array())).toBe('Straße nach Šumava 🏍️')
  expect(Buffer.from(files['noise.bin'] ?? []).equals(noise)).toBe(true)
  expect(files['empty.txt']).toHaveLength(0)
})

test('a file that cannot be read to its end ends the archive with its failure', async () => {
  async function* broken() {
    yield 'begun'
    throw new Error('the database is away')
  }
  const archive = all(zipped(of({ name: 'broken.txt', content: broken() }), at))
  await expect(archive).rejects.toThrow('the database is away')
})

test('whoever stops reading stops what is written', async () => {
  let ended = false
  async function* endless() {
    try {
      for (;;) yield randomBytes(100_000)
    } finally {
      ended = true
    }
  }
  for await (const chunk of zipped(of({ name: 'endless.bin', content: endless() }), at)) {
    if (chunk.length > 1_000) break
  }
  await expect.poll(() => ended).toBe(true)
})

test.each([
  ['nothing', [], []],
  ['less than a piece', [3], [3]],
  ['exactly a piece', [4, 6], [10]],
  ['more than one', [7, 7, 9], [10, 10, 3]],
  ['several in one', [35], [10, 10, 10, 5]],
])('%s in pieces of ten bytes', async (_, chunks, expected) => {
  const bytes = chunks.map((length) => randomBytes(length))
  const pieces: Uint8Array[] = []
  for await (const piece of inPieces(of(...bytes), 10)) pieces.push(piece)
  expect(pieces.map(({ length }) => length)).toEqual(expected)
  expect(Buffer.concat(pieces).equals(Buffer.concat(bytes))).toBe(true)
})
