import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type ReportType, reportTypes } from '#contract/poi-reports.ts'
import { poiTypes } from '#contract/pois.ts'
import { confidenceOf, faultOfEnd, isPlausible, isReportable, standingOf } from '#domain/poi-reports.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute))
const yes = (minute: number) => ({ confirms: true, at: at(minute) })
const reported = (poiType: ReportType, endsAt: Date | null = null) => ({ poiType, reportedAt: at(0), endsAt })
const no = (minute: number) => ({ confirms: false, at: at(minute) })

describe('how long a report is shown', () => {
  test.each<{ type: ReportType; minutes: number }>([
    { type: 'MobileSpeedCamera', minutes: 180 },
    { type: 'TrafficJam', minutes: 15 },
    { type: 'SemiStationarySpeedCameras', minutes: 3 * 24 * 60 },
  ])('$type: $minutes minutes', ({ type, minutes }) => {
    expect(standingOf(reported(type), []).expiresAt).toEqual(at(minutes))
  })

  test.each([
    { name: 'a confirmation begins the time anew', votes: [yes(10)], end: 190 },
    { name: 'the last of several counts', votes: [yes(20), yes(10)], end: 200 },
    { name: 'one denial does not end it', votes: [no(10)], end: 180 },
    { name: 'two denials in a row end it at once', votes: [no(12), no(10)], end: 12 },
    { name: 'a confirmation between them saves it', votes: [no(10), yes(11), no(12)], end: 191 },
    {
      name: 'many confirmations do not outweigh two who come later',
      votes: [yes(1), yes(2), yes(3), no(5), no(6)],
      end: 6,
    },
  ])('$name', ({ votes, end }) => {
    expect(standingOf(reported('MobileSpeedCamera'), votes).expiresAt).toEqual(at(end))
  })

  test('road works until their known end, which no confirmation moves; two denials end them all the same', () => {
    const roadworks = reported('LongTermRoadwork', at(600))
    expect(standingOf(roadworks, [yes(10)]).expiresAt).toEqual(at(600))
    expect(standingOf(roadworks, [no(10), no(20)]).expiresAt).toEqual(at(20))
  })

  test.each<{ type: ReportType; end: string; fault: ReturnType<typeof faultOfEnd> }>([
    { type: 'TemporaryRoadwork', end: '2026-11-22T00:00:00Z', fault: null },
    { type: 'Accident', end: '2026-11-22T00:00:00Z', fault: 'not of this type' },
    { type: 'TemporaryRoadwork', end: '2026-11-21T11:59:00Z', fault: 'over already' },
    { type: 'LongTermRoadwork', end: '2028-11-22T00:00:00Z', fault: 'too far ahead' },
  ])('an end of $type at $end: $fault', ({ type, end, fault }) => {
    expect(faultOfEnd(type, end, at(0))).toBe(fault)
  })

  test('says how many think what, and when it was confirmed last', () => {
    expect(standingOf(reported('Accident'), [yes(5), yes(3), no(4)])).toMatchObject({
      confirmations: 2,
      denials: 1,
      confirmedAt: at(5),
    })
  })
})

describe('the confidence in a report', () => {
  const confidence = (confirmations: number, denials: number, minute: number) =>
    confidenceOf({ confirmations, denials, since: at(0), expiresAt: at(60) }, at(minute))

  test.each([
    { confirmations: 0, denials: 0, minute: 0, expected: 0.5 },
    { confirmations: 3, denials: 0, minute: 0, expected: 0.8 },
    { confirmations: 0, denials: 1, minute: 0, expected: 0.33 },
    { confirmations: 0, denials: 0, minute: 30, expected: 0.38 },
    { confirmations: 9, denials: 0, minute: 60, expected: 0 },
  ])(
    '$confirmations to $denials after $minute minutes is $expected',
    ({ confirmations, denials, minute, expected }) => {
      expect(confidence(confirmations, denials, minute)).toBe(expected)
    },
  )
})

test('every type that is reported has a lifetime, and stationary cameras are not reported', () => {
  expect(Object.keys(limits.poiReports.lifetimeMinutes).toSorted()).toEqual([...reportTypes].toSorted())
  expect(poiTypes.filter(isReportable).toSorted()).toEqual([...reportTypes].toSorted())
  expect(isReportable('SpeedControl')).toBe(false)
})

test.each([
  { place: { latitude: 49, longitude: 8.4 }, plausible: true },
  { place: { latitude: 0, longitude: 0 }, plausible: false },
  { place: { latitude: 8.4, longitude: 49 }, plausible: false },
])('$place is a place for a report: $plausible', ({ place, plausible }) => {
  expect(isPlausible(place)).toBe(plausible)
})
