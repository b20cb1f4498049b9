import { describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { clockReadings, lagByTrackers, lagByWitnesses } from './own-clock.ts'
import {
  aDevice,
  aFix,
  after,
  anAcceptedReport,
  aReport,
  aTracker,
  receivedAt,
} from '#domain/reception/testing/reports.ts'

const minutes = (...values: number[]) => values.map((value) => value * minuteMs)

test.each([
  ['nobody reports', [], null],
  ['all agree that it is right', [0, 0, -1, 1], null],
  ['all are ahead by the same', [10, 10.5, 9.8], 10],
  ['two are ahead', [10, 10], null],
  ['one is right among many', [10, 10, 10, 10, 0], 10],
  ['half of them are right', [10, 10, 10, 0, 0, 0], null],
  ['each is ahead by something else', [10, 60, 120, 480], null],
  ['those beside them empty their buffers', [10, 10, 10, -300, -200, -100, -50, -20], 10],
  ['all empty their buffers after the same outage', [-360, -360, -360, -360], null],
])('our clock where %s', (_name, leads, lag) => {
  expect(lagByTrackers(minutes(...leads))).toBe(lag === null ? null : lag * minuteMs)
})

test.each([
  [
    'three owners agree',
    [
      ['a', 10],
      ['b', 10],
      ['c', 10],
    ],
    10,
  ],
  [
    'they are trackers of two owners alone',
    [
      ['a', 10],
      ['b', 10],
      ['b', 10],
    ],
    null,
  ],
  [
    'one of an owner’s many is right, that one counts',
    [
      ['a', 10],
      ['a', 0],
      ['b', 10],
      ['c', 10],
    ],
    null,
  ],
] as const)('each owner has one word: %s', (_case, witnesses, lag) => {
  const leads = witnesses.map(([ownerId, lead]) => ({ ownerId, leadMs: lead * 60_000 }))
  expect(lagByWitnesses(leads)).toBe(lag === null ? null : lag * 60_000)
})

describe('what reports say of the time now', () => {
  const reading = { imei: '1', ownerId: 'anna', recordedAt: after(60), receivedAt, wasWrong: false }
  const fix = aFix({ recordedAt: after(60) })
  const loss = { reason: 'IN_THE_FUTURE' as const, at: after(-60), clockAheadMinutes: null }

  test.each([
    ['is the time of a fix', aReport({ fix }), aTracker(), [reading]],
    [
      'is less believed of a clock that was wrong before',
      aReport({ fix }),
      aTracker({ device: aDevice({ loss }) }),
      [{ ...reading, wasWrong: true }],
    ],
    ['is nothing without a fix', aReport({ fix: null }), aTracker(), []],
    ['is nothing by our own clock', aReport({ fix: { ...fix, clock: 'server' } }), aTracker(), []],
    ['is nothing in a replay', aReport({ fix, isReplay: true }), aTracker(), []],
    ['is nothing of a tracker that nobody owns', aReport({ fix }), aTracker({ device: null }), []],
  ])('%s', (_case, report, tracker, readings) => {
    expect(clockReadings([anAcceptedReport({ report, tracker })])).toEqual(readings)
  })
})
