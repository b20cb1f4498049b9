import { describe, expect, test } from 'vitest'
import type { DossierState } from '#contract/dossier.ts'
import { dayMinutes } from '#contract/time-units.ts'
import { judgeRideTap, judgeTheftTap, momentOfTap, type SaidBefore } from './kept-taps.ts'
import { startPause, type WantedPause } from './pauses.ts'
import { after } from './testing/guarded-vehicle.ts'

const ride = { wish: 'RIDE', homes: [] } as const
const paused = (minutes: number, wanted: WantedPause = ride) => startPause(wanted, after(minutes))
const stated = (state: DossierState, minutes: number) => ({ state, since: after(minutes), setAt: after(minutes) })

test.each([
  ['without a time', undefined, 0],
  ['an hour ago', -60, -60],
  ['just a day ago', -dayMinutes, -dayMinutes],
  ['longer than a day ago', -dayMinutes - 1, -dayMinutes],
  ['in the future', 1, 0],
])('a tap %s counts from its own time within the last day', (_when, tapped, counts) => {
  const at = tapped === undefined ? undefined : after(tapped).toISOString()
  expect(momentOfTap(at, after(0))).toEqual(after(counts))
})

/** Everything here was tapped at 10. */
describe('„Ich fahre“ that comes later', () => {
  const nothing: SaidBefore = {
    guard: { enabledAt: after(0), pause: null, restedUntil: null },
    changes: [],
    answeredAt: null,
  }
  const guarded = (guard: Partial<SaidBefore['guard']>) => ({ guard: { ...nothing.guard, ...guard } })
  test.each<[string, string, Partial<SaidBefore>]>([
    ['COUNTS', 'where nobody has said anything', {}],
    ['COUNTS', 'after another pause', guarded({ pause: paused(9, { wish: 'OPEN' }) })],
    ['COUNTS', 'after the alarm was armed by hand', guarded({ restedUntil: after(9) })],
    ['COUNTS', 'after somebody answered', { answeredAt: after(9) }],
    ['COUNTS', 'after an all-clear', { changes: [stated('STOLEN', 1), stated('RECOVERED', 9)] }],
    ['SAME', 'where it has come already', guarded({ pause: paused(10) })],
    ['OVERTAKEN', 'where a later tap has come before it', guarded({ pause: paused(11) })],
    ['OVERTAKEN', 'where the alarm was armed by hand since', guarded({ restedUntil: after(11) })],
    ['OVERTAKEN', 'where the tracking was switched on since', guarded({ enabledAt: after(11) })],
    ['OVERTAKEN', 'where somebody answered since', { answeredAt: after(11) }],
    ['OVERTAKEN', 'where a theft was stated since', { changes: [stated('STOLEN', 11)] }],
    [
      'OVERTAKEN',
      'where a theft was stated since and is over',
      {
        changes: [stated('STOLEN', 11), stated('RECOVERED', 12)],
      },
    ],
  ])('%s %s', (verdict, _when, said) => expect(judgeRideTap(after(10), { ...nothing, ...said })).toBe(verdict))
})

describe('„Als gestohlen melden“ that comes later', () => {
  test.each<[string, string, Parameters<typeof judgeTheftTap>[1]]>([
    ['COUNTS', 'where nobody has said anything', { pause: null, changes: [] }],
    ['COUNTS', 'during a ride that was announced before', { pause: paused(9), changes: [] }],
    ['COUNTS', 'after a suspicion', { pause: null, changes: [stated('SUSPICIOUS', 9)] }],
    ['SAME', 'where it has come already', { pause: null, changes: [stated('STOLEN', 10)] }],
    ['SAME', 'where it was stated before', { pause: null, changes: [stated('STOLEN', 9)] }],
    ['OVERTAKEN', 'where its owner rides since', { pause: paused(11), changes: [] }],
    ['OVERTAKEN', 'where it was stated since', { pause: null, changes: [stated('STOLEN', 11)] }],
    ['OVERTAKEN', 'where it is back since', { pause: null, changes: [stated('STOLEN', 9), stated('RECOVERED', 11)] }],
  ])('%s %s', (verdict, _when, said) => expect(judgeTheftTap(after(10), said)).toBe(verdict))
})
