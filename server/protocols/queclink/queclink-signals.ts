import type { Report } from '#server/protocols/protocol.ts'
import { measurement } from '#server/protocols/readings.ts'
import type { Fields } from './queclink-places.ts'

/* What a kind of report says beside its places (protocols, sections 6 and 8). Each report is an event: none repeats a state. */

type Said = Partial<Pick<Report, 'alarm' | 'isMoved' | 'health'>>

/** Before the place, in kinds with one value. */
const valueAt = 3
const reportAt = 4

/** A crash, a tow, a button: the kind alone says it, wherever its place is. */
const alarms: ReadonlyMap<string, string> = new Map([
  ['SOS', 'sos'],
  ['TOW', 'tow'],
  ['CRA', 'accident'],
  ['JDR', 'jamming'],
  ['SPD', 'overspeed'],
])

/** On the ignition, or by the sensor of a tracker without one: at rest or moving; towed, and perhaps towed. */
const motions: ReadonlyMap<string, boolean> = new Map([
  ['11', false],
  ['12', true],
  ['16', true],
  ['1A', true],
  ['21', true],
  ['22', true],
  ['41', false],
  ['42', true],
])
const towed = '16'

/** The battery of a tracker has one cell. */
const mostBatteryVolts = 10

/** @param fields null if its place is not where it should be: then its value may not be, either. */
export function saidBy(kind: string, fields: Fields | null): Said {
  const value = fields?.[valueAt] ?? ''
  switch (kind) {
    case 'MPF':
    case 'EPF':
      return { alarm: 'powerCut', health: { externalPower: false } }
    case 'MPN':
    case 'EPN':
      return { health: { externalPower: true } }
    case 'BPL':
      return { alarm: 'lowBattery', health: { batteryVolts: measurement(value, 0, mostBatteryVolts) } }
    case 'JDS':
      // 1 is its end.
      return { alarm: value === '2' ? 'jamming' : null }
    case 'GEO':
      return { alarm: fenceWords.get(fields?.[reportAt]?.slice(-1) ?? '') ?? 'geofence' }
    case 'IGN':
      return { isMoved: true }
    case 'IGF':
      return { isMoved: false }
    case 'STT': {
      const isMoved = motions.get(value.toUpperCase())
      return { alarm: value === towed ? 'tow' : null, ...(isMoved !== undefined && { isMoved }) }
    }
    default:
      return { alarm: alarms.get(kind) ?? null }
  }
}

const fenceWords: ReadonlyMap<string, string> = new Map([
  ['0', 'geofenceExit'],
  ['1', 'geofenceEnter'],
])

/** The GL300 alone is documented with it: between its last place and the time of sending. */
const withBattery = /^1A/i
const fieldsAfterBattery = 2

/** Percent. */
export function batteryIn([version = '']: Fields, after: Fields): number | null {
  if (!withBattery.test(version) || after.length !== 1 + fieldsAfterBattery) return null
  return measurement(after[0], 0, 100)
}
