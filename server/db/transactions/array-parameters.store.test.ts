import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plain, seconds, texts } from './array-parameters.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'

describeOnBothDatabases('an array written as one text', (database) => {
  test.for([
    [],
    ['device-1', 'device-2'],
    ['', null, 'NULL', 'null'],
    ['a "quoted" word', String.raw`a back\slash, a {brace}`, "it's", ' blanks '],
    ['Motorrad „Enduro“', 'two\nlines\tand a tab', '🏍️'],
    [JSON.stringify({ text: 'a "quoted" word', path: String.raw`C:\n` })],
  ])('gives its texts back: %j', async (values) => {
    const { rows } = await sql<{ values: unknown }>`select ${texts(values)}::text[] as values`.execute(database)
    expect(rows).toEqual([{ values }])
  })

  test.for([[[]], [[0, -1.5, null, 1e-7, 1e21, 8.403712345678901]], [[Number.MAX_SAFE_INTEGER, null]]])(
    'gives its numbers back: %j',
    async ([values = []]) => {
      const { rows } = await sql<{ values: unknown }>`
        select ${plain(values)}::double precision[] as values`.execute(database)
      expect(rows).toEqual([{ values }])
    },
  )

  test('gives truths back', async () => {
    const values = [true, null, false]
    const { rows } = await sql<{ values: unknown }>`select ${plain(values)}::boolean[] as values`.execute(database)
    expect(rows).toEqual([{ values }])
  })

  test('gives every millisecond of a second back, in all years that occur, and no time where there is none', async () => {
    const years = [1970, 1999, 2026, 2100, 2241]
    const times = years.flatMap((year) =>
      Array.from({ length: 1000 }, (_, ms) => new Date(Date.UTC(year, 2, 29, 1, 59, 59, ms))),
    )
    const { rows } = await sql<{ at: Date | null }>`
      select to_timestamp(at) as at from unnest(${seconds([...times, null])}::double precision[]) as given (at)
    `.execute(database)
    expect(rows.map(({ at }) => at)).toEqual([...times, null])
  })
})
