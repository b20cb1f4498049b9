import { type AlarmKind, mayMeanTheft, type TheftKind } from '#contract/alarms/alarms.ts'
import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { isAway, type StateChange, stateOf } from '#domain/dossier/dossier.ts'

/** What decides whether an alarm suggests suspicion. */
export interface SuggestingAlarm {
  kind: AlarmKind
  detectedAt: string
  acknowledgedAt: string | null
}

export type TheftAlarm<Alarm extends SuggestingAlarm> = Alarm & { kind: TheftKind }

/**
 * The earliest alarm of the last day that nobody has acknowledged, while its owner does not miss the vehicle; a knock,
 * which is mostly harmless, only if there is nothing graver. It sets nothing: only the owner does.
 * @param changes oldest first.
 */
export function suggestionOf<T extends SuggestingAlarm>(
  changes: readonly StateChange[],
  alarms: readonly T[],
  now: Date,
): TheftAlarm<T> | null {
  if (isAway(stateOf(changes))) return null
  const from = Math.max(now.getTime() - dossierLimits.suggestionHours * hourMs, changes.at(-1)?.setAt.getTime() ?? 0)
  const fresh = alarms.filter(
    (alarm): alarm is TheftAlarm<T> =>
      mayMeanTheft(alarm.kind) && alarm.acknowledgedAt === null && Date.parse(alarm.detectedAt) > from,
  )
  const graver = fresh.filter(({ kind }) => kind !== 'VIBRATION')
  const meant = graver.length > 0 ? graver : fresh
  return meant.toSorted((a, b) => Date.parse(a.detectedAt) - Date.parse(b.detectedAt))[0] ?? null
}
