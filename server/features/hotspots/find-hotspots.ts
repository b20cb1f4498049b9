import { setImmediate as letOthersGo } from 'node:timers/promises'
import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'
import { createColumns } from '#domain/hotspots/accident-columns.ts'
import { type KnownAccidents, otherAccidents, predictorIndex } from '#domain/hotspots/accidents.ts'
import { type Spread } from '#domain/hotspots/expected-accidents.ts'
import { radiusMetres } from '#domain/hotspots/bells.ts'
import { hotspotNote } from '#domain/hotspots/hotspot-reason.ts'
import type { Hotspot } from '#domain/hotspots/choose-hotspots.ts'
import {
  idsOf,
  type KnownHotspot,
  othersAreKnown,
  partsLookedAt,
  searchHotspots,
  yearsOf,
} from '#domain/hotspots/hotspots.ts'
import { placeOfUtm32, utm32Of } from '#domain/geo/utm.ts'
import type { Place } from '#contract/base/place.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import type { PlaceFinder } from '#server/places/built-up-areas.ts'
import type { AccidentsStore, StoredAccident, StoredPart } from './accidents.store.ts'

interface FoundHotspot extends Place {
  radius: number
  note: string
}

/**
 * Searches the accidents of an edition for hotspots. All of them are in memory, about 10 bytes for each without a
 * motorcycle; between two steps others are answered.
 * @param onShare receives the share of the search that is done, 0 to 1.
 */
export async function findHotspots(
  { store, finder, source }: { store: AccidentsStore; finder: PlaceFinder; source: string },
  { edition, thisYear }: { edition: number; thisYear: number },
  onShare: (share: number) => void,
): Promise<PoiRecord[]> {
  const parts = partsLookedAt(await store.partsAt(edition), thisYear)
  const { accidents, known } = await readParts(store, parts)
  const search = searchHotspots(known, hotspotsServerLimits.leastExpected)
  for (;;) {
    const step = search.next()
    if (step.done === true) {
      onShare(1)
      const found = step.value.hotspots.map((hotspot) => described(hotspot, step.value.spread, accidents, parts))
      return recordsOf(found, await store.shownHotspots(source), finder)
    }
    onShare(step.value)
    await letOthersGo()
  }
}

/** The motorcycle accidents, and the columns of all: theirs are the first. */
async function readParts(
  store: AccidentsStore,
  parts: readonly StoredPart[],
): Promise<{ accidents: StoredAccident[]; known: KnownAccidents }> {
  const accidents: StoredAccident[] = []
  const columns = createColumns(await store.countOf(parts.map(({ id }) => id)))
  const first = Math.min(...parts.map(({ year }) => year))
  const yearOf = ({ year }: StoredPart) => year - first
  const knownYearsOf = ({ region }: StoredPart) =>
    yearsOf(parts, [region]).reduce((known, year) => known | (1 << (year - first)), 0)
  for (const part of parts) {
    const [year, knownYears] = [yearOf(part), knownYearsOf(part)]
    const predictor = predictorIndex(othersAreKnown(parts, part.region) ? 'motorcycle' : 'motorcycleAlone')
    for (const accident of await store.accidentsOf(part)) {
      accidents.push(accident)
      columns.add({ ...utm32Of(accident), predictor, builtUp: accident.builtUp, year, knownYears })
    }
  }
  for (const part of parts.filter(({ region }) => othersAreKnown(parts, region))) {
    const [year, knownYears] = [yearOf(part), knownYearsOf(part)]
    for (const { squareEast, squareNorth, builtUp, easts, norths, signs } of await store.othersOf(part.id)) {
      for (const [index, predictor] of signs.entries()) {
        const east = squareEast + (easts[index] ?? 0)
        const north = squareNorth + (norths[index] ?? 0)
        columns.add({
          east,
          north,
          predictor: predictorIndex(otherAccidents[predictor] ?? 'withoutCar'),
          builtUp,
          year,
          knownYears,
        })
      }
    }
  }
  return { accidents, known: columns.all() }
}

function described(
  hotspot: Hotspot,
  spread: Spread,
  accidents: readonly StoredAccident[],
  parts: readonly StoredPart[],
): FoundHotspot {
  const around = hotspot.accidents.flatMap((index) => accidents[index] ?? [])
  const years = yearsOf(
    parts,
    around.map(({ region }) => region),
  )
  const { latitude, longitude } = accidents[hotspot.middle] ?? placeOfUtm32(hotspot)
  const note = hotspotNote(hotspot.expectation, { accidents: around, years, spread })
  return { latitude, longitude, radius: radiusMetres(hotspot.builtUp), note }
}

function recordsOf(
  hotspots: readonly FoundHotspot[],
  known: readonly KnownHotspot[],
  finder: PlaceFinder,
): PoiRecord[] {
  const ids = idsOf(hotspots, known)
  return hotspots.map(({ latitude, longitude, note }, index) => ({
    sourceId: ids[index] ?? '',
    poiType: 'AccidentHotspotMoto',
    latitude,
    longitude,
    street: null,
    postcode: null,
    city: finder.builtUpAreaAt({ latitude, longitude })?.name ?? null,
    speed: null,
    direction: null,
    note,
    startsAt: null,
    expiresAt: null,
  }))
}
