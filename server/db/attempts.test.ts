import { expect, test } from 'vitest'
import type { Rule } from '#contract/call-limit.ts'
import { minuteMs, hourSeconds } from '#contract/time-units.ts'
import { createAttempts } from '#server/db/attempts.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'

const rule: Rule = { kind: 'imei', max: 3, minutes: 60 }

describeOnBothDatabases('attempts', (database) => {
  test('a place is free again when the oldest attempt leaves the window', async () => {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const attempts = createAttempts(database, clock)
    for (const remaining of [2, 1, 0]) {
      expect(await attempts.take(rule, 'anna')).toMatchObject({ allowed: true, remaining })
      clock.advance(10 * minuteMs)
    }
    expect(await attempts.take(rule, 'anna')).toEqual({ allowed: false, retryAfterSeconds: 30 * 60 })

    clock.advance(30 * minuteMs - 1)
    expect(await attempts.look(rule, 'anna')).toEqual({ allowed: false, retryAfterSeconds: 1 })
    clock.advance(1)
    expect(await attempts.look(rule, 'anna')).toEqual({ allowed: true, remaining: 1 })
  })

  test('each subject and each kind has a window of its own', async () => {
    const attempts = createAttempts(database, clockAt('2026-05-01T08:00:00Z'))
    for (let taken = 0; taken < rule.max; taken++) await attempts.take(rule, 'anna')
    expect(await attempts.look(rule, 'anna')).toMatchObject({ allowed: false })
    expect(await attempts.look(rule, 'bert')).toEqual({ allowed: true, remaining: 3 })
    expect(await attempts.look({ ...rule, kind: 'login' }, 'anna')).toEqual({ allowed: true, remaining: 3 })
  })

  test('when many come at once, only as many are allowed as there are places', async () => {
    const attempts = createAttempts(database, clockAt('2026-05-01T08:00:00Z'))
    const verdicts = await Promise.all(Array.from({ length: 12 }, () => attempts.take(rule, 'anna')))
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(rule.max)
  })

  test('a restart forgives nothing', async () => {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const before = createAttempts(database, clock)
    for (let taken = 0; taken < rule.max; taken++) await before.take(rule, 'anna')
    const after = createAttempts(database, clock)
    expect(await after.take(rule, 'anna')).toEqual({ allowed: false, retryAfterSeconds: hourSeconds })
  })

  test('a refused attempt does not prolong the wait', async () => {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const attempts = createAttempts(database, clock)
    for (let taken = 0; taken < rule.max; taken++) await attempts.take(rule, 'anna')
    clock.advance(59 * minuteMs)
    await attempts.take(rule, 'anna')
    clock.advance(minuteMs)
    expect(await attempts.take(rule, 'anna')).toMatchObject({ allowed: true, remaining: 2 })
  })

  test('undo gives the place back, forget gives back all', async () => {
    const attempts = createAttempts(database, clockAt('2026-05-01T08:00:00Z'))
    await attempts.take(rule, 'anna')
    const second = await attempts.take(rule, 'anna')
    if (second.allowed) await second.undo()
    expect(await attempts.look(rule, 'anna')).toEqual({ allowed: true, remaining: 2 })
    await attempts.forget(rule.kind, 'anna')
    expect(await attempts.look(rule, 'anna')).toEqual({ allowed: true, remaining: 3 })
  })

  test('a growing rule doubles the pause with each further attempt, up to its window', async () => {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const attempts = createAttempts(database, clock)
    const growing: Rule = { kind: 'login', max: 2, minutes: 5, growing: true }
    await attempts.take(growing, 'anna')
    await attempts.take(growing, 'anna')
    for (const pauseMinutes of [1, 2, 4]) {
      expect(await attempts.look(growing, 'anna')).toEqual({ allowed: false, retryAfterSeconds: pauseMinutes * 60 })
      clock.advance(pauseMinutes * minuteMs)
      expect(await attempts.take(growing, 'anna')).toMatchObject({ allowed: true })
    }
  })

  test('purging removes only attempts that are older than it is asked for', async () => {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const attempts = createAttempts(database, clock)
    await attempts.take(rule, 'anna')
    clock.advance(30 * minuteMs)
    await attempts.take(rule, 'anna')
    await attempts.purge(20)
    expect(await attempts.look(rule, 'anna')).toEqual({ allowed: true, remaining: 2 })
  })
})
