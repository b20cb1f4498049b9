import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activeMode,
  correctGpsRound,
  isNewSignOfLife,
  kilometresPerHour,
  mayChangeConsent,
  rangeMistake,
  startTracking,
  thinOut,
  type TrackingGrounds,
  whyDiscard,
} from './tracking.ts'

const off: TrackingGrounds = { enabled: false, mode: null, consentGiven: false, licensed: false }
const ready: TrackingGrounds = { enabled: false, mode: 'THEFT', consentGiven: true, licensed: true }
const on: TrackingGrounds = { ...ready, enabled: true }

describe('switching tracking on', () => {
  test.each([
    ['consent comes first', off, null, { problem: 'CONSENT_REQUIRED' }],
    ['then a mode', { ...ready, mode: null }, null, { problem: 'MODE_REQUIRED' }],
    ['then a licence', { ...ready, licensed: false }, null, { problem: 'LICENSE_REQUIRED' }],
    ['the stored mode is used where none is asked for', ready, null, { mode: 'THEFT' }],
    ['the mode asked for goes before the stored one', ready, 'MOVEMENT', { mode: 'MOVEMENT' }],
    ['a mode asked for is enough where none is stored', { ...ready, mode: null }, 'BOTH', { mode: 'BOTH' }],
    ['doing it twice changes nothing', on, null, { mode: 'THEFT' }],
    ['asking for the running mode changes nothing', on, 'THEFT', { mode: 'THEFT' }],
    ['another mode is refused while tracking runs', on, 'BOTH', { problem: 'TRACKING_ACTIVE' }],
    [
      'after the licence has ended it is a new start',
      { ...on, licensed: false },
      null,
      { problem: 'LICENSE_REQUIRED' },
    ],
  ] as const)('%s', (_name, grounds, wanted, outcome) => {
    expect(startTracking(grounds, wanted)).toEqual(outcome)
  })

  test.each([
    ['enabled, with consent, mode and licence', on, 'THEFT'],
    ['not enabled', ready, null],
    ['without consent', { ...on, consentGiven: false }, null],
    ['without a mode', { ...on, mode: null }, null],
    ['without a licence', { ...on, licensed: false }, null],
  ] as const)('a device that is %s is recorded as %s; consent is locked only then', (_name, grounds, mode) => {
    expect(activeMode(grounds)).toBe(mode)
    expect(mayChangeConsent(grounds)).toBe(mode === null)
  })
})

describe('a fix', () => {
  const now = new Date('2026-03-29T12:00:00.000Z')
  const nothingPast = { takenOverAt: null, consentRenewedAt: null, deletedUntil: null }
  const recorded = { mode: 'BOTH', past: nothingPast } as const
  const at = (instant: string) => ({ recordedAt: new Date(instant), flag: null, isReplay: false })

  test.each([
    ['of a device nobody owns', at('2026-03-29T11:59:00Z'), null, 'NO_OWNER'],
    ['while tracking is off', at('2026-03-29T11:59:00Z'), { ...recorded, mode: null }, 'TRACKING_OFF'],
    ['that is missing', null, recorded, 'NO_FIX'],
    ['that repeats the last known place', { ...at('2026-03-29T11:59:00Z'), flag: 'LAST_KNOWN' }, recorded, 'NO_FIX'],
    ['two minutes ahead', at('2026-03-29T12:02:00.000Z'), recorded, null],
    ['more than two minutes ahead', at('2026-03-29T12:02:00.001Z'), recorded, 'IN_THE_FUTURE'],
    ['exactly fourteen days old', at('2026-03-15T12:00:00.000Z'), recorded, null],
    ['older than fourteen days', at('2026-03-15T11:59:59.999Z'), recorded, 'TOO_OLD'],
    ['of a faked place', { ...at('2026-03-29T11:59:00Z'), flag: 'MOCK' }, recorded, null],
  ] as const)('%s is judged %#', (_name, fix, device, reason) => {
    expect(whyDiscard(fix, device, now)).toBe(reason)
  })

  const end = new Date('2026-03-29T11:00:00Z')
  const [before, since] = [at('2026-03-29T10:59:59Z'), at('2026-03-29T11:00:00Z')]
  const later = { ...at('2026-03-29T11:00:01Z'), isReplay: true }
  test.each([
    ['before its owner took it over from another', before, { takenOverAt: end }, 'TRACKING_OFF'],
    ['since its owner took it over', since, { takenOverAt: end }, null],
    ['before consent was given again', before, { consentRenewedAt: end }, 'TRACKING_OFF'],
    ['since consent was given again', since, { consentRenewedAt: end }, null],
    ['before a deletion, and told by the tracker', before, { deletedUntil: end }, null],
    ['before a deletion, and told again', { ...since, isReplay: true }, { deletedUntil: end }, 'DUPLICATE'],
    ['after a deletion, and told again', later, { deletedUntil: end }, null],
    ['long before all of them', at('2026-03-01T00:00:00Z'), { takenOverAt: end, consentRenewedAt: end }, 'TOO_OLD'],
  ] as const)('that was measured %s is judged by when it was', (_name, fix, past, reason) => {
    expect(whyDiscard(fix, { ...recorded, past: { ...nothingPast, ...past } }, now)).toBe(reason)
  })

  test.each([
    ['1024 weeks behind', '2006-08-13T12:00:00Z', '2026-03-29T12:00:00.000Z'],
    ['two rounds behind', '1986-12-28T12:00:00Z', '2026-03-29T12:00:00.000Z'],
    ['a fortnight of backlog and 1024 weeks behind', '2006-07-30T12:00:00Z', '2026-03-15T12:00:00.000Z'],
    ['ten years old', '2016-03-29T12:00:00Z', '2016-03-29T12:00:00.000Z'],
    ['from before GPS', '1979-12-31T12:00:00Z', '1979-12-31T12:00:00.000Z'],
    ['from now', '2026-03-29T12:00:00Z', '2026-03-29T12:00:00.000Z'],
  ])('%s (%s) is put to %s', (_name, told, meant) => {
    expect(correctGpsRound(new Date(told), now).toISOString()).toBe(meant)
  })
})

