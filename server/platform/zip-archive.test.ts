import { crc32, deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { unzipped, zipEntries } from './zip-archive.ts'
import { type HandMadeEntry, handMadeZip } from '#server/testing/hand-made-zip.ts'

const text = Buffer.from('8.4,49.0,"Blitzer"\r\n')

const contentsOf = (archive: Uint8Array) =>
  zipEntries(archive)?.map((entry) => {
    const content = unzipped(archive, entry)
    return content === null ? null : Buffer.from(content).toString()
  }) ?? 'unreadable'

test('the files of an archive are read as they were packed, under their names', () => {
  const archive = zipSync({ 'Häuser/ö.csv': text, 'leer.csv': new Uint8Array(), 'b.csv': [text, { level: 0 }] })
  expect(zipEntries(archive)?.map(({ name }) => name)).toEqual(['Häuser/ö.csv', 'leer.csv', 'b.csv'])
  expect(contentsOf(archive)).toEqual([text.toString(), '', text.toString()])
})

test('an archive that is cut off at any place is no archive, or has only whole files', () => {
  const archive = zipSync({ 'a.csv': text, 'b.csv': text })
  const read = Array.from({ length: archive.length }, (_, length) => contentsOf(archive.slice(0, length)))
  const contents = read.flatMap((found) => (found === 'unreadable' ? [] : found))
  expect(contents.filter((content) => content !== null && content !== text.toString())).toEqual([])
})

const honest: HandMadeEntry = {
  name: 'a.csv',
  method: 8,
  packed: deflateRawSync(text),
  bytes: text.length,
  checksum: crc32(text),
}

test.each([
  { what: 'is honest', change: {}, content: text.toString() },
  { what: 'names a smaller size', change: { bytes: 3 }, content: null },
  { what: 'names no size', change: { bytes: 0 }, content: null },
  { what: 'names a larger size', change: { bytes: text.length + 1 }, content: null },
  { what: 'names another checksum', change: { checksum: 1 }, content: null },
  { what: 'is packed in an unknown way', change: { method: 99 }, content: null },
  { what: 'is damaged', change: { packed: Buffer.from('ffffff', 'hex') }, content: null },
  { what: 'is stored and longer than it says', change: { method: 0, packed: Buffer.alloc(1_000_000) }, content: null },
  { what: 'begins where no file is', change: { headerOffset: 7 }, content: null },
  { what: 'begins beyond the end', change: { headerOffset: 4_000_000_000 }, content: null },
])('a file that $what is read, or left out', ({ change, content }) => {
  expect(contentsOf(handMadeZip([{ ...honest, ...change }]))).toEqual([content])
})

test('of an archive that hides gigabytes behind a small size nothing is unpacked, and no time is lost', () => {
  const packed = deflateRawSync(Buffer.alloc(20_000_000), { level: 1 })
  const bomb = handMadeZip(Array.from({ length: 100 }, () => ({ ...honest, packed, bytes: 100 })))
  const startedAt = process.cpuUsage()
  expect(new Set(contentsOf(bomb))).toEqual(new Set([null]))
  const { user, system } = process.cpuUsage(startedAt)
  // One of them unpacked takes longer.
  expect((user + system) / 1_000).toBeLessThan(500)
})
