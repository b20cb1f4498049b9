import { dayMs } from '#contract/base/time-units.ts'
import { supportServerLimits } from '#contract/limits/support-limits.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { SupportKind } from '#domain/support/support-kinds.ts'

/** Something that the support did. */
export interface SupportAction {
  at: Date
  operator: string
  kind: SupportKind
  /** Of the account that it was done to; null where there was none, or it is gone. */
  email: string | null
  detail: string | null
}

/** What the support did lately, newest first: at most so many. `server/db/shared/support-log.ts` writes it. */
export async function supportActions(
  database: Database,
  { days, email, now }: { days: number; email: string | null; now: Date },
): Promise<SupportAction[]> {
  return database
    .selectFrom('support_actions')
    .leftJoin('users', 'users.id', 'support_actions.user_id')
    .select(['at', 'operator', 'kind', 'users.email', 'detail'])
    .where('at', '>=', new Date(now.getTime() - days * dayMs))
    .$if(email !== null, (query) =>
      query.where(({ eb, fn }) => eb(fn('lower', ['users.email']), '=', (email ?? '').toLowerCase())),
    )
    .orderBy('support_actions.id', 'desc')
    .limit(supportServerLimits.shownActions)
    .execute()
}
