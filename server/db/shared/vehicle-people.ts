import { type RawBuilder, sql } from 'kysely'
import type { ActivityKind } from '#contract/activity/activity.ts'
import type { PersonRole } from '#contract/people/vehicle-role.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { recordForOwner } from './activity-log.ts'

/** Of a row of `vehicle_people`: this person may act now. While the owner's account is disabled, nobody may (decision 25). */
export function isPersonNow(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(vehicle_people.accepted_at is not null and (vehicle_people.ends_at is null or vehicle_people.ends_at > ${now})
    and ${isOwnerEnabled})`
}

/** Of a row of `vehicle_people`: the vehicle's owner is not disabled. */
export const isOwnerEnabled = sql<boolean>`exists (
  select from devices as theirs join users as owners on owners.id = theirs.user_id
  where theirs.id = vehicle_people.device_id and owners.disabled_at is null)`

/** Somebody who was invited to a vehicle. */
interface Acting {
  deviceId: string
  userId: string
}

/**
 * What somebody is to a vehicle that is not theirs, and how its owner calls them; null: nothing any more. While the device is
 * held, that cannot change.
 */
export async function personOf(
  queries: Queries,
  { deviceId, userId }: Acting,
  now: Date,
): Promise<{ id: string; name: string; role: PersonRole } | null> {
  const row = await queries
    .selectFrom('vehicle_people')
    .select(['id', 'name', 'role'])
    .where('device_id', '=', deviceId)
    .where('user_id', '=', userId)
    .where(isPersonNow(now))
    .executeTakeFirst()
  return row ?? null
}

/** Notes in the list of a vehicle's owner what somebody did whom they have invited. */
export async function recordPerson(
  queries: Queries,
  { deviceId, name, kind, at }: { deviceId: string; name: string; kind: ActivityKind; at: Date },
): Promise<void> {
  await recordForOwner(queries, { deviceId, actor: 'recipient', kind, detail: name, at })
}
