import { describe, expect, test } from 'vitest'
import { judge } from './judgement.ts'
import type { Outcome } from './outcome.ts'
import type { Fix, ReportContent } from '#domain/trackers/report.ts'
import { aDevice, aFix, after, anAcceptedReport, aReport, aTracker, receivedAt } from './testing/reports.ts'
import type { ReportingTracker } from './tracker.ts'

const judged = (report: Partial<ReportContent>, tracker: ReportingTracker = aTracker(), lagMs: number | null = null) =>
  judge(anAcceptedReport({ report: aReport(report), tracker }), lagMs)
const deletedUntilNow = { takenOverAt: null, consentRenewedAt: null, deletedUntil: receivedAt }

describe('a report', () => {
  test.each<[string, Partial<ReportContent>, ReportingTracker, Outcome | null]>([
    ['with a fix is a candidate', {}, aTracker(), null],
    ['without a fix', { fix: null }, aTracker(), 'NO_FIX'],
    ['of a tracker that nobody owns', {}, aTracker({ device: null }), 'NO_OWNER'],
    ['while tracking is off', {}, aTracker({ device: aDevice({ mode: null }) }), 'TRACKING_OFF'],
    ['of the future', { fix: aFix({ recordedAt: after(3600) }) }, aTracker(), 'IN_THE_FUTURE'],
    [
      'that its owner deleted, and somebody sends again',
      { isReplay: true },
      aTracker({ device: aDevice({ past: deletedUntilNow }) }),
      'DUPLICATE',
    ],
    [
      'that its owner deleted, and its tracker sends',
      {},
      aTracker({ device: aDevice({ past: deletedUntilNow }) }),
      null,
    ],
  ])('%s', (_case, report, tracker, outcome) => {
    const one = judged(report, tracker)
    expect(one.outcome).toBe(outcome)
    expect(one.position === null).toBe(outcome !== null)
  })
})

describe('the position of a candidate', () => {
  test('is of its device, at the time of its fix', () => {
    expect(judged({ fix: aFix({ recordedAt: after(-60), flag: 'MOCK', altitude: 115 }) }).position).toEqual({
      deviceId: 'enduro',
      recordedAt: after(-60),
      receivedAt,
      latitude: 49.0069,
      longitude: 8.4037,
      accuracy: null,
      altitude: 115,
      speed: null,
      course: null,
      flag: 'MOCK',
    })
  })

  test.each<[string, Fix['speed'], ReportingTracker['speedUnit'], number | null]>([
    ['none', null, 'knots', null],
    ['in the unit of its protocol', { value: 10, unit: 'm/s', assumed: false }, 'knots', 36],
    ['in the unit that is usual', { value: 10, unit: 'knots', assumed: true }, null, 18.52],
    ['in the unit that is known of the tracker', { value: 10, unit: 'knots', assumed: true }, 'km/h', 10],
    ['that no column holds', { value: 2_000_000, unit: 'km/h', assumed: false }, null, null],
  ])('has a speed in km/h: %s', (_case, speed, speedUnit, kmh) => {
    expect(judged({ fix: aFix({ speed }) }, aTracker({ speedUnit })).position?.speed).toBe(kmh)
  })

  test('has its values to the hundredth', () => {
    const { position } = judged({ fix: aFix({ accuracy: 4.567, course: 359.999 }) })
    expect(position).toMatchObject({ accuracy: 4.57, course: 360 })
  })
})

describe('while our clock is doubted, being 10 minutes behind,', () => {
  const fix = (seconds: number, changes: Partial<Fix> = {}) => ({
    fix: aFix({ recordedAt: after(seconds), ...changes }),
  })

  test.each<[string, Partial<ReportContent>, Outcome | null]>([
    ['a fix that both clocks accept is a candidate', fix(60), null],
    ['a fix that is of the future by ours alone waits', fix(10 * 60), 'CLOCK_DOUBTED'],
    ['a fix that is of the future by both is discarded', fix(8 * 3600), 'IN_THE_FUTURE'],
    ['a fix that would be too old by the other alone waits', fix(-14 * 86_400 + 60), 'CLOCK_DOUBTED'],
    ['a fix that has its time from our clock waits', fix(0, { clock: 'server' }), 'CLOCK_DOUBTED'],
    ['a report without a fix has nothing to wait for', { fix: null }, 'NO_FIX'],
    ['a place that is only the last known has nothing to wait for', fix(600, { flag: 'LAST_KNOWN' }), 'NO_FIX'],
  ])('%s', (_case, report, outcome) => {
    expect(judged(report, aTracker(), 10 * 60_000).outcome).toBe(outcome)
  })

  test('a device that is not recorded has nothing to wait for', () => {
    const tracker = aTracker({ device: aDevice({ mode: null }) })
    expect(judged(fix(10 * 60), tracker, 10 * 60_000).outcome).toBe('TRACKING_OFF')
  })
})
