import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { hasMoved, type Observation } from '#domain/alarms/sighting.ts'

/** From when on fixes may belong to a theft that began then: those of the minutes before it. */
export function standLookedAtFrom(since: Date): Date {
  return new Date(since.getTime() - dossierLimits.standMinutes * minuteMs)
}

/**
 * From when on positions belong to a theft: the last minutes in which the vehicle stood where it was taken, so that the police see
 * where that was. Never what came before it stood there, nor anything of a ride that its owner announced.
 * @param fixes up to the beginning, the oldest first.
 * @param ownUntil when the last ride ended that its owner announced, now if one goes on; null if none did.
 */
export function shownFrom(since: Date, fixes: readonly Observation[], ownUntil: Date | null): Date {
  const earliest = Math.max(standLookedAtFrom(since).getTime(), ownUntil?.getTime() ?? 0)
  const before = fixes.filter(({ recordedAt }) => recordedAt <= since && recordedAt.getTime() >= earliest)
  const last = before.at(-1)
  if (last === undefined) return since
  const left = before.findLastIndex((fix) => isRiding(fix) || hasMoved(last, fix))
  return before[left + 1]?.recordedAt ?? since
}

function isRiding({ speedKmh }: Observation): boolean {
  return typeof speedKmh === 'number' && speedKmh >= movementLimits.ridingKmh
}
