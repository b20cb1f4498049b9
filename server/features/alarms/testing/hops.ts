import type { AlarmKind, HopChannel, HopState } from '#contract/alarms/alarms.ts'
import type { Database } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { addMessages } from '#server/db/shared/messages.ts'
import { hopIdOf } from '#server/features/alarms/emails/alarm-email-id.ts'
import { hopOf } from '#server/features/alarms/chain/chains.ts'

/** A message of an alarm's chain, as it would be after something had happened to it. */
interface PutHop {
  alarmId: string
  number: number
  channel: HopChannel
  contactId: string | null
  dueAt: Date
  state: HopState
  begunAt?: Date
  endedAt?: Date
  answeredAt?: Date
}

export async function putHops(database: Database, hops: readonly PutHop[]): Promise<void> {
  for (const hop of hops) {
    const { id, kind, deviceId, userId } = await ownedAlarm(database, hop.alarmId)
    await inTransaction(database, {}, (writing) => addMessages(writing, [hopOf({ id, kind, deviceId, userId }, hop)]))
    const { state, begunAt = null, endedAt = null, answeredAt = null } = hop
    await database
      .updateTable('messages')
      .set({ state, begun_at: begunAt, ended_at: endedAt, answered_at: answeredAt })
      .where('id', '=', hopIdOf(hop.alarmId, hop.number, hop.channel))
      .execute()
  }
}

function ownedAlarm(
  database: Database,
  id: string,
): Promise<{ id: string; kind: AlarmKind; deviceId: string; userId: string }> {
  return database
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.id', 'alarms.device_id')
    .select(['alarms.id', 'kind', 'device_id as deviceId', 'user_id as userId'])
    .where('alarms.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** All messages of chains. */
export function hopsIn(database: Database) {
  return database
    .selectFrom('messages')
    .select(['alarm_id', 'number', 'state', 'answered_at'])
    .where('kind', '=', 'alarm-hop')
    .orderBy('alarm_id')
    .orderBy('number')
    .execute()
}
