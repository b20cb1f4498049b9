import { fieldOfPlaces, visitNear } from '#domain/hotspots/accident-field.ts'
import type { KnownAccidents } from '#domain/hotspots/accidents.ts'
import { chooseHotspots, type Hotspot } from '#domain/hotspots/choose-hotspots.ts'
import { estimate } from '#domain/hotspots/expected-accidents.ts'
import { radiusMetres } from '#domain/hotspots/bells.ts'
import { searchHotspots } from '#domain/hotspots/hotspots.ts'
import { asEstimated } from '#domain/hotspots/recalibration.ts'
import type { JudgedPlace } from './judgement.ts'
import { columnsOf, ofYears, type Town, type TownAccidents, yearsOf } from './town-accidents.ts'

/** A year that neither the search nor what it learns has seen, and the places found from others. */
export interface LeftOutCase {
  town: Town
  from: readonly number[]
  heldOut: number
  past: TownAccidents
  next: TownAccidents
  /** All places, however little is expected there; `asEstimated`: without what leaving out years taught. */
  recalibrated: Hotspot[]
  asEstimated: Hotspot[]
}

/** Each year left out, and each two years one after the other. */
export function leftOutCases(town: Town, all: TownAccidents): LeftOutCase[] {
  const years = yearsOf(all)
  const fromOthers = years.map((heldOut) => ({ from: years.filter((year) => year !== heldOut), heldOut }))
  const fromOne = town === 'Berlin' ? years.slice(1).map((heldOut) => ({ from: [heldOut - 1], heldOut })) : []
  return [...fromOthers, ...fromOne].map(({ from, heldOut }) => {
    const past = ofYears(all, from)
    const known = columnsOf(past, from)
    const plain = { builtUp: asEstimated, openRoad: asEstimated }
    return {
      town,
      from,
      heldOut,
      past,
      next: ofYears(all, [heldOut]),
      recalibrated: done(searchHotspots(known, 0)).hotspots,
      asEstimated: done(chooseHotspots(done(estimate(known)), plain, 0)),
    }
  })
}

/** What was expected at some places in the traffic of the year that was left out, and what came. */
export function judgedPlaces({ past, from, next }: LeftOutCase, hotspots: readonly Hotspot[]): JudgedPlace[] {
  const traffic = next.motorcycles.length / (past.motorcycles.length / from.length)
  const field = fieldOfPlaces(next.motorcycles)
  return hotspots.map(({ builtUp, expectation, ...place }) => {
    let came = 0
    visitNear(field, place, radiusMetres(builtUp), () => (came += 1))
    return { expected: expectation.motorcycles * traffic, came }
  })
}

export function found(known: KnownAccidents, leastExpected: number) {
  return done(searchHotspots(known, leastExpected))
}

function done<T>(steps: Generator<number, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
