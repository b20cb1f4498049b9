import { expect, test } from 'vitest'
import { createAttempts, type Rule } from '#server/db/attempts.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'

const minute = 60_000
const rule: Rule = { kind: 'imei', max: 3, minutes: 60 }

describeOnBothDatabases('attempts', (database) => {
  test('the window lets a place free when its oldest attempt leaves it', async () => {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const attempts = createAttempts(database, clock)
    for (const remaining of [2, 1, 0]) {
      expect(await attempts.take(rule, 'anna')).toMatchObject({ allowed: true, remaining })
      clock.advance(10 * minute)
    }
    expect(await attempts.take(rule, 'anna')).toEqual({ allowed: false, retryAfterSeconds: 30 * 60 })

    clock.advance(30 * minute - 1)
    expect(await attempts.look(rule, 'anna')).toEqual({ allowed: false, retryAfterSeconds: 1 })
    clock.advance(1)
    expect(await attempts.look(rule, 'anna')).toEqual({ allowed: true, remaining: 1 })
  })
})
