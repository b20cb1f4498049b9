import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problems } from './problem.ts'

/** The codes of each list, by its file. */
const lists = new Map(
  await Promise.all(
    globSync('contract/**/*-problems.ts').map(async (file) => {
      const module: Readonly<Record<string, object>> = await import(join(process.cwd(), file))
      return [file, Object.values(module).flatMap((list) => Object.keys(list))] as const
    }),
  ),
)

test('every problem stands in one list, and every list is joined', () => {
  expect(lists.size).toBeGreaterThan(20)
  expect([...lists.values()].flat().toSorted()).toEqual(Object.keys(problems).toSorted())
})
