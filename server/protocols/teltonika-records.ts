import { type Fix, type Report, signOfLife } from './protocol.ts'

export const codecs = { codec8: 0x08, codec8Extended: 0x8e, codec16: 0x10 }

/**
 * The records of a packet, from its codec to its second count (protocols, section 3.3).
 * @returns null where the counts and lengths contradict each other.
 */
export function readRecords(data: Buffer, identity: string): Report[] | null {
  const reports: Report[] = []
  try {
    let at = 2
    for (let record = 0; record < data.readUInt8(1); record += 1) {
      const { values, end } = readValues(data, at + fixBytes)
      const fix = readFix(data, at)
      reports.push({ ...signOfLife(identity), fix, battery: batteryOf(values), alarm: alarmOf(values, fix) })
      at = end
    }
    return at === data.length - 1 && data.readUInt8(at) === reports.length ? reports : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Time, priority, place and motion. */
const fixBytes = 24

/** Without satellites the place is the last known one under a new time (protocols, section 3.3). */
function readFix(data: Buffer, at: number): Fix | null {
  const recordedAt = new Date(Number(data.readBigUInt64BE(at)))
  const longitude = data.readInt32BE(at + 9) / 1e7
  const latitude = data.readInt32BE(at + 13) / 1e7
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0)
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

/** The one-byte values of a record by their id, and where the next record begins. */
interface Values {
  values: ReadonlyMap<number, number>
  end: number
}

/** The total count is not reliable, those of each width are; an id may come twice (protocols, section 3.3). */
function readValues(data: Buffer, start: number): Values {
  const codec = data.readUInt8(0)
  const idBytes = codec === codecs.codec8 ? 1 : 2
  const countBytes = codec === codecs.codec8Extended ? 2 : 1
  const values = new Map<number, number>()
  // Event id, in Codec 16 the generation, and the total.
  let at = start + idBytes + (codec === codecs.codec16 ? 1 : 0) + countBytes
  for (const width of [1, 2, 4, 8]) {
    const count = data.readUIntBE(at, countBytes)
    at += countBytes
    if (width === 1) {
      for (let value = at; value < at + count * (idBytes + 1); value += idBytes + 1) {
        values.set(data.readUIntBE(value, idBytes), data.readUInt8(value + idBytes))
      }
    }
    at += count * (idBytes + width)
  }
  return { values, end: codec === codecs.codec8Extended ? skipLongValues(data, at) : at }
}

function skipLongValues(data: Buffer, start: number): number {
  let at = start + 2
  for (let value = 0; value < data.readUInt16BE(start); value += 1) at += 4 + data.readUInt16BE(at + 2)
  return at
}

const ids = { batteryPercent: 113, ignition: 239, movement: 240, towing: 246, jamming: 249, unplugged: 252 }

function batteryOf(values: Values['values']): number | null {
  const percent = values.get(ids.batteryPercent) ?? null
  return percent === null || percent > 100 ? null : percent
}

/**
 * The gravest first: a report has one word for its alarm (protocols, section 8). The movement sensor alone also feels a
 * lorry that passes, so its word counts only with a speed.
 */
function alarmOf(values: Values['values'], fix: Fix | null): string | null {
  const isCarried = values.get(ids.movement) === 1 && values.get(ids.ignition) === 0
  const movesWhileOff = isCarried && fix?.flag === null && (fix.speed?.value ?? 0) > 0
  if (values.get(ids.towing) === 1 || movesWhileOff) return 'tow'
  if (values.get(ids.unplugged) === 1) return 'powerCut'
  return values.get(ids.jamming) === 1 ? 'jamming' : null
}
