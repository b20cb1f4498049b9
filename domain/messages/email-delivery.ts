import type { MessageState } from './messages.ts'

/**
 * What a mail server reports about an e-mail to one recipient (RFC 3464, section 2.3.3). `relayed`: passed to a server that
 * will report nothing; `expanded`: passed to a list.
 */
export const deliveryActions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const
export type DeliveryAction = (typeof deliveryActions)[number]

/**
 * The state of an e-mail after a report. Reports come in any order, twice, and before the sender has recorded that the
 * e-mail was accepted. So the state only rises, and what came back for good is never delivered again. Of two recipients
 * behind a forwarded address the one that was not reached counts: one warning too many is better than none.
 */
export function emailStateAfter(state: MessageState, actions: readonly DeliveryAction[]): MessageState {
  if (state === 'BOUNCED' || actions.includes('failed')) return 'BOUNCED'
  return actions.includes('delivered') ? 'DELIVERED' : state
}
