import { expect, test } from 'vitest'
import { routeCheckServerLimits } from '#contract/route-check/route-check-limits.ts'
import { type CheckedRoute, checkedRoute, type RouteClosure } from '#contract/route-check/route-check.ts'
import { passedItem } from '#domain/testing/route-items.ts'
import { checkedRouteJson } from './checked-route-json.ts'

const closure = (index: number): RouteClosure => ({
  id: `way/${index}`,
  name: 'L 564',
  rules: [{ access: 'closed', condition: null }],
  attribution: '© t',
  range: { from: index, to: index + 1 },
  access: null,
})
const item = (index: number) =>
  passedItem({ alongMetres: index, distanceMetres: 5, poi: { id: `poi/${index}`, poiType: 'Slippery' } })
const many = 2 * routeCheckServerLimits.entriesAtOnce + 1

test.each([
  [0, 0],
  [1, 1],
  [many, many],
])('an answer in pieces is the answer: %i places and %i closures', async (items, closures) => {
  const route: CheckedRoute = {
    lengthMetres: 1,
    items: Array.from({ length: items }, (_, index) => item(index)),
    truncated: false,
    warnings: [],
    closures: Array.from({ length: closures }, (_, index) => closure(index)),
    ride: null,
    sources: [],
  }
  const unknown = { ...route, items: route.items.map((each) => ({ ...each, secret: 'x' })), secret: 'x' }
  let text = ''
  for await (const piece of checkedRouteJson(unknown)) text += piece
  expect(JSON.parse(text)).toEqual(checkedRoute.parse(route))
})

test('between its pieces others get their turn', async () => {
  let turns = 0
  let done = false
  const turn = () => {
    turns += 1
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  const route = { lengthMetres: 1, truncated: false, warnings: [], closures: [], ride: null, sources: [] }
  const items = Array.from({ length: many }, (_, index) => item(index))
  for await (const piece of checkedRouteJson({ ...route, items })) done = piece === ']}'
  expect(turns).toBeGreaterThan(1)
})