describe('a sign of life', () => {
  test.each([
    ['the first', null, true],
    ['one that follows soon', '2026-03-29T11:59:50.001Z', false],
    ['one that follows later', '2026-03-29T11:59:50Z', true],
    ['one that arrives after a later one', '2026-03-29T12:05:00Z', false],
  ])('is news or not: %s', (_name, last, isNew) => {
    expect(isNewSignOfLife(new Date('2026-03-29T12:00:00Z'), last === null ? null : new Date(last))).toBe(isNew)
  })
})

describe('the movement profile', () => {
  const at = (clock: string) => new Date(`2026-03-29T${clock}Z`)
  const clocks = (times: readonly Date[]) => times.map((time) => time.toISOString().slice(11, 19)).toSorted()

  test.each([
    ['keeps the first fix of each minute', ['08:00:10', '08:00:40', '08:01:05'], [], ['08:00:10', '08:01:05'], []],
    ['keeps nothing of a minute that has an earlier fix', ['08:00:40'], ['08:00:10'], [], []],
    ['lets an earlier fix that arrives late take the place', ['08:00:10'], ['08:00:40'], ['08:00:10'], ['08:00:40']],
    ['does not store a re-sent fix again', ['08:00:10'], ['08:00:10'], [], []],
    ['cuts at the clock minute, not after sixty seconds', ['08:00:59', '08:01:00'], [], ['08:00:59', '08:01:00'], []],
  ])('%s', (_name, arriving, stored, kept, replaced) => {
    const thinned = thinOut(arriving.map(at), stored.map(at))
    expect(clocks(thinned.kept)).toEqual(kept)
    expect(clocks(thinned.replaced)).toEqual(replaced)
  })

  test('is the same whatever order and packets the fixes arrive in', () => {
    const second = fc.integer({ min: 0, max: 300 }).map((seconds) => at('08:00:00').getTime() + seconds * 1000)
    const deliveries = fc.array(fc.array(second, { maxLength: 6 }), { maxLength: 8 })
    fc.assert(
      fc.property(deliveries, (packets) => {
        const inOrder = [...new Set(packets.flat())].toSorted((a, b) => a - b)
        const firsts = inOrder.filter((time, index) => index === 0 || minute(inOrder[index - 1]) !== minute(time))
        expect([...deliver(packets)].toSorted((a, b) => a - b)).toEqual(firsts)
      }),
      { numRuns: 300 },
    )
  })

  const minute = (time: number | undefined) => Math.floor((time ?? 0) / 60_000)

  function deliver(packets: readonly number[][]): Set<number> {
    const stored = new Set<number>()
    for (const packet of packets) {
      const { kept, replaced } = thinOut(
        packet.map((time) => new Date(time)),
        [...stored].map((time) => new Date(time)),
      )
      for (const time of replaced) stored.delete(time.getTime())
      for (const time of kept) stored.add(time.getTime())
    }
    return stored
  }
})

describe('a range of time', () => {
  test.each([
    ['of one millisecond', '2026-07-01T12:00:00.000Z', '2026-07-01T12:00:00.001Z', null],
    [
      'that ends when it starts',
      '2026-07-01T12:00:00Z',
      '2026-07-01T12:00:00Z',
      'Das Ende muss nach dem Beginn liegen.',
    ],
    [
      'that ends before it starts',
      '2026-07-02T12:00:00Z',
      '2026-07-01T12:00:00Z',
      'Das Ende muss nach dem Beginn liegen.',
    ],
    ['of fourteen days', '2026-07-01T12:00:00Z', '2026-07-15T12:00:00Z', null],
    [
      'of more',
      '2026-07-01T12:00:00.000Z',
      '2026-07-15T12:00:00.001Z',
      'Der Zeitraum darf höchstens 14 Tage umfassen.',
    ],
    [
      'since the year 1',
      '0001-01-01T00:00:00Z',
      '2026-07-15T12:00:00Z',
      'Der Zeitraum darf höchstens 14 Tage umfassen.',
    ],
    ['of fourteen days on the wall in October', '2026-10-20T10:00:00Z', '2026-11-03T11:00:00Z', null],
    ['of fourteen days elapsed in March', '2026-03-20T11:00:00Z', '2026-04-03T11:00:00Z', null],
  ])('%s: %s to %s gives %j', (_name, start, end, mistake) => {
    expect(rangeMistake(new Date(start), new Date(end))).toEqual(mistake === null ? null : { end: mistake })
  })
})

test.each([
  [10, 'knots', 18.52],
  [10, 'm/s', 36],
  [10, 'km/h', 10],
] as const)('%d %s are %d km/h', (value, unit, kmh) => {
  expect(kilometresPerHour(value, unit)).toBeCloseTo(kmh, 9)
})
