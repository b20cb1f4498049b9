import { isCallForHelp } from '#contract/alarms/alarms.ts'
import { type KnownSupply, isBatteryCharged, isPowered, isRunningLow } from '#domain/devices/device-health.ts'
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
  health: KnownSupply
  /** Whether it is wired to a vehicle: only then is the loss of its power a signal. */
  isWired: boolean
}

/**
 * Which signals of a report are new, and a guard that remembers the present ones. An event is new. Of a state only its
 * beginning is, because every report repeats it as long as it lasts; a disconnected battery does so all winter. What holds
 * when a state is first heard of may have begun long before, and is only remembered. A nearly empty battery is a state even
 * if the tracker sends it as an event.
 * @param signals those that count.
 */
export function newSignals(
  guard: Guard,
  told: ReportedSignals,
  signals: readonly TrackerSignal[] = trackerSignals,
): { signals: TrackerSignal[]; guard: Guard } {
  const states = new Map(signals.map((signal) => [signal, stateOf(signal, guard, told)] as const))
  const wasHeld = (signal: TrackerSignal) => guard.holding.includes(signal)
  const holding = signals.filter((signal) => states.get(signal) ?? wasHeld(signal))
  const known = signals.filter((signal) => states.get(signal) !== null || guard.known.includes(signal))
  const isRepeated = (signal: TrackerSignal) => signal === told.event && signal !== 'LOW_BATTERY'
  const isNew = (signal: TrackerSignal) =>
    isRepeated(signal) || (!wasHeld(signal) && (guard.known.includes(signal) || isBeginning(signal, guard, told)))
  const isSame = isEqual(holding, guard.holding) && isEqual(known, guard.known)
  return {
    signals: signals.filter((signal) => states.get(signal) === true && isNew(signal)),
    guard: isSame ? guard : { ...guard, holding, known },
  }
}

/** Whether a signal holds, as far as the report shows; null if it does not. */
function stateOf(signal: TrackerSignal, guard: Guard, { event, states, supply }: ReportedSignals): boolean | null {
  const isReported = signal === event || states?.includes(signal) === true
  if (signal === 'LOW_BATTERY') return isLow(guard, isReported, { states, supply })
  if (isReported) return true
  const power = supply?.isWired === true ? supply.health.power : null
  if (signal === 'POWER_CUT' && power !== null) return !power.external
  return states === null ? null : false
}

/** From when a battery is nearly empty, as measured or by the tracker's word, until it is charged well. */
function isLow(
  { holding }: Guard,
  isReported: boolean,
  { states, supply }: Pick<ReportedSignals, 'states' | 'supply'>,
): boolean | null {
  if (supply === null) return null
  const { health } = supply
  const { battery } = health
  if (battery !== null && isBatteryCharged(battery)) return false
  if (holding.includes('LOW_BATTERY')) return true
  if (isRunningLow(health) || (isReported && !isPowered(health))) return true
  return battery === null && states === null ? null : false
}

/**
 * Whether a signal that is first heard of has begun just now: it happened, the power was there when this guard began, or
 * somebody calls for help, which is never taken for an old state.
 */
function isBeginning(signal: TrackerSignal, { enabledAt }: Guard, { event, supply }: ReportedSignals): boolean {
  if (signal === event || isCallForHelp(signal)) return true
  const since = signal === 'POWER_CUT' && supply?.isWired === true ? (supply.health.power?.since ?? null) : null
  return since !== null && since >= enabledAt
}

const isEqual = (some: readonly TrackerSignal[], others: readonly TrackerSignal[]) =>
  some.length === others.length && some.every((signal) => others.includes(signal))
