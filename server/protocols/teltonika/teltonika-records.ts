import { isNoFix } from '#domain/trackers/no-fix.ts'
import type { Fix } from '#domain/trackers/report.ts'
import { type Report, signOfLife } from '#server/protocols/protocol.ts'

export const codecs = { codec8: 0x08, codec8Extended: 0x8e, codec16: 0x10 }

/** What a packet holds. */
interface Packet {
  reports: Report[]
  /** How many records it counts: the tracker deletes this many once they are acknowledged. */
  records: number
}

/**
 * The records of a packet, from its codec to its second count (protocols, section 3.3). Some firmware writes more than its
 * codec knows. Such a packet would come again for ever, and nothing after it. So what lies between two records is skipped,
 * and records that are not found are missing.
 */
export function readRecords(data: Buffer, identity: string): Packet {
  const [records, end] = [data.readUInt8(1), data.length - 1]
  const strict = walk(data, identity, (at) => at)
  const isWhole = strict.reports.length === records && strict.end === end && data.readUInt8(end) === records
  if (isWhole) return { reports: strict.reports, records }
  const { reports } = walk(data, identity, (at) => nextRecord(data, at))
  const codec = `codec ${data.readUInt8(0)}`
  const unread = [reports.length < records ? `records of ${codec}` : codec]
  const [first = signOfLife(identity), ...more] = reports
  return { reports: [{ ...first, unread }, ...more], records }
}

/** After this many records whose values lead beyond the packet, only places are read: more searching would find no more. */
const mostUnreadable = 8

/** @param startOf where the record after this byte begins; null if none does. */
function walk(data: Buffer, identity: string, startOf: (at: number) => number | null) {
  const reports: Report[] = []
  let end = 2
  let unreadable = 0
  while (reports.length < data.readUInt8(1)) {
    const start = startOf(end)
    if (start === null || start + fixBytes >= data.length) break
    const read = unreadable < mostUnreadable ? valuesAt(data, start + fixBytes) : null
    if (read === null) unreadable += 1
    const fix = readFix(data, start)
    reports.push({ ...signOfLife(identity), fix, ...(read === null ? {} : saidBy(read.values, fix)) })
    end = read?.end ?? start + fixBytes
  }
  return { reports, end }
}

function saidBy(values: Values, fix: Fix | null): Partial<Report> {
  const states = statesOf(values, fix)
  return {
    battery: batteryOf(values),
    health: reportedHealth(values),
    alarm: alarmOf(values),
    ...motionOf(values),
    ...states,
  }
}

