import { describe, expect, test } from 'vitest'
import type { Outcome } from './outcome.ts'
import type { ReportContent } from '#domain/trackers/report.ts'
import { seenIn } from './seen.ts'
import { aCandidate, aDevice, aFix, after, anAcceptedReport, aReport, aTracker, receivedAt } from './testing/reports.ts'

const settled = (outcome: Outcome, report: Partial<ReportContent> = {}) => ({
  ...anAcceptedReport({ report: aReport(report) }),
  position: outcome === 'STORED' ? aCandidate().position : null,
  outcome,
})

test('a stored position is seen, with what is known of its device', () => {
  const { latitude, longitude, accuracy, recordedAt, speed } = aCandidate().position
  expect(seenIn([settled('STORED', { states: ['ignition'] })])).toEqual([
    {
      deviceId: 'enduro',
      mode: 'BOTH',
      enabledAt: aDevice().enabledAt,
      lastActiveAt: null,
      fix: { latitude, longitude, accuracy, recordedAt, speedKmh: speed, isStirred: undefined, isRequested: false },
      isStirred: undefined,
      measuredAt: receivedAt,
      isRepeated: false,
      alarm: null,
      states: ['ignition'],
      health: aDevice().health,
      isWired: false,
    },
  ])
})

test.each<[string, Partial<ReportContent>, boolean | undefined]>([
  ['its motion sensor', { isMoved: true }, true],
  ['its alarm about towing', { alarm: 'tow' }, true],
  ['a state that it is towed', { states: ['tow'] }, true],
  ['nothing', {}, undefined],
  ['its motion sensor that is still', { isMoved: false }, false],
  ['a knock', { alarm: 'vibration' }, undefined],
])('a stored position is of a tracker that is moved, by %s: %s', (_name, said, isStirred) => {
  expect(seenIn([settled('STORED', said)])[0]?.fix?.isStirred).toBe(isStirred)
  expect(seenIn([settled('NO_FIX', { ...said, battery: 80 })])[0]?.isStirred).toBe(isStirred)
})

describe('without a stored position', () => {
  test.each<[string, Outcome, Partial<ReportContent>, boolean]>([
    ['an alarm without a fix', 'NO_FIX', { alarm: 'sos' }, true],
    ['an alarm of the future', 'IN_THE_FUTURE', { alarm: 'sos' }, true],
    ['an alarm that is too old', 'TOO_OLD', { alarm: 'sos' }, true],
    ['an alarm with a fix that is stored already', 'DUPLICATE', { alarm: 'sos' }, true],
    ['an alarm while our clock is doubted', 'CLOCK_DOUBTED', { alarm: 'sos' }, true],
    ['what holds', 'NO_FIX', { states: [] }, true],
    ['what is said of the supply', 'NO_FIX', { battery: 50 }, true],
    ['a report that says nothing else', 'NO_FIX', {}, false],
    ['an alarm while tracking is off', 'TRACKING_OFF', { alarm: 'sos' }, false],
    ['an alarm that was thinned out', 'THINNED_OUT', { alarm: 'sos' }, false],
    ['an alarm that somebody sends again', 'DUPLICATE', { alarm: 'sos', isReplay: true }, false],
  ])('%s (%s) is seen or not', (_what, outcome, report, isSeen) => {
    const seen = seenIn([settled(outcome, report)])
    expect(seen.map(({ fix, isRepeated }) => ({ fix, isRepeated }))).toEqual(
      isSeen ? [{ fix: null, isRepeated: outcome === 'DUPLICATE' }] : [],
    )
  })
})

test('nothing is seen of a tracker that nobody owns', () => {
  const report = { ...settled('NO_FIX', { alarm: 'sos' }), tracker: aTracker({ device: null }) }
  expect(seenIn([report])).toEqual([])
})

test.each([
  ['its fix was measured', after(-60), after(-60)],
  ['now, where its clock cannot be believed', after(8 * 3600), null],
])('what is seen counts as of when %s', (_when, recordedAt, measuredAt) => {
  const report = settled('IN_THE_FUTURE', { alarm: 'sos', fix: aFix({ recordedAt }) })
  expect(seenIn([report])[0]?.measuredAt).toEqual(measuredAt)
})

test.each([
  [true, { externalPower: null }],
  [false, {}],
])('whether its tracker is wired to a vehicle: %s', (isWired, health) => {
  expect(seenIn([settled('STORED', { health })])[0]?.isWired).toBe(isWired)
})
