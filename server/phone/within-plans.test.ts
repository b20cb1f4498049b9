import { expect, test } from 'vitest'
import type { PhoneMessage } from './phone-provider.ts'
import { withinPlans } from './within-plans.ts'

test.each([
  ['+491701234567', 'TAKEN', 1],
  ['+499001234567', 'REFUSED', 0],
  ['+390612345678', 'REFUSED', 0],
  ['+881612345678', 'REFUSED', 0],
])('a message to %s is %s', async (to, outcome, sent) => {
  const messages: PhoneMessage[] = []
  const provider = withinPlans(
    {
      send: async (message) => {
        messages.push(message)
        return 'TAKEN'
      },
    },
    new Set(['DE', 'AT']),
  )
  expect(await provider.send({ id: 'a', channel: 'SMS', to, text: 'Alarm' })).toBe(outcome)
  expect(messages).toHaveLength(sent)
})
