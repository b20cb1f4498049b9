import { FileMistake } from '#domain/files/file-mistake.ts'
import { charactersPerTurn } from '#domain/files/reading-turns.ts'
import { type ExchangedPoi, placeFrom, poiFrom, type ReadEntry, type ReadStep } from './exchanged-poi.ts'

const skipper = { type: 1, bytes: 21 }
const simple = 2
const extended = 3
const deleted = 0
/** Type, length and two coordinates. */
const leastBytes = 13
const unitsPerDegree = 100_000

/**
 * TomTom's OV2: records one after the other, little-endian, longitude before latitude. A skipper (type 1) only encloses the
 * records after it, which are read one by one.
 * @throws {FileMistake} if a record does not fit into the file.
 */
export function* readOv2(bytes: Uint8Array): Generator<ReadStep, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let record = 0
  let turnEnds = charactersPerTurn
  for (let start = 0; start < bytes.length;) {
    if (start > turnEnds) {
      turnEnds = start + charactersPerTurn
      yield null
    }
    record += 1
    const rest = bytes.length - start
    const type = view.getUint8(start)
    if (type === skipper.type) {
      if (rest < skipper.bytes) throw new FileMistake('cut-off', null, null)
      start += skipper.bytes
      continue
    }
    if (type > extended) throw new FileMistake('malformed', null, null)
    const length = rest < leastBytes ? 0 : view.getUint32(start + 1, true)
    if (length < leastBytes || length > rest) throw new FileMistake('cut-off', null, null)
    if (type === deleted) yield { line: record, skipped: 'deleted' }
    else yield entryOf(view, bytes.subarray(start + leastBytes, start + length), start, record)
    start += length
  }
}

/** Whether the bytes can be OV2: a first record that fits, with a place on the earth. */
export function looksLikeOv2(bytes: Uint8Array): boolean {
  const [type = 255] = bytes
  if (type > extended || bytes.length < leastBytes) return false
  if (type === skipper.type) return bytes.length >= skipper.bytes
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(1, true)
  return length >= leastBytes && length <= bytes.length && (type === simple || type === extended || type === deleted)
}

function entryOf(view: DataView, text: Uint8Array, start: number, record: number): ReadEntry {
  const degrees = (offset: number) => String(view.getInt32(start + offset, true) / unitsPerDegree)
  const place = placeFrom(degrees(9), degrees(5))
  if (place === null) return { line: record, skipped: 'coordinates' }
  const [name = '', ...more] = latin(text).split('\0')
  const comment = more.filter((part) => part !== '').join(' ')
  const poi: ExchangedPoi = poiFrom(place, { name, comment })
  return { line: record, poi }
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes)
}
