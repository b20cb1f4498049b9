import type { ActivityKind } from '#contract/activity.ts'
import { supportServerLimits } from '#contract/support-limits.ts'
import { cut } from '#contract/text.ts'
import { recordActivity } from '#server/db/activity-log.ts'
import type { Writing } from '#server/db/locks.ts'

/** What the support does to an account or its licence: its owner reads it, too. */
export type OwnersSupportKind = Extract<
  ActivityKind,
  | 'account-disabled'
  | 'account-enabled'
  | 'account-unverified'
  | 'second-factor-off'
  | 'verification-sent'
  | 'email-change-asked'
  | 'licence-extended'
  | 'licence-revoked'
>
/** What it does to nobody's account. */
export type OtherSupportKind = 'customers-searched' | 'claim-code-made' | 'announced' | 'announcement-ended'
export type SupportKind = OwnersSupportKind | OtherSupportKind

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
