import { sql } from 'kysely'
import { theftKinds } from '#contract/alarms/alarms.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Observation } from '#domain/alarms/sighting.ts'
import type { Guard } from '#domain/alarms/guard.ts'
import type { Night } from '#domain/alarms/overnight.ts'
import type { StateChange } from '#domain/dossier/dossier.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { statementsOf } from '#server/db/shared/missed.ts'
import { type AlarmDevice, readDevice } from '../alarm-device.ts'
import { stopChains } from '../chain/chains.ts'
import { writeGuards } from '../guard/guards.store.ts'
import { actingOf, recordActing } from './acting.ts'
import { nightsOf } from '../guard/nights.ts'

export type KeptTapsStore = ReturnType<typeof createKeptTapsStore>

/** All that decides about a tap that comes later. */
export interface KnownOfTap {
  device: AlarmDevice
  changes: StateChange[]
  /** When somebody last answered to one of its alarms that may mean theft. */
  answeredAt: Date | null
  nights(): Promise<Night[]>
  /** Its fixes since the tap and some from before, in order. */
  fixes(): Promise<Observation[]>
}

/** What owners tapped without a network, as it arrives. */
export function createKeptTapsStore(database: Database) {
  return {
    /**
     * Changes a device's guard to what `choose` returns, while none of its reports is processed. What waits of its alarms up
     * to `answersUntil` is not sent; what was sent stays sent. Null changes nothing, and if `choose` throws, everything stays
     * as it was.
     * @param personId the driver whose tap it is; null: the owner.
     * @returns the present device, or null if there is none, or the driver may not any more.
     */
    ride(
      deviceId: string,
      { tappedAt, now, personId }: { tappedAt: Date; now: Date; personId: string | null },
      choose: (known: KnownOfTap) => Promise<{ guard: Guard; answersUntil: Date } | null>,
    ): Promise<AlarmDevice | null> {
      const held = { trackers: { ofDevices: [deviceId] }, devices: [deviceId] }
      return inTransaction(database, held, async (transaction) => {
        const device = await readDevice(transaction, deviceId, now)
        const acting = await actingOf(transaction, deviceId, personId, now)
        if (device === null || acting === null) return null
        const chosen = await choose({
          device,
          changes: await statementsOf(transaction, deviceId),
          answeredAt: await lastAnswer(transaction, deviceId),
          nights: () => nightsOf(transaction, deviceId, now),
          fixes: () => fixesAround(transaction, deviceId, { tappedAt, now }),
        })
        if (chosen === null) return device
        await writeGuards(transaction, new Map([[deviceId, chosen.guard]]))
        await recordActing(transaction, acting, deviceId, { owner: 'alarms-paused', driver: 'person-rode' }, now)
        await stopChains(transaction, { deviceId, upTo: chosen.answersUntil }, now)
        return readDevice(transaction, deviceId, now)
      })
    },
  }
}

async function lastAnswer(queries: Queries, deviceId: string): Promise<Date | null> {
  const { rows } = await sql<{ answered: Date | null }>`
    select greatest(max(acknowledged_at), max(answered_at)) as answered
    from alarms left join messages on alarm_id = alarms.id
    where alarms.device_id = ${deviceId} and alarms.kind = any(${theftKinds}::text[])`.execute(queries)
  return rows[0]?.answered ?? null
}

/** Enough to know where it stood, and what its tracker errs by. */
const minutesBefore = 60
/** A day of a tracker that reports each second is as much as one that reports at this rhythm. */
const everySeconds = 10

/** Doubted fixes do not count. */
async function fixesAround(
  queries: Queries,
  deviceId: string,
  { tappedAt, now }: { tappedAt: Date; now: Date },
): Promise<Observation[]> {
  const from = new Date(tappedAt.getTime() - minutesBefore * minuteMs)
  const ofDevice = sql`
    select latitude, longitude, accuracy, speed as "speedKmh", recorded_at as "recordedAt",
      floor(extract(epoch from recorded_at) / ${everySeconds}::integer) as turn
    from positions where device_id = ${deviceId} and flag is null and recorded_at <= ${now}`
  const { rows } = await sql<Observation>`
    select distinct on (turn) latitude, longitude, accuracy, "speedKmh", "recordedAt"
    from (
      (${ofDevice} and recorded_at >= ${from})
      union (${ofDevice} and recorded_at <= ${tappedAt} order by recorded_at desc limit 1)) as fixes
    order by turn, "recordedAt" desc`.execute(queries)
  return rows
}
