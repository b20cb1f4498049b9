import { describe, expect, test } from 'vitest'
import { type LetterState, letterStates } from '#contract/alarms.ts'
import { type DeliveryAction, letterAfter } from './letter-delivery.ts'

describe('a report about a letter', () => {
  const cases: [state: LetterState, actions: DeliveryAction[], after: LetterState][] = [
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
    // Before the sender has noted that the letter was taken, or where the answer of the mail server was lost.
    ['SENDING', ['delivered'], 'DELIVERED'],
    ['QUEUED', ['failed'], 'BOUNCED'],
    ['FAILED', ['delivered'], 'DELIVERED'],
    ['SENDING', ['delayed'], 'SENDING'],
  ]
  test.each(cases)('of a letter that is %s, saying %j, leaves it %s', (state, actions, after) => {
    expect(letterAfter(state, actions)).toBe(after)
  })

  test.each(letterStates)('says the same twice and in any order, of one that is %s', (state) => {
    const bothWays = [
      letterAfter(letterAfter(state, ['delivered']), ['failed']),
      letterAfter(letterAfter(state, ['failed']), ['delivered']),
    ]
    expect(bothWays).toEqual(['BOUNCED', 'BOUNCED'])
    const once = letterAfter(state, ['delivered'])
    expect(letterAfter(once, ['delivered'])).toBe(once)
  })
})
