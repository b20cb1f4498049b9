import { describe, expect, test } from 'vitest'
import { secondMs, hourSeconds, daySeconds } from '#contract/base/time-units.ts'
import { type Loss, lossAfter, type ReportedFix } from './losses.ts'

const receivedAt = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(receivedAt.getTime() + seconds * secondMs)
const loss = (reason: Loss['reason'], clockAheadMinutes: number | null = null): Loss => ({
  reason,
  at: receivedAt,
  clockAheadMinutes,
})
const report = (outcome: ReportedFix['outcome'], aheadSeconds = 0): ReportedFix => ({
  outcome,
  fix: { recordedAt: after(aheadSeconds), clock: 'tracker' },
  receivedAt,
})

describe('a fix from the future', () => {
  test.each([
    ['the factory default of many trackers', 8 * hourSeconds - 3, 480],
    ['German winter time', hourSeconds, 60],
    ['German summer time, sent a little later', 2 * hourSeconds - 100, 120],
    ['Indian time', 5.5 * hourSeconds + 20, 330],
    ['the furthest zone', 14 * hourSeconds, 840],
    ['as far off as a fix may be', 8 * hourSeconds + 120, 480],
    ['further off', 8 * hourSeconds + 121, null],
    ['a time that no zone has', 3 * hourSeconds + 900, null],
    ['more than any zone', 15 * hourSeconds, null],
    ['a few minutes', 180, null],
    ['a year', 8760 * hourSeconds, null],
  ])('by %s (%s s) hints at a clock that is ahead by %s minutes', (_name, aheadSeconds, minutes) => {
    expect(lossAfter(null, [report('IN_THE_FUTURE', aheadSeconds)])).toEqual(loss('IN_THE_FUTURE', minutes))
  })

  test.each([
    ['from an hour ago to now', [60, 50, 40, 30, 20, 10, 0], 480],
    ['in no whole half hours', [47, 30, 13, 0], 480],
    ['with the newest first', [0, 10, 60], 480],
    ['that ends a while ago', [60, 45, 15], null],
  ])('of a buffer %s hints at what its newest does', (_name, agesMinutes, minutes) => {
    const buffer = agesMinutes.map((age) => report('IN_THE_FUTURE', 8 * hourSeconds - age * 60))
    expect(lossAfter(null, buffer)).toEqual(loss('IN_THE_FUTURE', minutes))
  })

  test('counts before what else was discarded at once', () => {
    const buffer = [report('NO_FIX', 9 * hourSeconds), report('TOO_OLD'), report('IN_THE_FUTURE', 8 * hourSeconds)]
    expect(lossAfter(null, buffer)).toEqual(loss('IN_THE_FUTURE', 480))
  })

  test('that was reported by another clock than the tracker’s hints at nothing', () => {
    const reported = {
      ...report('IN_THE_FUTURE'),
      fix: { recordedAt: after(8 * hourSeconds), clock: 'server' as const },
    }
    expect(lossAfter(null, [reported])).toEqual(loss('IN_THE_FUTURE'))
  })
})

describe('what its owner has to know', () => {
  const wrongClock = loss('IN_THE_FUTURE', 480)
  const earlier = (known: Loss): Loss => ({ ...known, at: after(-60) })

  test.each<[string, Loss | null, ReportedFix[], Loss | null]>([
    ['a place that is only the last known', null, [report('NO_FIX')], loss('NO_FIX')],
    ['a fix older than positions are kept', null, [report('TOO_OLD', -400 * daySeconds)], loss('TOO_OLD')],
    [
      'the last of several',
      null,
      [report('NO_FIX'), { ...report('TOO_OLD'), receivedAt: after(60) }],
      {
        ...loss('TOO_OLD'),
        at: after(60),
      },
    ],
    ['a sign of life without a place', null, [{ ...report('NO_FIX'), fix: null }], null],
    ['a sign of life after a loss', earlier(wrongClock), [{ ...report('NO_FIX'), fix: null }], earlier(wrongClock)],
    ['a device that nobody owns', null, [report('NO_OWNER')], null],
    ['a fix that was thinned out', null, [report('THINNED_OUT')], null],
    ['a fix that came again', null, [report('DUPLICATE')], null],
    ['tracking that was switched off', earlier(wrongClock), [report('TRACKING_OFF')], null],
    ['a position that was kept', earlier(wrongClock), [report('STORED')], null],
    ['one that was kept before what is too old', null, [report('STORED'), report('TOO_OLD')], null],
    ['no reception while the clock is wrong', earlier(wrongClock), [report('NO_FIX')], earlier(wrongClock)],
    [
      'a wrong clock after a lack of reception',
      earlier(loss('NO_FIX')),
      [report('IN_THE_FUTURE', 8 * hourSeconds)],
      wrongClock,
    ],
    [
      'a report that arrives late',
      { ...wrongClock, at: after(60) },
      [report('TOO_OLD')],
      { ...wrongClock, at: after(60) },
    ],
  ])('after %s', (_name, known, reports, expected) => {
    expect(lossAfter(known, reports)).toEqual(expected)
  })

  test('is not reported anew with every report: the same object comes back', () => {
    const known = { ...wrongClock, at: after(-9) }
    expect(lossAfter(known, [report('IN_THE_FUTURE', 8 * hourSeconds)])).toBe(known)
    expect(lossAfter(known, [{ ...report('IN_THE_FUTURE', 8 * hourSeconds), receivedAt: after(1) }])).not.toBe(known)
  })
})
