import { expect, test } from 'vitest'
import type { Rule } from '#contract/base/call-limit.ts'
import { dayMs, minuteMs, hourSeconds } from '#contract/base/time-units.ts'
import { createAttempts } from './attempts.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { purgeServerLimits } from '#contract/limits/purge-limits.ts'

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

  test('a rule with a pause allows nothing for that long after the attempt that filled its window', async () => {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const attempts = createAttempts(database, clock)
    const paused: Rule = { kind: 'login-network', max: 3, minutes: 1, pauseMinutes: 10 }
    for (const remaining of [2, 1, 0]) {
      expect(await attempts.take(paused, 'net')).toMatchObject({ allowed: true, remaining })
      clock.advance(25_000)
    }
    expect(await attempts.take(paused, 'net')).toEqual({ allowed: false, retryAfterSeconds: 10 * 60 - 25 })
    clock.advance(10 * minuteMs - 25_000)
    // Then the window is empty again, also for the next two.
    for (const remaining of [2, 1, 0]) expect(await attempts.take(paused, 'net')).toMatchObject({ remaining })
    expect(await attempts.look(paused, 'net')).toMatchObject({ allowed: false })
  })

  test('attempts slower than a rule with a pause allows are never paused', async () => {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const attempts = createAttempts(database, clock)
    const paused: Rule = { kind: 'login-network', max: 3, minutes: 1, pauseMinutes: 10 }
    for (let taken = 0; taken < 20; taken += 1) {
      expect(await attempts.take(paused, 'net')).toMatchObject({ allowed: true })
      clock.advance(minuteMs / 2)
    }
  })

  test('of rules that count together either all count or, if one refuses, none', async () => {
    const attempts = createAttempts(database, clockAt('2026-05-01T08:00:00Z'))
    const few: Rule = { kind: 'few', max: 1, minutes: 60 }
    const both = () => attempts.takeTogether({ many: [rule, 'anna'], few: [few, 'anna'] })
    const taken = await both()
    expect(taken).toMatchObject({ allowed: true, remaining: { many: 2, few: 0 } })
    expect(await both()).toMatchObject({ allowed: false })
    expect(await attempts.look(rule, 'anna')).toMatchObject({ remaining: 2 })
    if (taken.allowed) await taken.undo('few')
    expect(await attempts.look(few, 'anna')).toMatchObject({ remaining: 1 })
    expect(await attempts.look(rule, 'anna')).toMatchObject({ remaining: 2 })
  })

  test('those who count by the same rules in another order never wait for each other', async () => {
    const attempts = createAttempts(database, clockAt('2026-05-01T08:00:00Z'))
    const wide = (kind: string): Rule => ({ kind, max: 100, minutes: 60 })
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const [one, other] = index % 2 === 0 ? ['a', 'b'] : ['b', 'a']
        return attempts.takeTogether({ one: [wide(one ?? ''), 'anna'], other: [wide(other ?? ''), 'anna'] })
      }),
    )
    expect(taken.every(({ allowed }) => allowed)).toBe(true)
  })

  test('only attempts that are too old for any window are deleted at night', async () => {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const attempts = createAttempts(database, clock)
    await attempts.take(rule, 'anna')
    clock.advance(30 * minuteMs)
    await attempts.take(rule, 'anna')
    await deleteOld(database, new Date(clock.now().getTime() + purgeServerLimits.attemptDays * dayMs - 20 * minuteMs))
    expect(await attempts.look(rule, 'anna')).toEqual({ allowed: true, remaining: 2 })
  })
})
