import { expect, test } from 'vitest'
import { createSendingRound } from './sending-round.ts'

const now = () => new Date('2026-06-01T08:00:00.000Z')

test('a round goes on where the next one became due by the end of another, while it asked whether one is due', async () => {
  const sent: string[] = []
  const waiting = ['second']
  const sendingOf: { first?: Promise<void> } = {}
  const firstIsSent = Promise.withResolvers<void>()
  const claims = [
    async () => 'first',
    // Asked while the first one is on its way, and answered after its end.
    async () => {
      firstIsSent.resolve()
      await sendingOf.first
      await Promise.resolve()
      return null
    },
    async () => waiting.shift() ?? null,
  ]
  const round = createSendingRound<string>({
    begin: async () => (await claims.shift()?.()) ?? null,
    send: (email) => {
      const sending = (async () => {
        if (email === 'first') await firstIsSent.promise
        sent.push(email)
      })()
      if (email === 'first') sendingOf.first = sending
      return sending
    },
    now,
    runMs: 60_000,
  })
  await round.run()
  expect(sent).toEqual(['first', 'second'])
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