/** Null if the values would reach beyond the packet. */
function valuesAt(data: Buffer, start: number): { values: Values; end: number } | null {
  try {
    const { groups, end } = layoutOf(data, start)
    // Computed from the counts alone, so claiming more than there is costs no more.
    return end < data.length ? { values: readValues(data, groups), end } : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Here, or after unknown bytes. */
function nextRecord(data: Buffer, from: number): number | null {
  for (let at = from; at + fixBytes < data.length; at += 1) {
    if (beginsRecord(data, at)) return at
  }
  return null
}

/** The milliseconds of 2004 to 2039 begin with the bytes 0, 0 and 1; the highest priority is 2. */
function beginsRecord(data: Buffer, at: number): boolean {
  const hasTime = data.readUInt16BE(at) === 0 && data.readUInt8(at + 2) === 1
  const hasPlace = Math.abs(data.readInt32BE(at + 9)) <= 180e7 && Math.abs(data.readInt32BE(at + 13)) <= 90e7
  return hasTime && data.readUInt8(at + 8) <= 2 && hasPlace && data.readUInt16BE(at + 19) <= 360
}

/** Time, priority, place and motion. */
const fixBytes = 24

/** Without satellites the place is the last known one under a new time (protocols, section 3.3). */
function readFix(data: Buffer, at: number): Fix | null {
  const recordedAt = new Date(Number(data.readBigUInt64BE(at)))
  const longitude = data.readInt32BE(at + 9) / 1e7
  const latitude = data.readInt32BE(at + 13) / 1e7
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !isNoFix({ latitude, longitude })
  const course = data.readUInt16BE(at + 19)
  const speed = data.readUInt16BE(at + 22)
  if (!isPlace || Number.isNaN(recordedAt.getTime())) return null
  return {
    latitude,
    longitude,
    recordedAt,
    clock: 'tracker',
    accuracy: null,
    altitude: data.readInt16BE(at + 17),
    speed: { value: speed, unit: 'km/h', assumed: false },
    course: course <= 360 ? course : null,
    flag: data.readUInt8(at + 21) === 0 ? 'LAST_KNOWN' : null,
  }
}

/** The one-byte and the two-byte values of a record, by their ids. */
interface Values {
  bytes: ReadonlyMap<number, number>
  words: ReadonlyMap<number, number>
}

/** Consecutive values of one width. */
interface Group {
  idBytes: number
  width: number
  start: number
  end: number
}

/**
 * Where a record's values are. The total count is not reliable, those of each width are (protocols, section 3.3).
 * @throws {RangeError} if a count would be beyond the packet.
 */
function layoutOf(data: Buffer, start: number): { groups: Group[]; end: number } {
  const codec = data.readUInt8(0)
  const idBytes = codec === codecs.codec8 ? 1 : 2
  const countBytes = codec === codecs.codec8Extended ? 2 : 1
  // Event id, in Codec 16 the generation, and the total.
  let at = start + idBytes + (codec === codecs.codec16 ? 1 : 0) + countBytes
  const groups = [1, 2, 4, 8].map((width) => {
    const begin = at + countBytes
    at = begin + data.readUIntBE(at, countBytes) * (idBytes + width)
    return { idBytes, width, start: begin, end: at }
  })
  return { groups, end: codec === codecs.codec8Extended ? skipLongValues(data, at) : at }
}

/** An id may come twice (protocols, section 3.3). */
function readValues(data: Buffer, groups: readonly Group[]): Values {
  const ofWidth = (wanted: number) => {
    const values = new Map<number, number>()
    for (const { idBytes, width, start, end } of groups) {
      if (width !== wanted) continue
      for (let at = start; at < end; at += idBytes + width) {
        values.set(data.readUIntBE(at, idBytes), data.readUIntBE(at + idBytes, width))
      }
    }
    return values
  }
  return { bytes: ofWidth(1), words: ofWidth(2) }
}

function skipLongValues(data: Buffer, start: number): number {
  let at = start + 2
  for (let value = 0; value < data.readUInt16BE(start); value += 1) at += 4 + data.readUInt16BE(at + 2)
  return at
}

const byteIds = {
  batteryPercent: 113,
  /** The alarm button (wiki.teltonika-gps.com, "Full AVL ID List (Mobility)"). */
  alarm: 236,
  ignition: 239,
  movement: 240,
  /** Of trackers that are worn. */
  manDown: 242,
  towing: 246,
  crash: 247,
  jamming: 249,
  unplugged: 252,
}
const wordIds = { externalMillivolts: 66, batteryMillivolts: 67 }

function batteryOf({ bytes }: Values): number | null {
  const percent = bytes.get(byteIds.batteryPercent) ?? null
  return percent === null || percent > 100 ? null : percent
}

/** From here on the trackers consider themselves plugged in (wiki.teltonika-gps.com, "Unplug Detection"). */
const pluggedMillivolts = 5250

/** The tracker says whether it is unplugged; if it does not, its supply's voltage shows it. */
function reportedHealth({ bytes, words }: Values): NonNullable<Report['health']> {
  const unplugged = bytes.get(byteIds.unplugged)
  const external = words.get(wordIds.externalMillivolts)
  const battery = words.get(wordIds.batteryMillivolts)
  const plugged = external === undefined ? null : external >= pluggedMillivolts
  return {
    // A tracker without a battery measures nothing.
    batteryVolts: battery === undefined || battery === 0 ? null : battery / 1000,
    externalPower: unplugged === undefined ? plugged : unplugged === 0,
  }
}

/** A sensor that feels a knock, or an ignition that is on: each alone shows no theft. */
function motionOf({ bytes }: Values): Pick<Report, 'isMoved'> {
  const said = [byteIds.movement, byteIds.ignition].filter((id) => bytes.has(id))
  return said.length === 0 ? {} : { isMoved: said.some((id) => bytes.get(id) === 1) }
}

/** Real crashes, with and without calibrated axes; the other values say what kind of a trace follows one, or a pothole. */
const realCrashes = new Set([1, 6])

/** What a record is made for, when it happens: the press of a button, or a crash. */
function alarmOf({ bytes }: Values): string | null {
  if (bytes.get(byteIds.alarm) === 1) return 'sos'
  return realCrashes.has(bytes.get(byteIds.crash) ?? 0) ? 'accident' : null
}

const stateIds = [byteIds.manDown, byteIds.movement, byteIds.towing, byteIds.jamming, byteIds.unplugged]

/**
 * The present states (protocols, section 8): a value is repeated in every record as long as it lasts. The movement sensor
 * also feels a passing lorry, so its word counts only with a speed.
 */
function statesOf({ bytes }: Values, fix: Fix | null): Pick<Report, 'states'> {
  if (!stateIds.some((id) => bytes.has(id))) return {}
  const isOn = (id: number) => bytes.get(id) === 1
  const isCarried = isOn(byteIds.movement) && bytes.get(byteIds.ignition) === 0
  const movesWhileOff = isCarried && fix?.flag === null && (fix.speed?.value ?? 0) > 0
  const tow = isOn(byteIds.towing) || movesWhileOff
  const fall = isOn(byteIds.manDown)
  const words = { fall, tow, powerCut: isOn(byteIds.unplugged), jamming: isOn(byteIds.jamming) }
  return { states: Object.entries(words).flatMap(([word, holds]) => (holds ? [word] : [])) }
}
