import type { ActivityKind } from '#contract/activity/activity.ts'
import { isAtLeast } from '#contract/people/vehicle-role.ts'
import { byProgram } from '#domain/activity/sentences.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { recordForOwner } from '#server/db/shared/activity-log.ts'
import { personOf, recordPerson } from '#server/db/shared/vehicle-people.ts'

/** Who decides about a vehicle's alarm: its owner, or a driver whom the owner has invited, by the owner's name for them. */
export interface Acting {
  driver: string | null
}

/** Who answers an alarm: a driver by their account, a program of the owner by its name, or the owner. */
export interface AnsweredBy {
  personId: string | null
  program: string | null
}

export const theOwner: AnsweredBy = { personId: null, program: null }

/**
 * Asks again in a transaction that holds the device, whether who was admitted still may.
 * @param personId the driver's account; null: the owner.
 * @returns null where they may not any more.
 */
export async function actingOf(
  queries: Queries,
  deviceId: string,
  personId: string | null,
  now: Date,
): Promise<Acting | null> {
  if (personId === null) return { driver: null }
  const person = await personOf(queries, { deviceId, userId: personId }, now)
  return person !== null && isAtLeast(person.role, 'DRIVER') ? { driver: person.name } : null
}

/** Notes it in the owner's list. @param kinds null: an owner's own is not noted. @param program that did it for the owner. */
export async function recordActing(
  queries: Queries,
  { driver }: Acting,
  deviceId: string,
  kinds: { owner: ActivityKind | null; driver: ActivityKind },
  at: Date,
  program: string | null = null,
): Promise<void> {
  const named = program === null ? {} : { detail: byProgram(program) }
  if (driver !== null) await recordPerson(queries, { deviceId, name: driver, kind: kinds.driver, at })
  else if (kinds.owner !== null)
    await recordForOwner(queries, { deviceId, actor: 'owner', kind: kinds.owner, ...named, at })
}
