import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'

/** The lists inside of a schema, each with its name and whether it may be of any length. */
function* listsIn(schema: z.core.$ZodType, name: string): Generator<{ name: string; bounded: boolean }> {
  const { def } = schema._zod
  if (def.type === 'array') {
    const kinds = (def.checks ?? []).map((check) => check._zod.def.check)
    yield { name, bounded: kinds.includes('max_length') || kinds.includes('length_equals') }
  }
  for (const [key, value] of Object.entries(def)) {
    for (const [inner, each] of key === 'checks' ? [] : schemasIn(value)) yield* listsIn(each, `${name}.${key}${inner}`)
  }
}

/** Every kind of schema has its own names for the schemas inside it: single ones, lists or objects. */
function schemasIn(value: unknown): [string, z.core.$ZodType][] {
  if (value instanceof z.core.$ZodType) return [['', value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]): [string, z.core.$ZodType][] =>
    each instanceof z.core.$ZodType ? [[`.${name}`, each]] : [],
  )
}

const lists = endpoints.flatMap(({ method, path, query, body }) =>
  [query, body].flatMap((schema) => (schema === undefined ? [] : [...listsIn(schema, `${method} ${path}`)])),
)

test('every list that a call may carry has a greatest length', () => {
  expect(lists.length).toBeGreaterThan(2)
  expect(lists.filter(({ bounded }) => !bounded)).toEqual([])
})
