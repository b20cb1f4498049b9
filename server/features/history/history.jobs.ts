import * as z from 'zod'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { retainedSince } from '#domain/history/retention.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ParkedTracesStore } from './parked-traces.store.ts'
import type { PositionRemovalsStore } from './position-removals.store.ts'
import type { PositionsStore } from './positions.store.ts'
import { positionRemovals } from '#server/db/positions/position-removals.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'

/** A device that has reported within this time is looked at: a few rounds more than one, should one be left out. */
const reportedWithinMs = 30 * minuteMs

const positionsExpire = job('positions-expire', z.object({}))
const tomorrowsDay = job('positions-tomorrow', z.object({}))
const parkedTraces = job('parked-traces', z.object({}))
const parkedTracesOfDay = job('parked-traces-of-day', z.object({}))

export function registerHistoryJobs(
  jobs: Pick<Jobs, 'on' | 'every'>,
  {
    positions,
    removals,
    traces,
    clock,
  }: {
    positions: Pick<PositionsStore, 'expire' | 'prepareTomorrow'>
    removals: PositionRemovalsStore
    traces: ParkedTracesStore
    clock: Clock
  },
): void {
  jobs.on(positionRemovals, () => removals.workOff())
  // Nothing older than retention is ever shown; four times an hour it is deleted. So is what is left of a removal whose job
  // was given up.
  jobs.every(positionsExpire, '*/15 * * * *', async () => {
    await positions.expire(retainedSince(clock.now()))
    await removals.workOff()
  })

  // In the evening, and once more should it have failed: a day of positions begins at midnight UTC, one or two hours after ours.
  jobs.every(tomorrowsDay, '7 20,22 * * *', () => positions.prepareTomorrow(clock.now()))

  const reduce = async (sinceMs: number, options: { fromStart: boolean }) => {
    const now = clock.now()
    for (const deviceId of await traces.reporting(new Date(now.getTime() - sinceMs), now)) {
      await traces.reduce(deviceId, clock.now(), options)
    }
  }
  jobs.every(parkedTraces, '*/5 * * * *', () => reduce(reportedWithinMs, { fromStart: false }))
  // A backlog may be older than what was reduced last.
  jobs.every(parkedTracesOfDay, '41 3 * * *', () => reduce(dayMs, { fromStart: true }))
}
