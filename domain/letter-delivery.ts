import type { LetterState } from '#contract/alarms.ts'

/**
 * What a mail server reports of a letter to one recipient (RFC 3464, section 2.3.3). `relayed`: handed to a server that will
 * report nothing; `expanded`: handed to a list.
 */
export const deliveryActions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const
export type DeliveryAction = (typeof deliveryActions)[number]

/**
 * Where a letter stands once a report is read. Reports come in any order, twice, and before the sender has noted that the
 * letter was taken, so the state only ever rises, and what came back for good is never delivered again: of two recipients
 * behind a forwarded address the one that was not reached counts, for a warning too many is better than none.
 */
export function letterAfter(state: LetterState, actions: readonly DeliveryAction[]): LetterState {
  if (state === 'BOUNCED' || actions.includes('failed')) return 'BOUNCED'
  return actions.includes('delivered') ? 'DELIVERED' : state
}
