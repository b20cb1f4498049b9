import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { mistakesOf } from './form.ts'

const person = z.object({
  name: z.string().check(z.minLength(1, 'Name fehlt'), z.regex(/^[A-Z]/, 'Groß, bitte')),
  home: z.object({ town: z.string().check(z.minLength(1, 'Ort fehlt')) }),
})

test.each([
  { what: 'nothing that is right', values: { name: 'Anna', home: { town: 'Ulm' } }, mistakes: {} },
  {
    what: 'only the first mistake of a field',
    values: { name: '', home: { town: 'Ulm' } },
    mistakes: { name: 'Name fehlt' },
  },
  {
    what: 'a field within another by both names',
    values: { name: 'Anna', home: { town: '' } },
    mistakes: { 'home.town': 'Ort fehlt' },
  },
])('a form says $what', ({ values, mistakes }) => {
  expect(mistakesOf(person, values)).toEqual(mistakes)
})
