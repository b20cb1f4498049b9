import { expect, test } from 'vitest'
import { registers } from '#server/registers.ts'
import { exportedParts } from './exported-parts.ts'

const columns = registers
  .flatMap(({ tables }) => Object.values(tables))
  .flatMap(({ part, columns }) => (part === null ? [] : Object.entries(columns)))

test('the export leaves out whatever is called a hash, a token, a secret or a password', () => {
  const exported = columns.flatMap(([column, { fields = [] }]) =>
    fields.some(({ by }) => by === undefined) ? [column] : [],
  )
  expect(exported.length).toBeGreaterThan(300)
  const suspicious = /hash|token|secret|password(?!_confirmed_at)|private|public_key|code$/
  expect(exported.filter((column) => suspicious.test(column))).toEqual(['postcode'])
})

test('each part has a name of its own, and so has each of its fields', () => {
  expect(new Set(exportedParts.map(({ name }) => name)).size).toBe(exportedParts.length)
  for (const { name, fields } of exportedParts)
    expect({ name, fields: new Set(fields.map((field) => field.name)).size }).toEqual({ name, fields: fields.length })
})

test.each([
  ['account', 'passwordConfirmedAt', 'Passwort zuletzt festgelegt'],
  ['ownPois', 'latitude', 'Breite'],
  ['tracks', 'file', 'Datei'],
])('the part %s has the field %s under the heading %j', (part, field, title) => {
  const found = exportedParts.find(({ name }) => name === part)?.fields.find(({ name }) => name === field)
  expect(found?.title).toBe(title)
})
