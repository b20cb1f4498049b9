import { describe, expect, test } from 'vitest'
import { unknownHealth } from '#domain/devices/device-health.ts'
import { acceptAll, type BelievedReport, isAccepted } from './accepted-report.ts'
import type { Fix, ReportContent } from '#domain/trackers/report.ts'
import { aDevice, aFix, after, aReport, aTracker, receivedAt } from './testing/reports.ts'
import type { ReportingTracker } from './tracker.ts'

const believed = (report: Partial<ReportContent>, tracker: ReportingTracker = aTracker()): BelievedReport => ({
  report: aReport(report),
  receivedAt,
  tracker,
})
const accepted = (...reports: BelievedReport[]) => acceptAll(reports).filter(isAccepted)
const minutes = (count: number) => after(count * 60)

describe('the fix of an accepted report stands at', () => {
  test.each<[string, Partial<Fix>, number, Date | null]>([
    ['its own time', { recordedAt: minutes(-5) }, 0, minutes(-5)],
    ['the time in UTC where the clock is ahead', { recordedAt: minutes(475) }, 480, minutes(-5)],
    ['the time in UTC where the clock is behind', { recordedAt: minutes(-65) }, -60, minutes(-5)],
    ['our time, whatever the offset of its tracker', { recordedAt: minutes(-5), clock: 'server' }, 480, minutes(-5)],
    ['the present round of GPS', { recordedAt: new Date('2006-08-13T12:00:00Z') }, 0, receivedAt],
    ['no time where there is none', { recordedAt: new Date(-8.64e15) }, 480, null],
  ])('%s', (_where, fix, clockOffsetMinutes, recordedAt) => {
    const [one] = accepted(believed({ fix: aFix(fix) }, aTracker({ clockOffsetMinutes })))
    expect(one?.report.fix?.recordedAt ?? null).toEqual(recordedAt)
  })
})

describe('the supply', () => {
  const of = ({ battery }: typeof unknownHealth) => battery?.percent ?? null

  test('of a device builds on what the report before said, each device for itself', () => {
    const [one, other] = [aTracker(), aTracker({ imei: '2', device: aDevice({ id: 'other' }) })]
    const reports = accepted(
      believed({ battery: 50 }, one),
      believed({ battery: 70 }, other),
      believed({}, one),
      believed({ battery: 49 }, one),
    )
    expect(reports.map(({ health }) => of(health))).toEqual([50, 70, 50, 49])
  })

  test.each<[string, Partial<ReportContent>]>([
    ['nothing is said of it', { fix: null }],
    ['the report is a replay', { battery: 50, isReplay: true }],
    ['the report is older than positions are kept', { battery: 50, fix: aFix({ recordedAt: minutes(-15 * 1440) }) }],
  ])('is as it was where %s: the very same object', (_case, report) => {
    const device = aDevice({
      health: { battery: { percent: 90, volts: null, at: minutes(-60) }, power: null, firstFixAt: null },
    })
    expect(accepted(believed(report, aTracker({ device })))[0]?.health).toBe(device.health)
  })

  test('notes when a device first said where it is, and not where', () => {
    const reports = accepted(
      believed({ fix: null }),
      believed({ fix: aFix({ flag: 'LAST_KNOWN' }) }),
      believed({ isReplay: true }),
      believed({ fix: aFix({ recordedAt: minutes(-5) }) }),
      { ...believed({}), receivedAt: minutes(1) },
    )
    expect(reports.map(({ health }) => health.firstFixAt)).toEqual([null, null, null, receivedAt, receivedAt])
  })

  test.each([
    ['a hundredth', 49.123, 49.12],
    ['nothing where no column holds it', 1_000_001, null],
  ])('is kept to %s', (_exactness, battery, percent) => {
    const [one] = accepted(believed({ battery }))
    expect(one === undefined ? undefined : of(one.health)).toBe(percent)
  })

  test('of a tracker that nobody owns is unknown', () => {
    expect(accepted(believed({ battery: 50 }, aTracker({ device: null })))[0]?.health).toBe(unknownHealth)
  })
})

test('a report that is not believed keeps its place and its outcome', () => {
  const stranger = { tracker: null, outcome: 'WRONG_SECRET' as const }
  const reports = acceptAll([believed({}), stranger, believed({})])
  expect(reports.map(isAccepted)).toEqual([true, false, true])
  expect(reports[1]).toBe(stranger)
})
