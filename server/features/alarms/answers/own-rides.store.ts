import type { Guard } from '#domain/alarms/guard.ts'
import type { Night } from '#domain/alarms/overnight.ts'
import { recordForOwner } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { type AlarmDevice, readDevice } from '../alarm-device.ts'
import { noteSeen } from './acknowledged.ts'
import { stopChains } from '../chain/chains.ts'
import { writeGuards } from '../guard/guards.store.ts'
import { isMissed } from '#server/db/shared/missed.ts'
import { nightsOf } from '../guard/nights.ts'

/** „Das bin ich“ in an e-mail about an alarm. */
export interface AlarmLink {
  alarmId: string
  userId: string
  deviceId: string
  deviceName: string
  expiresAt: Date
  usedAt: Date | null
  /** The owner has stated that it is stolen, or may be. */
  isMissed: boolean
}

export type OwnRidesStore = ReturnType<typeof createOwnRidesStore>

/** The links by which owners answer alarms without signing in. Other credentials of the account end them. */
export function createOwnRidesStore(database: Database, hooks: Hooks) {
  return {
    /** Null if the link is unknown, or its reader does not have the device any more. */
    link: (tokenHash: Buffer): Promise<AlarmLink | null> => readLink(database, tokenHash),

    /**
     * Uses the links of an alarm, marks it as seen, and changes its device's guard to the result of `choose`.
     * @returns the present device; null if one of its links was used before, or they have ended meanwhile.
     */
    answer(
      tokenHash: Buffer,
      { alarmId, userId, deviceId }: Pick<AlarmLink, 'alarmId' | 'userId' | 'deviceId'>,
      now: Date,
      choose: (device: AlarmDevice, nights: () => Promise<Night[]>) => Promise<Guard | null>,
    ): Promise<AlarmDevice | null> {
      const held = {
        trackers: { ofDevices: [deviceId] },
        accounts: [userId],
        devices: [deviceId],
        alarms: [alarmId],
      }
      return inTransaction(database, held, async (transaction) => {
        const link = await readLink(transaction, tokenHash)
        const device = await readDevice(transaction, deviceId, now)
        if (link === null || link.usedAt !== null || link.isMissed || device === null) return null
        await hooks.alarmAnswered(transaction, { alarmId, userId, at: now })
        await noteSeen(transaction, alarmId, now)
        await stopChains(transaction, { deviceId, upTo: now }, now)
        const guard = await choose(device, () => nightsOf(transaction, deviceId, now))
        if (guard !== null) {
          await writeGuards(transaction, new Map([[deviceId, guard]]))
          await recordForOwner(transaction, { deviceId, actor: 'owner', kind: 'own-ride-said', at: now })
        }
        return readDevice(transaction, deviceId, now)
      })
    },
  }
}

async function readLink(queries: Queries, tokenHash: Buffer): Promise<AlarmLink | null> {
  const link = await queries
    .selectFrom('email_tokens')
    .innerJoin('alarms', 'alarms.id', 'email_tokens.alarm_id')
    .innerJoin('devices', (join) =>
      join.onRef('devices.id', '=', 'alarms.device_id').onRef('devices.user_id', '=', 'email_tokens.user_id'),
    )
    .select([
      'alarms.id as alarmId',
      'devices.user_id as userId',
      'devices.id as deviceId',
      'devices.name as deviceName',
    ])
    .select(['expires_at as expiresAt', 'used_at as usedAt'])
    .select(isMissed.as('isMissed'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return link ?? null
}
