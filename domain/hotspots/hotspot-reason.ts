import type { Accident } from './accidents.ts'
import { type Expectation, isStriking, rangeOf, type Spread } from './expected-accidents.ts'
import { kindWords, lightWords, surfaceWords, typeWords, weekendWord } from './hotspot-record.ts'
import { spansOf } from './hotspot-words.ts'

/**
 * What a hotspot says about itself: why it is one, what is to be expected there and how sure that is, and whether it is
 * striking for motorcycles. It is kept as it is written here, and read by `hotspot-record.ts`.
 * @param found.years in which accidents are known there.
 */
export function hotspotNote(
  expectation: Expectation,
  { accidents, years, spread }: { accidents: readonly Accident[]; years: readonly number[]; spread: Spread },
): string {
  const { least, most } = rangeOf(expectation, years.length, spread)
  return [
    reasonOf(accidents, years),
    `Zu erwarten: etwa ${inWords(expectation.motorcycles)} im Jahr, mit 90 % Sicherheit ${inWords(least)} bis ${inWords(most)}`,
    comparison(expectation, years.length, spread),
    ...(years.length === 1 ? ['Nur ein Jahr ist bekannt'] : []),
  ]
    .map((sentence) => `${sentence}.`)
    .join(' ')
}

function inWords(number: number): string {
  return number.toFixed(1).replace('.', ',')
}

function comparison(expectation: Expectation, years: number, spread: Spread): string {
  if (expectation.byExposure === null) return 'Mit anderen Unfällen dort noch nicht verglichen'
  if (isStriking(expectation, years, spread)) {
    return 'Für Motorräder auffällig: mehr, als die anderen Unfälle dort erwarten lassen'
  }
  return 'Für Motorräder nicht auffällig: dort verunglücken auch andere oft'
}

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
    ...(isOfWeekends(accidents) ? [weekendWord] : []),
    ...commonTraits(accidents),
  ].join(', ')
}

/** Whether more of them were on weekends than two days in seven explain, with a certainty of 95 %. */
function isOfWeekends(accidents: readonly Accident[]): boolean {
  const known = accidents.filter(({ weekend }) => weekend !== null)
  const onWeekends = known.filter(({ weekend }) => weekend === true)
  return chanceOfAtLeast(onWeekends.length, known.length, weekendShare) <= 1 - certainty
}

const weekendShare = 2 / 7
const certainty = 0.95

/** Of a binomial distribution. */
function chanceOfAtLeast(least: number, all: number, share: number): number {
  let chance = 0
  let ofCount = (1 - share) ** all
  for (let count = 0; count <= all; count += 1) {
    if (count >= least) chance += ofCount
    ofCount *= ((all - count) / (count + 1)) * (share / (1 - share))
  }
  return chance
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
