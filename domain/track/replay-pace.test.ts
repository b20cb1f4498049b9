import { describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/time-units.ts'
import { type ReplayPace, replayRate, usualPace, watchedMs } from './replay-pace.ts'

const quiet = (from: number, to: number) => ({ from: from * minuteMs, to: to * minuteMs })

describe('what there is to watch', () => {
  it.each([
    ['nothing quiet', [], 60],
    ['a stop in the middle', [quiet(10, 40)], 30],
    ['a silence within a stop', [quiet(10, 40), quiet(20, 30)], 30],
    ['a silence that outlasts a stop', [quiet(20, 50), quiet(10, 40)], 20],
    ['quiet times that begin before and end after', [quiet(-10, 5), quiet(50, 90)], 45],
    ['a quiet time that is over before', [quiet(-20, -10)], 60],
    ['nothing but quiet', [quiet(0, 60)], 0],
  ])('of an hour with %s is what is left', (_name, times, minutes) => {
    expect(watchedMs(0, 60 * minuteMs, times)).toBe(minutes * minuteMs)
  })
})

describe('the rate of a replay', () => {
  const hour = { from: 0, to: 60 * minuteMs, quiet: [], rides: 1 }

  it.each<[string, ReplayPace, object, number]>([
    ['an hour in about a minute', usualPace, {}, 60],
    ['an hour in ten seconds', 10, {}, 360],
    ['an hour in four minutes', 240, {}, 15],
    ['an hour as it was', 'real', {}, 1],
    ['half an hour with a stop of the same length', usualPace, { quiet: [quiet(10, 40)] }, 30],
    ['two rides of an hour, a minute each', usualPace, { to: 120 * minuteMs, rides: 2 }, 60],
    ['what has no ride in it counts as one', usualPace, { rides: 0 }, 60],
    ['what is shorter than its replay is not slowed down', 240, { to: minuteMs }, 1],
    ['nothing at all', usualPace, { to: 0 }, 1],
  ])('plays %s', (_name, pace, change, rate) => {
    expect(replayRate(pace, { ...hour, ...change })).toBe(rate)
  })
})
