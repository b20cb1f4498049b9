import { isCallForHelp } from '#contract/alarms.ts'
import type { Guard, Guarded } from '#domain/alarms/guard.ts'
import { isWatched, judgeReports } from '#domain/alarms/judge-reports.ts'
import { endsSilence } from '#domain/alarms/silence.ts'
import type { Seen } from '#domain/reception/seen.ts'
import type { Queries } from '#server/db/database.ts'
import type { Writing } from '#server/db/locks.ts'
import { insertAlarms, newestFixes, type NewAlarm, readGuards, writeGuards } from './guards.store.ts'
import type { Watch } from '#server/features/reception/reception.store.ts'
import { lastPlace, listeningSince } from './silence.store.ts'

/**
 * Watches the reports of guarded devices, and those that may call for help. It decides in the transaction that stores the
 * positions, while their trackers are locked: a crash between position and alarm loses no alarm, parallel reports raise none
 * twice, and a whole batch costs two short reads, a third if fixes are repeated, and at most three writes. Only the e-mails
 * wait for a job.
 * @param notify queues the e-mails of alarms, after the commit.
 */
export function createAlarmWatch(newId: () => string, notify: (alarmIds: readonly string[]) => void): Watch {
  return {
    async look(transaction, seen, now) {
      const { alarms, inDoubt } = await judgeAll(transaction, seen, now, newId)
      return { follow: () => notify(alarms.map(({ id }) => id)), inDoubt }
    },
  }
}

async function judgeAll(transaction: Writing, seen: readonly Seen[], now: Date, newId: () => string) {
  const watched = seen.filter(isWatched)
  const enabledAt = new Map(
    watched.flatMap(({ deviceId, enabledAt: at }) => (at === null ? [] : [[deviceId, at] as const])),
  )
  const inDoubt = new Set<string>()
  const alarms: NewAlarm[] = []
  if (enabledAt.size === 0) return { alarms, inDoubt }
  const guards = await readGuards(transaction, enabledAt, now)
  const repeating = watched.flatMap(({ deviceId, isRepeated }) => (isRepeated ? [deviceId] : []))
  const newest = repeating.length === 0 ? null : await newestFixes(transaction, repeating, now)
  const deafUntil = await deafUntilOf(transaction, watched, guards, now)
  const changed = new Map<string, Guard>()
  for (const [deviceId, reports] of Map.groupBy(watched, (one) => one.deviceId)) {
    const before = guards.get(deviceId)
    if (before === undefined) continue
    const judged = judgeReports(reports, before, { newestFixAt: newest?.get(deviceId) ?? null, deafUntil }, now)
    if (judged.guard !== before.guard) changed.set(deviceId, judged.guard)
    if (judged.isInDoubt) inDoubt.add(deviceId)
    for (const alarm of judged.alarms) {
      // Who is to help must know where.
      const place = alarm.place ?? (isCallForHelp(alarm.kind) ? await lastPlace(transaction, deviceId, now) : null)
      alarms.push({ ...alarm, place, id: newId(), deviceId, detectedAt: now })
    }
  }
  await writeGuards(transaction, changed)
  await insertAlarms(transaction, alarms)
  return { alarms, inDoubt }
}

/** Asked for only where a tracker is heard again after long: an outage of ours is no habit of its. */
async function deafUntilOf(
  queries: Queries,
  watched: readonly Seen[],
  guards: ReadonlyMap<string, Guarded>,
  now: Date,
): Promise<Date | null> {
  const isAsked = watched.some(({ deviceId, lastActiveAt }) => {
    const memory = guards.get(deviceId)?.guard.memory ?? null
    return memory !== null && endsSilence(memory, lastActiveAt, now)
  })
  return isAsked ? listeningSince(queries) : null
}
