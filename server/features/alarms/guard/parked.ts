import * as z from 'zod'
import { movementEvidences } from '#contract/alarms/alarms.ts'
import type { Parked } from '#domain/alarms/parked.ts'

const latitude = z.number()
const longitude = z.number()
const place = { latitude, longitude }
const instant = z.coerce.date()
const stand = z.object({ ...place, fixes: z.number(), since: instant })

/** Where a vehicle usually stands overnight, as it is stored. */
export const places = z.array(z.object(place))

const stirred = z.object({ fixes: z.number(), until: instant }).nullable()
const origin = z
  .object({ ...place, variance: z.number(), beyond: z.object({ fixes: z.number(), since: instant }).nullable() })
  .nullable()
const away = z
  .object({
    fixes: z.number(),
    first: z.object(place),
    firstAt: instant,
    firstMetres: z.number(),
    last: z.object(place),
    lastMetres: z.number(),
    farthestMetres: z.number(),
    longestStepMetres: z.number(),
    stand,
    lead: z.object({ ...place, metres: z.number(), at: instant, steps: z.number() }),
    isWithheld: z.boolean(),
  })
  .nullable()
const departed = z
  .object({
    evidence: z.enum(movementEvidences),
    since: instant,
    fixes: z.number(),
    farthestMetres: z.number(),
    told: z.object(place).nullable(),
    isOwners: z.boolean(),
    fixesBack: z.number(),
    stand,
    fixesElsewhere: z.number(),
  })
  .nullable()

/**
 * What is remembered of a parked vehicle, as it is stored: without names and with times in ms, as it is written and read
 * with every fix. What most of them have not is written with its names.
 */
export function writtenParked(parked: Parked): string {
  return JSON.stringify([
    parked.latitude,
    parked.longitude,
    parked.weight,
    parked.fixes,
    parked.last.latitude,
    parked.last.longitude,
    parked.lastAt.getTime(),
    parked.lastSpeedKmh,
    parked.hereAt.getTime(),
    parked.origin,
    parked.stirred,
    parked.away,
    parked.departed,
  ])
}

/** Reads what `writtenParked` wrote. */
export const storedParked = z
  .tuple([
    latitude,
    longitude,
    z.number(),
    z.number(),
    latitude,
    longitude,
    z.number(),
    z.number().nullable(),
    z.number(),
    origin,
    stirred,
    away,
    departed,
  ])
  .transform(([north, east, weight, fixes, lastNorth, lastEast, lastAt, speed, hereAt, ...rest]): Parked => ({
    latitude: north,
    longitude: east,
    weight,
    fixes,
    last: { latitude: lastNorth, longitude: lastEast },
    lastAt: new Date(lastAt),
    lastSpeedKmh: speed,
    hereAt: new Date(hereAt),
    origin: rest[0],
    stirred: rest[1],
    away: rest[2],
    departed: rest[3],
  }))
