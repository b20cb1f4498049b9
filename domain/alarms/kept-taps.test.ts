import { describe, expect, test } from 'vitest'
import type { DossierState } from '#contract/dossier/dossier.ts'
import { dayMinutes } from '#contract/base/time-units.ts'
import { judgeRideTap, judgeTheftTap, tapOf, type SaidBefore } from './kept-taps.ts'
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
  expect(tapOf(at, after(0)).at).toEqual(after(counts))
})

/** Everything here was tapped at 10. */
const tapped = { saidAt: after(10), at: after(10) }
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
  ])('%s %s', (verdict, _when, said) => expect(judgeRideTap(tapped, { ...nothing, ...said }, after(60))).toBe(verdict))

  test.each([
    ['SAME', 'of the theft that was taken back', 10, 10.1],
    ['SAME', 'from while that theft stood', 9.9, 10.1],
    ['COUNTS', 'from after that', 9.8, 9.9],
    ['COUNTS', 'from before', 10.1, 10.2],
  ])('%s %s', (verdict, _when, setAt, undoneAt) => {
    const undone = [{ setAt: after(setAt), undoneAt: after(undoneAt) }]
    expect(judgeTheftTap(tapped, { changes: [], undone }, after(60))).toBe(verdict)
  })
})

describe('„Als gestohlen melden“ that comes later', () => {
  test.each<[string, string, Parameters<typeof judgeTheftTap>[1]['changes']]>([
    ['COUNTS', 'where nobody has said anything', []],
    ['COUNTS', 'after a suspicion', [stated('SUSPICIOUS', 9)]],
    ['SAME', 'where it has come already', [stated('STOLEN', 10)]],
    ['SAME', 'where it was stated before', [stated('STOLEN', 9)]],
    ['OVERTAKEN', 'where it was stated since', [stated('STOLEN', 11)]],
    ['OVERTAKEN', 'where it is back since', [stated('STOLEN', 9), stated('RECOVERED', 11)]],
  ])('%s %s', (verdict, _when, changes) =>
    expect(judgeTheftTap(tapped, { changes, undone: [] }, after(60))).toBe(verdict),
  )
})

describe('a tap of days ago', () => {
  const daysLater = after(3 * dayMinutes)
  const tap = tapOf(after(10).toISOString(), daysLater)
  const armed = {
    guard: { enabledAt: after(0), pause: null, restedUntil: after(dayMinutes) },
    changes: [],
    answeredAt: null,
  }

  test('is overtaken by what was said since, though it counts from a day ago', () => {
    expect(tap).toEqual({ saidAt: after(10), at: after(2 * dayMinutes) })
    const back = [stated('STOLEN', 11), stated('RECOVERED', dayMinutes)]
    expect(judgeTheftTap(tap, { changes: back, undone: [] }, daysLater)).toBe('OVERTAKEN')
    expect(judgeRideTap(tap, armed, daysLater)).toBe('OVERTAKEN')
  })
})

test('a word that was noted when our own clock was ahead overtakes nothing', () => {
  const ahead = [stated('SUSPICIOUS', 5 * dayMinutes)]
  expect(judgeTheftTap(tapped, { changes: ahead, undone: [] }, after(60))).toBe('COUNTS')
})
