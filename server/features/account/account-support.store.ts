import { sql } from 'kysely'
import type { Database } from '#server/db/connection/database.ts'

/** What support may know of an account: how far it is and what is in its way. No place, no password, no key. */
export interface AccountForSupport {
  id: string
  createdAt: Date
  emailVerifiedAt: Date | null
  imeiVerifiedAt: Date | null
  passwordConfirmedAt: Date | null
  disabledAt: Date | null
  deletesAt: Date | null
  emailReturnedAt: Date | null
  hasPendingEmail: boolean
  hasSecondFactor: boolean
  passkeys: number
  devices: number
  licences: number
  sessions: number
  lastUsedAt: Date | null
}

export async function accountForSupport(
  database: Database,
  email: string,
  now: Date,
): Promise<AccountForSupport | null> {
  const { rows } = await sql<AccountForSupport>`
    select id, created_at as "createdAt", email_verified_at as "emailVerifiedAt", imei_verified_at as "imeiVerifiedAt",
      password_confirmed_at as "passwordConfirmedAt", disabled_at as "disabledAt", deletes_at as "deletesAt",
      (select returned_at from alarm_email_returns where user_id = users.id) as "emailReturnedAt", pending_email is not null as "hasPendingEmail",
      exists (select from second_factors where user_id = users.id and confirmed_at is not null) as "hasSecondFactor",
      (select count(*)::int from passkeys where user_id = users.id) as passkeys,
      (select count(*)::int from devices where user_id = users.id) as devices,
      (select count(*)::int from licences where user_id = users.id) as licences,
      (select count(*)::int from sessions where user_id = users.id and expires_at > ${now}) as sessions,
      (select max(last_used_at) from sessions where user_id = users.id) as "lastUsedAt"
    from users where lower(email) = ${email.toLowerCase()}`.execute(database)
  return rows[0] ?? null
}
