import { describe, expect, test } from 'vitest'
import { poiReportsLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import { type ReportType, reportTypes } from '#contract/poi-reports/poi-reports.ts'
import { poiTypes } from '#contract/pois/pois.ts'
import { dayMinutes } from '#contract/base/time-units.ts'
import {
  confidenceOf,
  faultOfEnd,
  isPlausible,
  isReportable,
  momentOfVote,
  momentSeen,
  nearnessOf,
  standingOf,
} from './poi-reports.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute))
const yes = (minute: number, weight = 0.5) => ({ confirms: true, at: at(minute), weight })
const no = (minute: number, weight = 0.5) => ({ confirms: false, at: at(minute), weight })
const reported = (poiType: ReportType, endsAt: Date | null = null, weight = 0.5) => ({
  poiType,
  reportedAt: at(0),
  endsAt,
  weight,
})

test.each<{ seen: number | undefined; counts: number | null }>([
  { seen: undefined, counts: 60 },
  { seen: 50, counts: 50 },
  { seen: 46, counts: 46 },
  { seen: 45, counts: null },
  { seen: 61, counts: 60 },
])('a traffic jam seen at minute $seen and sent at minute 60 counts from minute $counts', ({ seen, counts }) => {
  const seenAt = seen === undefined ? undefined : at(seen).toISOString()
  expect(momentSeen({ poiType: 'TrafficJam', seenAt }, at(60))).toEqual(counts === null ? null : at(counts))
})

test.each<{ seen: number | undefined; counts: number }>([
  { seen: undefined, counts: 60 },
  { seen: 50, counts: 50 },
  { seen: -10, counts: 0 },
  { seen: 61, counts: 60 },
])('of a report of minute 0 a vote seen at minute $seen and sent at minute 60 counts from minute $counts', (vote) => {
  const seenAt = vote.seen === undefined ? undefined : at(vote.seen).toISOString()
  expect(momentOfVote(reported('Obstacle'), seenAt, at(60))).toEqual(at(vote.counts))
})

describe('how long a report is shown', () => {
  test.each<{ type: ReportType; minutes: number }>([
    { type: 'MobileSpeedCamera', minutes: 180 },
    { type: 'TrafficJam', minutes: 15 },
    { type: 'SemiStationarySpeedCameras', minutes: 3 * dayMinutes },
  ])('$type: $minutes minutes', ({ type, minutes }) => {
    expect(standingOf(reported(type), []).expiresAt).toEqual(at(minutes))
  })

  test.each([
    { name: 'a confirmation starts the time again', votes: [yes(10)], end: 190 },
    { name: 'the last of several confirmations counts', votes: [yes(20), yes(10)], end: 200 },
    { name: 'one denial does not end it', votes: [no(10)], end: 180 },
    { name: 'two denials in a row end it at once', votes: [no(12), no(10)], end: 12 },
    { name: 'a confirmation between two denials keeps it', votes: [no(10), yes(11), no(12)], end: 191 },
    {
      name: 'many confirmations do not outweigh two later denials',
      votes: [yes(1), yes(2), yes(3), no(5), no(6)],
      end: 6,
    },
    { name: 'two denials of unknown nearness do not end it', votes: [no(10, 0.25), no(11, 0.25)], end: 180 },
    { name: 'two denials more than a lifetime apart do not end it', votes: [no(-1), no(180.5)], end: 180 },
    {
      name: 'a hundred weak denials do not end it',
      votes: Array.from({ length: 100 }, (_, i) => no(i, 0.15)),
      end: 180,
    },
    { name: 'weak confirmations do not keep it', votes: [yes(170, 0.15), yes(171, 0.15)], end: 180 },
    {
      name: 'a hundred weak confirmations do not save it from two who are sure',
      votes: [no(10, 0.7), ...Array.from({ length: 100 }, () => yes(11, 0.1)), no(12, 0.7)],
      end: 12,
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

  test('counts the confirmations and denials that are not weak, and says when the last of these confirmed it', () => {
    const words = [yes(5), yes(3), no(4), yes(6, 0.15), no(6, 0.05)]
    expect(standingOf(reported('Accident'), words)).toMatchObject({
      confirmations: 2,
      denials: 1,
      confirmedAt: at(5),
    })
  })
})

describe('the confidence in a report', () => {
  const confidence = (supporting: number, opposing: number, minute: number) =>
    confidenceOf({ supporting, opposing, since: at(0), expiresAt: at(60) }, at(minute))

  test.each([
    { words: 'one proven reporter', supporting: 0.5, opposing: 0, minute: 0, expected: 0.5 },
    { words: 'a new reporter', supporting: 0.15, opposing: 0, minute: 0, expected: 0.23 },
    { words: 'three who stood there', supporting: 2, opposing: 0, minute: 0, expected: 0.8 },
    { words: 'one who denies', supporting: 0.5, opposing: 0.5, minute: 0, expected: 0.33 },
    { words: 'half of the lifetime', supporting: 0.5, opposing: 0, minute: 30, expected: 0.38 },
    { words: 'the end', supporting: 5, opposing: 0, minute: 60, expected: 0 },
  ])('after $words is $expected', ({ supporting, opposing, minute, expected }) => {
    expect(confidence(supporting, opposing, minute)).toBe(expected)
  })

  test('weighs a late denial more than the same number of words from long before', () => {
    const fresh = standingOf(reported('Accident'), [yes(1), no(2)])
    const late = standingOf(reported('Accident'), [yes(1), no(60)])
    expect(late.supporting).toBeLessThan(fresh.supporting * 0.6)
    expect(late.opposing).toBe(fresh.opposing)
  })
})

describe('a report', () => {
  test.each([
    { name: 'of somebody with a record is not unconfirmed', weight: 0.5, votes: [], unconfirmed: false },
    { name: 'of a new account is', weight: 0.15, votes: [], unconfirmed: true },
    { name: 'stays so with one weak word more', weight: 0.15, votes: [yes(1, 0.15)], unconfirmed: true },
    {
      name: 'stays so with a thousand weak words',
      weight: 0.15,
      votes: Array.from({ length: 1000 }, () => yes(1, 0.15)),
      unconfirmed: true,
    },
    { name: 'is confirmed by one proven voter anywhere', weight: 0.15, votes: [yes(1, 0.25)], unconfirmed: false },
    { name: 'is confirmed by one proven voter beside it', weight: 0.15, votes: [yes(1, 0.5)], unconfirmed: false },
  ])('$name', ({ weight, votes, unconfirmed }) => {
    expect(standingOf(reported('Obstacle', null, weight), votes).unconfirmed).toBe(unconfirmed)
  })
})

test('every type that can be reported has a lifetime, and stationary cameras are not reported', () => {
  expect(Object.keys(poiReportsLimits.lifetimeMinutes).toSorted()).toEqual([...reportTypes].toSorted())
  expect(poiTypes.filter(isReportable).toSorted()).toEqual([...reportTypes].toSorted())
  expect(isReportable('SpeedControl')).toBe(false)
})

test.each([
  { metres: 0, nearness: 'near' },
  { metres: 1_000, nearness: 'near' },
  { metres: 1_001, nearness: 'around' },
  { metres: 10_000, nearness: 'around' },
  { metres: 10_001, nearness: 'far' },
])('a voter $metres m away is $nearness', ({ metres, nearness }) => {
  expect(nearnessOf(metres)).toBe(nearness)
})

test.each([
  { place: { latitude: 49, longitude: 8.4 }, plausible: true },
  { place: { latitude: 0, longitude: 0 }, plausible: false },
  { place: { latitude: 8.4, longitude: 49 }, plausible: false },
])('$place is a place for a report: $plausible', ({ place, plausible }) => {
  expect(isPlausible(place)).toBe(plausible)
})
