import type { Accident } from './accidents.ts'

/**
 * Why a place is a hotspot: "7 Motorradunfälle 2018–2020, 3 schwer, meist nass, Fahrunfall". What is true of all accidents
 * is named alone, what is true of more than half with "meist", and anything less is left out.
 * @param years the years that were looked at, in order, whether or not there was an accident.
 */
export function reasonOf(accidents: readonly Accident[], years: readonly number[]): string {
  const count = accidents.length
  const ofCategory = (wanted: number) => accidents.filter(({ category }) => category === wanted).length
  return [
    `${count} ${count === 1 ? 'Motorradunfall' : 'Motorradunfälle'} ${spansOf(years)}`,
    ...(ofCategory(1) > 0 ? [`${ofCategory(1)} tödlich`] : []),
    ...(ofCategory(2) > 0 ? [`${ofCategory(2)} schwer`] : []),
    ...commonTraits(accidents),
  ].join(', ')
}

/** "2018–2020", "2020", "2016, 2018–2020". */
function spansOf(years: readonly number[]): string {
  const spans: { first: number; last: number }[] = []
  for (const year of years) {
    const span = spans.at(-1)
    if (span?.last === year - 1) span.last = year
    else spans.push({ first: year, last: year })
  }
  return spans.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}

const surfaceWords: Readonly<Record<number, string>> = { 1: 'nass', 2: 'winterglatt' }
const lightWords: Readonly<Record<number, string>> = { 1: 'in der Dämmerung', 2: 'bei Dunkelheit' }
/** UTYP1: what led to the accident; 7, "sonstiger Unfall", says nothing. */
const typeWords: Readonly<Record<number, string>> = {
  1: 'Fahrunfall',
  2: 'Abbiegeunfall',
  3: 'Einbiegen/Kreuzen-Unfall',
  4: 'Überschreiten-Unfall',
  5: 'Unfall durch ruhenden Verkehr',
  6: 'Unfall im Längsverkehr',
}
/** UART: what collided with what; named where the types differ. */
const kindWords: Readonly<Record<number, string>> = {
  4: 'Gegenverkehr',
  6: 'mit Fußgängern',
  7: 'Hindernis auf der Fahrbahn',
  8: 'Abkommen nach rechts',
  9: 'Abkommen nach links',
}

function commonTraits(accidents: readonly Accident[]): string[] {
  const common = (codeOf: (accident: Accident) => number | null, words: Readonly<Record<number, string>>) =>
    Object.entries(words).flatMap(([code, word]) => {
      const count = accidents.filter((accident) => codeOf(accident) === Number(code)).length
      if (count === accidents.length) return [word]
      return 2 * count > accidents.length ? [`meist ${word}`] : []
    })
  const types = common(({ type }) => type, typeWords)
  return [
    ...common(({ surface }) => surface, surfaceWords),
    ...common(({ light }) => light, lightWords),
    ...(types.length > 0 ? types : common(({ kind }) => kind, kindWords)),
  ]
}
