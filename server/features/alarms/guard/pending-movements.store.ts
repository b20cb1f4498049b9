import { sql } from 'kysely'
import type { Guard, Guarded } from '#domain/alarms/guard.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { retainedSince } from '#domain/history/retention.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { guardedDevices } from './guarded-devices.ts'
import { insertAlarms, type NewAlarm, readGuards, writeGuards } from './guards.store.ts'

/** A guarded device, and its fix that came too soon after an e-mail. */
export interface PendingMovement {
  deviceId: string
  guarded: Guarded
  fix: Sighting
  /** The last sign of life, of whatever kind. */
  activeAt: Date
}

export type PendingMovementsStore = ReturnType<typeof createPendingMovementsStore>

/** Guarded devices with a pending movement. */
export function createPendingMovementsStore(database: Database) {
  return {
    /**
     * Puts the alarms that `judge` raises into the log, while no report of their devices is processed.
     * @returns their ids.
     */
    async raise(
      judge: (pending: PendingMovement) => { alarm: NewAlarm; guard: Guard } | null,
      now: Date,
    ): Promise<string[]> {
      const deviceIds = (await devicesWithPending(database, now).execute()).map(({ id }) => id)
      if (deviceIds.length === 0) return []
      return inTransaction(database, { trackers: { ofDevices: deviceIds } }, async (transaction) => {
        const raised = (await readPending(transaction, deviceIds, now)).flatMap((pending) => judge(pending) ?? [])
        const alarms = raised.map(({ alarm }) => alarm)
        await writeGuards(transaction, new Map(raised.map(({ alarm, guard }) => [alarm.deviceId, guard])))
        await insertAlarms(transaction, alarms)
        return alarms.map(({ id }) => id)
      })
    },
  }
}

async function readPending(transaction: Queries, deviceIds: readonly string[], now: Date): Promise<PendingMovement[]> {
  const rows = await devicesWithPending(transaction, now)
    .where(sql<boolean>`devices.id = any(${deviceIds}::text[])`)
    .execute()
  const enabledAt = new Map(rows.map((row) => [row.id, row.enabled_at]))
  const guards = await readGuards(transaction, enabledAt, now)
  return rows.flatMap(({ id: deviceId, latitude, longitude, accuracy, recorded_at: recordedAt, last_active_at }) => {
    const guarded = guards.get(deviceId)
    const fix = { latitude, longitude, accuracy, recordedAt }
    return guarded === undefined ? [] : [{ deviceId, guarded, fix, activeAt: last_active_at ?? recordedAt }]
  })
}

/** A fix that its owner deleted, or that is too old to be kept, is not notified. */
function devicesWithPending(queries: Queries, now: Date) {
  return guardedDevices(queries, now)
    .innerJoinLateral(
      sql<Sighting & { recorded_at: Date }>`position_at(devices.id, alarm_guards.untold_fix_at)`.as('untold'),
      (join) => join.onTrue(),
    )
    .select(['devices.id', 'alarm_guards.enabled_at', 'device_inventory.last_active_at'])
    .select(['untold.recorded_at', 'untold.latitude', 'untold.longitude', 'untold.accuracy'])
    .whereRef('alarm_guards.enabled_at', '=', 'tracking_settings.enabled_at')
    .where('alarm_guards.untold_fix_at', '>=', retainedSince(now))
    .$narrowType<{ enabled_at: Date }>()
}
