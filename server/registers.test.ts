import { expect, test } from 'vitest'
import { linkTermHours } from '#contract/dossier/dossier-link.ts'
import { dayMinutes, hourMinutes } from '#contract/base/time-units.ts'
import { basisInWords } from '#server/db/schema/data-records.ts'
import { registers } from './registers.ts'

const records = registers.flatMap(({ about, tables }) => (about === null ? [] : [{ ...about, tables }]))

test('each record has an id of its own, and each table stands in one register only', () => {
  const ids = records.map(({ id }) => id)
  const tables = registers.flatMap(({ tables }) => Object.keys(tables))
  expect(ids).toEqual([...new Set(ids)])
  expect(tables).toEqual([...new Set(tables)])
})

test.each(records)(
  '$id says where it is, and all of it in sentences',
  ({ tables, place, what, purpose, kept, seenBy }) => {
    expect(Object.keys(tables).length > 0 || place !== undefined).toBe(true)
    for (const sentence of [what, kept, seenBy ?? 'Niemand.']) expect(sentence).toMatch(/^[A-ZÄÖÜ][^\n]+\.$/)
    expect(purpose).toMatch(/^\S[^\n]+[^.]$/)
  },
)

test('each legal basis names its article, and what it rests on', () => {
  expect(basisInWords({ article: 'a' })).toBe('Ihre Einwilligung (Art. 6 Abs. 1 a DSGVO)')
  expect(basisInWords({ article: 'b' })).toBe('Vertrag (Art. 6 Abs. 1 b DSGVO)')
  expect(basisInWords({ article: 'c', duty: 'Nachweis' })).toBe('rechtliche Pflicht (Art. 6 Abs. 1 c DSGVO): Nachweis')
  expect(basisInWords({ article: 'f', interest: 'Schutz' })).toBe(
    'berechtigtes Interesse (Art. 6 Abs. 1 f DSGVO): Schutz',
  )
})

test('the longest time for which a link of the police is open is the one that can be chosen', () => {
  const longestDays = (Math.max(...Object.values(linkTermHours)) * hourMinutes) / dayMinutes
  const { kept } = records.find(({ id }) => id === 'dossier-links') ?? { kept: '' }
  expect(kept).toContain(`höchstens ${longestDays} Tage`)
})
