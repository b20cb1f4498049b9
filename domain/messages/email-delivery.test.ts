import { describe, expect, test } from 'vitest'
import { type EmailState, emailStates } from '#contract/alarms/alarms.ts'
import { type DeliveryAction, emailStateAfter } from './email-delivery.ts'

describe('a report about an e-mail', () => {
  const cases: [state: EmailState, actions: DeliveryAction[], after: EmailState][] = [
    ['SENT', ['delivered'], 'DELIVERED'],
    ['SENT', ['failed'], 'BOUNCED'],
    ['SENT', ['delayed'], 'SENT'],
    ['SENT', ['relayed'], 'SENT'],
    ['SENT', ['expanded'], 'SENT'],
    ['SENT', [], 'SENT'],
    ['SENT', ['delivered', 'failed'], 'BOUNCED'],
    ['SENT', ['relayed', 'delivered'], 'DELIVERED'],
    ['DELIVERED', ['delayed'], 'DELIVERED'],
    ['DELIVERED', ['failed'], 'BOUNCED'],
    ['BOUNCED', ['delivered'], 'BOUNCED'],
    ['BOUNCED', ['delayed'], 'BOUNCED'],
    // Before the sender has recorded that the e-mail was accepted, or if the answer of the mail server was lost.
    ['SENDING', ['delivered'], 'DELIVERED'],
    ['QUEUED', ['failed'], 'BOUNCED'],
    ['FAILED', ['delivered'], 'DELIVERED'],
    ['SENDING', ['delayed'], 'SENDING'],
  ]
  test.each(cases)('of an e-mail that is %s, saying %j, leaves it %s', (state, actions, after) => {
    expect(emailStateAfter(state, actions)).toBe(after)
  })

  test.each(emailStates)('says the same twice and in any order, of one that is %s', (state) => {
    const bothWays = [
      emailStateAfter(emailStateAfter(state, ['delivered']), ['failed']),
      emailStateAfter(emailStateAfter(state, ['failed']), ['delivered']),
    ]
    expect(bothWays).toEqual(['BOUNCED', 'BOUNCED'])
    const once = emailStateAfter(state, ['delivered'])
    expect(emailStateAfter(once, ['delivered'])).toBe(once)
  })
})
