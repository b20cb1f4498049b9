import type { CurrentWarning } from '#contract/weather.ts'

/** `Schweres Gewitter mit Orkanböen`: the weather service writes its events in capitals, which nobody likes to read. */
export function eventInWords(event: string): string {
  return event.replaceAll(/\p{Lu}{2,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLocaleLowerCase('de-DE'))
}

/** The gravest first; among equals the one that ends last. Advance information, which is no warning, comes after all. */
export function byGravity(warnings: readonly CurrentWarning[]): CurrentWarning[] {
  const end = ({ validUntil }: CurrentWarning) => (validUntil === null ? Infinity : Date.parse(validUntil))
  const isAdvance = ({ advance }: CurrentWarning) => Number(advance === true)
  return warnings.toSorted(
    (a, b) => isAdvance(a) - isAdvance(b) || b.warningLevel - a.warningLevel || compareEnds(end(b), end(a)),
  )
}

/** Two ends that never come are equal: Infinity minus Infinity is no number. */
function compareEnds(a: number, b: number): number {
  return a === b ? 0 : a - b
}
