import { describe, expect, test } from 'vitest'
import { subscriptionsHere } from './subscriptions.ts'

describe('the subscription of this browser', () => {
  const one = { id: 'a', client: 'Firefox', createdAt: '2026-06-01T08:00:00Z', current: true, ending: '12345678' }
  const other = { ...one, id: 'b', current: false, ending: 'abcdefgh' }

  test.each([
    ['is that of its session at its address', [one, other], 'https://push.example/12345678', 'a', 1],
    ['is none where the browser has forgotten it', [one], null, undefined, 1],
    ['is none where the browser has another address since', [one], 'https://push.example/87654321', undefined, 1],
    [
      'is none where another session has it',
      [{ ...one, current: false }],
      'https://push.example/12345678',
      undefined,
      1,
    ],
    ['is none where the account has none', [], 'https://push.example/12345678', undefined, 0],
  ] as const)('%s', (_name, all, address, id, others) => {
    const found = subscriptionsHere(all, address)
    expect([found.here?.id, found.others]).toEqual([id, others])
  })
})
