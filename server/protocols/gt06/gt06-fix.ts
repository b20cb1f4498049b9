import { isNoFix } from '#domain/trackers/no-fix.ts'
import type { Fix } from '#domain/trackers/report.ts'
import { blockIn, readTime, timeBytes, wideLength, wideType, wordFlags } from './gt06-block.ts'
import type { Gt06Frame } from './gt06-frames.ts'
import { modulesOf, moduleType } from './gt06-modules.ts'

const shiftedType = 0x34

/** Where and when the tracker was; null if the frame does not say, or not readably. */
export function fixIn({ type, content }: Gt06Frame): Fix | null {
  if (type === moduleType) return fixOfModules(content)
  if (type === shiftedType) return fixOf(readTime(content, 4), content.subarray(11))
  if (type === wideType && content[6] === wideLength) return fixOf(readTime(content, 0), content.subarray(8))
  const block = blockIn({ type, content })
  return block === null ? null : fixOf(readTime(block, 0), block.subarray(timeBytes))
}

const placeBytes = 11
const unitsPerDegree = 1_800_000

/** @param place latitude, longitude, speed and the word with course and flags. */
function fixOf(recordedAt: Date | null, place: Buffer, altitude: number | null = null): Fix | null {
  if (recordedAt === null || place.length < placeBytes) return null
  const word = place.readUInt16BE(9)
  const latitude = (place.readUInt32BE(0) / unitsPerDegree) * (word & wordFlags.north ? 1 : -1)
  const longitude = (place.readUInt32BE(4) / unitsPerDegree) * (word & wordFlags.west ? -1 : 1)
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !isNoFix({ latitude, longitude })
  if (!isPlace) return null
  const course = word & wordFlags.course
  return {
    latitude,
    longitude,
    recordedAt,
    clock: 'tracker',
    accuracy: null,
    altitude,
    speed: { value: place.readUInt8(8), unit: 'km/h', assumed: false },
    course: course <= 360 ? course : null,
    flag: word & wordFlags.valid ? null : 'LAST_KNOWN',
  }
}

const placeModule = 0x33
const placeModuleBytes = 18

/** One of the modules of type 0x70 is the place, with the time as epoch seconds. */
function fixOfModules(content: Buffer): Fix | null {
  for (const { number, data } of modulesOf(content)) {
    if (number !== placeModule || data.length !== placeModuleBytes) continue
    return fixOf(new Date(data.readUInt32BE(0) * 1000), data.subarray(7), data.readInt16BE(5))
  }
  return null
}
