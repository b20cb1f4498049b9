import { type DeviceHealth, isBatteryCharged, isPowered, isRunningLow } from '#domain/devices/device-health.ts'
import type { Guard } from './guard.ts'
import { type TrackerSignal, trackerSignals } from './tracker-signals.ts'

/** What a report says about signals. */
export interface ReportedSignals {
  /** What happened. */
  event: TrackerSignal | null
  /** The present states, even if they began long ago; null if the report says nothing about states. */
  states: readonly TrackerSignal[] | null
  /** What is known about the tracker's supply now; null if the report is older. */
  supply: Supply | null
}

interface Supply {
  health: DeviceHealth
  /** Whether it is wired to a vehicle: only then is the loss of its power a signal. */
  isWired: boolean
}

/**
 * Which signals of a report are new, and a guard that remembers the present ones. An event is new. Of a state only its
 * beginning is, because every report repeats it as long as it lasts; a disconnected battery does so all winter. A nearly
 * empty battery is a state even if the tracker sends it as an event.
 */
export function newSignals(guard: Guard, told: ReportedSignals): { signals: TrackerSignal[]; guard: Guard } {
  const holding = trackerSignals.filter((signal) => holds(signal, guard, told))
  const isRepeated = (signal: TrackerSignal) => signal === told.event && signal !== 'LOW_BATTERY'
  const signals = holding.filter((signal) => isRepeated(signal) || !guard.holding.includes(signal))
  const isSame = holding.length === guard.holding.length && holding.every((signal) => guard.holding.includes(signal))
  return { signals, guard: isSame ? guard : { ...guard, holding } }
}

function holds(signal: TrackerSignal, guard: Guard, { event, states, supply }: ReportedSignals): boolean {
  const isReported = signal === event || states?.includes(signal) === true
  if (signal === 'LOW_BATTERY') return isLow(guard, isReported, supply)
  if (isReported) return true
  const power = supply?.isWired === true ? supply.health.power : null
  if (signal === 'POWER_CUT' && power !== null) {
    if (power.external) return false
    if (isCutSince(guard.enabledAt, power)) return true
  }
  return states === null && guard.holding.includes(signal)
}

/** From when a battery is nearly empty, measured under the guard or by the tracker's word, until it is charged well. */
function isLow({ enabledAt, holding }: Guard, isReported: boolean, supply: Supply | null): boolean {
  const wasLow = holding.includes('LOW_BATTERY')
  if (supply === null) return wasLow
  const { health } = supply
  const { battery } = health
  if (battery !== null && isBatteryCharged(battery)) return false
  if (wasLow) return true
  const isMeasured = battery !== null && battery.at >= enabledAt && isRunningLow(health)
  return isMeasured || (isReported && !isPowered(health))
}

/** Only power that was there can be cut: a tracker that has always run on its battery is fine. */
function isCutSince(enabledAt: Date, { external, since }: NonNullable<DeviceHealth['power']>): boolean {
  return !external && since !== null && since >= enabledAt
}
