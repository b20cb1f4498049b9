import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type KnownAccidents, predictorIndex, type AccidentPredictor } from '#domain/hotspots/accidents.ts'
import { utm32Of } from '#domain/geo/utm.ts'
import { readAccidents } from '#server/feeds/unfallatlas.ts'
import { createPlaceFinder } from '#server/places/built-up-areas.ts'
import type { PlacedAccident } from './former-rule.ts'

/** The accidents of a town in some years, those with motorcycles apart. */
export interface TownAccidents {
  motorcycles: PlacedAccident[]
  others: { east: number; north: number; builtUp: boolean; year: number; predictor: AccidentPredictor }[]
}

const folder = join(process.env['SHARED_DIR'] ?? '../shared', 'data/unfallatlas')
const towns = {
  Berlin: [2018, 2019, 2020, 2021].map((year) => `berlin_${year}_AfSBBB.csv`),
  Regensburg: ['regensburg_2016-2020_derived.csv'],
} as const
export type Town = keyof typeof towns

/** The years that are there: not all of them are everywhere. */
export const realTables = towns.Berlin.map((file) => join(folder, file)).filter((path) => existsSync(path))

/** As the product's import reads them. */
export async function accidentsOf(town: Town): Promise<TownAccidents> {
  const finder = await createPlaceFinder()
  const found: TownAccidents = { motorcycles: [], others: [] }
  for (const path of towns[town].map((file) => join(folder, file))) {
    if (!existsSync(path)) continue
    for await (const { accidents, others } of readAccidents(path)) {
      for (const accident of accidents) {
        found.motorcycles.push({ ...accident, ...utm32Of(accident), builtUp: finder.builtUpAreaAt(accident) !== null })
      }
      for (const { year, predictor, ...place } of others) {
        found.others.push({ ...utm32Of(place), builtUp: finder.builtUpAreaAt(place) !== null, year, predictor })
      }
    }
  }
  return found
}

export function ofYears({ motorcycles, others }: TownAccidents, years: readonly number[]): TownAccidents {
  const isOf = ({ year }: { year: number }) => years.includes(year)
  return { motorcycles: motorcycles.filter(isOf), others: others.filter(isOf) }
}

/** In order. */
export function yearsOf({ motorcycles }: TownAccidents): number[] {
  return [...new Set(motorcycles.map(({ year }) => year))].toSorted((one, other) => one - other)
}

/** The motorcycle accidents are the first. @param years that are known, in order. */
export function columnsOf({ motorcycles, others }: TownAccidents, years: readonly number[]): KnownAccidents {
  const all = [...motorcycles.map((accident) => ({ ...accident, predictor: 'motorcycle' as const })), ...others]
  return {
    east: Float64Array.from(all, ({ east }) => east),
    north: Float64Array.from(all, ({ north }) => north),
    predictor: Uint8Array.from(all, ({ predictor }) => predictorIndex(predictor)),
    builtUp: Uint8Array.from(all, ({ builtUp }) => (builtUp ? 1 : 0)),
    year: Uint8Array.from(all, ({ year }) => years.indexOf(year)),
    knownYears: new Uint8Array(all.length).fill(2 ** years.length - 1),
  }
}
