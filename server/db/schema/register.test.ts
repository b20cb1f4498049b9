import type { ColumnType, Generated } from 'kysely'
import { expect, expectTypeOf, test } from 'vitest'
import { flag, instant, integer, json, numbered, register, type Rows, table, text, theirs, view } from './register.ts'

const things = table(
  { part: 'Dinge', whose: theirs, order: ['id'] },
  {
    id: numbered().is('Kennung'),
    name: text<'BIG' | 'SMALL'>().orNull.is('Name'),
    seen: instant().fixed.is('Gesehen'),
    tries: integer().byDefault.not('innere Buchführung'),
    facts: json<string[]>('jsonb').orNull.is('Angaben'),
  },
)
const example = register(null, { things, shown_things: view(things, ['tries', 'facts']) })

test('the rows of a table have the types that its columns say', () => {
  type Thing = Rows<typeof example>['things']
  expectTypeOf<Thing['name']>().toEqualTypeOf<'BIG' | 'SMALL' | null>()
  expectTypeOf<Thing['seen']>().toEqualTypeOf<ColumnType<Date, Date, never>>()
  expectTypeOf<Thing['tries']>().toEqualTypeOf<Generated<number>>()
  expectTypeOf<Thing['facts']>().toEqualTypeOf<ColumnType<string[] | null, string | null, string | null>>()
})

test('a view has the columns of its table but those that it does not show', () => {
  expectTypeOf<keyof Rows<typeof example>['shown_things']>().toEqualTypeOf<'id' | 'name' | 'seen'>()
  expect(Object.keys(example.tables.shown_things.columns)).toEqual(['id', 'name', 'seen'])
  expect(example.tables.shown_things.part).toBeNull()
})

test('a column that does not say whether people see it does not compile in a part of the export', () => {
  const id = text().is('Kennung')
  // @ts-expect-error `isLoud` is undecided
  expect(table({ part: 'Dinge', whose: theirs, order: ['id'] }, { id, isLoud: flag() })).toBeDefined()
  expect(table({ impersonal: 'Offene Daten.' }, { isLoud: flag() }).columns.isLoud.kind).toBe('boolean')
})

test('neither an order nor an age by a column that is not there compiles', () => {
  const id = text().is('Kennung')
  // @ts-expect-error there is no `number`
  expect(table({ part: 'Dinge', whose: theirs, order: ['number'] }, { id })).toBeDefined()
  // @ts-expect-error nothing is kept by `number`
  expect(table({ leftOut: 'Dinge', kept: { days: 1, by: 'number' } }, { id })).toBeDefined()
})
