import type { Poi } from '#contract/pois.ts'
import type { Instant } from '#contract/place.ts'
import type { CurrentWarning } from '#contract/weather.ts'
import { poisTexts } from './texts.ts'
import { formatDayTime, formatNumber } from '#web/kit/formats.ts'

/** Clockwise, 45 degrees apart. */
export const compassNames = ['Nord', 'Nordost', 'Ost', 'Südost', 'Süd', 'Südwest', 'West', 'Nordwest']

/** `Nordost (45°)` */
export function directionInWords(degrees: number): string {
  const turned = ((degrees % 360) + 360) % 360
  const name = compassNames[Math.round(turned / 45) % compassNames.length] ?? ''
  return `${name} (${formatNumber(turned)}°)`
}

/** `Durlacher Allee, 76131 Karlsruhe`: what is known of it, or null. */
export function addressOf({ street, postcode, city }: Pick<Poi, 'street' | 'postcode' | 'city'>): string | null {
  const town = [postcode, city].filter((part) => part !== null && part !== '').join(' ')
  const address = [street, town].filter((part) => part !== null && part !== '').join(', ')
  return address === '' ? null : address
}

/** `Schweres Gewitter mit Orkanböen`: the weather service writes its events in capitals, which nobody likes to read. */
export function eventInWords(event: string): string {
  return event.replaceAll(/\p{Lu}{2,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLocaleLowerCase('de-DE'))
}

/** `bis 21.11.2026, 18:00`, with the beginning where that is still to come. */
export function validityInWords(validFrom: Instant, validUntil: Instant | null, now: Date): string {
  const { from, until, untilCancelled } = poisTexts.warnings
  const end = validUntil === null ? untilCancelled : until(formatDayTime(validUntil))
  return Date.parse(validFrom) > now.getTime() ? `${from(formatDayTime(validFrom))} ${end}` : end
}

/** The gravest first; among equals the one that ends last. */
export function byGravity(warnings: readonly CurrentWarning[]): CurrentWarning[] {
  const end = ({ validUntil }: CurrentWarning) => (validUntil === null ? Infinity : Date.parse(validUntil))
  return warnings.toSorted((a, b) => b.warningLevel - a.warningLevel || compareEnds(end(b), end(a)))
}

/** Two ends that never come are equal: Infinity minus Infinity is no number. */
function compareEnds(a: number, b: number): number {
  return a === b ? 0 : a - b
}
