import * as z from 'zod'
import { movementEvidences } from '#contract/alarms.ts'
import type { Parked } from '#domain/alarms/departure.ts'

const place = { latitude: z.number(), longitude: z.number() }
const instant = z.coerce.date()
const stand = z.object({ ...place, fixes: z.number(), since: instant })

/** Where a vehicle usually stands overnight, as it is stored. */
export const places = z.array(z.object(place))

/** What is remembered of a parked vehicle, as it is stored. */
export const parked: z.ZodType<Parked> = z.object({
  ...place,
  weight: z.number(),
  variance: z.number(),
  usualAccuracy: z.number().nullable(),
  fixes: z.number(),
  last: z.object(place),
  lastAt: instant,
  lastSpeedKmh: z.number().nullable(),
  usualSeconds: z.number().nullable(),
  hereAt: instant,
  stirred: z.object({ fixes: z.number(), until: instant }).nullable(),
  away: z
    .object({
      fixes: z.number(),
      first: z.object(place),
      firstAt: instant,
      firstMetres: z.number(),
      last: z.object(place),
      longestStepMetres: z.number(),
      stand,
    })
    .nullable(),
  departed: z
    .object({ evidence: z.enum(movementEvidences), told: z.object(place).nullable(), fixesBack: z.number(), stand })
    .nullable(),
})
