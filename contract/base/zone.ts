import * as z from 'zod/mini'
import { latitude, longitude, type Place } from './place.ts'
import { oneLine } from './text.ts'

/** A circle that its owner has given a name. */
export interface NamedCircle extends Place {
  name: string
  radiusMetres: number
}

interface ZoneLimits {
  nameLength: number
  leastRadiusMetres: number
  greatestRadiusMetres: number
}

const number = new Intl.NumberFormat('de')

/** What the owner enters of every kind of zone: its name, its centre, and how far it reaches. */
export function zoneFields({ nameLength, leastRadiusMetres, greatestRadiusMetres }: ZoneLimits) {
  const nameMessage = `Bitte geben Sie einen Namen mit höchstens ${nameLength} Zeichen, etwa „Zuhause“.`
  const radiusMessage = `Der Umkreis liegt zwischen ${leastRadiusMetres} und ${number.format(greatestRadiusMetres)} Metern.`
  return {
    name: oneLine(nameLength, nameMessage, nameMessage).check(z.minLength(1, nameMessage)),
    latitude,
    longitude,
    radiusMetres: z
      .int(radiusMessage)
      .check(z.gte(leastRadiusMetres, radiusMessage), z.lte(greatestRadiusMetres, radiusMessage)),
  }
}

/** The same as it is answered: older names may be longer than is allowed now. */
export const storedZoneFields = { name: z.string(), latitude, longitude, radiusMetres: z.number() }
