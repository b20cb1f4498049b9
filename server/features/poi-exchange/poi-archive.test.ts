import { crc32, deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { FileMistake } from '#domain/files/file-mistake.ts'
import { garminZip } from './garmin-zip.ts'
import { readPoiFiles } from './poi-archive.ts'
import { handMadeZip } from '#server/testing/hand-made-zip.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const namesIn = (bytes: Uint8Array, name = 'a.zip') =>
  [...readPoiFiles(bytes, name).entries]
    .filter((entry) => entry !== null)
    .map((entry) => ('poi' in entry ? entry.poi.name : entry.skipped))

function faultOf(bytes: Uint8Array): string {
  try {
    return namesIn(bytes).join()
  } catch (error) {
    return error instanceof FileMistake ? error.fault : 'another error'
  }
}

test('our own archive for Garmin is read, except for its text for people', async () => {
  const poi = { latitude: 49, longitude: 8, comment: null, direction: null }
  async function* pages() {
    yield [
      { ...poi, name: 'Blitzer', kind: 'SpeedControl' as const, speed: 50 },
      { ...poi, name: 'Ampel', kind: 'RedLightControl' as const, speed: null },
    ]
  }
  const pieces: Uint8Array[] = []
  for await (const piece of garminZip(['Exportiert'], pages(), new Date('2026-11-21T12:00:00Z'))) pieces.push(piece)
  expect(namesIn(Buffer.concat(pieces))).toEqual(['Blitzer', 'Ampel'])
})

test('a file is read in its own format, in an archive or not', () => {
  const gpx = bytesOf('<gpx><wpt lat="49" lon="8"><name>Eins</name></wpt></gpx>')
  expect(namesIn(gpx, 'a.gpx')).toEqual(['Eins'])
  expect(namesIn(zipSync({ 'b/doc.gpx': gpx, 'c.csv': bytesOf('8,49,"Zwei"'), 'c.bmp': bytesOf('BM') }))).toEqual([
    'Eins',
    'Zwei',
  ])
})

test('an archive of a Mac has the files that somebody packed, and nothing of what the system added', () => {
  const attributes = Uint8Array.from([0, 5, 22, 7, ...Array.from({ length: 60 }, () => 120)])
  const gpx = bytesOf('<gpx><wpt lat="49" lon="8"><name>Eins</name></wpt></gpx>')
  const added = { '__MACOSX/._tour.gpx': attributes, 'Touren/.DS_Store': attributes, 'Touren/._b.csv': attributes }
  expect(namesIn(zipSync({ ...added, 'Touren/': new Uint8Array(), 'tour.gpx': gpx }))).toEqual(['Eins'])
  expect(faultOf(zipSync(added))).toBe('archive')
})

test.each([
  ['is cut off', 'cut-off', () => zipSync({ 'a.csv': bytesOf('8,49,"Eins"') }).slice(0, -4)],
  ['has no POIs', 'archive', () => zipSync({ 'a.bmp': new Uint8Array(9), 'LIESMICH.txt': bytesOf('8,49,"x"') })],
  // Packed in a hurry: it is the size of what comes out that counts.
  ['would be too large', 'unpacked', () => zipSync({ 'a.csv': new Uint8Array(21_000_000) }, { level: 1 })],
  [
    'would be too many files',
    'unpacked',
    () => zipSync(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`${index}.csv`, new Uint8Array(1)]))),
  ],
])('an archive that %s is refused', (_what, fault, archive) => {
  expect(faultOf(archive())).toBe(fault)
})

test('an archive that says it is small and is not is refused, whether it hides zeros or the same file many times', () => {
  const zeros = {
    name: 'a.csv',
    method: 8,
    packed: deflateRawSync(Buffer.alloc(20_000_000), { level: 1 }),
    bytes: 100,
    checksum: 0,
  }
  expect(faultOf(handMadeZip([zeros]))).toBe('cut-off')
  const rows = Buffer.from('8,49,"Eins"\r\n'.repeat(50_000))
  const row = { method: 8, packed: deflateRawSync(rows), bytes: rows.length, checksum: crc32(rows) }
  const overlapping = Array.from({ length: 100 }, (_, index) => ({ ...row, name: `${index}.csv` }))
  expect(faultOf(handMadeZip(overlapping))).toBe('unpacked')
  expect(faultOf(handMadeZip(overlapping.map((entry) => ({ ...entry, bytes: 10 }))))).toBe('cut-off')
})
