import * as z from 'zod'
import { movementEvidences } from '#contract/alarms.ts'
import type { Parked } from '#domain/alarms/departure.ts'

const latitude = z.number()
const longitude = z.number()
const place = { latitude, longitude }
const instant = z.coerce.date()
const stand = z.object({ ...place, fixes: z.number(), since: instant })

/** Where a vehicle usually stands overnight, as it is stored. */
export const places = z.array(z.object(place))

const stirred = z.object({ fixes: z.number(), until: instant }).nullable()
const away = z
  .object({
    fixes: z.number(),
    first: z.object(place),
    firstAt: instant,
    firstMetres: z.number(),
    last: z.object(place),
    longestStepMetres: z.number(),
    stand,
  })
  .nullable()
const departed = z
  .object({ evidence: z.enum(movementEvidences), told: z.object(place).nullable(), fixesBack: z.number(), stand })
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
    parked.variance,
    parked.usualAccuracy,
    parked.fixes,
    parked.last.latitude,
    parked.last.longitude,
    parked.lastAt.getTime(),
    parked.lastSpeedKmh,
    parked.usualSeconds,
    parked.hereAt.getTime(),
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
    z.number().nullable(),
    z.number(),
    latitude,
    longitude,
    z.number(),
    z.number().nullable(),
    z.number().nullable(),
    z.number(),
    stirred,
    away,
    departed,
  ])
  .transform(
    ([
      north,
      east,
      weight,
      variance,
      usualAccuracy,
      fixes,
      lastNorth,
      lastEast,
      lastAt,
      speed,
      seconds,
      hereAt,
      ...rest
    ]): Parked => ({
      latitude: north,
      longitude: east,
      weight,
      variance,
      usualAccuracy,
      fixes,
      last: { latitude: lastNorth, longitude: lastEast },
      lastAt: new Date(lastAt),
      lastSpeedKmh: speed,
      usualSeconds: seconds,
      hereAt: new Date(hereAt),
      stirred: rest[0],
      away: rest[1],
      departed: rest[2],
    }),
  )
