import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSendingRound } from './sending-round.ts'

const now = () => new Date('2026-06-01T08:00:00.000Z')

// No time passes: what waits for the next look waits for good.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['while none other is on its way', []],
  ['while another one hangs', ['hanging']],
])('what became due by the end of another, while it was asked for, is sent at once, %s', async (_when, others) => {
  const sent: string[] = []
  const isSent = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
  const sendingOf: { first?: Promise<void> } = {}
  const claims = [
    ...others.map((email) => async () => email),
    async () => 'first',
    // Asked while the first one is on its way, and answered after its end.
    async () => {
      isSent.first.resolve()
      await sendingOf.first
      await Promise.resolve()
      return null
    },
    async () => 'second',
  ]
  const round = createSendingRound<string>({
    begin: async () => (await claims.shift()?.()) ?? null,
    send: (email) => {
      const sending = (async () => {
        if (email === 'first') await isSent.first.promise
        if (email === 'hanging') await isSent.second.promise
        if (email === 'second') isSent.second.resolve()
        sent.push(email)
      })()
      if (email === 'first') sendingOf.first = sending
      return sending
    },
    now,
    runMs: 60_000,
  })
  await round.run()
  expect(sent).toEqual(['first', 'second', ...others])
})

test('a round ends when none is due and none is on its way', async () => {
  let asked = 0
  const round = createSendingRound<string>({
    begin: async () => {
      asked += 1
      return null
    },
    send: async () => undefined,
    now,
    runMs: 60_000,
  })
  await round.run()
  expect(asked).toBe(1)
})
