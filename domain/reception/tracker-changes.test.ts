import { describe, expect, test } from 'vitest'
import type { Outcome } from './outcome.ts'
import { aDevice, aFix, after, anAcceptedReport, aReport, aTracker, receivedAt } from './testing/reports.ts'
import { changedHealth, changedLosses, newSignsOfLife } from './tracker-changes.ts'

describe('new signs of life', () => {
  const reportedBefore = (seconds: number) => aTracker({ lastActiveAt: after(-seconds) })

  test.each([
    ['of a tracker that never reported', [anAcceptedReport()], [['1', receivedAt]]],
    ['long after the last one', [anAcceptedReport({ tracker: reportedBefore(60) })], [['1', receivedAt]]],
    ['soon after the last one', [anAcceptedReport({ tracker: reportedBefore(1) })], []],
    ['of a replay', [anAcceptedReport({ report: aReport({ isReplay: true }) })], []],
    [
      'that follow each other closely',
      [anAcceptedReport(), anAcceptedReport({ receivedAt: after(1) })],
      [['1', receivedAt]],
    ],
    ['that do not', [anAcceptedReport(), anAcceptedReport({ receivedAt: after(60) })], [['1', after(60)]]],
    [
      'of two trackers',
      [anAcceptedReport(), anAcceptedReport({ tracker: aTracker({ imei: '2', device: null }) })],
      [
        ['1', receivedAt],
        ['2', receivedAt],
      ],
    ],
  ])('%s', (_case, reports, expected) => {
    expect([...newSignsOfLife(reports)]).toEqual(expected)
  })
})

describe('changed supplies', () => {
  const charged = { battery: { percent: 90, volts: null, at: receivedAt }, power: null, firstFixAt: null }

  test('are those of devices whose last report says another one', () => {
    const low = { ...charged, battery: { ...charged.battery, percent: 10 } }
    const reports = [anAcceptedReport({ health: charged }), anAcceptedReport({ health: low })]
    expect([...changedHealth(reports)]).toEqual([['enduro', low]])
  })

  test('are none where nothing is new, or nobody owns the tracker', () => {
    const known = anAcceptedReport({ tracker: aTracker({ device: aDevice({ health: charged }) }), health: charged })
    expect(changedHealth([known, anAcceptedReport({ tracker: aTracker({ device: null }), health: charged })])).toEqual(
      new Map(),
    )
  })
})

describe('changed losses', () => {
  const loss = { reason: 'NO_FIX' as const, at: after(-3600), clockAheadMinutes: null }
  const wellTracker = aTracker()
  const lossTracker = aTracker({ device: aDevice({ loss }) })
  const settled = (outcome: Outcome, tracker = wellTracker, isReplay = false) => ({
    ...anAcceptedReport({ tracker, report: aReport({ isReplay, fix: aFix({ flag: 'LAST_KNOWN' }) }) }),
    position: null,
    outcome,
  })

  test.each<[string, ReturnType<typeof settled>[], [string, object | null][]]>([
    ['a first one', [settled('NO_FIX')], [['enduro', { ...loss, at: receivedAt }]]],
    ['one that is over', [settled('STORED', lossTracker)], [['enduro', null]]],
    ['one that is over within a batch', [settled('NO_FIX'), settled('STORED')], []],
    ['none where none was', [settled('STORED')], []],
    ['none by a replay', [settled('NO_FIX', wellTracker, true)], []],
    ['none while a report waits with its tracker', [settled('CLOCK_DOUBTED')], []],
    ['none of a tracker that nobody owns', [settled('NO_OWNER', aTracker({ device: null }))], []],
  ])('%s', (_case, reports, expected) => {
    expect([...changedLosses(reports)]).toEqual(expected)
  })
})
