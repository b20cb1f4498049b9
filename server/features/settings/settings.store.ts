import type { LedSettings, UserSettings, WarningSettings } from '#contract/settings/settings.ts'
import { recordActivity, recordForOwner } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'

/** A registered device, which follows its owner's settings until it has its own. */
export interface ConfiguredDevice {
  id: string
  imei: string
  userId: string
}

/** A device's own settings as they are stored. */
export interface StoredDeviceSettings {
  settings: WarningSettings
  led: LedSettings
  version: number
  updatedAt: Date
  appliedVersion: number | null
  appliedAt: Date | null
}

export type SettingsStore = ReturnType<typeof createSettingsStore>

/** Versioned settings of users and devices. A change names the version it changes; version 0 is the delivered state. */
export function createSettingsStore(database: Database) {
  return {
    async ofUser(userId: string): Promise<UserSettings | null> {
      const row = await database
        .selectFrom('user_settings')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row === undefined
        ? null
        : { settings: row.settings, version: row.version, updatedAt: row.updated_at.toISOString() }
    },

    /** False when the stored version is not the one that was changed. */
    changeOfUser(userId: string, settings: WarningSettings, version: number, at: Date): Promise<boolean> {
      const values = { settings: JSON.stringify(settings), version: version + 1, updated_at: at }
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const isChanged = await hasChanged(version, {
          first: transaction
            .insertInto('user_settings')
            .values({ user_id: userId, ...values })
            .onConflict((conflict) => conflict.doNothing())
            .returning('version'),
          later: transaction
            .updateTable('user_settings')
            .set(values)
            .where('user_id', '=', userId)
            .where('version', '=', version)
            .returning('version'),
        })
        if (isChanged) await recordActivity(transaction, { userId, actor: 'owner', kind: 'settings-changed', at })
        return isChanged
      })
    },

    async devicesOf(userId: string): Promise<ConfiguredDevice[]> {
      const rows = await database
        .selectFrom('devices')
        .select(['id', 'imei', 'user_id'])
        .where('user_id', '=', userId)
        .orderBy('place_in_order')
        .orderBy('registered_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ id: row.id, imei: row.imei, userId: row.user_id }))
    },

    async ofDevice(deviceId: string): Promise<StoredDeviceSettings | null> {
      const row = await database
        .selectFrom('device_settings')
        .selectAll()
        .where('device_id', '=', deviceId)
        .executeTakeFirst()
      if (row === undefined) return null
      const { settings, led, version, updated_at, applied_version, applied_at } = row
      return {
        settings,
        led,
        version,
        updatedAt: updated_at,
        appliedVersion: applied_version,
        appliedAt: applied_at,
      }
    },

    /** `outdated` when the stored version is not the one that was changed, `gone` when the owner has lost the device. */
    changeOfDevice(
      deviceId: string,
      change: { settings: WarningSettings; led: LedSettings },
      version: number,
      at: Date,
    ): Promise<'changed' | 'outdated' | 'gone'> {
      const values = {
        settings: JSON.stringify(change.settings),
        led: JSON.stringify(change.led),
        version: version + 1,
        updated_at: at,
      }
      return inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        if (!(await exists(transaction, deviceId))) return 'gone'
        const isChanged = await hasChanged(version, {
          first: transaction
            .insertInto('device_settings')
            .values({ device_id: deviceId, ...values })
            .onConflict((conflict) => conflict.doNothing())
            .returning('version'),
          later: transaction
            .updateTable('device_settings')
            .set(values)
            .where('device_id', '=', deviceId)
            .where('version', '=', version)
            .returning('version'),
        })
        if (!isChanged) return 'outdated'
        await recordForOwner(transaction, { deviceId, actor: 'owner', kind: 'device-settings-changed', at })
        return 'changed'
      })
    },

    /** Notes what a device says it uses; only a version that exists can have been applied. */
    async noteApplied(deviceId: string, version: number, at: Date): Promise<boolean> {
      const row = await database
        .updateTable('device_settings')
        .set({ applied_version: version, applied_at: at })
        .where('device_id', '=', deviceId)
        .where('version', '>=', version)
        .returning('device_id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

async function exists(queries: Queries, deviceId: string): Promise<boolean> {
  const row = await queries.selectFrom('devices').select('id').where('id', '=', deviceId).executeTakeFirst()
  return row !== undefined
}

interface Change {
  executeTakeFirst(): Promise<{ version: number } | undefined>
}

/** The first change of delivered settings adds a row; every later one changes only the version that it names. */
async function hasChanged(version: number, { first, later }: { first: Change; later: Change }): Promise<boolean> {
  const row = await (version === 0 ? first : later).executeTakeFirst()
  return row !== undefined
}
