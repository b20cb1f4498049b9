import { devicesLimits } from '#contract/devices/devices-limits.ts'

/** What a report says about its tracker's supply; what is missing is null. */
export interface HealthReading {
  /** When it was measured. */
  at: Date
  batteryPercent: number | null
  batteryVolts: number | null
  /** Whether external power, such as the vehicle's, is connected. */
  externalPower: boolean | null
}

/** A tracker's supply as it was last reported. Null: never reported. */
export interface KnownSupply {
  battery: { percent: number | null; volts: number | null; at: Date } | null
  /** `since`: when it was connected or cut; null if that was never seen. */
  power: { external: boolean; at: Date; since: Date | null } | null
}

export interface DeviceHealth extends KnownSupply {
  /** When the tracker first said where it is, since its owner has it. The place is no part of it. Null: it never has. */
  firstFixAt: Date | null
}

export const unknownHealth: DeviceHealth = { battery: null, power: null, firstFixAt: null }

/**
 * A tracker's health with what its reports say. They may come in any order: the later measurement counts, so that a backlog
 * shows how the tracker is, not how it was.
 */
export function withReadings(known: DeviceHealth, readings: readonly HealthReading[]): DeviceHealth {
  return readings
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .reduce(
      (health, reading) => ({ ...health, battery: battery(health, reading), power: power(health, reading) }),
      known,
    )
}

function battery({ battery: known }: DeviceHealth, reading: HealthReading): DeviceHealth['battery'] {
  const { batteryPercent: percent, batteryVolts: volts, at } = reading
  if ((percent === null && volts === null) || isOlder(at, known)) return known
  return { percent, volts, at }
}

function power({ power: known }: DeviceHealth, { externalPower: external, at }: HealthReading): DeviceHealth['power'] {
  if (external === null || isOlder(at, known)) return known
  if (known === null) return { external, at, since: null }
  return { external, at, since: known.external === external ? known.since : at }
}

function isOlder(at: Date, known: { at: Date } | null): boolean {
  return known !== null && at < known.at
}

const { lowBatteryPercent, chargedBatteryPercent } = devicesLimits

/**
 * Resting voltages below which a battery is nearly empty, and from which it is charged well, by kind: one lithium cell, as
 * in trackers; a vehicle's lead battery of 12 V and of 24 V. Between these ranges the kind is unknown.
 */
const batteries = [
  { leastVolts: 2.5, mostVolts: 4.5, lowVolts: 3.55, chargedVolts: 3.8 },
  { leastVolts: 9, mostVolts: 16, lowVolts: 11.8, chargedVolts: 12.4 },
  { leastVolts: 18, mostVolts: 32, lowVolts: 23.6, chargedVolts: 24.8 },
]

interface Level {
  percent: number | null
  volts: number | null
}

/** Whether a battery is nearly empty, as far as is known. */
export function isBatteryLow({ percent, volts }: Level): boolean {
  if (percent !== null) return percent < lowBatteryPercent
  if (volts === null) return false
  const battery = batteryOf(volts)
  return battery !== null && volts < battery.lowVolts
}

/** Whether a battery is so well charged that it must have been charged since it was nearly empty. */
export function isBatteryCharged({ percent, volts }: Level): boolean {
  if (percent !== null) return percent >= chargedBatteryPercent
  if (volts === null) return false
  const battery = batteryOf(volts)
  return battery !== null && volts >= battery.chargedVolts
}

/** The kind of a battery with this voltage. */
function batteryOf(volts: number) {
  return batteries.find(({ leastVolts, mostVolts }) => volts >= leastVolts && volts <= mostVolts) ?? null
}

/**
 * Whether external power is known to charge the battery. Phones do not report that their cable was pulled, so a report
 * older than that of the battery does not count.
 */
export function isPowered({ battery, power }: KnownSupply): boolean {
  return power !== null && power.external && (battery === null || power.at >= battery.at)
}

/** Whether a tracker will soon be silent: its battery is nearly empty, and nothing charges it. */
export function isRunningLow(health: KnownSupply): boolean {
  return health.battery !== null && isBatteryLow(health.battery) && !isPowered(health)
}

/**
 * Some trackers send volts where the protocol asks for percent, such as 11.43 (protocols, section 1.2). Percents are whole
 * numbers, up to the rounding of single precision.
 */
export function percentOrVolts(value: number | null): { percent: number | null; volts: number | null } {
  if (value === null) return { percent: null, volts: null }
  const isWhole = Math.abs(value - Math.round(value)) < 0.001
  return isWhole || batteryOf(value) === null ? { percent: value, volts: null } : { percent: null, volts: value }
}
