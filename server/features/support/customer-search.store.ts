import { sql } from 'kysely'
import { supportServerLimits } from '#contract/limits/support-limits.ts'
import type { Database } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { type BySupport, recordSupport } from '#server/db/shared/support-log.ts'

/** What a search shows of a customer: enough to know which one it is. No place, no key, no token. */
export interface FoundCustomer {
  email: string
  createdAt: Date
  isVerified: boolean
  isDisabled: boolean
  devices: { name: string; imei: string }[]
  /** Whether it was a licence that the text is part of. */
  byLicence: boolean
}

export interface Search {
  customers: FoundCustomer[]
  hasMore: boolean
}

/**
 * The customers of whom a text is part of the e-mail address, of the name or IMEI of a device, or of a licence key, by address.
 * Each table is read once, row by row, without patterns; the search is noted, without the text.
 */
export function searchCustomers(
  database: Database,
  { text, ...support }: BySupport & { text: string },
): Promise<Search> {
  return inTransaction(database, {}, async (transaction) => {
    const most = supportServerLimits.foundCustomers
    const part = text.toLowerCase()
    const { rows } = await sql<FoundCustomer>`
      with matching as (
        select id, false as by_licence from users where strpos(lower(email), ${part}) > 0
        union all
        select user_id, false from devices where strpos(lower(name), ${part}) > 0 or strpos(imei, ${part}) > 0
        union all
        select user_id, true from licences where user_id is not null and strpos(lower(licence_key), ${part}) > 0
      ), found as (
        select users.id, users.email, bool_and(by_licence) as by_licence from matching join users using (id)
        where not users.demo group by users.id order by users.email limit ${most + 1}
      )
      select users.email, users.created_at as "createdAt", users.disabled_at is not null as "isDisabled",
        users.email_verified_at is not null and users.imei_verified_at is not null as "isVerified",
        found.by_licence as "byLicence",
        (select coalesce(json_agg(json_build_object('name', name, 'imei', imei) order by imei), '[]')
          from devices where user_id = users.id) as devices
      from found join users using (id) order by users.email`.execute(transaction)
    const customers = rows.slice(0, most)
    const detail = customers.length === 1 ? '1 gefunden' : `${customers.length} gefunden`
    await recordSupport(transaction, { kind: 'customers-searched', userId: null, detail, ...support })
    return { customers, hasMore: rows.length > most }
  })
}
