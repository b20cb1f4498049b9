import { createAttempts } from '#server/db/transactions/attempts.ts'
import { type WorldPart, minutes, now } from '#server/db/testing/writer.ts'

export const attemptsWriters: WorldPart = {
  async put(database) {
    await createAttempts(database, { now: () => minutes(-30) }).take(rule, 'anna')
  },

  writers: [
    { name: 'an attempt', write: (on) => createAttempts(on, clock).take(rule, 'anna') },
    { name: 'attempts forgotten', write: (on) => createAttempts(on, clock).forget(rule.kind, 'anna') },
  ],
}

const rule = { kind: 'login', max: 10, minutes: 15 }

const clock = { now: () => now }
