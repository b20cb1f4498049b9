import { supportServerLimits } from '#contract/limits/support-limits.ts'
import { cut } from '#contract/base/text.ts'
import type { OtherSupportKind, OwnersSupportKind } from '#domain/support/support-kinds.ts'
import { recordActivity } from './activity-log.ts'
import type { Writing } from '#server/db/transactions/locks.ts'

/** Who did something, by a name that colleagues know, and when. */
export interface BySupport {
  by: string
  at: Date
}

interface Noted extends BySupport {
  /** Never a position, a token, a password, a key or an address. */
  detail?: string
}

/**
 * The only place that writes down what the support did: for the operator, and for the owner of the account if there is one.
 * It belongs into the transaction of what was done: all are there, or none.
 */
export async function recordSupport(
  writing: Writing,
  action: Noted & ({ kind: OwnersSupportKind; userId: string | null } | { kind: OtherSupportKind; userId: null }),
): Promise<void> {
  const { at, by, detail } = action
  await writing
    .insertInto('support_actions')
    .values({
      at,
      operator: by,
      kind: action.kind,
      user_id: action.userId,
      detail: detail === undefined ? null : cut(detail, supportServerLimits.detailLength),
    })
    .execute()
  if (action.userId === null) return
  const { userId, kind } = action
  await recordActivity(writing, { userId, actor: 'support', kind, at, ...(detail !== undefined && { detail }) })
}
