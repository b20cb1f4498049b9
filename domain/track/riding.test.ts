import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '#contract/history/history.ts'
import { secondMs, minuteMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'
import { movementProfile } from './riding.ts'
import { chaptersOf } from './trips.ts'
import { fixAt, garage, ride, type Step } from '#domain/testing/ride.ts'

const noon = '2026-06-13T10:00:00Z'

const profileOf = (positions: readonly Position[]) => movementProfile(positions, chaptersOf(positions))

describe('the movement profile', () => {
  it('of no positions is empty', () => {
    expect(profileOf([])).toEqual({ total: { distanceMetres: 0, ridingMs: 0, stops: 0, gaps: 0 }, days: [] })
  })

  it.each([
    { name: 'each minute', everyMs: minuteMs },
    { name: 'every ten seconds', everyMs: 10 * secondMs },
    { name: 'each second', everyMs: secondMs },
  ])('of half an hour at 60 km/h is 30 kilometres, with a fix $name', ({ everyMs }) => {
    const { total } = profileOf(ride(noon, [{ kmh: 60, minutes: 30, everyMs }]))
    expect(total.distanceMetres / 1000).toBeCloseTo(30, 1)
    expect(total.ridingMs / minuteMs).toBeCloseTo(30, 0)
    expect(total.stops).toBe(0)
  })

  it('counts a break as one stop and not as riding', () => {
    const { total } = profileOf(
      ride(noon, [
        { kmh: 60, minutes: 20 },
        { kmh: 0, minutes: 15 },
        { kmh: 60, minutes: 10 },
      ]),
    )
    expect(total.distanceMetres / 1000).toBeCloseTo(30, 1)
    expect(total.ridingMs / minuteMs).toBe(30)
    expect(total.stops).toBe(1)
  })

  it('does not call a traffic light a stop', () => {
    const { total } = profileOf(
      ride(noon, [
        { kmh: 50, minutes: 5, everyMs: 10 * secondMs },
        { kmh: 0, minutes: 2, everyMs: 10 * secondMs },
        { kmh: 50, minutes: 5, everyMs: 10 * secondMs },
      ]),
    )
    expect(total.stops).toBe(0)
    expect(total.ridingMs / minuteMs).toBeCloseTo(10, 0)
  })

  it('counts as many stops as the chapters of the track', () => {
    const positions = ride(noon, [
      { kmh: 60, minutes: 20 },
      { kmh: 0, minutes: 7 },
      { kmh: 60, minutes: 20 },
      { kmh: 0, minutes: 12 },
      { kmh: 60, minutes: 20 },
    ])
    expect(chaptersOf(positions).map(({ kind }) => kind)).toEqual(['trip', 'stop', 'trip'])
    expect(profileOf(positions).total.stops).toBe(1)
  })

  it.each([
    { drift: 18, everyMs: minuteMs },
    { drift: 60, everyMs: minuteMs },
    { drift: 90, everyMs: 10 * secondMs },
  ])('shows a parked vehicle as standing although its fixes drift by $drift metres', ({ drift, everyMs }) => {
    const { total } = profileOf(ride(noon, [{ kmh: 0, minutes: 600, drift, everyMs }]))
    expect(total).toEqual({ distanceMetres: 0, ridingMs: 0, stops: 1, gaps: 0 })
  })

  it('does not count the drift of a night between two rides', () => {
    const { total } = profileOf(
      ride(noon, [
        { kmh: 60, minutes: 20 },
        { kmh: 0, minutes: 600, drift: 30, everyMs: 30 * secondMs },
        { kmh: 60, minutes: 20, bearing: 225 },
      ]),
    )
    expect(total.distanceMetres / 1000).toBeCloseTo(40, 1)
    expect(total.ridingMs / minuteMs).toBeCloseTo(40, 0)
    expect(total.stops).toBe(1)
  })

  it('counts a gap that ends where it began as a stop', () => {
    const { total } = profileOf(
      ride(noon, [
        { kmh: 60, minutes: 10 },
        { kmh: 0, minutes: 180, silent: true },
        { kmh: 60, minutes: 10 },
      ]),
    )
    expect(total).toMatchObject({ stops: 1, gaps: 0 })
    expect(total.distanceMetres / 1000).toBeCloseTo(20, 1)
  })

  it('assumes nothing about a gap that ends somewhere else', () => {
    const { total } = profileOf(
      ride(noon, [
        { kmh: 60, minutes: 10 },
        { kmh: 100, minutes: 40, silent: true },
        { kmh: 60, minutes: 10 },
      ]),
    )
    expect(total).toMatchObject({ stops: 0, gaps: 1 })
    expect(total.distanceMetres / 1000).toBeCloseTo(20, 1)
    expect(total.ridingMs / minuteMs).toBe(20)
  })

  it('ignores doubted positions', () => {
    const positions = ride(noon, [{ kmh: 60, minutes: 10 }])
    const mocked: Position = { ...fixAt(destination(garage, 50_000, 90), Date.parse(noon) + 90_000), flag: 'MOCK' }
    const disturbed = [...positions, mocked].toSorted((a, b) => a.recordedAt.localeCompare(b.recordedAt))
    expect(profileOf(disturbed)).toEqual(profileOf(positions))
  })

  it('is divided into German days, the latest first, which add up to the whole', () => {
    const { total, days } = profileOf([
      ...ride('2026-06-13T20:30:00Z', [{ kmh: 60, minutes: 30 }]),
      ...ride('2026-06-13T22:30:00Z', [{ kmh: 60, minutes: 60 }]),
    ])
    expect(days.map(({ day }) => day)).toEqual(['2026-06-14', '2026-06-13'])
    expect(days.map(({ ridingMs }) => ridingMs / minuteMs)).toEqual([60, 30])
    expect(days.reduce((metres, day) => metres + day.distanceMetres, 0)).toBeCloseTo(total.distanceMetres)
  })

  it('divides a trip over midnight between its two days', () => {
    const { days } = profileOf(ride('2026-06-13T21:50:00Z', [{ kmh: 60, minutes: 25 }]))
    expect(days.map(({ day, distanceMetres }) => [day, Math.round(distanceMetres / 1000)])).toEqual([
      ['2026-06-14', 15],
      ['2026-06-13', 10],
    ])
  })

  it('has the same distance, time and number of gaps as the chapters of the same track', () => {
    const step: fc.Arbitrary<Step> = fc.record({
      kmh: fc.constantFrom(0, 3, 12, 50, 130),
      minutes: fc.integer({ min: 1, max: 90 }),
      everyMs: fc.constantFrom(10 * secondMs, minuteMs, 5 * minuteMs),
      drift: fc.constantFrom(0, 30, 90, 250),
      silent: fc.boolean(),
      bearing: fc.integer({ min: 0, max: 359 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const positions = ride(noon, steps)
        const chapters = chaptersOf(positions)
        const trips = chapters.filter((chapter) => chapter.kind === 'trip')
        const gaps = chapters.filter((chapter) => chapter.kind === 'gap')
        const { total } = movementProfile(positions, chapters)
        expect(total.distanceMetres).toBeCloseTo(sum(trips.map((trip) => trip.distanceMetres)))
        expect(total.ridingMs).toBe(sum(trips.map(({ movingMs }) => movingMs)))
        expect(total.gaps).toBe(gaps.length + sum(trips.map(({ gaps }) => gaps)))
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  it('includes a day on which nothing moved', () => {
    expect(profileOf([fixAt(garage, Date.parse(noon))]).days).toEqual([
      { day: '2026-06-13', distanceMetres: 0, ridingMs: 0, stops: 0, gaps: 0 },
    ])
  })
})

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
