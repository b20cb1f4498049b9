import { sql } from 'kysely'
import type { PersonRole } from '#contract/people/vehicle-role.ts'
import type { PersonTimes } from '#domain/people/person-state.ts'
import type { Reach } from '#domain/people/untold.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { declinedOf } from '#server/db/shared/message-wishes.ts'
import { hasBrowser } from '#server/db/shared/push-targets.ts'

interface StoredPerson extends PersonTimes {
  id: string
  name: string
  email: string
  role: PersonRole
  invitedAt: Date
}

/** With how the vehicle's alarms reach them. */
export interface ListedPerson extends StoredPerson {
  reach: Reach
}

export function personRows(queries: Queries, deviceId: string) {
  return queries
    .selectFrom('vehicle_people')
    .select(['id', 'name', 'email', 'role', 'invited_at as invitedAt', 'invitation_ends_at as invitationEndsAt'])
    .select(['accepted_at as acceptedAt', 'ends_at as endsAt'])
    .where('device_id', '=', deviceId)
}

export function peopleOf(queries: Queries, deviceId: string) {
  return personRows(queries, deviceId).orderBy('invited_at').orderBy('id')
}

/** Of a row of `vehicle_people`. */
const isAccountDisabled = sql<boolean>`exists (
  select from users where users.id = vehicle_people.user_id and users.disabled_at is not null)`

/** As their profile says it (docs/decisions/0014-reports-about-emails.md). */
const isEmailReturned = sql<boolean>`exists (
  select from alarm_email_returns where alarm_email_returns.user_id = vehicle_people.user_id)`

/** Whom an owner has invited to a vehicle, and whether its alarms reach them. */
export async function listPeople(queries: Queries, deviceId: string, now: Date): Promise<ListedPerson[]> {
  const rows = await peopleOf(queries, deviceId)
    .select(declinedOf('vehicle_people.user_id', 'vehicle_people.device_id').as('declined'))
    .select(hasBrowser('vehicle_people.user_id', now).as('hasBrowser'))
    .select(isEmailReturned.as('isEmailReturned'))
    .select(isAccountDisabled.as('isDisabled'))
    .execute()
  return rows.map(({ declined, hasBrowser, isEmailReturned, isDisabled, ...person }) => ({
    ...person,
    reach: { declined, hasBrowser, isEmailReturned, isDisabled },
  }))
}
