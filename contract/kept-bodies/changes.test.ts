import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { poiCategories } from '#contract/pois/pois.ts'
import { keptBodies } from './changes.ts'

const bodies = keptBodies(poiCategories)
const changing = endpoints.flatMap(({ method, path, body }) =>
  method === 'PUT' && body !== undefined ? [{ name: `${method} ${path}`, body }] : [],
)

describe('the body of a page that is still open', () => {
  test.each(bodies)('is accepted: %s, %s', (call, _from, sent) => {
    const found = changing.find(({ name }) => name === call)
    expect(found === undefined ? 'no such call' : z.safeParse(found.body, sent).error).toBeUndefined()
  })

  test('is kept for each call that changes what is stored', () => {
    expect(changing.map(({ name }) => name).toSorted()).toEqual([...new Set(bodies.map(([call]) => call))].toSorted())
  })
})

/** The correction of a report is all that is known of it: what is absent there is none (CHANGELOG.md). */
const correction = 'PUT /api/poi/:id'

test.each(changing.filter(({ name }) => name !== correction))(
  'a change that names nothing is refused: $name',
  ({ body }) => {
    expect(z.safeParse(body, {}).success).toBe(false)
  },
)
