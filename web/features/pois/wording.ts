import type { Poi } from '#contract/pois/pois.ts'
import { formatCourse, formatNumber } from '#web/texts/formats.ts'
import { poisTexts } from './texts.ts'

/** `Nordost (45°)` */
export function directionInWords(degrees: number): string {
  const turned = ((degrees % 360) + 360) % 360
  return `${formatCourse(turned)} (${formatNumber(turned)}°)`
}

/** `Durlacher Allee`, or what the place is called where no street is known; null if nothing is known. */
export function shortPlace({ street, placeName, city }: Pick<Poi, 'street' | 'placeName' | 'city'>): string | null {
  return street ?? placeName ?? city
}

/** `70 km/h · Nord (0°)`: what tells two cameras of one device apart; null if nothing of it is known. */
export function limitAndDirection({ speed, details: { direction } }: Pick<Poi, 'speed' | 'details'>): string | null {
  const limit = speed === null ? [] : [poisTexts.detail.kmh(formatNumber(speed))]
  const facing = direction === undefined ? [] : [directionInWords(direction)]
  return [...limit, ...facing].join(' · ') || null
}

/** `Durlacher Allee, 76131 Karlsruhe`: what is known of it, or null. */
export function streetAddress({ street, postcode, city }: Pick<Poi, 'street' | 'postcode' | 'city'>): string | null {
  const town = [postcode, city].filter((part) => part !== null && part !== '').join(' ')
  const address = [street, town].filter((part) => part !== null && part !== '').join(', ')
  return address === '' ? null : address
}
