import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { mistakeInWords } from './mistake-words.ts'

const wrong: [schema: z.ZodMiniType, value: unknown, words: string][] = [
  [z.string(), undefined, 'Diese Angabe fehlt.'],
  [z.number(), 'x', 'Diese Angabe hat eine falsche Form.'],
  [z.enum(['ja', 'nein']), 'vielleicht', 'Möglich ist hier: ja, nein.'],
  [z.string().check(z.maxLength(2)), 'abc', 'Bitte geben Sie höchstens 2 Zeichen an.'],
  [z.array(z.string()).check(z.minLength(1)), [], 'Bitte geben Sie mindestens 1 Eintrag an.'],
  [z.number().check(z.lte(5)), 6, 'Bitte geben Sie höchstens 5 an.'],
  [z.int(), 0.5, 'Diese Angabe hat eine falsche Form.'],
  [z.iso.datetime(), 'gestern', 'Diese Angabe ist nicht gültig.'],
  [z.union([z.string(), z.boolean()]), 1, 'Diese Angabe ist nicht gültig.'],
]

test.each(wrong)('what is wrong with %#: %s', (schema, value, words) => {
  expect(z.safeParse(schema, value, { error: mistakeInWords }).error?.issues[0]?.message).toBe(words)
})

test.each(endpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  'nothing English is said about the input of $name',
  ({ endpoint: { params, query, body } }) => {
    for (const schema of [params, query, body]) {
      if (schema === undefined) continue
      for (const value of [undefined, 7, {}, everyFieldOf(schema, {}), everyFieldOf(schema, 'x'.repeat(9_999))]) {
        const { error } = z.safeParse(schema, value, { error: mistakeInWords })
        for (const { message } of error?.issues ?? []) {
          expect(message).not.toMatch(/invalid|expected|received|required|too (big|small)|unrecognized/i)
        }
      }
    }
  },
)

function everyFieldOf(schema: z.ZodMiniType, value: unknown): Record<string, unknown> {
  const shape: object = 'shape' in schema && typeof schema.shape === 'object' ? (schema.shape ?? {}) : {}
  return Object.fromEntries(Object.keys(shape).map((field) => [field, value]))
}
