import { hotspotRecord, type HotspotRecord } from './hotspot-record.ts'

/** What people read of a hotspot. */
export interface HotspotWords {
  /** „10 Motorradunfälle in 3 Jahren, 2 schwer. Meist: Abbiegen, bei Nässe.“ */
  reason: string
  /** For a row: „10 Unfälle, 2 schwer · Abbiegen“. */
  short: string
  /** „Unfallatlas 2018–2020“: what the numbers are from. */
  asOf: string
  /** What is to be expected there, how sure that is, and what it was compared with. */
  method: string
}

/** A hotspot's note as people speak; null for a note that no rule of ours has written. */
export function hotspotInWords(note: string): HotspotWords | null {
  const record = hotspotRecord(note)
  if (record === null) return null
  const { accidents, years, ofWeekends } = record
  const happened = `${accidents} ${accidents === 1 ? 'Motorradunfall' : 'Motorradunfälle'}`
  const sentences = [
    `${happened} in ${years.length === 1 ? 'einem Jahr' : `${years.length} Jahren`}, ${severityInWords(record, true)}`,
    ...commonInWords(record),
    ...(ofWeekends ? ['Auffällig oft am Wochenende'] : []),
  ]
  const harm = severityInWords(record, false)
  const count = `${accidents} ${accidents === 1 ? 'Unfall' : 'Unfälle'}${harm === '' ? '' : `, ${harm}`}`
  return {
    reason: sentences.map((sentence) => `${sentence}.`).join(' '),
    short: [count, ...traitsInWords(record).slice(0, 1)].join(' · '),
    asOf: `Unfallatlas ${spansOf(years)}`,
    method: record.method,
  }
}

/** What places that follow each other have had together: „7 Unfälle in 3 Jahren, 2 schwer“. @param records at least one. */
export function togetherInWords(records: readonly HotspotRecord[]): string {
  const sum = (of: (record: HotspotRecord) => number) => records.reduce((total, record) => total + of(record), 0)
  const accidents = sum((record) => record.accidents)
  const years = Math.max(...records.map((record) => record.years.length))
  const all = { accidents, fatal: sum(({ fatal }) => fatal), severe: sum(({ severe }) => severe) }
  const count = `${accidents} ${accidents === 1 ? 'Unfall' : 'Unfälle'} in ${years === 1 ? 'einem Jahr' : `${years} Jahren`}`
  return [count, severityInWords(all, false)].filter((part) => part !== '').join(', ')
}

/** What leads to most accidents there: „Abbiegen, bei Nässe“; null if they have nothing in common. */
export function causeInWords(record: HotspotRecord): string | null {
  return traitsInWords(record).join(', ') || null
}

/** „1 tödlich, 2 schwer“; of a single accident without the number. @param evenIfNone says so where none was. */
function severityInWords(
  { accidents, fatal, severe }: Pick<HotspotRecord, 'accidents' | 'fatal' | 'severe'>,
  evenIfNone: boolean,
): string {
  const words = [
    ...(fatal > 0 ? [accidents === 1 ? 'tödlich' : `${fatal} tödlich`] : []),
    ...(severe > 0 ? [accidents === 1 ? 'schwer' : `${severe} schwer`] : []),
  ]
  if (words.length > 0 || !evenIfNone) return words.join(', ')
  return accidents === 1 ? 'nicht schwer' : 'keiner schwer'
}

/** „Meist: Abbiegen, bei Nässe“ */
function commonInWords(record: HotspotRecord): string[] {
  const spoken = traitsInWords(record)
  if (spoken.length === 0) return []
  const ofAll = record.traits.every((trait) => trait.ofAll)
  return [`${record.accidents === 1 ? 'Dabei' : ofAll ? 'Alle' : 'Meist'}: ${spoken.join(', ')}`]
}

/** What led to the accidents first, then the conditions. */
function traitsInWords({ traits }: HotspotRecord): string[] {
  const words = traits.map(({ word }) => word)
  return [
    ...words.filter((word) => conditionsSpoken[word] === undefined).map((word) => causesSpoken[word] ?? word),
    ...words.flatMap((word) => conditionsSpoken[word] ?? []),
  ]
}

/** The terms of the police as riders say them; those that are plain stay as they are. */
const causesSpoken: Readonly<Record<string, string>> = {
  Fahrunfall: 'Kontrolle verloren',
  Abbiegeunfall: 'Abbiegen',
  'Einbiegen/Kreuzen-Unfall': 'Einbiegen oder Kreuzen',
  'Überschreiten-Unfall': 'Fußgänger auf der Fahrbahn',
  'Unfall durch ruhenden Verkehr': 'parkende Fahrzeuge',
  'Unfall im Längsverkehr': 'Auffahren oder Überholen',
}
const conditionsSpoken: Readonly<Record<string, string>> = {
  nass: 'bei Nässe',
  winterglatt: 'bei Glätte',
  'in der Dämmerung': 'in der Dämmerung',
  'bei Dunkelheit': 'bei Dunkelheit',
}

/** "2018–2020", "2020", "2016, 2018–2020". @param years in order. */
export function spansOf(years: readonly number[]): string {
  const spans: { first: number; last: number }[] = []
  for (const year of years) {
    const span = spans.at(-1)
    if (span?.last === year - 1) span.last = year
    else spans.push({ first: year, last: year })
  }
  return spans.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}
